import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { factsOf, SEVERITIES } from '../../ui/sign-marks-and-severity.ts';
import type { Strip } from '../../event/heartbeat-minutes.ts';
import { isTroubled, codeOf, type Look } from '../sign-looks.ts';
import { labelOf } from '../plate-labels.ts';
import type { Box } from './box-type.ts';
import type { Kit } from './paint-kit-types.ts';
import { drawShape } from './draw-marks.ts';
import { dressOf, type Dress } from './palette.ts';
import { drawStrip } from './draw-heartbeat-strip.ts';
import { dip, insetOf, labelIn, linesIn, type Stretch } from './canvas-text.ts';

/**
 * A sign near enough to be read: its label, its three facts, the line of its heartbeats. One in trouble says its whole name, on as many lines as it takes; status word
 * and facts give way to it, the mark never. In device pixels.
 */

export interface Plate {
  sign: SignRow;
  /** What all names of its place begin with; or empty. */
  word: string;
  look: Look;
  /** Of its look, in words. */
  said: string;
  /** Offline verdicts wait. */
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  /** Undefined: not known yet. */
  strip: Strip | undefined;
}

/** The letters of a plate by its size, in CSS px. */
const TEXT = { least: 10.5, most: 20, ofWidth: 0.125, ofHeight: 0.31 };
/** Those of a name that would be cut else. */
const SMALLER = { from: 12, times: 0.8, least: 11 };
const LINE = 1.09;
const LINES_MOST = 3;
/** Below this height, in CSS px, there is less room around the text. */
const FLAT = { below: 32, pad: 3.4 };
/** The three facts by the size of letters, in CSS px: how high one is drawn, and where the middle of each is, as parts of that. */
const FACT = { least: 5.5, most: 10, ofText: 0.55, side: 1.35, middles: [0.3, 1.4, 2.7], all: 4.4, strip: 1.3 };
/** What does not decide how a sign looks stands back. */
const STANDS_BACK = 0.6;
/** From this width on, in CSS px, letters are less narrow. */
const WIDE = 100;

export function drawBody({ brush, ratio }: Kit, { x, y, width, height }: Box, dress: Dress): void {
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

function drawFacts(kit: Kit, { sign, isHeld }: Plate, x: number, middle: number, size: number, dress: Dress): void {
  const { connection, content, screen } = factsOf(sign, isHeld);
  const side = size * FACT.side;
  [connection, content, screen].forEach((fact, index) => {
    const isQuiet = SEVERITIES[fact] === 'quiet';
    kit.brush.globalAlpha = dress.isBold && isQuiet ? STANDS_BACK : 1;
    const colour = isQuiet ? dress.facts : dress.decides;
    drawShape(kit, fact, x + size * FACT.middles[index]! - side / 2, middle - side / 2, side, colour);
  });
  kit.brush.globalAlpha = 1;
}

/** How a plate's text is set: `size` of its letters, `pad` around it. */
interface Setting {
  size: number;
  pad: number;
  stretch: Stretch;
}
function settingOf({ width, height }: Box, ratio: number): Setting {
  const [wide, high] = [width / ratio, height / ratio];
  const size = Math.max(TEXT.least, Math.min(TEXT.most, wide * TEXT.ofWidth, high * TEXT.ofHeight));
  const pad = high < FLAT.below ? FLAT.pad : Math.max(4, size * 0.42);
  return { size: size * ratio, pad: pad * ratio, stretch: wide < WIDE ? 'plate' : 'semi-condensed' };
}

/** Writes the name; returns the size of its letters, and where what is below it may begin. */
function drawName(kit: Kit, plate: Plate, box: Box, dress: Dress, setting: Setting): { size: number; end: number } {
  const { x, y, width, height } = box;
  const { pad, stretch } = setting;
  const weight = dress.isBold ? 640 : 480;
  const isWhole = isTroubled(codeOf(plate.look));
  const inner = width - 2 * pad;
  const hasMark = plate.look !== 'showing';
  const linesOf = (size: number, narrow: Stretch): readonly string[] => {
    dip(kit, size, weight, narrow, dress.text);
    const room = inner - (hasMark ? size * 1.15 + 2 * kit.ratio : 0);
    if (!isWhole) return [labelIn(kit, labelOf(plate.sign, plate.word), room)];
    const most = Math.max(1, Math.min(LINES_MOST, Math.floor((height - pad * 1.1) / (size * LINE))));
    return linesIn(kit, labelOf(plate.sign, ''), room, inner, most);
  };
  let { size } = setting;
  let lines = linesOf(size, stretch);
  if (isWhole && size > SMALLER.from * kit.ratio && lines.some((line) => line.includes('…'))) {
    size = Math.max(SMALLER.least * kit.ratio, size * SMALLER.times);
    lines = linesOf(size, 'plate');
  }
  const side = size * 1.15;
  const inset = hasMark ? 0 : insetOf(kit, lines[0]!, inner);
  lines.forEach((line, nth) => kit.brush.fillText(line, x + pad + inset, y + pad + size * (0.8 + nth * LINE)));
  if (hasMark) drawShape(kit, plate.look, x + width - pad - side + kit.ratio, y + pad - size * 0.08, side, dress.mark);
  return { size, end: y + pad + lines.length * size * LINE };
}

export function drawPlate(kit: Kit, plate: Plate, box: Box): void {
  const { ratio } = kit;
  const dress = dressOf(plate.look, kit.palette, plate.isOld);
  const { x, y, width, height } = box;
  const setting = settingOf(box, ratio);
  const { pad } = setting;
  drawBody(kit, box, dress);
  const { size, end } = drawName(kit, plate, box, dress, setting);
  const bottom = y + height - pad * 0.7;
  if (isTroubled(codeOf(plate.look)) && bottom - end > size * 2.1) {
    dip(kit, size * 0.82, 520, 'semi-condensed', dress.text);
    kit.brush.fillText(labelIn(kit, plate.said, width - 2 * pad), x + pad, end + size * 0.78);
  }
  const fact = Math.max(FACT.least * ratio, Math.min(FACT.most * ratio, size * FACT.ofText));
  if (bottom - end < fact + 0.5 * ratio) return;
  drawFacts(kit, plate, x + pad, bottom - fact / 2, fact, dress);
  const from = x + pad + fact * FACT.all;
  const line = { x: from, y: bottom - fact * FACT.strip, width: x + width - pad - from, height: fact * FACT.strip };
  if (plate.look !== 'unlinked' && line.width >= 10 * ratio) drawStrip(kit, plate.strip, dress, line);
}
