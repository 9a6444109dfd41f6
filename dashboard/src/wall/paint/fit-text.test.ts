import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, sharedRoom } from './fit-text.ts';

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

test.each([
  [
    'a short name is whole beside its count and what is wrong',
    200,
    40,
    60,
    { name: 110, isCounted: true, isTold: true },
  ],
  ['the count goes before what is wrong', 120, 40, 60, { name: 60, isCounted: false, isTold: true }],
  ['what is wrong goes before a short name is cut', 90, 40, 60, { name: 60, isCounted: true, isTold: false }],
  ['a long name is cut for what is wrong', 200, 400, 60, { name: 110, isCounted: true, isTold: true }],
  ['never to less than half of the room', 110, 400, 60, { name: 80, isCounted: true, isTold: false }],
  ['with nothing wrong its count stays', 200, 400, 0, { name: 170, isCounted: true, isTold: false }],
  ['where there is no room it is alone', 50, 400, 60, { name: 50, isCounted: false, isTold: false }],
])('D1: above a place %s', (_, room, named, wrong, shared) => {
  expect(sharedRoom(room, { named, counted: 30, wrong, size: 12 })).toEqual(shared);
});
