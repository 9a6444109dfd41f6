import type { Strip } from '../../event/strip.ts';
import { headingHeight, MARGIN, rowsOf, type Size } from '../arrange.ts';
import { levelOf, type Camera } from '../camera.ts';
import type { Census } from '../census.ts';
import { cornerOf, placeOfSign, type Ground } from '../ground.ts';
import type { Heading } from '../heading.ts';
import { LOOKS } from '../looks.ts';
import { createAtlas } from './atlas.ts';
import type { Box } from './box.ts';
import { fitted, sharedRoom } from './fitted.ts';
import { drawMark, type Kit } from './marks.ts';
import { hollowed, type Palette } from './palette.ts';
import { tellWrong } from './tell-wrong.ts';
import { drawPlate, type Measured } from './plate.ts';

/** Paints signs on a canvas: all that are seen, or some of them, with the same pixels: each cell lies on whole device pixels, and is painted whole. */

export interface Scene {
  census: Census;
  ground: Ground;
  camera: Camera;
  size: Size;
  headingOf(place: number): Heading;
  /** Its heartbeats; undefined where they are not known yet. */
  stripOf(sign: number): Strip | undefined;
  /** Which signs are chosen, and which the filter hides; null: none. */
  isChosen: ((sign: number) => boolean) | null;
  isHidden: ((sign: number) => boolean) | null;
  /** The sign in focus, while the keyboard moves it. */
  focus: number | null;
  /** Offline verdicts wait. */
  isHeld: boolean;
  /** The page isn't live: plates and marks are hollow. */
  isOld: boolean;
}

/** Below a plate and at its right. */
const GAP = 3;
const EDGE = 1.5;

export interface Painter {
  /** All that is seen, a cell or a heading at a step: who asks for the steps may let a frame pass between two of them. */
  painting(scene: Scene): Iterator<void>;
  /** Signs, and the headings of their places, until the frame's time is over: who is painted is taken out of `signs`. */
  paintSome(scene: Scene, signs: Set<number>, isOver: () => boolean): void;
}

/** What several canvases of one look need make only once: labels that were measured, shapes that were drawn. */
export interface Known {
  measured: Measured;
  paths: Kit['paths'];
}

/** `ratio`: device pixels a CSS px. The canvas is in the document: a text takes from there what its font does not say, as the width of digits. */
export function createPainter(
  canvas: HTMLCanvasElement,
  palette: Palette,
  ratio: number,
  { measured, paths }: Known,
): Painter {
  const brush = canvas.getContext('2d', { alpha: false })!;
  const dressed = (as: Palette, isOld: boolean) => {
    const kit: Kit = { brush, palette: as, paths, ratio };
    return { kit, atlas: createAtlas(kit, isOld) };
  };
  /** What was drawn above each place since all was drawn last: mostly a patch changes none of it. */
  const headings = new Map<number, string>();
  const [live, old] = [dressed(palette, false), dressed(hollowed(palette), true)];

  const pixels = (at: number): number => Math.round(at * ratio);
  function boxOf({ ground, camera }: Scene, sign: number): Box {
    const corner = cornerOf(ground, sign);
    const [x, y] = [pixels(corner.x - camera.x), pixels(corner.y - camera.y)];
    const width = pixels(corner.x - camera.x + ground.pitch) - x;
    return { x, y, width, height: pixels(corner.y - camera.y + ground.cellHeight) - y };
  }

  /** The outline of what is chosen goes around neighbours that are chosen together. */
  function drawChosen({ ground, isChosen, census }: Scene, sign: number, { x, y, width, height }: Box): void {
    const { perRow } = ground.arrangement;
    const { from, count } = census.places[census.placeOf[sign]!]!;
    const at = sign - from;
    const is = (other: number, isBeside: boolean) => isBeside && isChosen!(other);
    const edge = EDGE * ratio;
    brush.fillStyle = palette.focus;
    if (!is(sign - perRow, at >= perRow)) brush.fillRect(x, y, width, edge);
    if (!is(sign + perRow, at + perRow < count)) brush.fillRect(x, y + height - edge, width, edge);
    if (!is(sign - 1, at % perRow > 0)) brush.fillRect(x, y, edge, height);
    if (!is(sign + 1, at % perRow < perRow - 1 && at + 1 < count)) brush.fillRect(x + width - edge, y, edge, height);
  }

  function drawCell(scene: Scene, sign: number): void {
    const { kit, atlas } = scene.isOld ? old : live;
    const box = boxOf(scene, sign);
    const { x, y, width, height } = box;
    if (x + width < 0 || y + height < 0 || x > canvas.width || y > canvas.height) return;
    const chosen = scene.isChosen?.(sign) ?? false;
    const isHidden = scene.isHidden?.(sign) ?? false;
    const look = LOOKS[scene.census.looks[sign]!]!;
    const isPlate = !isHidden && look !== 'none' && levelOf(scene.camera.pitch) === 'plates';
    const isDot = look === 'showing' && !isHidden && !isPlate && !chosen;
    if (isPlate || isDot) {
      brush.fillStyle = chosen ? palette['note-wash'] : palette.ground;
      brush.fillRect(x, y, width, height);
    }
    if (isDot) drawMark(kit, look, x + width / 2, y + height / 2, scene.ground.pitch * ratio, scene.isOld);
    else if (isPlate) {
      const plate = { x, y, width: width - GAP * ratio, height: height - GAP * ratio };
      const { isHeld, isOld, stripOf, census } = scene;
      const { word } = census.places[census.placeOf[sign]!]!;
      drawPlate(kit, measured, { sign: census.rows[sign]!, word, look, isHeld, isOld, strip: stripOf(sign) }, plate);
    } else atlas.draw(isHidden ? 'hidden' : look, chosen, scene.ground.pitch, box);
    if (chosen) drawChosen(scene, sign, box);
    if (sign !== scene.focus) return;
    brush.strokeStyle = palette.focus;
    brush.lineWidth = 2 * ratio;
    brush.strokeRect(x + ratio, y + ratio, width - 2 * ratio, height - 2 * ratio);
  }

  function drawHeading({ ground, camera, headingOf, isOld }: Scene, place: number): void {
    const { pitch, arrangement } = ground;
    const high = headingHeight(pitch);
    const left = ground.lefts[place]! - camera.x;
    const top = ground.tops[place]! - high - camera.y;
    const long = arrangement.perRow * pitch;
    if (left * ratio > canvas.width || left + long < 0 || top * ratio > canvas.height || top + high < 0) return;
    const { name, count, wrong } = headingOf(place);
    const told = `${name} ${count} ${wrong.map(({ said }) => said).join(' ')}`;
    if (headings.get(place) === told) return;
    headings.set(place, told);
    brush.fillStyle = palette.ground;
    brush.fillRect(pixels(left), pixels(top), pixels(left + long) - pixels(left), pixels(top + high) - pixels(top));
    const size = (pitch < 12 ? 11 : pitch < SECTION_HEADING ? 12 : 15) * ratio;
    const base = pixels(top + high * HEADING_BASE);
    // What is seen of a place that begins further left says its name, too.
    let from = pixels(Math.max(left, Math.min(left + long - 80, MARGIN - 8)));
    const end = Math.min(pixels(left + long - GAP), canvas.width - 8 * ratio);
    const dip = (weight: number, colour: string): void => {
      brush.font = `${weight} ${size}px "Archivo Variable", "Noto Sans Arabic Variable", sans-serif`;
      brush.fontStretch = 'normal';
      brush.fillStyle = colour;
    };
    dip(420, palette['ink-3']);
    const counted = brush.measureText(String(count)).width;
    dip(600, palette.ink);
    const gap = HEADING_GAP * ratio;
    const gravest = wrong[0] ? brush.measureText(wrong[0].said).width + 2 * gap : 0;
    const named = brush.measureText(name).width;
    const room = sharedRoom(end - from, { named, counted: counted + gap, wrong: gravest, size });
    const called = fitted(name, room.name, (text) => brush.measureText(text).width);
    brush.fillText(called, from, base);
    from += brush.measureText(called).width + gap;
    if (room.isCounted) {
      dip(420, palette['ink-3']);
      brush.fillText(String(count), from, base);
      from += counted + gap;
    }
    if (!room.isTold) return;
    from += gap;
    tellWrong(brush, wrong, isOld, palette, { from, end, base }, dip);
  }

  return {
    *painting(scene) {
      const { ground, camera } = scene;
      const { counts, perRow } = ground.arrangement;
      headings.clear();
      brush.fillStyle = palette.ground;
      brush.fillRect(0, 0, canvas.width, canvas.height);
      const [right, bottom] = [camera.x + canvas.width / ratio, camera.y + canvas.height / ratio];
      for (const [place, count] of counts.entries()) {
        const [left, top] = [ground.lefts[place]!, ground.tops[place]!];
        drawHeading(scene, place);
        yield;
        const rows = rowsOf(count, perRow);
        const [firstRow, lastRow] = seen(camera.y - top, bottom - top, ground.cellHeight, rows);
        const [first, last] = seen(camera.x - left, right - left, ground.pitch, perRow);
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
      for (const place of places) drawHeading(scene, place);
    },
  };
}

/** From this pitch on headings are as large as those of sections. */
const SECTION_HEADING = 100;
/** Where a heading's letters stand, as a part of its height. */
const HEADING_BASE = 0.62;
/** Between the parts of a heading. */
const HEADING_GAP = 7;

const seen = (from: number, to: number, cell: number, count: number): [first: number, last: number] => [
  Math.max(0, Math.floor(from / cell)),
  Math.min(count - 1, Math.floor(to / cell)),
];
