import { expect, test } from 'vitest';
import { scaleFor } from './scale-for-window.ts';

test.each([
  [320, 640, 1],
  [1_440, 900, 1],
  [1_920, 1_080, 1],
  [2_880, 1_620, 1.5],
  [3_840, 1_080, 1],
  [3_840, 2_160, 2],
  [7_680, 4_320, 2],
])('U6: a window of %i × %i enlarges the page %d times', (width, height, times) =>
  expect(scaleFor(width, height)).toBe(times),
);
