import { crc32, deflateSync } from 'node:zlib';
import type { PNG } from 'pngjs';

/** A PNG has room for this many colours in its palette. */
const MOST_COLOURS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** For each colour (red, green and blue in one number) the one that stands for it: the most frequent of those that share its upper bits. */
function paletteOf(colours: Map<number, number>): Map<number, number> {
  for (let bits = 8; ; bits -= 1) {
    const mask = ((0xff << (8 - bits)) & 0xff) * 0x01_01_01;
    const chosen = new Map<number, number>();
    for (const [colour, count] of colours) {
      const other = chosen.get(colour & mask);
      if (other === undefined || count > colours.get(other)!) chosen.set(colour & mask, colour);
    }
    if (chosen.size <= MOST_COLOURS) return new Map([...colours.keys()].map((one) => [one, chosen.get(one & mask)!]));
  }
}

/** `picture` as a PNG of at most 256 colours: flat areas keep theirs, edges of letters may take a neighbour's. About half the size. What shines through is lost. */
export function indexedPng({ width, height, data }: PNG): Buffer {
  const colours = new Map<number, number>();
  const at = (pixel: number): number => data.readUIntBE(4 * pixel, 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) colours.set(at(pixel), (colours.get(at(pixel)) ?? 0) + 1);
  const palette = paletteOf(colours);
  const entries = [...new Set(palette.values())];
  const indices = new Map(entries.map((colour, index) => [colour, index]));

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, of a palette.
  header.set([8, 3], 8);
  const table = Buffer.alloc(3 * entries.length);
  for (const [index, colour] of entries.entries()) table.writeUIntBE(colour, 3 * index, 3);
  const lines = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1)
    lines[pixel + Math.floor(pixel / width) + 1] = indices.get(palette.get(at(pixel))!)!;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
