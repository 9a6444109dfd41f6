import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { headlineOf } from './describe-message.ts';
import { english } from '../words/english.ts';
import { partsOf, type SeenSigns } from './group-message-by-cause.ts';

const AT_MS = Date.parse('2026-11-20T19:38:12.000Z');
const entryOf = (nth: number, given: Partial<MessageEntry> = {}): MessageEntry => ({
  kind: 'sign_offline',
  outageId: `outage ${nth}`,
  signId: `sign ${nth}`,
  signName: `Säule ${nth}`,
  atMs: AT_MS + 15_000,
  sinceMs: AT_MS + nth * 500,
  closedAtMs: null,
  detail: null,
  ...given,
});
const seen: SeenSigns = { placeOf: () => 'Foyer Nord', hostOf: () => 'menu.example', signsOf: () => 18 };
const headlines = (entries: MessageEntry[], of: SeenSigns = seen) =>
  partsOf(entries, 240, of).map((part) => headlineOf(part, entries, english));

test('every entry of a message is in exactly one part', () => {
  const kind = fc.constantFrom('sign_offline', 'sign_online', 'content_error', 'sign_unstable', 'claim_completed');
  const entry = fc
    .record({ nth: fc.nat({ max: 20 }), kind, isOver: fc.boolean(), sinceMs: fc.nat({ max: 30_000 }) })
    .map(({ nth, isOver, ...rest }) =>
      entryOf(nth, { ...rest, closedAtMs: isOver && rest.kind === 'sign_offline' ? AT_MS : null } as MessageEntry),
    );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const nths = partsOf(entries, 240, seen).flatMap((part) => part.entries);
      expect(nths.toSorted((one, other) => one - other)).toEqual([...entries.keys()]);
    }),
  );
});

test('six signs of one place that went at once are one part, and who went elsewhere is another', () => {
  const six = Array.from({ length: 6 }, (_, nth) => entryOf(nth));
  const other = entryOf(7, { signId: 'elsewhere' });
  const elsewhere = { ...seen, placeOf: (id: string) => (id === 'elsewhere' ? 'Tor 1' : 'Foyer Nord') };
  expect(headlines([other, ...six], elsewhere)).toEqual(['6 of 18 signs offline at Foyer Nord', 'Säule 7 is offline']);
  expect(headlines(six, { ...seen, signsOf: () => 40 })).toEqual(['6 of 240 signs offline']);
  const back = six.map((entry) => ({ ...entry, kind: 'sign_online' as const }));
  expect(headlines(back)).toEqual(['6 signs at Foyer Nord are back online']);
  const over = six.map((entry) => ({ ...entry, closedAtMs: AT_MS + 60_000 }));
  expect(headlines(over)).toEqual(['6 signs at Foyer Nord were offline and are back']);
});

test('signs that fail alike on one host are one part, each kind of trouble by itself; when they are well again they are one', () => {
  const kinds = ['content_unreachable', 'content_error', 'screen_blank'] as const;
  const failing = kinds.flatMap((kind, of) =>
    [0, 1, 2].map((nth) => entryOf(3 * of + nth, { kind, sinceMs: AT_MS + nth * 60_000 })),
  );
  expect(headlines(failing)).toEqual([
    '3 signs can’t reach pages from menu.example',
    '3 signs can’t show pages from menu.example',
    '3 signs show a single colour instead of pages from menu.example',
  ]);
  expect(headlines(failing.map((entry) => ({ ...entry, closedAtMs: AT_MS + 90_000 })))).toEqual([
    '3 signs could not reach pages from menu.example for a while',
    '3 signs could not show pages from menu.example for a while',
    '3 signs showed a single colour instead of pages from menu.example for a while',
  ]);
  expect(headlines(failing.map((entry) => ({ ...entry, kind: 'content_recovered' as const })))).toEqual([
    '9 signs show pages from menu.example again',
  ]);
});

test('who follows others that fail on one host has their cause: how many more, and how many in all', () => {
  const failing = Array.from({ length: 9 }, (_, nth) => ({
    id: `outage ${nth}`,
    signId: `sign ${nth}`,
    kind: 'unreachable' as const,
    sinceMs: AT_MS + nth * 30_000,
    host: nth === 8 ? 'other.example' : 'menu.example',
  }));
  const told = failing.slice(0, 5).map(({ id }) => id);
  const follow = (nths: number[], of: string[] = told, given: Partial<MessageEntry> = {}) => {
    const entries = nths.map((nth) => entryOf(nth, { kind: 'content_unreachable', ...given }));
    return partsOf(entries, 240, seen, { failing, told: of }).map((part) => headlineOf(part, entries, english));
  };
  expect(follow([5, 6, 7])).toEqual(['3 more signs can’t reach pages from menu.example; 8 in all']);
  expect(follow([7])).toEqual(['1 more sign can’t reach pages from menu.example; 8 in all']);
  expect(follow([0, 1, 2, 3, 4, 5, 6, 7])).toEqual(['8 signs can’t reach pages from menu.example']);
  // A person who got no message about the other signs does not read “more”.
  expect(follow([7], ['outage 7'])).toEqual(['1 sign can’t reach pages from menu.example; 8 in all']);
  expect(follow([7], told, { kind: 'content_recovered' })).toEqual(['Säule 7 shows its page again']);
  expect(follow([7], told, { kind: 'sign_offline' })).toEqual(['Säule 7 is offline']);
  expect(follow([7], told, { closedAtMs: AT_MS + 400_000 })).toEqual(['Säule 7 could not reach its page for a while']);
});
