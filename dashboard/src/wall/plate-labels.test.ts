import { expect, test } from 'vitest';
import { briefOf, labelOf, sharedWord } from './plate-labels.ts';

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

test.each([
  ['Säule 04', 2, '04'],
  ['3 Rückseite', 2, '3Rü'],
  ['3 Rückseite', 1, '3R'],
  ['Gang A1', 2, 'A1'],
  ['Green Room', 1, 'Roo'],
])('U6: a small plate calls “%s” with %i letters “%s”', (label, letters, said) =>
  expect(briefOf(label, letters)).toBe(said),
);
