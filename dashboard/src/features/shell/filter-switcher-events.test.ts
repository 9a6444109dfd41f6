import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesFor } from './filter-switcher-events.ts';

const event = (name: string, venue: string | null = null) => ({ id: name, name, venue });
const GROUPS = [
  { id: 'n', name: 'Nordlicht', events: [event('Lichterfest 2026', 'Messe Köln'), event('Säulenhalle')] },
  { id: 's', name: 'Südwind', events: [event('معرض الكتاب'), event('Lichterfest 2025')] },
];
const found = (query: string) => placesFor(GROUPS, query).flatMap(({ events }) => events.map(({ name }) => name));

test.each([
  ['', ['Lichterfest 2026', 'Säulenhalle', 'معرض الكتاب', 'Lichterfest 2025']],
  ['lichter', ['Lichterfest 2026', 'Lichterfest 2025']],
  ['2025 licht', ['Lichterfest 2025']],
  ['saulen', ['Säulenhalle']],
  ['KÖLN', ['Lichterfest 2026']],
  ['südwind', ['معرض الكتاب', 'Lichterfest 2025']],
  ['الكتاب', ['معرض الكتاب']],
  ['nothing like it', []],
])('D3: who types “%s” is offered %j', (query, names) => {
  expect(found(query)).toEqual(names);
});

test('an event is found by each word of its name, in capitals too', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zäöüéñ]+$/), { minLength: 1 }), fc.nat(), (words, nth) => {
      const groups = [{ id: 'g', name: 'G', events: [event(words.join(' '))] }];
      expect(placesFor(groups, words[nth % words.length]!.toUpperCase())).toEqual(groups);
    }),
  );
});
