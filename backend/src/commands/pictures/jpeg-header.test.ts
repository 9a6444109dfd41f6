import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasJpegEnd, readJpegHeader } from './jpeg-header.ts';

test('the size of a JPEG is the one that its maker gave it, progressive or not, with metadata or without', async () => {
  const side = fc.integer({ min: 1, max: 400 });
  await fc.assert(
    fc.asyncProperty(side, side, fc.boolean(), fc.boolean(), async (width, height, progressive, isTold) => {
      const drawn = sharp({ create: { width, height, channels: 3, background: '#2563c4' } }).jpeg({ progressive });
      const image = await (isTold ? drawn.withExif({ IFD0: { Copyright: 'x'.repeat(width) } }) : drawn).toBuffer();
      expect(readJpegHeader(image)).toEqual({ width, height });
    }),
    { numRuns: 30 },
  );
});

test('A5: any bytes are a size of at least one pixel, or none', () => {
  const segments = fc.array(
    fc.tuple(
      fc.constantFrom(0xc0, 0xc2, 0xc4, 0xcc, 0xd0, 0xd9, 0xda, 0xe0, 0xff, 0x01, 0x00),
      fc.uint8Array({ maxLength: 12 }),
    ),
  );
  const like = segments.map((all) =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), ...all.map(([code, bytes]) => Buffer.from([0xff, code, ...bytes]))]),
  );
  fc.assert(
    fc.property(fc.oneof(like, fc.uint8Array()), (bytes) => {
      const header = readJpegHeader(bytes);
      if (header === null) return;
      expect(Math.min(header.width, header.height)).toBeGreaterThan(0);
      expect(Math.max(header.width, header.height)).toBeLessThan(65_536);
    }),
    { numRuns: 2_000 },
  );
});

test('A5: four megabytes of the smallest segments, and of fill bytes, are read in one pass', () => {
  const size = 4 * 1024 * 1024;
  for (const part of [[0xff, 0xe0, 0, 2], [0xff], [0xff, 0xd0]])
    expect(
      readJpegHeader(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(size, Buffer.from(part))])),
    ).toBeNull();
});

test('A5: a JPEG is whole with its end, with zeros behind that or without, and cut off anywhere before', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  const zeros = fc.nat({ max: 5_000 }).map((count) => Buffer.alloc(count));
  fc.assert(
    fc.property(fc.nat({ max: image.length - 1 }), zeros, (length, behind) => {
      expect(hasJpegEnd(Buffer.concat([image, behind]))).toBe(true);
      expect(hasJpegEnd(Buffer.concat([image.subarray(0, length), behind]))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});
