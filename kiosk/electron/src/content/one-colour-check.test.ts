import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneColour } from './one-colour-check.ts';

const pixel = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })));

test('K9: a picture of one pixel repeated is blank', () => {
  fc.assert(
    fc.property(pixel, fc.integer({ min: 1, max: 300 }), (one, times) => {
      expect(isOneColour(Uint8Array.from(Array.from({ length: times }, () => one).flat()))).toBe(true);
    }),
  );
});

test('K9: one pixel of another colour anywhere is no blank picture', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat({ max: 3 }), (pixels, where, channel) => {
      const bitmap = new Uint8Array(pixels * 4).fill(100);
      bitmap[(where % pixels) * 4 + channel] = 140;
      expect(isOneColour(bitmap)).toBe(false);
    }),
  );
});

test('K9: dithering is no other colour', () => {
  expect(isOneColour(Uint8Array.from([9, 9, 9, 255, 10, 8, 11, 255, 9, 9, 9, 255]))).toBe(true);
});
