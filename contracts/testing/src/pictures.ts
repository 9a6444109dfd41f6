import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { indexedPng } from './indexed-png.ts';

const SCREENS = resolve(import.meta.dirname, '../../../docs/screens');

/** What packs flat areas best. */
const SMALL = { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 } as const;

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
      const data = isIndexed ? indexedPng(picture) : PNG.sync.write(picture, SMALL);
      writeFileSync(join(folder, `${title}.png`), data);
      if (!update) return;
      mkdirSync(album, { recursive: true });
      writeFileSync(join(album, `${title}.png`), data);
    },
    /** The committed picture. */
    committed: (title: string): PNG => PNG.sync.read(readFileSync(join(album, `${title}.png`))),
  };
}

/** How many pixels of two pictures differ to the eye (edges of letters that differ by a shade don't count). All of them where their sizes differ. */
export function differing(one: PNG, other: PNG): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return Math.max(width * height, other.width * other.height);
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.1 });
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
