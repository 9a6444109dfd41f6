import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { devicesIn, takeCensus } from './sign-census.ts';
import { headlineOf, headlineText } from './event-headline.ts';
import { codeOf, LOOKS } from './sign-looks.ts';
import { headlineOfRows } from './testing/headline-of-rows.ts';
import { rowOf, rows } from './testing/make-sign-rows.ts';
import { findProblems } from './find-problems.ts';

let made = 0;
const sign = (fields: Partial<SignRow> = {}): SignRow => rowOf((made += 1), fields);
const many = (count: number, fields: Partial<SignRow> = {}): SignRow[] =>
  Array.from({ length: count }, () => sign(fields));
const loading = (host: string): Partial<SignRow> => ({
  shown: { url: `https://${host}/bar`, source: 'assigned', until: null },
});

/** The headline in words, without the marks that keep a name's direction to itself. */
const said = (signs: SignRow[], words = english): string =>
  headlineText(words, headlineOfRows(signs))
    .filter((part) => part !== '')
    .join(' ')
    .replace(/[\u2068\u2069]/g, '');

describe('the headline', () => {
  test.each<[string, SignRow[]]>([
    ['All 240 signs are showing their pages.', many(240)],
    ['The sign is showing its page.', many(1)],
    ['238 of 240 signs are showing their pages.', [...many(238), ...many(2, { status: 'idle' })]],
    ['Kasse 11 is offline.', [...many(9), sign({ name: 'Kasse 11', status: 'offline' })]],
    ['لوحة المدخل shows a blank screen.', [sign({ name: 'لوحة المدخل', blank: true }), ...many(3)]],
    [
      '7 signs are offline. 6 of the affected signs are in Foyer Nord.',
      [
        sign({ location: 'Bars', status: 'offline' }),
        ...many(12, { location: 'Foyer Nord, links' }),
        ...many(6, { location: 'Foyer Nord, rechts', status: 'offline' }),
      ],
    ],
    [
      '3 signs can’t load their page. All affected signs load their page from menu.example.',
      [...many(3, { status: 'content_error', ...loading('menu.example') }), ...many(5)],
    ],
    [
      '3 signs have problems: 2 are offline, 1 can’t load its page.',
      [
        ...many(2, { status: 'offline' }),
        sign({ status: 'content_error' }),
        ...many(4, { status: 'content_unreachable' }),
      ],
    ],
    [
      '5 signs have problems: 1 is offline, 4 can’t load their page. 4 of the affected signs load their page from menu.example.',
      [sign({ status: 'offline' }), ...many(4, { status: 'content_error', ...loading('menu.example') })],
    ],
    ['4 signs can’t reach their page.', [...many(4, { status: 'content_unreachable' }), ...many(2)]],
  ])('D1: says “%s”', (sentence, signs) => expect(said(signs)).toBe(sentence));

  test('D1: the headline speaks German, too', () => {
    expect(said([sign({ name: 'Kasse 11', status: 'offline' })], german)).toBe('Kasse 11 ist offline.');
  });

  test('D1: the headline of any signs counts each trouble once, and speaks of alarms before all else', () => {
    fc.assert(
      fc.property(rows(), (all) => {
        const { looks } = takeCensus(all, null);
        const looking = (...wanted: string[]): number =>
          looks.reduce((count, code) => count + Number(wanted.includes(LOOKS[code]!)), 0);
        const alarms = looking('offline', 'content_error', 'blank');
        const headline = headlineOfRows(all);
        if (headline.is !== 'trouble') {
          expect(alarms + looking('content_unreachable', 'unstable')).toBe(0);
          return;
        }
        expect(headline.isAlarm).toBe(alarms > 0);
        for (const { kind, count } of headline.kinds) expect(count).toBe(looking(kind));
        expect(headline.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(headline.count);
        if (!headline.shared && headline.isAlarm) expect(headline.count).toBe(alarms);
        expect(headline.name === null).toBe(headline.count > 1);
      }),
    );
  });

  test('D1: what the headline says that signs share is a cause of the list, with as many signs, and the largest of those it speaks of', () => {
    const troubled = rows(60).map((all) =>
      all.map((row, at) => ({
        ...row,
        ...loading(`${at % 3}.example`),
        lastSeenAt: `2026-11-14T19:38:${10 + (at % 40)}Z`,
      })),
    );
    fc.assert(
      fc.property(troubled, (all) => {
        const census = takeCensus(all, null);
        const causes = findProblems(census.troubled, devicesIn(census));
        const headline = headlineOf(causes, { total: all.length, showing: census.tally.showing });
        if (headline.is !== 'trouble') return;
        const told = causes.filter(({ look }) => headline.kinds.some(({ kind }) => kind === look));
        const sizes = told.filter(({ shared }) => shared).map(({ signs }) => signs.length);
        expect(headline.shared?.count ?? 0).toBe(Math.max(0, ...sizes));
        if (!headline.shared) return;
        const { is, called, count } = headline.shared;
        const listed = told.find(({ shared, signs }) => shared && signs.length === count)!;
        expect(listed.shared).toEqual({ is, called });
        // Where the gravest have a cause in common it speaks of them alone.
        const gravest = causes.filter(({ look }) => codeOf(look) === codeOf(causes[0]!.look));
        expect(headline.kinds.length === 1 || gravest.every(({ shared }) => !shared)).toBe(true);
      }),
    );
  });
});
