import type { MarkName, Severity } from '../../ui/sign-marks-and-severity.ts';
import { MARK_SHAPES } from '../../ui/mark-shapes.ts';
import { severityOf, type Look } from '../sign-looks.ts';
import type { Palette } from './palette.ts';
import type { Brush, Kit, Paths } from './paint-kit-types.ts';

/** Marks on a canvas. All lengths are device pixels, unless said otherwise. */

function pathOf(paths: Paths, text: string): Path2D {
  const known = paths.get(text);
  if (known) return known;
  const made = new Path2D(text);
  paths.set(text, made);
  return made;
}

/** A mark as the page has it, in a square of `side` whose corner is at (x, y). */
export function drawShape(
  { brush, paths }: Kit,
  is: MarkName,
  x: number,
  y: number,
  side: number,
  colour: string,
): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(side / 16, side / 16);
  brush.fillStyle = brush.strokeStyle = colour;
  for (const { path, line, dash } of MARK_SHAPES[is]) {
    if (line === undefined) {
      brush.fill(pathOf(paths, path), 'evenodd');
      continue;
    }
    brush.lineWidth = line;
    brush.setLineDash(dash ? [...dash] : []);
    brush.stroke(pathOf(paths, path));
  }
  brush.restore();
}

/** The side of a healthy mark's square, for a cell of this width: present, not speaking. `ratio`: device pixels a CSS px. */
export const dotOf = (width: number, ratio: number): number =>
  Math.max(1, Math.round(Math.max(2.3 * ratio, Math.min(10 * ratio, width * 0.36))));

type Box = [left: number, top: number, width: number, height: number];
/** Marks so small that only their outer shape is seen, in halves of a cell around its middle: filled parts, and parts of which the outline is drawn. */
const SMALL: Partial<Record<Look, { fills?: Box[]; lines?: Box[] }>> = {
  content_error: { fills: [[-0.66, -0.95, 1.32, 1.9]] },
  blank: { lines: [[-0.85, -0.55, 1.7, 1.1]] },
  content_unreachable: {
    fills: [
      [-0.62, -0.95, 1.24, 0.8],
      [-0.62, 0.2, 1.24, 0.75],
    ],
  },
  background: { lines: [[-0.8, -0.5, 1.6, 1]], fills: [[-0.8, 0, 0.8, 0.5]] },
  loading: { lines: [[-0.45, -0.7, 0.9, 1.4]], fills: [[-0.45, 0, 0.9, 0.7]] },
  idle: { lines: [[-0.4, -0.6, 0.8, 1.2]] },
};
/** From this side on (CSS px) a mark is drawn with all that is inside of it. */
const WHOLE_FROM = 13;

/** How much of its cell a mark takes: weight is severity. */
const SIDES: Record<Severity, number> = { alarm: 1, caution: 0.98, note: 0.86, quiet: 0.86, good: 0.86 };

const COLOURS: Partial<Record<Look, keyof Palette>> = {
  offline: 'alarm-fill',
  content_error: 'alarm-fill',
  blank: 'alarm-fill',
  content_unreachable: 'caution-fill',
  unstable: 'caution',
  background: 'note-fill',
  loading: 'note-fill',
  idle: 'ink-3',
  unlinked: 'ink-3',
  showing: 'ink-faint',
};

function drawSmall(brush: Brush, look: Look, x: number, y: number, half: number, is: Palette): void {
  const colour = is[COLOURS[look] ?? 'ink-3'];
  brush.fillStyle = brush.strokeStyle = colour;
  if (look === 'offline') {
    brush.beginPath();
    brush.arc(x, y, half * 0.98, 0, 2 * Math.PI);
    brush.fill();
    brush.fillStyle = is['on-alarm'];
    brush.fillRect(x - half * 0.55, y - half * 0.17, half * 1.1, half * 0.34);
    return;
  }
  if (look === 'unlinked') {
    // On whole pixels: what lies on the edge between two of them is too faint.
    const dot = Math.max(1, Math.round(half * 0.3));
    for (const step of [-1, 0, 1])
      brush.fillRect(Math.round(x + step * half * 0.6 - dot / 2), Math.round(y - dot / 2), dot, dot);
    return;
  }
  if (look === 'unstable') {
    brush.lineWidth = Math.max(1, half * 0.3);
    brush.beginPath();
    brush.arc(x, y, half * 0.7, 0, 2 * Math.PI);
    brush.stroke();
    return;
  }
  const { fills = [], lines = [] } = SMALL[look] ?? {};
  const within = ([left, top, width, height]: Box): Box => [
    x + left * half,
    y + top * half,
    width * half,
    height * half,
  ];
  for (const box of fills) brush.fillRect(...within(box));
  brush.lineWidth = Math.max(1, half * (look === 'blank' ? 0.3 : 0.2));
  for (const box of lines) brush.strokeRect(...within(box));
  // On a light ground this fill alone would be too faint.
  if (look !== 'content_unreachable') return;
  brush.strokeStyle = is.caution;
  brush.lineWidth = Math.max(0.7, half * 0.14);
  for (const box of fills) brush.strokeRect(...within(box));
}

/** The mark of a sign from afar, in a cell whose middle is at (x, y). `isOld`: the page isn't live, and what was healthy is hollow. */
export function drawMark(kit: Kit, look: Look, x: number, y: number, cell: number, isOld: boolean): void {
  const { brush, palette, ratio } = kit;
  if (look === 'none') return;
  if (look === 'showing') {
    const dot = dotOf(cell, ratio);
    brush.fillStyle = palette['ink-faint'];
    const [left, top] = [Math.round(x - dot / 2), Math.round(y - dot / 2)];
    brush.fillRect(left, top, dot, dot);
    const hole = dot - 2 * Math.max(1, Math.round(ratio));
    if (!isOld || hole < 1) return;
    brush.fillStyle = palette.ground;
    brush.fillRect(left + (dot - hole) / 2, top + (dot - hole) / 2, hole, hole);
    return;
  }
  const side = cell * SIDES[severityOf(look)];
  if (side < WHOLE_FROM * ratio) drawSmall(brush, look, x, y, side / 2, palette);
  else drawShape(kit, look, x - side / 2, y - side / 2, side, palette[COLOURS[look] ?? 'ink-3']);
}
