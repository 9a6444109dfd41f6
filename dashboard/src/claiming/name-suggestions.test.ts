import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextNames, stemOf, suggestionsOf } from './name-suggestions.ts';

const names = fc.array(fc.constantFrom('Bar 3 links', 'Bar 3 Mitte', 'Bar 4 links', 'Foyer', 'Stand 9', 'A1', '007'));

test('D3: the next free name is offered, in the endings that the wall has', () => {
  const taken = ['Bar 3 links', 'Bar 3 Mitte', 'Bar 3 rechts'];
  expect(nextNames('Bar 3 rechts', taken, 4)).toEqual(['Bar 4 links', 'Bar 4 Mitte', 'Bar 4 rechts', 'Bar 5 links']);
  expect(nextNames('Foyer', ['Foyer'], 2)).toEqual(['Foyer 1', 'Foyer 2']);
  expect(nextNames('', [], 2)).toEqual([]);
});

test('no name is offered that is taken, or twice', () => {
  fc.assert(
    fc.property(names, fc.constantFrom('Bar 3 links', 'Foyer', 'A1', '007', 'x 999999'), (taken, last) => {
      const offered = nextNames(last, taken, 4);
      expect(new Set(offered).size).toBe(4);
      for (const name of offered) expect([...taken, last]).not.toContain(name);
    }),
  );
});

test('suggestions are the first few, each once, without what stands there already', () => {
  expect(suggestionsOf(['a', null, 'b', '', 'a', 'c', 'd'], 'b', 2)).toEqual(['a', 'c']);
});

test.each([
  ['Bar 3 links', 'Bar'],
  ['Kasse', 'Kasse'],
  ['12', null],
  ['', null],
])('the names after “%s” are searched for by %s', (last, stem) => expect(stemOf(last)).toBe(stem));
