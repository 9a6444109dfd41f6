import type { Arrangement, Size } from './map-layout.ts';
import { cellOf, groundAt, nearestTo, pointOf, type Ground } from './map-coordinates.ts';

/** What part of the ground is seen, and how near. A zoom leaves the nearest sign where it is, not the ground below the pointer: empty ground does not grow. Pure. */

export interface Camera {
  pitch: number;
  /** What of the ground is at the canvas's top left corner. */
  x: number;
  y: number;
}

/** The widest cell. Past this, keys and buttons go over to the list of cards. */
export const NEAREST = 300;
const nearestOf = ({ pitch }: Arrangement): number => Math.max(NEAREST, pitch);
/** Whether the map can't be seen from nearer. */
export const isNearest = (arrangement: Arrangement, { pitch }: Camera): boolean =>
  pitch >= nearestOf(arrangement) - 0.5;

/** Nothing beyond the ground is shown, but where all of it is smaller than the canvas. */
export function held(ground: Ground, { pitch, x, y }: Camera, size: Size): Camera {
  const within = (at: number, whole: number, seen: number) => Math.max(0, Math.min(at, whole - seen));
  return { pitch, x: within(x, ground.width, size.width), y: within(y, ground.height, size.height) };
}

/** Everything in view, or, where that does not fit, the top of it. */
export const wholeOf = ({ pitch }: Arrangement): Camera => ({ pitch, x: 0, y: 0 });

/** As near as `pitch` says, within what may be; the sign that is nearest to `at`, a point of the canvas, stays where it is. Where it is out of view, it comes to the middle. */
export function zoomed(
  arrangement: Arrangement,
  camera: Camera,
  size: Size,
  pitch: number,
  at: { x: number; y: number },
): Camera {
  const to = Math.max(arrangement.pitch, Math.min(nearestOf(arrangement), pitch));
  if (arrangement.counts.length === 0) return { ...camera, pitch: to };
  const before = groundAt(arrangement, camera.pitch);
  const spot = nearestTo(before, camera.x + at.x, camera.y + at.y);
  const from = pointOf(before, spot);
  let [x, y] = [from.x - camera.x, from.y - camera.y];
  if (x < 0 || y < 0 || x > size.width || y > size.height) [x, y] = [size.width / 2, size.height / 2];
  const after = groundAt(arrangement, to);
  const there = pointOf(after, spot);
  return held(after, { pitch: to, x: there.x - x, y: there.y - y }, size);
}

/** So much of a sign counts as seen, and so much is left around one that is brought back. */
const SEEN_LEAST = 8;
const BACK_ROOM = 16;

/** Whether any sign is in view: of a place all full rows, and its last one. */
function isAnySeen(ground: Ground, { x, y }: Camera, { width, height }: Size): boolean {
  const { counts, perRow } = ground.arrangement;
  const isWithin = (from: number, to: number, whole: number) => to > SEEN_LEAST && from < whole - SEEN_LEAST;
  return counts.some((count, place) => {
    const [left, top, high] = [ground.lefts[place]! - x, ground.tops[place]! - y, ground.cellHeights[place]!];
    const full = Math.floor(count / perRow[place]!);
    const isRowSeen = (inRow: number, from: number, to: number) =>
      isWithin(left, left + inRow * ground.cellWidths[place]!, width) && isWithin(from, to, height);
    return (
      (full > 0 && isRowSeen(perRow[place]!, top, top + full * high)) ||
      (count % perRow[place]! > 0 && isRowSeen(count % perRow[place]!, top + full * high, top + (full + 1) * high))
    );
  });
}

/** After a drag: within the ground, and where no sign is in view, with the nearest one. */
export function kept(ground: Ground, moved: Camera, size: Size): Camera {
  const camera = held(ground, moved, size);
  if (ground.firsts.length < 2 || isAnySeen(ground, camera, size)) return camera;
  const { sign } = nearestTo(ground, camera.x + size.width / 2, camera.y + size.height / 2);
  const { x, y, width, height } = cellOf(ground, sign);
  const into = (at: number, from: number, long: number, seen: number) =>
    Math.min(from - BACK_ROOM, Math.max(from + long + BACK_ROOM - seen, at));
  const back = { x: into(camera.x, x, width, size.width), y: into(camera.y, y, height, size.height) };
  return held(ground, { pitch: camera.pitch, ...back }, size);
}

/** What is seen, and where it lies. */
export interface View {
  ground: Ground;
  camera: Camera;
}

/**
 * How a picture of one view is laid over another until that is painted: so many times as large, and so far from the canvas's corner. The sign nearest to the point
 * `still` of the canvas, in px, is where it will be; elsewhere headings, which don't grow with cells, put it a little wrong.
 */
export function laidOver(
  from: View,
  to: View,
  still: { x: number; y: number },
): { times: number; x: number; y: number } {
  const times = to.ground.pitch / from.ground.pitch;
  const spot = nearestTo(to.ground, to.camera.x + still.x, to.camera.y + still.y);
  const [before, after] = [pointOf(from.ground, spot), pointOf(to.ground, spot)];
  return {
    times,
    x: after.x - to.camera.x - (before.x - from.camera.x) * times,
    y: after.y - to.camera.y - (before.y - from.camera.y) * times,
  };
}

/** Around a cell that is walked to. */
const ROOM = 40;

/** So that a sign's cell is seen: as it is where it is seen already, else with the cell in the middle. */
export function showing(ground: Ground, camera: Camera, size: Size, sign: number): Camera {
  const { x, y, width, height } = cellOf(ground, sign);
  const [left, top] = [x - camera.x, y - camera.y];
  const room = Math.min(ROOM, size.width / 4, size.height / 4);
  const isSeen = (from: number, long: number, whole: number, scrolled: number, end: number) =>
    (from >= room || scrolled <= 0) &&
    from >= 0 &&
    (from + long <= whole - room || scrolled >= end - whole) &&
    from + long <= whole;
  if (
    isSeen(left, width, size.width, camera.x, ground.width) &&
    isSeen(top, height, size.height, camera.y, ground.height)
  )
    return camera;
  return centred(ground, camera.pitch, size, sign);
}

/** With a sign's cell in the middle, as far as the ground reaches. */
export function centred(ground: Ground, pitch: number, size: Size, sign: number): Camera {
  const { x, y, width, height } = cellOf(ground, sign);
  return held(ground, { pitch, x: x + width / 2 - size.width / 2, y: y + height / 2 - size.height / 2 }, size);
}
