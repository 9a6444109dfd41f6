import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, sharedRoom } from './fitted.ts';

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

test('D1: above a place its name is cut, never what is wrong there; of the counts that of all goes first', () => {
  expect(sharedRoom(200, 30, 0, 12)).toEqual({ name: 170, isCounted: true, isTold: false });
  expect(sharedRoom(200, 30, 60, 12)).toEqual({ name: 110, isCounted: true, isTold: true });
  expect(sharedRoom(114, 30, 60, 12)).toEqual({ name: 24, isCounted: true, isTold: true });
  expect(sharedRoom(113, 30, 60, 12)).toEqual({ name: 53, isCounted: false, isTold: true });
  expect(sharedRoom(60, 30, 60, 12)).toEqual({ name: 30, isCounted: true, isTold: false });
  expect(sharedRoom(50, 30, 60, 12)).toEqual({ name: 50, isCounted: false, isTold: false });
});
