import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signsOf, withPatches } from '../live/apply-sign-patches.ts';
import { hasOtherDevices, withNewest, withOlder, type Known } from './merge-attempt-pages.ts';
import { createThrottle } from './throttle.ts';

const PAGE = 5;
/** A page of a list of so many, the newest being the highest number, from `before` on. */
function pageOf(count: number, before = count): Known {
  const from = Math.max(0, before - PAGE);
  const items = Array.from({ length: before - from }, (_, at) => ({ id: `${before - 1 - at}` }) as ClaimAttempt);
  return { scope: '', items, cursor: from === 0 ? null : `${from}` };
}
const idsOf = (known: Known) => known.items.map(({ id }) => Number(id));

test('C10: the list has no gap and nothing twice, whatever was read and came meanwhile; nobody loses older pages to fewer new ones than a page', () => {
  const happenings = fc.array(fc.oneof(fc.constant('older'), fc.nat(8)));
  fc.assert(
    fc.property(fc.nat(30), happenings, (first, all) => {
      let count = first;
      let known = pageOf(count);
      for (const happening of all) {
        const oldest = idsOf(known).at(-1);
        if (happening === 'older') {
          if (known.cursor !== null) known = withOlder(known, known.cursor, pageOf(count, Number(known.cursor)))!;
        } else {
          count += happening as number;
          known = withNewest(known, pageOf(count));
          if ((happening as number) < PAGE && oldest !== undefined)
            expect(idsOf(known).at(-1)).toBeLessThanOrEqual(oldest);
        }
        const ids = idsOf(known);
        expect(ids).toEqual(ids.map((_, at) => count - 1 - at));
        expect(known.cursor).toBe(ids.length === count ? null : `${ids.at(-1)}`);
      }
    }),
  );
});

test('C10: a page that was asked for under another filter changes nothing', () => {
  const mine: Known = { ...pageOf(20), scope: 'mine' };
  expect(withNewest(pageOf(20), mine)).toBe(mine);
  expect(withOlder(mine, '3', pageOf(20, 3))).toBe(mine);
});

const row = (id: number, device: string | null): SignRow =>
  ({ id: `s${id}`, name: 'a', createdAt: '', device: device === null ? null : { deviceSignId: device } }) as SignRow;

test('K9: whether a sign has another device is seen from the rows that changed, and from no other', () => {
  let looked = 0;
  const watched = (id: number): SignRow => {
    const sign = row(id, `d${id}`);
    return Object.defineProperty(sign, 'device', {
      enumerable: true,
      get: () => ((looked += 1), { deviceSignId: `d${id}` }),
    });
  };
  const before = signsOf(Array.from({ length: 10_000 }, (_, id) => watched(id)));
  const after = withPatches(before, [{ changes: [{ id: 's5000', status: 'offline' }], removed: [] }]);
  looked = 0;
  expect(hasOtherDevices(before, after)).toBe(false);
  expect(looked).toBeLessThanOrEqual(2);
});

test.each<[string, SignRow[], SignRow[], boolean]>([
  ['one more, with a device', [], [row(1, 'd')], true],
  ['one more, prepared', [], [row(1, null)], false],
  ['linked', [row(1, null)], [row(1, 'd')], true],
  ['replaced', [row(1, 'd')], [row(1, 'e')], true],
  ['read anew', [row(1, 'd')], [row(1, 'd')], false],
  ['removed', [row(1, 'd')], [], false],
])('C10: a sign that is %s', (_, before, after, has) => {
  expect(hasOtherDevices(signsOf(before), signsOf(after))).toBe(has);
});

test('C10: however often it is wanted, it runs at once, then once after each rest, and a person who asks does not wait', () => {
  let nowMs = 0;
  let due: { atMs: number; task: () => void } | null = null;
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, task) {
      const mine = { atMs: nowMs + delayMs, task };
      due = mine;
      return () => void (due === mine && (due = null));
    },
  };
  const ran: number[] = [];
  const rested = createThrottle(clock, 100, () => ran.push(nowMs));
  for (; nowMs < 250; nowMs += 10) {
    const ready = due as { atMs: number; task: () => void } | null;
    if (ready !== null && ready.atMs <= nowMs) {
      due = null;
      ready.task();
    }
    rested.want();
    if (nowMs === 150) rested.run();
  }
  expect(ran).toEqual([0, 100, 150]);
  rested.stop();
  expect(due).toBeNull();
});
