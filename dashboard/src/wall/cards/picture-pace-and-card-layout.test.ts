import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardLine, cardsFit, cardsInLine } from './card-layout.ts';
import { A_MINUTE, AT_ONCE, waitOf, within } from './picture-pace.ts';
import { english } from '../../words/english.ts';
import { englishWall } from '../../words/english-wall.ts';
import { placeHeadlineText } from '../place-headline.ts';
import { headlineOfRows } from '../testing/headline-of-rows.ts';
import { rowOf } from '../testing/make-sign-rows.ts';

test('A3: however many pictures are wanted, few are asked for at once and in a minute, and none before the service allows it', () => {
  const steps = fc.array(fc.oneof(fc.constant('answer'), fc.constant('refusal'), fc.nat(20_000)), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (all) => {
      let [nowMs, asking, restUntilMs, startedMs] = [0, 0, 0, [] as number[]];
      for (const step of all) {
        if (typeof step === 'number') nowMs += step;
        else if (asking > 0) {
          asking -= 1;
          if (step === 'refusal') restUntilMs = nowMs + 5_000;
        }
        for (;;) {
          startedMs = within(startedMs, nowMs);
          if (waitOf({ startedMs, asking, restUntilMs }, nowMs) !== 0) break;
          asking += 1;
          startedMs.push(nowMs);
          expect(nowMs).toBeGreaterThanOrEqual(restUntilMs);
        }
        expect(asking).toBeLessThanOrEqual(AT_ONCE);
        expect(startedMs.length).toBeLessThanOrEqual(A_MINUTE);
      }
    }),
  );
});

test('A3: who has to wait for the minute or the service may ask once that is over', () => {
  const full = Array.from({ length: A_MINUTE }, (_, at) => at);
  expect(waitOf({ startedMs: full, asking: 0, restUntilMs: 0 }, 1_000)).toBe(59_000);
  expect(waitOf({ startedMs: within(full, 60_000), asking: 0, restUntilMs: 0 }, 60_000)).toBe(0);
  expect(waitOf({ startedMs: [], asking: 0, restUntilMs: 700 }, 200)).toBe(500);
  expect(waitOf({ startedMs: [], asking: AT_ONCE, restUntilMs: 0 }, 0)).toBeNull();
});

test('D5: cards that fit have all their lines in the window, and one more line would not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 15, max: 300 }), fc.integer({ min: 20, max: 150 }), (width, height) => {
      const lines = Math.floor((height - 14 / 16) / cardLine(width));
      const most = lines * cardsInLine(width);
      if (lines > 0) expect(cardsFit(most, width, height)).toBe(true);
      expect(cardsFit(most + 1, width, height)).toBe(false);
    }),
  );
});

test('D1: the headline of a place says how many of its signs are wrong, of one its name, of none that they show', () => {
  const words = { ...english, ...englishWall };
  const bare = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
  const said = (offline: number, of: number) => {
    const rows = Array.from({ length: of }, (_, number) =>
      rowOf(number, number < offline ? { status: 'offline', presence: 'offline' } : {}),
    );
    return placeHeadlineText(words, 'Foyer', rows, headlineOfRows(rows)).map(bare);
  };
  expect(said(6, 18)).toEqual(['Foyer.', '6 of 18 signs are offline.']);
  expect(said(2, 2)).toEqual(['Foyer.', 'All 2 signs are offline.']);
  expect(said(1, 18)).toEqual(['Foyer.', 'Sign 0 is offline.']);
  expect(said(0, 18)).toEqual(['Foyer.', 'All 18 signs are showing their pages.']);
});
