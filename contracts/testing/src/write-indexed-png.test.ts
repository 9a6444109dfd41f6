import * as fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { indexedPng } from './write-indexed-png.ts';

function pictureOf(colours: number[], width: number): PNG {
  const picture = new PNG({ width, height: Math.ceil(colours.length / width) });
  picture.data.fill(0xff);
  for (const [pixel, colour] of colours.entries()) picture.data.writeUIntBE(colour, 4 * pixel, 3);
  return picture;
}

test('a picture of few colours comes back as it was', () => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff });
  fc.assert(
    fc.property(
      fc.array(colour, { minLength: 1, maxLength: 256 }),
      fc.integer({ min: 1, max: 20 }),
      (colours, width) => {
        const picture = pictureOf(colours, width);
        // What is left of the last line is white: a colour more, in a picture that has them all.
        fc.pre(new Set([...colours, 0xff_ff_ff]).size <= 256);
        expect(PNG.sync.read(indexedPng(picture)).data.equals(picture.data)).toBe(true);
      },
    ),
  );
});

test('of many colours each is near what it was, and the most frequent one is as it was', () => {
  const colours = Array.from({ length: 4096 }, (_, index) => index * 4001);
  const flat = Array.from({ length: 500 }, () => 0x0d_10_11);
  const picture = pictureOf([...flat, ...colours], 64);
  const result = PNG.sync.read(indexedPng(picture));
  for (let pixel = 0; pixel < flat.length; pixel += 1) expect(result.data.readUIntBE(4 * pixel, 3)).toBe(0x0d_10_11);
  const worst = Math.max(...picture.data.map((value, index) => Math.abs(value - result.data[index]!)));
  expect(worst).toBeLessThan(64);
});
