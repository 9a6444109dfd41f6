import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { countIn, devicesIn, follow, presentIn, takeCensus, type Census, type Followed } from './sign-census.ts';
import { headingOf, problemCounts } from './place-heading.ts';
import { codeOf, isTroubled, lookOf, LOOKS } from './sign-looks.ts';
import { rowOf, rows, states } from './testing/make-sign-rows.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';

const numbersOf = ({ looks, counts, places, placeOf, tally, troubled }: Census) => ({
  tally,
  troubled,
  looks: [...looks],
  counts: [...counts],
  places,
  placeOf: [...placeOf],
});

test('D1: after any changes the census is the one of the rows alone, and names exactly the signs that look otherwise', () => {
  const happenings = fc.array(fc.tuple(fc.nat(), states), { maxLength: 10 });
  fc.assert(
    fc.property(rows(), happenings, (before, changes) => {
      const first = takeCensus(before, null);
      const after = [...before];
      for (const [number, state] of changes)
        if (after.length > 0) after[number % after.length] = { ...after[number % after.length]!, ...state };
      const next = takeCensus(after, first);
      expect(numbersOf(next)).toEqual(numbersOf(takeCensus(after, null)));
      const wasOrIs = (sign: number) => isTroubled(first.looks[sign]!) || isTroubled(next.looks[sign]!);
      const isSame = after.every((row, sign) => row === before[sign] || !wasOrIs(sign));
      expect(next.troubled === first.troubled).toBe(isSame);
      const others = after.flatMap((row, sign) => (next.looks[sign] === first.looks[sign] ? [] : [{ row, sign }]));
      for (const { sign } of others) expect(next.changed).toContain(sign);
      for (const sign of next.changed!) expect(after[sign]).not.toEqual(before[sign]);
    }),
  );
});

test('D1: a list that is read again after a gap says what it said: no sign is drawn anew', () => {
  fc.assert(
    fc.property(rows(), (all) => {
      const again = takeCensus(structuredClone(all), takeCensus(all, null));
      expect(again.changed).toEqual([]);
    }),
  );
});

test('D1: the census of what is shown is the one of its rows alone, whether these are all or stand as they stood, and each sign that comes to look otherwise is named', () => {
  const steps = fc.array(fc.tuple(fc.nat(), states, fc.boolean()), { maxLength: 10 });
  fc.assert(
    fc.property(rows(), steps, (beginning, changes) => {
      let all = takeCensus(beginning, null);
      let shown: Followed = follow(all, beginning, null);
      expect(shown.census.changed).toBeNull();
      for (const [number, state, isHeld] of changes) {
        const after = all.rows.slice();
        if (after.length > 0) after[number % after.length] = { ...after[number % after.length]!, ...state };
        all = takeCensus(after, all);
        const before = shown.census;
        shown = follow(all, isHeld ? shown.census.rows : after, shown);
        const { census } = shown;
        expect(census.rows).toBe(isHeld ? before.rows : after);
        expect(numbersOf(census)).toEqual(numbersOf(takeCensus(census.rows, null)));
        for (let sign = 0; sign < after.length; sign += 1)
          if (census.looks[sign] !== before.looks[sign]) expect(census.changed).toContain(sign);
      }
    }),
  );
});

test('D1: each sign is counted once, in its place, under one look', () => {
  fc.assert(
    fc.property(rows(), (all) => {
      const census = takeCensus(all, null);
      census.places.forEach(({ from, count, name }, place) => {
        const own = all.slice(from, from + count);
        expect(own.every(({ location }) => location.startsWith(name))).toBe(true);
        for (const look of LOOKS)
          expect(countIn(census, place, look)).toBe(own.filter((row) => lookOf(row) === look).length);
      });
      expect(census.places.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    }),
  );
});

test('D1: a sign that comes, goes or moves makes the census anew', () => {
  const all = [rowOf(1, { location: 'A' }), rowOf(2, { location: 'B' })];
  const first = takeCensus(all, null);
  expect(takeCensus([...all, rowOf(3, { location: 'B' })], first).changed).toBeNull();
  expect(takeCensus([all[0]!, { ...all[1]!, location: 'A' }], first).changed).toBeNull();
  expect(takeCensus([all[0]!, rowOf(4, { location: 'B' })], first).changed).toBeNull();
});

test('D1: the graver a sign looks, the earlier it comes; a healthy one is last', () => {
  fc.assert(
    fc.property(states, (state) => {
      const code = codeOf(lookOf({ ...state, status: 'showing' }));
      const graver = codeOf(lookOf({ ...state, status: 'offline' }));
      expect(graver).toBeLessThanOrEqual(code);
      expect(isTroubled(graver)).toBe(true);
    }),
  );
  expect(LOOKS.at(-1)).toBe('showing');
});

test('D1: a place has as many devices as signs that are not unlinked', () => {
  fc.assert(
    fc.property(rows(), (all) => {
      const count = devicesIn(takeCensus(all, null));
      for (const place of new Set(all.map(({ location }) => placeOf(location))))
        expect(count(place)).toBe(
          all.filter(({ location, status }) => placeOf(location) === place && status !== 'unlinked').length,
        );
      expect(count('nowhere')).toBe(0);
    }),
  );
});

test('D5: a cell that a sign has left counts none: not in its heading, nor among the devices of its place', () => {
  fc.assert(
    fc.property(rows(), fc.nat(), (all, number) => {
      const shown = all.map((row, at) => (at % 3 === number % 3 ? { ...row, isGone: true as const } : row));
      const census = takeCensus(shown, null);
      const devices = devicesIn(census);
      census.places.forEach(({ name }, place) => {
        const left = shown.filter((row) => placeOf(row.location) === name && !('isGone' in row));
        expect(presentIn(census, place)).toBe(left.length);
        expect(headingOf({ ...english, ...englishWall }, census, place).count).toBe(left.length);
        expect(devices(name)).toBe(left.filter(({ status }) => status !== 'unlinked').length);
      });
    }),
  );
});

test('U6: a heading without room for words counts the signs with the gravest problem in digits', () => {
  const wrong = [
    { said: '1 blank', count: 1, isAlarm: true },
    { said: '3 with unreachable content', count: 3, isAlarm: false },
  ];
  expect(problemCounts(wrong)).toEqual([{ said: '1', count: 1, isAlarm: true }]);
  expect(problemCounts([])).toEqual([]);
});
