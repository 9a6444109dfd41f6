import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameSize, photoSizes } from './picture-sizes.ts';

const side = fc.integer({ min: 1, max: 30_000 });

test('D5: a photo of any size is read from small to large, each size once, never larger than it is nor than the decoder takes', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const sizes = photoSizes({ width, height });
      const widths = sizes.map((size) => Math.max(size.width, size.height));
      expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b));
      expect(widths.at(-1)).toBe(Math.min(Math.max(width, height), 4_000));
      for (const size of [...sizes, frameSize({ width, height })]) {
        expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
        expect(size.width).toBeLessThanOrEqual(width);
        expect(size.height).toBeLessThanOrEqual(height);
      }
    }),
  );
});

test('D5: what is read keeps its shape, to a pixel', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      for (const size of photoSizes({ width, height })) {
        const share = Math.max(size.width, size.height) / Math.max(width, height);
        expect(Math.abs(size.width - Math.max(1, width * share))).toBeLessThanOrEqual(0.5);
        expect(Math.abs(size.height - Math.max(1, height * share))).toBeLessThanOrEqual(0.5);
      }
    }),
  );
});
