import { SMALL_FROM } from '../cell-levels.ts';
import { EDGE } from '../map-fill.ts';
import { problemCounts } from '../place-heading.ts';
import { fitted, sharedRoom } from './fit-text.ts';
import type { Kit } from './paint-kit-types.ts';
import type { Scene } from './map-paint-input-type.ts';
import { drawProblems } from './draw-heading-problems.ts';
import { dip } from './canvas-text.ts';

/** What stands above the signs of a place: its name, how many there are, and what is wrong with them. */

/** The size of its letters, in CSS px: above marks, and above plates, where it grows as they do. */
const SIZE = { marks: 11, plates: 12, most: 20 };
const LARGER = { from: 120, times: 1.1 };
/** Where a heading's letters stand, as a part of their size above its foot. */
const BASE = 0.42;
/** Between the parts of a heading. */
const GAP = 7;
/** What is seen of a place that begins further left says its name, too, from so far inside of it. */
const NAME_LEAST = 80;

function sizeOf({ ground }: Scene): number {
  const { pitch, arrangement } = ground;
  if (pitch < SMALL_FROM) return SIZE.marks;
  const grown = Math.min(1.5, Math.sqrt(pitch / arrangement.pitch));
  return Math.min(SIZE.most, SIZE.plates * grown * (arrangement.pitch > LARGER.from ? LARGER.times : 1));
}

/** Draws a heading where it is another than the last time. */
export function createHeadings(kit: Kit) {
  const { brush, palette, ratio } = kit;
  /** What was drawn above each place since all was drawn last: mostly a patch changes none of it. */
  const drawn = new Map<number, string>();
  const pixels = (at: number): number => Math.round(at * ratio);

  function draw(scene: Scene, place: number): void {
    const { ground, camera, headingOf, isOld } = scene;
    const { canvas } = brush;
    const high = ground.heading;
    const left = ground.lefts[place]! - camera.x;
    const top = ground.tops[place]! - high - camera.y;
    const long = ground.arrangement.perRow[place]! * ground.cellWidths[place]!;
    if (left * ratio > canvas.width || left + long < 0 || top * ratio > canvas.height || top + high < 0) return;
    const { name, count, wrong } = headingOf(place);
    const told = `${name} ${count} ${wrong.map(({ said }) => said).join(' ')}`;
    if (drawn.get(place) === told) return;
    drawn.set(place, told);
    brush.fillStyle = palette.ground;
    brush.fillRect(pixels(left), pixels(top), pixels(left + long) - pixels(left), pixels(top + high) - pixels(top));
    const size = sizeOf(scene) * ratio;
    const base = pixels(top + high) - Math.round(size * BASE);
    const take = (weight: number, colour: string): void => dip(kit, size, weight, 'normal', colour);
    let from = pixels(Math.max(left, Math.min(left + long - NAME_LEAST, EDGE.left - 8)));
    const end = Math.min(pixels(left + long), canvas.width - 8 * ratio);
    take(420, palette['ink-3']);
    const counted = brush.measureText(String(count)).width;
    take(600, palette.ink);
    const gap = GAP * ratio;
    const gravest = wrong[0] ? brush.measureText(wrong[0].said).width + 2 * gap : 0;
    const named = brush.measureText(name).width;
    const room = sharedRoom(end - from, { named, counted: counted + gap, wrong: gravest, size });
    const called = fitted(name, room.name, (text) => brush.measureText(text).width);
    brush.fillText(called, from, base);
    from += brush.measureText(called).width + gap;
    if (room.isCounted) {
      take(420, palette['ink-3']);
      brush.fillText(String(count), from, base);
      from += counted + gap;
    }
    const said = room.isTold ? wrong : problemCounts(wrong);
    drawProblems(brush, said, isOld, palette, { from, end, base }, take);
  }
  return { draw, forget: () => drawn.clear() };
}
