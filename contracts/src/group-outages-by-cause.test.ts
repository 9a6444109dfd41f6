import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupByCause, hostOf, placeOf, type Cause, type CauseOutage } from './group-outages-by-cause.ts';
import { OUTAGE_KINDS } from './rest/outages.ts';

const AT_MS = Date.parse('2026-11-20T19:38:12.000Z');

const outages = fc
  .uniqueArray(
    fc.record({
      signId: fc.integer({ min: 1, max: 40 }).map((nth) => `sign ${nth}`),
      kind: fc.oneof(fc.constant('offline' as const), fc.constantFrom(...OUTAGE_KINDS)),
      // Around the ten seconds, and at the same moments.
      sinceMs: fc.oneof(fc.nat({ max: 40_000 }), fc.constantFrom(0, 9_999, 10_000, 10_001, 20_000)),
      place: fc.constantFrom('Foyer', 'Halle 5', ''),
      host: fc.constantFrom('a.example', 'b.example', null),
    }),
    // At most one of a kind is open for a sign.
    { maxLength: 60, selector: ({ signId, kind }) => `${signId} ${kind}` },
  )
  .map((given) => given.map((outage, nth): CauseOutage => ({ ...outage, id: `outage ${nth}` })));
const signCounts = fc.record({ Foyer: fc.nat({ max: 60 }), 'Halle 5': fc.nat({ max: 20 }) });
const counting = (counts: Partial<Record<string, number>>) => (place: string) => counts[place] ?? 0;

const signsIn = (group: readonly CauseOutage[]): number => new Set(group.map(({ signId }) => signId)).size;
/** How many signs a place has: those that were counted, or at least those that went from it. */
const sizeOf = (given: readonly CauseOutage[], counts: Partial<Record<string, number>>, place: string): number =>
  Math.max(
    counting(counts)(place),
    signsIn(given.filter((outage) => outage.kind === 'offline' && outage.place === place)),
  );
const idsOf = (causes: readonly Cause[]) => causes.flatMap((cause) => cause.outages.map(({ id }) => id));
const aloneIn = (causes: readonly Cause[]) => causes.flatMap((cause) => (cause.kind === 'alone' ? cause.outages : []));

describe('causes of open outages', () => {
  test('every outage is in exactly one cause', () => {
    fc.assert(
      fc.property(outages, signCounts, (given, counts) => {
        const ids = idsOf(groupByCause(given, counting(counts)));
        expect(ids.toSorted()).toEqual(given.map(({ id }) => id).toSorted());
      }),
    );
  });

  test('the order in which they are given doesn’t matter', () => {
    const shuffled = outages.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, signCounts, ([one, other], counts) => {
        expect(groupByCause(other, counting(counts))).toEqual(groupByCause(one, counting(counts)));
      }),
    );
  });

  test('what is grouped has enough in common', () => {
    fc.assert(
      fc.property(outages, signCounts, (given, counts) => {
        for (const cause of groupByCause(given, counting(counts))) {
          if (cause.kind === 'alone') {
            expect(cause.outages).toHaveLength(1);
            continue;
          }
          expect(signsIn(cause.outages)).toBeGreaterThanOrEqual(3);
          if (cause.kind === 'host') {
            expect(new Set(cause.outages.map(({ host }) => host))).toEqual(new Set([cause.host]));
            expect(cause.outages.every(({ kind }) => kind !== 'offline')).toBe(true);
            expect(new Set(cause.outages.map(({ kind }) => kind)).size).toBe(1);
            continue;
          }
          expect(cause.place).not.toBe('');
          expect(new Set(cause.outages.map(({ place }) => place))).toEqual(new Set([cause.place]));
          expect(cause.outages.every(({ kind }) => kind === 'offline')).toBe(true);
          expect(4 * signsIn(cause.outages)).toBeGreaterThanOrEqual(sizeOf(given, counts, cause.place));
          const times = cause.outages.map(({ sinceMs }) => sinceMs);
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(10_000);
        }
      }),
    );
  });

  test('nothing is left alone that has enough in common with others left alone', () => {
    fc.assert(
      fc.property(outages, signCounts, (given, counts) => {
        const alone = aloneIn(groupByCause(given, counting(counts)));
        for (const first of alone) {
          const gone = alone.filter(
            ({ kind, place, sinceMs }) =>
              kind === 'offline' &&
              place === first.place &&
              sinceMs >= first.sinceMs &&
              sinceMs <= first.sinceMs + 10_000,
          );
          const isEnough = signsIn(gone) >= 3 && 4 * signsIn(gone) >= sizeOf(given, counts, first.place);
          expect(isEnough && first.place !== '').toBe(false);
          const failing = alone.filter(({ kind, host }) => kind === first.kind && host === first.host);
          expect(first.kind !== 'offline' && first.host !== null && signsIn(failing) >= 3).toBe(false);
        }
      }),
    );
  });

  test('what happens at another place or host changes no cause', () => {
    fc.assert(
      fc.property(outages, signCounts, (given, counts) => {
        const all = groupByCause(given, counting(counts));
        const foyer = groupByCause(
          given.filter(({ kind, place }) => kind === 'offline' && place === 'Foyer'),
          counting(counts),
        );
        const ofFoyer = all.filter(({ outages: [first] }) => first?.kind === 'offline' && first.place === 'Foyer');
        expect(foyer).toEqual(ofFoyer);
      }),
    );
  });
});

test('ten thousand open outages take ten times what a thousand take, however they lie and whatever was counted', () => {
  /** How often the times are looked at, which is what grouping is made of. */
  function looks(many: number, apartMs: number, signs: number): number {
    let count = 0;
    const given = Array.from({ length: many }, (_, nth): CauseOutage => {
      const outage = { id: String(nth), signId: String(nth), kind: 'offline' as const, place: 'Foyer', host: null };
      return Object.defineProperty(outage, 'sinceMs', {
        get() {
          count += 1;
          return AT_MS + nth * apartMs;
        },
      }) as unknown as CauseOutage;
    });
    groupByCause(given, () => signs);
    return count;
  }
  for (const apartMs of [0, 1, 3_000, 60_000])
    for (const signs of [0, 1, 20_000])
      expect(looks(10_000, apartMs, signs)).toBeLessThan(15 * looks(1_000, apartMs, signs));
});

const gone = (nth: number, seconds: number, place = 'Foyer Nord'): CauseOutage => ({
  id: String(nth),
  signId: `Säule 0${nth}`,
  kind: 'offline',
  sinceMs: AT_MS + seconds * 1_000,
  place,
  host: 'walls.example',
});
const kindsOf = (given: readonly CauseOutage[], signs: number) =>
  groupByCause(given, () => signs).map(({ kind, outages: own }) => `${kind} ${own.length}`);

test.each([
  ['six of eighteen signs that went within four seconds have one cause', [4, 1, 1, 2, 3, 0], 18, ['place 6']],
  ['six of 24 are a quarter', [4, 1, 1, 2, 3, 0], 24, ['place 6']],
  ['six of 25 are not', [4, 1, 1, 2, 3, 0], 25, Array(6).fill('alone 1')],
  ['two signs are never a common cause', [0, 0], 2, ['alone 1', 'alone 1']],
  ['ten seconds are together, and eleven are not', [0, 5, 10, 11], 4, ['place 3', 'alone 1']],
  ['one that went before is not taken for a part of the storm', [0, 9, 10, 11, 12], 5, ['alone 1', 'place 4']],
  ['a place that goes twice has two causes', [0, 1, 2, 60, 61, 62], 12, ['place 3', 'place 3']],
])('%s', (_, seconds, signs, expected) => {
  const given = seconds.map((each, nth) => gone(nth, each));
  expect(kindsOf(given, signs)).toEqual(expected);
});

test('signs that fail on one host have one cause, whenever and wherever; two are each alone', () => {
  const failing = [gone(1, 0, 'Bars'), gone(2, 900, 'Tor 1'), gone(3, 4_000)];
  const given = failing.map((outage) => ({ ...outage, kind: 'error' as const }));
  expect(groupByCause(given, () => 100)).toEqual([{ kind: 'host', host: 'walls.example', outages: given }]);
  expect(kindsOf(given.slice(1), 100)).toEqual(['alone 1', 'alone 1']);
});

test('pages of one host that can’t be reached, that answer with an error and that are blank have a cause each', () => {
  const kinds = OUTAGE_KINDS.filter((kind) => kind !== 'offline');
  const given = kinds.flatMap((kind, nth) => [1, 2, 3].map((sign) => ({ ...gone(sign + 3 * nth, nth), kind })));
  expect(groupByCause(given, () => 100).map(({ outages: own }) => own.map(({ kind }) => kind))).toEqual(
    kinds.map((kind) => [kind, kind, kind]),
  );
  expect(kindsOf([given[0]!, given[3]!, given[6]!], 100)).toEqual(['alone 1', 'alone 1', 'alone 1']);
});

test.each([
  ['Bars, Halle 5 Nordseite', 'Bars'],
  ['Foyer Nord', 'Foyer Nord'],
  ['  Tor 1 , links', 'Tor 1'],
  [', links', ''],
  ['Bu\u0308hne\u00a0 West\u3000, links', 'Bühne West'],
])('the place of %j is %j', (location, place) => expect(placeOf(location)).toBe(place));

test.each([
  ['https://Menu.Example.org:8443/a?b#c', 'menu.example.org'],
  ['http://10.0.0.7', '10.0.0.7'],
  ['http://[2001:DB8::1]:80/x', '[2001:db8::1]'],
  ['about:blank', null],
  [null, null],
])('the host of %j is %j', (url, host) => expect(hostOf(url)).toBe(host));
