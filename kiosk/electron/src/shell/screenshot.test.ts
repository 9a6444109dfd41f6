import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '@sign-display/contracts/limits';
import { takeScreenshot, type Picture } from './screenshot.ts';

/** A picture whose JPEG has so many bytes a pixel at full quality. */
const picture = (width: number, height: number, bytesPerPixel: number): Picture => ({
  getSize: () => ({ width, height }),
  toJPEG: (quality) => Buffer.alloc(Math.floor((width * height * bytesPerPixel * quality) / 100)),
  resize: (to) => picture(to.width, Math.max(1, Math.round((height * to.width) / width)), bytesPerPixel),
});

test('a screenshot is no wider than asked and fits into a message, whatever is on screen', () => {
  const side = fc.integer({ min: 1, max: 8_000 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0.01, max: 3, noNaN: true }),
      fc.integer({ min: 64, max: 3_840 }),
      (...sides) => {
        const [width, height, bytesPerPixel, maxWidth] = sides;
        const shot = takeScreenshot(picture(width, height, bytesPerPixel), maxWidth);
        expect(shot.width).toBeLessThanOrEqual(Math.min(width, maxWidth));
        expect(shot.image.byteLength).toBeLessThan(LIMITS.screenshotBytes);
      },
    ),
    { numRuns: 60 },
  );
});

test('a picture that fits as it is stays as it is', () => {
  expect(takeScreenshot(picture(1_920, 1_080, 0.5), 1_920)).toMatchObject({ width: 1_920, height: 1_080 });
});
