import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, roomBefore } from './fitted.ts';

const letters = (text: string) => Array.from(text).length;

test('D1: a label is never wider than its plate, is whole where it fits, and else keeps its beginning and its end', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), fc.nat(30), (text, room) => {
      const said = fitted(text, room, letters);
      expect(letters(said)).toBeLessThanOrEqual(room);
      if (letters(text) <= room) expect(said).toBe(text);
      else if (room >= 1) expect(said).toContain('…');
      const [start, end] = said.split('…');
      if (letters(text) > room && room >= 1 && !text.includes('…')) {
        expect(text.startsWith(start!)).toBe(true);
        expect(text.endsWith(end!)).toBe(true);
      }
    }),
  );
});

test.each([
  ['Notausgang 5a', 9, 'Notaus…5a'],
  ['Wegweiser Richtung Halle 5', 12, 'Wegweis…le 5'],
  ['👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 8, '👩‍🚀👩‍🚀…'],
])('D1: “%s” in %i is “%s”', (text, room, said) => expect(fitted(text, room, letters)).toBe(said));

test('D1: above a place its name is cut before its count is left out', () => {
  expect(roomBefore(200, 30, 12)).toBe(170);
  expect(roomBefore(54, 30, 12)).toBe(24);
  expect(roomBefore(50, 30, 12)).toBeNull();
});
