import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { empty, otherwise, type Area } from './screenshot-comparison.ts';

const SIZE = 40;
const ALL: Area = [0, 0, SIZE, SIZE];
/** A dark bar of four pixels on a light ground; `at`: its left edge, which can lie between two pixels. */
function bar(at: number, { ground = 240, ink = 20 } = {}): PNG {
  const result = new PNG({ width: SIZE, height: SIZE });
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const covered = Math.max(0, Math.min(x + 1, at + 4) - Math.max(x, at));
      const shade = y < 10 || y >= 30 ? ground : Math.round(ground + (ink - ground) * covered);
      result.data.set([shade, shade, shade, 255], 4 * (y * SIZE + x));
    }
  return result;
}

describe('N8: how much of a drawing a picture has otherwise', () => {
  test('nothing of the same picture, nor of one that is set up to a pixel beside it or a shade darker', () => {
    expect(otherwise(bar(10), bar(10), ALL)).toBe(0);
    expect(otherwise(bar(10.5), bar(10), ALL)).toBe(0);
    expect(otherwise(bar(11), bar(10), ALL)).toBe(0);
    expect(otherwise(bar(10, { ink: 25 }), bar(10), ALL)).toBe(0);
  });
  test('all of an empty one, and twice as much of one that stands elsewhere', () => {
    expect(otherwise(empty(bar(10), ALL), bar(10), ALL)).toBe(100);
    expect(otherwise(bar(25), bar(10), ALL)).toBe(200);
  });
  test('as much of one that is two pixels away as of an empty one', () => {
    expect(otherwise(bar(12), bar(10), ALL)).toBeGreaterThan(90);
  });
  test('all of it where a letter has another colour', () => {
    expect(otherwise(bar(10, { ink: 90 }), bar(10), ALL)).toBeGreaterThan(90);
  });
  test('only what is in the area counts', () => {
    expect(otherwise(bar(25), bar(10), [0, 0, 20, SIZE])).toBe(100);
    expect(otherwise(bar(25), bar(10), [0, 0, SIZE, 10])).toBe(0);
  });
  test('a picture of another size is no picture of it', () => {
    expect(otherwise(new PNG({ width: 2, height: 2 }), bar(10), ALL)).toBe(Infinity);
  });
});
