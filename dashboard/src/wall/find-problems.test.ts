import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SIGNS_LEAST } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { NO_FILTER } from '../event/sign-filter.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { takeCensus } from './sign-census.ts';
import { codeOf, isTroubled, lookOf } from './sign-looks.ts';
import { labelOf } from './plate-labels.ts';
import { railTitle } from './problem-text.ts';
import { sinceMsOf } from './status-since-time.ts';
import { COLUMNS, GRAVEST_FIRST, sortedBy } from './sort-signs.ts';
import { rowOf, rows } from './testing/make-sign-rows.ts';
import { findProblems } from './find-problems.ts';

const acknowledged = { by: { id: 'p', name: 'Maren' }, at: '2026-11-14T19:41:00.000Z', note: null };
const gone = (number: number, second: number, fields: Partial<SignRow> = {}): SignRow =>
  rowOf(number, {
    status: 'offline',
    location: 'Foyer Nord, Säule',
    lastSeenAt: `2026-11-14T19:38:${String(second).padStart(2, '0')}.000Z`,
    ...fields,
  });

describe('what is wrong', () => {
  test('D1: each sign in trouble is in exactly one entry, and no other sign is; the gravest come first', () => {
    fc.assert(
      fc.property(rows(60), fc.nat(60), (all, devices) => {
        const troubled = all.filter((sign) => isTroubled(codeOf(lookOf(sign))));
        const wrong = findProblems(all, () => devices);
        const told = wrong.flatMap(({ signs }) => signs.map(({ id }) => id));
        expect(told.toSorted()).toEqual(troubled.map(({ id }) => id).toSorted());
        const grave = wrong.map(({ look }) => codeOf(look));
        expect(grave.toSorted((one, other) => one - other)).toEqual(grave);
        expect(new Set(wrong.map(({ key }) => key)).size).toBe(wrong.length);
        expect(findProblems(troubled, () => devices)).toEqual(wrong);
      }),
    );
  });

  test('D1: six signs of eighteen that went together are one entry, which says when, of how many, and who is at it', () => {
    const signs = [4, 5, 6, 7, 8, 9].map((number) => gone(number, number, { acknowledged }));
    const [wrong, ...others] = findProblems([...signs, gone(20, 50, { location: 'Parkhaus P2' })], () => 18);
    expect(wrong).toMatchObject({
      look: 'offline',
      shared: { is: 'place', called: 'Foyer Nord' },
      ofPlace: 18,
      sinceMs: { first: Date.parse('2026-11-14T19:38:04Z'), last: Date.parse('2026-11-14T19:38:09Z') },
      acknowledged,
    });
    expect(wrong!.signs.length).toBe(6);
    expect(others).toMatchObject([{ key: 'sign:00000000-0000-4000-8000-000000000020', shared: null }]);
  });

  test('D1: nobody is said to be at what only some of its signs are acknowledged for', () => {
    const signs = [gone(1, 1, { acknowledged }), gone(2, 2), gone(3, 3, { acknowledged })];
    expect(findProblems(signs, () => 3)[0]!.acknowledged).toBeNull();
  });

  test('U8: signs without a common cause are listed one by one, each with its own problem and time, even if many look alike', () => {
    const cable = gone(1, 2, { location: 'Foyer Nord' });
    const plug = gone(2, 9, { location: 'Parkhaus P2' });
    const wrong = findProblems([cable, plug], () => 9);
    expect(wrong.map(({ signs }) => signs.map(({ id }) => id))).toEqual([[cable.id], [plug.id]]);
    expect(wrong.map(({ sinceMs }) => sinceMs!.first)).toEqual(
      [cable, plug].map((sign) => Date.parse(sign.lastSeenAt!)),
    );
    fc.assert(
      fc.property(rows(60), fc.nat(60), (all, devices) => {
        for (const { shared, signs } of findProblems(all, () => devices)) {
          if (shared === null) expect(signs).toHaveLength(1);
          else expect(signs.length).toBeGreaterThanOrEqual(SIGNS_LEAST);
        }
      }),
    );
  });

  test('D1: a blank screen is as old as its outage says, whatever the age of its status; without one nobody says an age', () => {
    fc.assert(
      fc.property(rows(60), fc.nat(60), (all, told) => {
        const since = '2026-11-14T20:00:00.000Z';
        const blanks = all.slice(0, told).map(({ id }) => [id, [{ kind: 'blank', since } as Outage]] as const);
        const open = new Map(blanks);
        for (const { look, signs, sinceMs } of findProblems(all, () => 60, open)) {
          if (look === 'unstable') expect(sinceMs).toBeNull();
          if (look !== 'blank' || signs.some((sign) => lookOf(sign) !== 'blank')) continue;
          const at = signs.some(({ id }) => open.has(id)) ? Date.parse(since) : null;
          expect(sinceMs).toEqual(at && { first: at, last: at });
        }
        const ages = sortedBy(all, { column: 'since', isDescending: true }, open).map((sign) => sinceMsOf(sign, open));
        const known = ages.filter((age) => age !== null);
        expect(ages).toEqual([...known.toSorted((one, other) => other - one), ...ages.filter((age) => age === null)]);
      }),
    );
  });

  test('D1: screens of one host that are blank are one entry, whether or not anybody knows since when', () => {
    const shown = { url: 'https://menu.example/bar', source: 'manual', until: null } as const;
    const signs = [1, 2, 3].map((number) => rowOf(number, { blank: true, shown }));
    expect(findProblems(signs, () => 3)).toMatchObject([{ shared: { is: 'host' }, sinceMs: null }]);
  });

  test('D1: of one host what can’t be reached, what can’t be loaded and what is blank are an entry each', () => {
    const shown = { url: 'https://menu.example/bar', source: 'manual', until: null } as const;
    const looks = [{ status: 'content_error' }, { blank: true }, { status: 'content_unreachable' }] as const;
    const signs = looks.flatMap((fields, look) => [1, 2, 3].map((nth) => rowOf(3 * look + nth, { ...fields, shown })));
    const wrong = findProblems(signs, () => 9);
    expect(wrong.map(({ look, signs: own }) => [look, own.length])).toEqual([
      ['content_error', 3],
      ['blank', 3],
      ['content_unreachable', 3],
    ]);
    expect(wrong.every(({ signs: own, look }) => own.every((sign) => lookOf(sign) === look))).toBe(true);
  });

  test('D1: an entry stays the same one while signs join it, and when the first that went is back', () => {
    const some = [1, 2, 3].map((number) => gone(number, number));
    const more = [...some, gone(4, 6)];
    const keys = [some, more, more.slice(1)].map((signs) => findProblems(signs, () => 8)[0]!.key);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the table', () => {
  test('D1: by every column and either way round all signs are there, equals in the order of places, unknown last', () => {
    fc.assert(
      fc.property(rows(), fc.constantFrom(...COLUMNS), fc.boolean(), (all, column, isDescending) => {
        const sorted = sortedBy(all, { column, isDescending });
        expect(sorted.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(all);
        const unknown = sorted.map((sign) => sign.contentState === null);
        if (column === 'content' && unknown.includes(true))
          expect(unknown.slice(unknown.indexOf(true)).every((is) => is)).toBe(true);
      }),
    );
  });

  test('D1: by status the gravest come first, and stay in the order of places among themselves', () => {
    fc.assert(
      fc.property(rows(), (all) => {
        const sorted = sortedBy(all, GRAVEST_FIRST);
        const keys = sorted.map((sign) => [codeOf(lookOf(sign)), all.indexOf(sign)] as const);
        expect(keys.toSorted(([a, b], [c, d]) => a - c || b - d)).toEqual(keys);
      }),
    );
  });

  test.each([
    ['Bar 4 rechts', 'Bars, Halle 5', 'Bar 4 rechts'],
    ['Halle 5 Empore', 'Halle 5', 'Empore'],
    ['Halle 5', 'Halle 5', 'Halle 5'],
    ['Säule 04', '', 'Säule 04'],
  ])('D1: “%s” in “%s” is “%s” on a plate', (name, location, label) => {
    expect(labelOf({ name, location }, '')).toBe(label);
  });
});

test('D1: 10,000 signs, of which 500 change, are 500 cells to paint', () => {
  const all = Array.from({ length: 10_000 }, (_, number) =>
    rowOf(number, { location: `Halle ${Math.floor(number / 240)}` }),
  );
  const after = all.map((row, number) => (number % 20 === 0 ? { ...row, status: 'offline' as const } : row));
  expect(takeCensus(after, takeCensus(all, null)).changed).toHaveLength(500);
});

test('D1: the list of what is wrong says what it is of: the filter’s place, as the headline, and else the whole event where a filter hides signs', () => {
  const words = { ...english, ...englishWall };
  const { title, ofAll } = englishWall.map.wrong;
  expect(railTitle(words, NO_FILTER)).toBe(title);
  expect(railTitle(words, { ...NO_FILTER, status: 'offline' })).toBe(ofAll);
  expect(railTitle(words, { ...NO_FILTER, find: 'bar' })).toBe(ofAll);
  expect(railTitle(words, { ...NO_FILTER, status: 'offline', place: 'Garderoben' })).toBe('Garderoben');
});
