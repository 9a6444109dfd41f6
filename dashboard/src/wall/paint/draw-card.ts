import { severityOf } from '../sign-looks.ts';
import type { Box } from './box-type.ts';
import type { Kit } from './paint-kit-types.ts';
import { drawShape } from './draw-marks.ts';
import type { Plate } from './draw-plate.ts';
import { dip, insetOf, labelIn } from './canvas-text.ts';

/** A sign with the picture of its screen, which always has its age, above its name and its status in words. In device pixels. */

/** The last picture of a sign. */
export interface Shot {
  image: HTMLImageElement;
  /** How old it is, or that it is of before an outage. */
  age: string;
  /** It is not what the sign shows now. */
  isPast: boolean;
}

/** The letters of a card by its width, in CSS px. */
const TEXT = { least: 12, most: 20, ofWidth: 0.062 };
/** What the two lines below a picture take, in heights of letters. */
const LINES = 2.5;
/** Width ÷ height of a picture's box. */
const PICTURE = 16 / 9;
const FADED = 0.3;

/** The whole picture, as large as its box has room: nothing of it is cut off. */
function drawShot(kit: Kit, { image, age, isPast }: Shot, { x, y, width, height }: Box): void {
  const { brush, ratio } = kit;
  const times = Math.min(width / image.width, height / image.height);
  const [wide, high] = [image.width * times, image.height * times];
  brush.globalAlpha = isPast ? FADED : 1;
  brush.drawImage(image, x + (width - wide) / 2, y + (height - high) / 2, wide, high);
  brush.globalAlpha = 1;
  dip(kit, 11 * ratio, 420, 'normal', '#fff');
  const said = labelIn(kit, age, width - 18 * ratio);
  const long = brush.measureText(said).width + 10 * ratio;
  brush.fillStyle = 'rgba(8, 9, 10, 0.86)';
  brush.fillRect(x + width - long - 4 * ratio, y + height - 20 * ratio, long, 16 * ratio);
  brush.fillStyle = '#fff';
  brush.fillText(said, x + width - long + ratio, y + height - 8 * ratio);
}

export function drawCard(
  kit: Kit,
  { sign, look, said, isOld }: Pick<Plate, 'sign' | 'look' | 'said' | 'isOld'>,
  shot: Shot | undefined,
  { x, y, width, height }: Box,
): void {
  const { brush, palette, ratio } = kit;
  const severity = severityOf(look);
  const size = Math.max(TEXT.least, Math.min(TEXT.most, (width / ratio) * TEXT.ofWidth)) * ratio;
  const picture = { x, y, width, height: Math.floor(Math.min(height - size * LINES, width / PICTURE)) };
  brush.fillStyle = palette.sunk;
  brush.fillRect(x, y, width, picture.height);
  if (shot) drawShot(kit, isOld ? { ...shot, isPast: true } : shot, picture);
  const frames = { alarm: palette['alarm-fill'], caution: palette['caution-fill'], note: palette['note-fill'] };
  const frame = severity === 'quiet' || severity === 'good' ? null : frames[severity];
  const edge = (frame === null ? 1 : 2.5) * ratio;
  if (look !== 'showing') {
    brush.strokeStyle = frame ?? palette['line-strong'];
    brush.lineWidth = edge;
    brush.setLineDash(look === 'unlinked' ? [4 * ratio, 3 * ratio] : []);
    brush.strokeRect(x + edge / 2, y + edge / 2, width - edge, picture.height - edge);
    brush.setLineDash([]);
  }
  const below = y + picture.height;
  dip(kit, size, 600, 'normal', palette.ink);
  const name = labelIn(kit, sign.name, width);
  brush.fillText(name, x + insetOf(kit, name, width), below + size * 1.15);
  const colours = { alarm: palette.alarm, caution: palette.caution, note: palette.note };
  const colour = severity === 'quiet' || severity === 'good' ? palette['ink-2'] : colours[severity];
  drawShape(kit, look, x, below + size * 1.52, size, look === 'showing' ? palette['ink-faint'] : colour);
  dip(kit, size * 0.86, frame === null ? 440 : 620, 'normal', colour);
  brush.fillText(labelIn(kit, said, width - size - 5 * ratio), x + size + 5 * ratio, below + size * 2.38);
}
