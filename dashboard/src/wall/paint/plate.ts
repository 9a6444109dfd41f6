import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { factsOf, SEVERITIES } from '../../ui/marks.ts';
import type { Strip } from '../../event/strip.ts';
import type { Look } from '../looks.ts';
import { hasCorner, labelOf } from '../labels.ts';
import type { Box } from './box.ts';
import { fitted } from './fitted.ts';
import { drawShape, type Kit } from './marks.ts';
import { dressOf, type Dress } from './palette.ts';
import { drawStrip } from './strip.ts';

/** A sign near enough to be read: its label, its three facts, the line of its heartbeats. In device pixels. */

/** Lengths in CSS px, as drawn. */
const PAD = 6;
/** Below facts and heartbeats. */
const FOOT = 4;
const MARK_SIDE = 11;
const FACT_SIDE = 9;
const FACT_STEP = 10.1;
/** All three, and what is between them and the heartbeats. */
const FACTS = 34;
const STRIP_HEIGHT = 8;
const TEXT_LEAST = 10.5;
const TEXT_MOST = 13;

/** What does not decide how a sign looks stands back. */
const STANDS_BACK = 0.5;

/** Widths of texts, which are measured once. */
export type Measured = Map<string, string>;
const MEASURED_MOST = 8_000;

function label({ brush }: Kit, measured: Measured, text: string, room: number): string {
  const key = `${brush.font} ${Math.floor(room)} ${text}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  if (measured.size >= MEASURED_MOST) measured.clear();
  const made = fitted(text, room, (part) => brush.measureText(part).width);
  measured.set(key, made);
  return made;
}

function drawBody({ brush, ratio }: Kit, { x, y, width, height }: Box, dress: Dress): void {
  brush.fillStyle = dress.background;
  // Without round corners: their last shade lies a pixel beyond, where painting the cell again would not reach it.
  brush.fillRect(x, y, width, height);
  if (dress.frame !== null) {
    brush.strokeStyle = dress.frame;
    brush.lineWidth = 2 * ratio;
    brush.strokeRect(x + 2 * ratio, y + 2 * ratio, width - 4 * ratio, height - 4 * ratio);
  }
  if (dress.border === null) return;
  brush.strokeStyle = dress.border;
  brush.lineWidth = ratio;
  brush.setLineDash(dress.isDashed ? [3 * ratio, 3 * ratio] : []);
  brush.strokeRect(x + ratio / 2, y + ratio / 2, width - ratio, height - ratio);
  brush.setLineDash([]);
}

function drawFacts(kit: Kit, sign: SignRow, isHeld: boolean, x: number, y: number, dress: Dress): void {
  const { brush, ratio } = kit;
  const { connection, content, screen } = factsOf(sign, isHeld);
  [connection, content, screen].forEach((fact, index) => {
    const isQuiet = SEVERITIES[fact] === 'quiet';
    brush.globalAlpha = dress.isBold && isQuiet ? STANDS_BACK : 1;
    const colour = isQuiet ? dress.facts : dress.decides;
    drawShape(kit, fact, x + index * FACT_STEP * ratio, y, FACT_SIDE * ratio, colour);
  });
  brush.globalAlpha = 1;
}

/** A name that is read from the right begins there. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** From dot to dot where no device is. */
const DOTS = 4;

export interface Plate {
  sign: SignRow;
  /** What all names of its place begin with; or empty. */
  word: string;
  look: Look;
  /** Offline verdicts wait. */
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  /** Undefined: not known yet. */
  strip: Strip | undefined;
}

export function drawPlate(
  kit: Kit,
  measured: Measured,
  { sign, word, look, isHeld, isOld, strip }: Plate,
  box: Box,
): void {
  const { brush, palette, ratio } = kit;
  const dress = dressOf(look, palette, isOld);
  drawBody(kit, box, dress);
  const { x, y, width, height } = box;
  const pad = PAD * ratio;
  const size = Math.max(TEXT_LEAST, Math.min(TEXT_MOST, (height / ratio) * 0.19)) * ratio;
  brush.font = `${dress.isBold ? 640 : 480} ${size}px "Archivo Plate", "Noto Sans Arabic Variable", sans-serif`;
  brush.fontStretch = 'condensed';
  brush.fillStyle = dress.text;
  const hasMark = hasCorner(look, width / ratio);
  const room = width - 2 * pad - (hasMark ? (MARK_SIDE - 1) * ratio : 0);
  const said = label(kit, measured, labelOf(sign, word), room);
  const inset = RIGHT_TO_LEFT.test(said) ? room - brush.measureText(said).width : 0;
  brush.fillText(said, x + pad + inset, y + 4 * ratio + size * 0.9);
  if (hasMark) drawShape(kit, look, x + width - (MARK_SIDE + 5) * ratio, y + 4 * ratio, MARK_SIDE * ratio, dress.mark);
  const [bottom, right] = [y + height - FOOT * ratio, x + width - pad];
  if (look === 'unlinked') {
    brush.fillStyle = dress.facts;
    for (let at = x + pad; at < right; at += DOTS * ratio) brush.fillRect(at, bottom - ratio, ratio, ratio);
    return;
  }
  drawFacts(kit, sign, isHeld, x + pad, bottom - FACT_SIDE * ratio, dress);
  const from = x + pad + FACTS * ratio;
  const high = STRIP_HEIGHT * ratio;
  if (from < right) drawStrip(kit, strip, dress, { x: from, y: bottom - high, width: right - from, height: high });
}
