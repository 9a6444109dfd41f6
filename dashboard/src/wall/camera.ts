import type { Arrangement, Size } from './arrange.ts';
import { cornerOf, groundAt, type Ground } from './ground.ts';

/** What part of the ground is seen, and how near. Zooming keeps the point under the pointer where it is, though headings don't grow with cells. Pure. */

export interface Camera {
  pitch: number;
  /** What of the ground is at the canvas's top left corner. */
  x: number;
  y: number;
}

/** From this width on a cell is drawn as a plate. */
export const PLATES_FROM = 44;
/** Past this the map goes over to cards. */
export const CARDS_FROM = 160;

export type Level = 'marks' | 'plates';
export const levelOf = (pitch: number): Level => (pitch < PLATES_FROM ? 'marks' : 'plates');

/** Nothing beyond the ground is shown, but where all of it is smaller than the canvas. */
export function held(ground: Ground, { pitch, x, y }: Camera, size: Size): Camera {
  const within = (at: number, whole: number, seen: number) => Math.max(0, Math.min(at, whole - seen));
  return { pitch, x: within(x, ground.width, size.width), y: within(y, ground.height, size.height) };
}

/** Everything in view, or, where that does not fit, the top of it. */
export const wholeOf = ({ pitch }: Arrangement): Camera => ({ pitch, x: 0, y: 0 });

/** A point of the ground as the nearest place has it: in cells from its first one. That holds at every pitch. */
function anchorAt(ground: Ground, x: number, y: number) {
  const { perRow, counts } = ground.arrangement;
  let [nearest, best] = [0, Infinity];
  counts.forEach((count, place) => {
    const [left, top] = [ground.lefts[place]!, ground.tops[place]!];
    const overX = Math.max(left - x, 0, x - (left + perRow * ground.pitch));
    const overY = Math.max(top - y, 0, y - (top + Math.ceil(count / perRow) * ground.cellHeight));
    const away = overX ** 2 + overY ** 2;
    if (away < best) [nearest, best] = [place, away];
  });
  return {
    place: nearest,
    u: (x - ground.lefts[nearest]!) / ground.pitch,
    v: (y - ground.tops[nearest]!) / ground.cellHeight,
  };
}

/** As near as `pitch` says, within what may be; `at`: the point of the canvas that stays. */
export function zoomed(
  arrangement: Arrangement,
  camera: Camera,
  size: Size,
  pitch: number,
  at: { x: number; y: number },
): Camera {
  const to = Math.max(arrangement.pitch, Math.min(Math.max(CARDS_FROM, arrangement.pitch), pitch));
  if (arrangement.counts.length === 0) return { ...camera, pitch: to };
  const { place, u, v } = anchorAt(groundAt(arrangement, camera.pitch), camera.x + at.x, camera.y + at.y);
  const ground = groundAt(arrangement, to);
  const x = ground.lefts[place]! + u * ground.pitch - at.x;
  const y = ground.tops[place]! + v * ground.cellHeight - at.y;
  return held(ground, { pitch: to, x, y }, size);
}

/** What is seen, and where it lies. */
export interface View {
  ground: Ground;
  camera: Camera;
}

/**
 * How a picture of one view is laid over another until that is painted: so many times as large, and so far from the canvas's corner. The point `still` of the
 * canvas, in px, has below it what it will have; elsewhere headings, which don't grow with cells, put it a little wrong.
 */
export function laidOver(
  from: View,
  to: View,
  still: { x: number; y: number },
): { times: number; x: number; y: number } {
  const times = to.ground.pitch / from.ground.pitch;
  const { place, u, v } = anchorAt(to.ground, to.camera.x + still.x, to.camera.y + still.y);
  const x = from.ground.lefts[place]! + u * from.ground.pitch - from.camera.x;
  const y = from.ground.tops[place]! + v * from.ground.cellHeight - from.camera.y;
  return { times, x: still.x - x * times, y: still.y - y * times };
}

/** Around a cell that is walked to. */
const ROOM = 40;

/** So that a sign's cell is seen: as it is where it is seen already, else with the cell in the middle. */
export function showing(ground: Ground, camera: Camera, size: Size, sign: number): Camera {
  const { x, y } = cornerOf(ground, sign);
  const [left, top] = [x - camera.x, y - camera.y];
  const room = Math.min(ROOM, size.width / 4, size.height / 4);
  const isSeen = (from: number, long: number, whole: number, scrolled: number, end: number) =>
    (from >= room || scrolled <= 0) &&
    from >= 0 &&
    (from + long <= whole - room || scrolled >= end - whole) &&
    from + long <= whole;
  if (
    isSeen(left, ground.pitch, size.width, camera.x, ground.width) &&
    isSeen(top, ground.cellHeight, size.height, camera.y, ground.height)
  )
    return camera;
  return centred(ground, camera.pitch, size, sign);
}

/** With a sign's cell in the middle, as far as the ground reaches. */
export function centred(ground: Ground, pitch: number, size: Size, sign: number): Camera {
  const { x, y } = cornerOf(ground, sign);
  return held(
    ground,
    { pitch, x: x + ground.pitch / 2 - size.width / 2, y: y + ground.cellHeight / 2 - size.height / 2 },
    size,
  );
}
