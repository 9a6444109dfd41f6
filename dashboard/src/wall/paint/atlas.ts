import type { Look } from '../looks.ts';
import { drawMark, type Kit } from './marks.ts';
import type { Box } from './box.ts';

/** `hidden`: the filter leaves it out. */
type Drawn = Look | 'hidden';

/** Marks drawn once for a pitch: a cell takes its own from the middle of a tile that is a little larger, as cells differ by a pixel. */
export function createAtlas(kit: Kit, isOld: boolean) {
  const { brush, palette, ratio } = kit;
  const tiles = new Map<string, ImageBitmap>();
  let drawnFor = 0;
  function tileOf(is: Drawn, chosen: boolean, pitch: number): ImageBitmap {
    if (pitch !== drawnFor) {
      for (const tile of tiles.values()) tile.close();
      tiles.clear();
    }
    drawnFor = pitch;
    const key = `${is} ${chosen}`;
    const known = tiles.get(key);
    if (known) return known;
    const side = 2 * Math.ceil((pitch * ratio) / 2) + 2;
    const tile = new OffscreenCanvas(side, side);
    const own = tile.getContext('2d', { alpha: false })!;
    own.fillStyle = chosen ? palette['note-wash'] : palette.ground;
    own.fillRect(0, 0, side, side);
    if (is === 'hidden') {
      own.fillStyle = palette.line;
      const dot = Math.max(1, Math.round(2 * ratio));
      own.fillRect((side - dot) / 2, (side - dot) / 2, dot, dot);
    } else drawMark({ ...kit, brush: own }, is, side / 2, side / 2, pitch * ratio, isOld);
    // A canvas as the source would be copied at each use.
    const made = tile.transferToImageBitmap();
    tiles.set(key, made);
    return made;
  }
  return {
    draw(is: Drawn, chosen: boolean, pitch: number, { x, y, width, height }: Box) {
      const tile = tileOf(is, chosen, pitch);
      const [fromX, fromY] = [(tile.width - width) >> 1, (tile.height - height) >> 1];
      const [wide, high] = [Math.min(width, tile.width), Math.min(height, tile.height)];
      const [atX, atY] = [x + ((width - wide) >> 1), y + ((height - high) >> 1)];
      brush.drawImage(tile, Math.max(0, fromX), Math.max(0, fromY), wide, high, atX, atY, wide, high);
    },
  };
}
