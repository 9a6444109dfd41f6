import { rowsOf } from '../map-layout.ts';
import { levelOf, plateGap } from '../cell-levels.ts';
import { cellOf, placeOfSign } from '../map-coordinates.ts';
import { LOOKS } from '../sign-looks.ts';
import { createAtlas } from './mark-atlas.ts';
import type { Box } from './box-type.ts';
import { drawCard } from './draw-card.ts';
import { createHeadings } from './draw-place-headings.ts';
import type { Kit } from './paint-kit-types.ts';
import { drawMark } from './draw-marks.ts';
import { hollowed, type Palette } from './palette.ts';
import { drawPlate } from './draw-plate.ts';
import type { Scene } from './map-paint-input-type.ts';
import { drawSmallPlate } from './draw-small-plate.ts';

/** Paints signs on a canvas: all that are seen, or some of them, with the same pixels: each cell lies on whole device pixels, and is painted whole. */

/** Of the outline of what is chosen. */
const EDGE = 1.5;

export interface Painter {
  /** All that is seen, a cell or a heading at a step: who asks for the steps may let a frame pass between two of them. */
  painting(scene: Scene): Iterator<void>;
  /** Signs, and the headings of their places, until the frame's time is over: who is painted is taken out of `signs`. */
  paintSome(scene: Scene, signs: Set<number>, isOver: () => boolean): void;
}

/** What several canvases of one look need make only once: labels that were measured, shapes that were drawn. */
export type Known = Pick<Kit, 'measured' | 'paths'>;

/** `ratio`: device pixels a CSS px. The canvas is in the document: a text takes from there what its font does not say, as the width of digits. */
export function createPainter(canvas: HTMLCanvasElement, palette: Palette, ratio: number, known: Known): Painter {
  const brush = canvas.getContext('2d', { alpha: false })!;
  const dressed = (as: Palette, isOld: boolean) => {
    const kit: Kit = { brush, palette: as, ratio, ...known };
    return { kit, atlas: createAtlas(kit, isOld) };
  };
  const [live, old] = [dressed(palette, false), dressed(hollowed(palette), true)];
  const headings = createHeadings(live.kit);

  const pixels = (at: number): number => Math.round(at * ratio);
  function boxOf({ ground, camera }: Scene, sign: number): Box {
    const cell = cellOf(ground, sign);
    const [x, y] = [pixels(cell.x - camera.x), pixels(cell.y - camera.y)];
    const width = pixels(cell.x - camera.x + cell.width) - x;
    return { x, y, width, height: pixels(cell.y - camera.y + cell.height) - y };
  }

  const sideOf = ({ ground, census }: Scene, sign: number): number => {
    const place = census.placeOf[sign]!;
    return Math.floor(Math.min(ground.cellWidths[place]!, ground.cellHeights[place]!) * ratio);
  };

  /** The outline of what is chosen goes around neighbours that are chosen together. */
  function drawChosen({ ground, isChosen, census }: Scene, sign: number, { x, y, width, height }: Box): void {
    const place = census.placeOf[sign]!;
    const perRow = ground.arrangement.perRow[place]!;
    const { from, count } = census.places[place]!;
    const at = sign - from;
    const is = (other: number, isBeside: boolean) => isBeside && isChosen!(other);
    const edge = EDGE * ratio;
    brush.fillStyle = palette.focus;
    if (!is(sign - perRow, at >= perRow)) brush.fillRect(x, y, width, edge);
    if (!is(sign + perRow, at + perRow < count)) brush.fillRect(x, y + height - edge, width, edge);
    if (!is(sign - 1, at % perRow > 0)) brush.fillRect(x, y, edge, height);
    if (!is(sign + 1, at % perRow < perRow - 1 && at + 1 < count)) brush.fillRect(x + width - edge, y, edge, height);
  }

  /** A healthy sign from afar: in the middle of its cell before that is rounded, so that dots are evenly apart. */
  function drawDot({ ground, camera, isOld }: Scene, sign: number, kit: Kit): void {
    const { x, y, width, height } = cellOf(ground, sign);
    const [middleX, middleY] = [(x - camera.x + width / 2) * ratio, (y - camera.y + height / 2) * ratio];
    drawMark(kit, 'showing', middleX, middleY, width * ratio, isOld);
  }

  /** A sign that is near enough for more than its mark. */
  function drawNear(scene: Scene, sign: number, kit: Kit, box: Box): void {
    const { census, isHeld, isOld, ground } = scene;
    const level = levelOf(ground.pitch);
    const look = LOOKS[census.looks[sign]!]!;
    const gap = Math.round(plateGap(ground.pitch) * ratio);
    const plate = { ...box, width: box.width - gap, height: box.height - gap };
    const { word } = census.places[census.placeOf[sign]!]!;
    const what = { sign: census.rows[sign]!, word, look, said: scene.saidOf(look), isHeld, isOld };
    // Nothing of a plate is beside its cell, where painting it again would not reach it.
    brush.save();
    brush.beginPath();
    brush.rect(box.x, box.y, box.width, box.height);
    brush.clip();
    if (level === 'small') drawSmallPlate(kit, what, plate);
    else if (level === 'cards') drawCard(kit, what, scene.shotOf(sign), plate);
    else drawPlate(kit, { ...what, strip: scene.stripOf(sign) }, plate);
    brush.restore();
  }

  function drawCell(scene: Scene, sign: number): void {
    const { kit, atlas } = scene.isOld ? old : live;
    const box = boxOf(scene, sign);
    const { x, y, width, height } = box;
    if (x + width < 0 || y + height < 0 || x > canvas.width || y > canvas.height) return;
    const chosen = scene.isChosen?.(sign) ?? false;
    const isHidden = scene.isHidden?.(sign) ?? false;
    const look = LOOKS[scene.census.looks[sign]!]!;
    const isNear = !isHidden && look !== 'none' && levelOf(scene.ground.pitch) !== 'marks';
    const isDot = look === 'showing' && !isHidden && !isNear && !chosen;
    if (isNear || isDot) {
      brush.fillStyle = chosen ? palette['note-wash'] : palette.ground;
      brush.fillRect(x, y, width, height);
    }
    if (isDot) drawDot(scene, sign, kit);
    else if (isNear) drawNear(scene, sign, kit, box);
    else atlas.draw(isHidden ? 'hidden' : look, chosen, scene.ground.pitch, box, sideOf(scene, sign));
    if (chosen) drawChosen(scene, sign, box);
    if (sign !== scene.focus) return;
    brush.strokeStyle = palette.focus;
    brush.lineWidth = 2 * ratio;
    brush.strokeRect(x + ratio, y + ratio, width - 2 * ratio, height - 2 * ratio);
  }

  return {
    *painting(scene) {
      const { ground, camera } = scene;
      const { counts } = ground.arrangement;
      headings.forget();
      brush.fillStyle = palette.ground;
      brush.fillRect(0, 0, canvas.width, canvas.height);
      const [right, bottom] = [camera.x + canvas.width / ratio, camera.y + canvas.height / ratio];
      for (const [place, count] of counts.entries()) {
        const [left, top, perRow] = [ground.lefts[place]!, ground.tops[place]!, ground.arrangement.perRow[place]!];
        headings.draw(scene, place);
        yield;
        const [firstRow, lastRow] = seen(
          camera.y - top,
          bottom - top,
          ground.cellHeights[place]!,
          rowsOf(count, perRow),
        );
        const [first, last] = seen(camera.x - left, right - left, ground.cellWidths[place]!, perRow);
        for (let row = firstRow; row <= lastRow; row += 1) {
          for (let column = first; column <= last; column += 1) {
            const at = row * perRow + column;
            if (at < count) drawCell(scene, ground.firsts[place]! + at);
            yield;
          }
        }
      }
    },
    paintSome(scene, signs, isOver) {
      const places = new Set<number>();
      for (const sign of signs) {
        if (isOver()) break;
        drawCell(scene, sign);
        places.add(placeOfSign(scene.ground, sign));
        signs.delete(sign);
      }
      for (const place of places) headings.draw(scene, place);
    },
  };
}

const seen = (from: number, to: number, cell: number, count: number): [first: number, last: number] => [
  Math.max(0, Math.floor(from / cell)),
  Math.min(count - 1, Math.floor(to / cell)),
];
