import { expect, test } from 'vitest';
import { inSeconds, durationText, spreadMs } from './durations.ts';

test.each([
  [-5_000, '0 s'],
  [20_999, '20 s'],
  [140_000, '2 min 20 s'],
  [3_900_000, '1 h 5 min'],
  [266_400_000, '3 d 2 h'],
])('D5: %d ms are said as %s', (ms, said) => expect(durationText(ms)).toBe(said));

test.each([
  [20, 'en', '0.02'],
  [20, 'de', '0,02'],
  [3_240, 'en', '3.2'],
  [3_240, 'de', '3,2'],
  [15_000, 'en', '15.0'],
])('C10: %d ms of a claim are in %s %s s', (ms, language, said) => expect(inSeconds(ms, language)).toBe(said));

test('D1: two moments are never said to be nearer to each other than they were, and never at none', () => {
  expect([spreadMs(0, 0), spreadMs(0, 1_000), spreadMs(0, 1_001), spreadMs(500, 4_900)]).toEqual([
    1_000, 1_000, 2_000, 5_000,
  ]);
});
