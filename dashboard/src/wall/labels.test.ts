import { expect, test } from 'vitest';
import { hasCorner, labelOf, sharedWord } from './labels.ts';
import { LOOKS } from './looks.ts';

const named = (names: string[], location = 'Bars') => names.map((name) => ({ name, location }));

test.each([
  { names: ['Bar 1 links', 'Bar 1 rechts'], word: 'Bar', labels: ['1 links', '1 rechts'] },
  // A number alone says nothing.
  { names: ['Säule 01', 'Säule 02'], word: '', labels: ['Säule 01', 'Säule 02'] },
  { names: ['Bar 1 links', 'Küche 1 links'], word: '', labels: ['Bar 1 links', 'Küche 1 links'] },
  { names: ['Bar 1 links'], word: '', labels: ['Bar 1 links'] },
  { names: ['Bars Tresen 1', 'Bars Tresen 2'], word: '', labels: ['Tresen 1', 'Tresen 2'] },
])('D1: on plates of one place $names are $labels', ({ names, word, labels }) => {
  const signs = named(names);
  expect(sharedWord(signs)).toBe(word);
  expect(signs.map((sign) => labelOf(sign, word))).toEqual(labels);
});

test('D1: the narrowest plates have no mark in their corner, where it would take the end of the name', () => {
  for (const look of LOOKS) {
    expect(hasCorner(look, 51)).toBe(false);
    expect(hasCorner(look, 80)).toBe(look !== 'showing');
  }
});
