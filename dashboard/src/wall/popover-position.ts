import type { Size } from './map-layout.ts';

/** Where what is told of a sign stands beside it: never over it, and never over something else that stands there already. Pure; px of the canvas. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** From the edge of the canvas. */
const EDGE = 4;

/** The smallest box of whole px around another: what stands beside it begins at a whole px, so that its letters are sharp. */
export function inWholePx({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

export const isOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * A box of that size at `away` from `what`, below it if it can be, else above, right or left of it, and inside of the canvas; not over `avoid`. Where all of that can't be
 * had, it is inside of the canvas. `shift`: where it begins, below or above, from the left of `what`.
 */
export function peekPosition(what: Box, of: Size, canvas: Size, away: number, shift: number, avoid: Box | null): Box {
  const inside = (at: number, long: number, whole: number) => Math.max(EDGE, Math.min(at, whole - long - EDGE));
  const [alongX, alongY] = [
    inside(what.x + shift, of.width, canvas.width),
    inside(Math.round(what.y + what.height / 2 - of.height / 2), of.height, canvas.height),
  ];
  const below = { x: alongX, y: what.y + what.height + away };
  const above = { x: alongX, y: what.y - of.height - away };
  const right = { x: what.x + what.width + away, y: alongY };
  const left = { x: what.x - of.width - away, y: alongY };
  const tries = [below, above, right, left].map((at) => ({ ...at, ...of }));
  const isInside = ({ x, y, width, height }: Box) =>
    x >= EDGE && y >= EDGE && x + width <= canvas.width - EDGE && y + height <= canvas.height - EDGE;
  const isFree = (one: Box) => isInside(one) && (!avoid || !isOver(one, avoid));
  const corners = avoid ? cornersOf(of, canvas).filter((one) => !isOver(one, avoid) && !isOver(one, what)) : [];
  return (
    tries.find(isFree) ??
    corners[0] ??
    tries.find(isInside) ?? {
      x: alongX,
      y: inside(what.y - of.height - away, of.height, canvas.height),
      ...of,
    }
  );
}

const cornersOf = (of: Size, canvas: Size): Box[] =>
  [EDGE, canvas.height - of.height - EDGE].flatMap((y) =>
    [canvas.width - of.width - EDGE, EDGE].map((x) => ({ x, y, ...of })),
  );
