import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { indexedPng } from './write-indexed-png.ts';

const SCREENS = resolve(import.meta.dirname, '../../../docs/screens');

/** What packs flat areas best. */
const SMALL = { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 } as const;
/** What is written soonest. */
const QUICK = { colorType: 6, deflateLevel: 1, filterType: 0 } as const;

/**
 * The committed pictures of `docs/screens/<name>`. `folder`: where those of this run are kept; `update`: also as the committed ones. `isIndexed`: with at
 * most 256 colours, for an album that is looked at and not compared with.
 */
export function openAlbum(
  name: string,
  { folder, update, isIndexed = false }: { folder: string; update: boolean; isIndexed?: boolean },
) {
  const album = join(SCREENS, name);
  return {
    /** Keeps a picture for whoever looks at this run. */
    keep(title: string, picture: PNG): void {
      if (!update) return writeFileSync(join(folder, `${title}.png`), PNG.sync.write(picture, QUICK));
      const data = isIndexed ? indexedPng(picture) : PNG.sync.write(picture, SMALL);
      writeFileSync(join(folder, `${title}.png`), data);
      mkdirSync(album, { recursive: true });
      writeFileSync(join(album, `${title}.png`), data);
    },
    /** The committed picture. */
    committed: (title: string): PNG => PNG.sync.read(readFileSync(join(album, `${title}.png`))),
  };
}

/** The same picture, half as wide and half as high. */
export function halved({ width, height, data }: PNG): PNG {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width; x += 1)
      for (let part = 0; part < 4; part += 1) {
        const at = (right: number, down: number) => data[((2 * y + down) * width + 2 * x + right) * 4 + part]!;
        half.data[(y * half.width + x) * 4 + part] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) >> 2;
      }
  return half;
}

/** How many pixels of two pictures differ to the eye (edges of letters that differ by a shade don't count). All of them where their sizes differ. */
export function differing(one: PNG, other: PNG): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return Math.max(width * height, other.width * other.height);
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.1 });
}

/** Of a picture, in its pixels. */
export type Area = readonly [left: number, top: number, width: number, height: number];

/** Shades of 255 that no eye tells apart. */
const SHADES = 12;

/** A number a pixel. */
const pixelsOf = ({ data }: PNG): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

/** Where a pixel of an area's commonest colour is. */
function groundAt(picture: PNG, [left, top, wide, high]: Area): number {
  const pixels = pixelsOf(picture);
  const runs = new Map<number, { at: number; count: number }>();
  for (let y = top; y < top + high; y += 1) {
    const first = y * picture.width + left;
    for (let at = first, end = first + wide; at < end;) {
      const start = at;
      while (at < end && pixels[at] === pixels[start]) at += 1;
      const run = runs.get(pixels[start]!);
      if (run) run.count += at - start;
      else runs.set(pixels[start]!, { at: start, count: at - start });
    }
  }
  return [...runs.values()].reduce((one, other) => (other.count > one.count ? other : one)).at;
}

/** Whether the colour of `one` at a place lies outside of what `other` has there and right beside it. */
function isOutside(one: PNG, other: PNG, x: number, y: number): boolean {
  const { width, height } = one;
  for (let part = 0; part < 3; part += 1) {
    const value = one.data[4 * (y * width + x) + part]!;
    if (Math.abs(value - other.data[4 * (y * width + x) + part]!) <= SHADES) continue;
    let [least, most] = [255, 0];
    for (let beside = Math.max(0, y - 1); beside <= Math.min(height - 1, y + 1); beside += 1)
      for (let at = Math.max(0, x - 1); at <= Math.min(width - 1, x + 1); at += 1) {
        const there = other.data[4 * (beside * width + at) + part]!;
        least = Math.min(least, there);
        most = Math.max(most, there);
      }
    if (value < least - SHADES || value > most + SHADES) return true;
  }
  return false;
}

function isInked(data: Buffer, at: number, ground: Buffer): boolean {
  for (let part = 0; part < 3; part += 1) if (Math.abs(data[at + part]! - ground[part]!) > SHADES) return true;
  return false;
}

/**
 * How much of what is drawn in an area is otherwise in `picture`, in %: pixels that are not as drawn, against those that are drawn (all but the ground, which is the commonest colour). A letter that is set
 * a fraction of a pixel beside its place is as drawn. An empty picture gives 100, another one usually more, as what it has and the drawing has not counts too.
 */
export function otherwise(picture: PNG, drawn: PNG, area: Area): number {
  if (picture.width !== drawn.width || picture.height !== drawn.height) return Infinity;
  const [left, top, wide, high] = area;
  const ground = drawn.data.subarray(4 * groundAt(drawn, area));
  const [pixels, drawnPixels] = [pixelsOf(picture), pixelsOf(drawn)];
  let inked = 0;
  let other = 0;
  for (let y = top; y < top + high; y += 1)
    for (let x = left; x < left + wide; x += 1) {
      const pixel = y * drawn.width + x;
      if (isInked(drawn.data, 4 * pixel, ground)) inked += 1;
      // Most are the same, which is quickly seen.
      if (pixels[pixel] === drawnPixels[pixel]) continue;
      if (isOutside(picture, drawn, x, y) || isOutside(drawn, picture, x, y)) other += 1;
    }
  return (100 * other) / Math.max(1, inked);
}

/** A picture of that size in the drawing's ground alone. */
export function empty(drawn: PNG, area: Area): PNG {
  const result = new PNG({ width: drawn.width, height: drawn.height });
  pixelsOf(result).fill(pixelsOf(drawn)[groundAt(drawn, area)]!);
  return result;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** `picture` with the pixels of `box` black that are not in `but`; as it is where there is no box. */
export function blackened(picture: PNG, box: Box | null, but: Box | null): PNG {
  if (box === null) return picture;
  const result = new PNG({ width: picture.width, height: picture.height });
  picture.data.copy(result.data);
  const isIn = ([left, top, right, bottom]: Box, x: number, y: number) =>
    x >= left - 1 && x <= right && y >= top - 1 && y <= bottom;
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      if (isIn(box, x, y) && !(but && isIn(but, x, y)))
        result.data.fill(0, 4 * (y * picture.width + x), 4 * (y * picture.width + x) + 3);
    }
  }
  return result;
}
