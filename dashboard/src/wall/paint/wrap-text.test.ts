import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapped } from './wrap-text.ts';

const letters = (text: string) => Array.from(text).length;
const names = fc
  .array(fc.stringMatching(/^[a-zäöü]{1,12}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));

test('U22: no line is wider than its room, and there are no more than fit', () => {
  fc.assert(
    fc.property(names, fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 3 }), (name, first, rest, most) => {
      const lines = wrapped(name, { first, rest, most }, letters);
      expect(lines.length).toBeLessThanOrEqual(most);
      lines.forEach((line, nth) => expect(letters(line)).toBeLessThanOrEqual(nth === 0 ? first : rest));
    }),
  );
});

test('U22: a name that has room on its lines is whole: no letter is lost or comes twice', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 5, max: 20 }), fc.integer({ min: 1, max: 3 }), (name, room, most) => {
      const lines = wrapped(name, { first: room, rest: room, most }, letters);
      fc.pre(!lines.some((line) => line.includes('…') || line === ''));
      const joined = lines.reduce(
        (text, line) => (text.endsWith('-') ? text.slice(0, -1) + line : `${text} ${line}`).trimStart(),
        '',
      );
      expect(joined).toBe(name);
    }),
  );
});

test.each([
  ['Säule 04', 6, ['Säule', '04']],
  ['Künstlergarderobe 2', 12, ['Künstlergar-', 'derobe 2']],
  ['Bar 4 rechts', 8, ['Bar 4', 'rechts']],
  ['Wegweiser Richtung Halle 5', 10, ['Wegweiser', 'Richtu…e 5']],
])('U22: “%s” on two lines of %i letters', (name, room, lines) =>
  expect(wrapped(name, { first: room, rest: room, most: 2 }, letters)).toEqual(lines),
);
