import { briefOf, labelOf } from '../plate-labels.ts';
import type { Box } from './box-type.ts';
import type { Kit } from './paint-kit-types.ts';
import { drawShape } from './draw-marks.ts';
import { dressOf } from './palette.ts';
import { drawBody, type Plate } from './draw-plate.ts';
import { dip, firstThatFits } from './canvas-text.ts';

/** A sign with room for a mark and some four letters. A healthy one has no mark. In device pixels. */

const TEXT = { least: 10, most: 12, ofHeight: 0.4 };
/** From this height on, in CSS px, the mark is below the label, else beside it. */
const TALL = 20.5;
const NARROW = 34;
const MARK = { most: 14, beside: 11, ofWidth: 0.36 };

export function drawSmallPlate(
  kit: Kit,
  { sign, word, look, isOld }: Pick<Plate, 'sign' | 'word' | 'look' | 'isOld'>,
  box: Box,
): void {
  const { brush, palette, ratio } = kit;
  const dress = dressOf(look, palette, isOld);
  drawBody(kit, box, dress);
  const { x, y, width, height } = box;
  const [wide, high] = [width / ratio, height / ratio];
  const size = Math.max(TEXT.least, Math.min(TEXT.most, high * TEXT.ofHeight));
  const pad = wide < NARROW ? 2.5 : 4;
  const isTall = high >= TALL;
  const side = isTall
    ? Math.min(MARK.most, high - size * 0.8 - (dress.frame === null ? 5 : 6.5))
    : Math.min(MARK.beside, wide * MARK.ofWidth);
  const hasMark = look !== 'showing';
  const room = wide - 2 * pad + 1 - (hasMark && !isTall ? side + 2 : 0);
  dip(kit, size * ratio, dress.isBold ? 640 : 500, 'plate', dress.text);
  const label = labelOf(sign, word);
  const said = firstThatFits(kit, [label, briefOf(label, 2), briefOf(label, 1)], room * ratio);
  brush.fillText(
    said,
    x + pad * ratio,
    y + (isTall ? Math.min(pad, 2.5) + size * 0.8 : high / 2 + size * 0.35) * ratio,
  );
  if (!hasMark) return;
  const left = isTall ? pad : wide - pad - side + 1;
  const top = isTall ? high - side - (dress.frame === null ? 1.8 : 3) : (high - side) / 2;
  drawShape(kit, look, x + left * ratio, y + top * ratio, side * ratio, dress.mark);
}
