import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '@sign-display/contracts/limits';
import { groupByCause, placeOf } from '@sign-display/contracts/causes';
import { planEvening, ROUND_MS, STOPS, type Deed, type Happening } from './evening.ts';
import { signsOf } from './venue.ts';

const seeds = fc.string({ maxLength: 20 });
const counts = fc.integer({ min: 1, max: 600 });
const rounds = fc.nat({ max: 50 });
const signsIn = (deed: Deed): readonly number[] => ('signs' in deed ? deed.signs : 'sign' in deed ? [deed.sign] : []);

/** What is still wrong when all of it has happened. */
function leftWrong(happenings: readonly Happening[]): string[] {
  const wrong = new Set<string>();
  const set = (key: string, isWrong: boolean) => (isWrong ? wrong.add(key) : wrong.delete(key));
  for (const { deed } of happenings) {
    if (deed.do === 'power') for (const sign of deed.signs) set(`power ${sign}`, !deed.isOn);
    if (deed.do === 'host') set(`host ${deed.host}`, !deed.isUp);
    if (deed.do === 'page') set(`page ${deed.sign}`, deed.isBlank);
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
      const happenings = planEvening(seed, signsOf(count), round);
      const times = happenings.map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times.every((atMs) => atMs > 0 && atMs < ROUND_MS)).toBe(true);
      expect(happenings.flatMap(({ deed }) => signsIn(deed)).every((index) => index >= 0 && index < count)).toBe(true);
      expect(leftWrong(happenings)).toEqual([]);
    }),
  );
});

test('no sign is in two happenings of an evening, but for those that somebody is at', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      const begun = planEvening(seed, signsOf(count), round).filter(
        ({ name, deed }) => name !== null && deed.do !== 'acknowledge',
      );
      const signs = begun.flatMap(({ deed }) => signsIn(deed));
      expect(new Set(signs).size).toBe(signs.length);
    }),
  );
});

test('N4: what hangs on the switch is one cause by the rule of the wall and the mails, in an evening of any seed', () => {
  fc.assert(
    fc.property(seeds, counts, rounds, (seed, count, round) => {
      const signs = signsOf(count);
      const off = planEvening(seed, signs, round).find(({ name }) => name === 'switch')?.deed;
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
    const happenings = planEvening(seed, signsOf(300), 0);
    expect(happenings.flatMap(({ name }) => name ?? [])).toEqual(STOPS);
    expect(happenings[0]!.words).toMatch(
      /^the switch of Foyer Nord, Säule \d\d to Säule \d\d loses its power: 6 signs go$/,
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
