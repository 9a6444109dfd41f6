import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '@sign-display/contracts/limits';
import { groupByCause, placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { planEvening, ROUND_MS, STOPS, type IncidentAction, type Incident } from './evening-plan.ts';
import { signsOf } from './venue.ts';

const seeds = fc.string({ maxLength: 20 });
const counts = fc.integer({ min: 1, max: 600 });
const rounds = fc.nat({ max: 50 });
const signsIn = (action: IncidentAction): readonly number[] =>
  'signs' in action ? action.signs : 'sign' in action ? [action.sign] : [];

/** What is still wrong when all of it has happened. */
function leftWrong(incidents: readonly Incident[]): string[] {
  const wrong = new Set<string>();
  const set = (key: string, isWrong: boolean) => (isWrong ? wrong.add(key) : wrong.delete(key));
  for (const { action } of incidents) {
    if (action.do === 'power') for (const sign of action.signs) set(`power ${sign}`, !action.isOn);
    if (action.do === 'host') set(`host ${action.host}`, !action.isUp);
    if (action.do === 'page') set(`page ${action.sign}`, action.isBlank);
  }
  return [...wrong];
}

test('S1: the same seed plans the same evening, and another seed another one', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      expect(planEvening(seed, signsOf(count), round)).toEqual(planEvening(seed, signsOf(count), round));
    }),
  );
  const evenings = Array.from({ length: 20 }, (_, seed) => JSON.stringify(planEvening(String(seed), signsOf(300), 0)));
  expect(new Set(evenings).size).toBe(20);
});

test('an evening of any size is in order, names signs that are there, and leaves nothing broken at its end', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      const incidents = planEvening(seed, signsOf(count), round);
      const times = incidents.map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times.every((atMs) => atMs > 0 && atMs < ROUND_MS)).toBe(true);
      expect(incidents.flatMap(({ action }) => signsIn(action)).every((index) => index >= 0 && index < count)).toBe(
        true,
      );
      expect(leftWrong(incidents)).toEqual([]);
    }),
  );
});

test('no sign is in two incidents of an evening, but for those that somebody is at', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      const begun = planEvening(seed, signsOf(count), round).filter(
        ({ name, action }) => name !== null && action.do !== 'acknowledge',
      );
      const signs = begun.flatMap(({ action }) => signsIn(action));
      expect(new Set(signs).size).toBe(signs.length);
    }),
  );
});

test('N4: what hangs on the switch is one cause by the rule of the wall and the mails, in an evening of any seed', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      const signs = signsOf(count);
      const off = planEvening(seed, signs, round).find(({ name }) => name === 'switch')?.action;
      if (off?.do !== 'power') return;
      const outages = off.signs.map((index) => ({
        id: String(index),
        signId: String(index),
        kind: 'offline' as const,
        // As far apart as their last heartbeats can be.
        sinceMs: (index % 2) * LIMITS.heartbeatIntervalMs,
        place: placeOf(signs[index]!.place),
        host: null,
      }));
      const causes = groupByCause(outages, (place) => signs.filter((sign) => sign.place === place).length);
      expect(causes).toMatchObject([{ kind: 'place', outages: { length: off.signs.length } }]);
    }),
  );
});

test('an evening of 300 signs has everything in it, and begins in Foyer Nord with six of eighteen', () => {
  for (const seed of ['7', '8', 'Lichterfest']) {
    const incidents = planEvening(seed, signsOf(300), 0);
    expect(incidents.flatMap(({ name }) => name ?? [])).toEqual(STOPS);
    expect(incidents[0]!.words).toMatch(
      /^the switch of Foyer Nord, Säule \d\d to Säule \d\d loses power: 6 signs go offline$/,
    );
  }
});

test('the signs of the venue are each another one, however many there are', () => {
  fc.assert(
    fc.property(counts, (count) => {
      const signs = signsOf(count);
      expect(new Set(signs.map(({ place, name }) => `${place}/${name}`)).size).toBe(count);
      expect(new Set(signs.flatMap(({ path }) => path ?? [])).size).toBe(
        signs.filter(({ path }) => path !== null).length,
      );
    }),
  );
});
