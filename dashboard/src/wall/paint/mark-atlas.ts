import type { Look } from '../sign-looks.ts';
import type { Kit } from './paint-kit-types.ts';
import { drawMark } from './draw-marks.ts';
import type { Box } from './box-type.ts';

/** `hidden`: the filter leaves it out. */
type Drawn = Look | 'hidden';

/** Marks drawn once for each size of a cell, in whole device pixels: those of one pitch differ by few. */
export function createAtlas(kit: Kit, isOld: boolean) {
  const { brush, palette, ratio } = kit;
  const tiles = new Map<string, ImageBitmap>();
  let drawnFor = 0;
  function tileOf(is: Drawn, chosen: boolean, width: number, height: number, side: number): ImageBitmap {
    const key = `${is} ${chosen} ${width} ${height} ${side}`;
    const known = tiles.get(key);
    if (known) return known;
    const tile = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    const own = tile.getContext('2d', { alpha: false })!;
    own.fillStyle = chosen ? palette['note-wash'] : palette.ground;
    own.fillRect(0, 0, width, height);
    if (is === 'hidden') {
      own.fillStyle = palette.line;
      const dot = Math.max(1, Math.round(2 * ratio));
      own.fillRect((width - dot) / 2, (height - dot) / 2, dot, dot);
    } else drawMark({ ...kit, brush: own }, is, width / 2, height / 2, side, isOld);
    // A canvas as the source would be copied at each use.
    const made = tile.transferToImageBitmap();
    tiles.set(key, made);
    return made;
  }
  return {
    /** `side`: of the square that has room in each cell of its place; a box may be a pixel larger. */
    draw(is: Drawn, chosen: boolean, pitch: number, { x, y, width, height }: Box, side: number) {
      if (pitch !== drawnFor) {
        for (const tile of tiles.values()) tile.close();
        tiles.clear();
        drawnFor = pitch;
      }
      brush.drawImage(tileOf(is, chosen, width, height, side), x, y);
    },
  };
}
