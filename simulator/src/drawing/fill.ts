/** How much of each pixel lies inside of an outline: 0–255, row by row, from (`left`, `top`) on. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  coverage: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

/** Closed; the last point leads back to the first. */
export type Outline = readonly Point[];

/**
 * Adds one edge to `area`: in each pixel the part of it that lies right of the edge, signed by the edge's direction, and in the pixel behind it the rest. The
 * sums along a row are then the coverage.
 */
function addEdge(area: Float64Array, stride: number, from: Point, to: Point): void {
  if (from.y === to.y) return;
  const sign = from.y < to.y ? 1 : -1;
  const [above, below] = sign === 1 ? [from, to] : [to, from];
  const slope = (below.x - above.x) / (below.y - above.y);
  for (let row = Math.floor(above.y); row < below.y; row += 1) {
    const [start, end] = [Math.max(row, above.y), Math.min(row + 1, below.y)];
    const xs = [above.x + (start - above.y) * slope, above.x + (end - above.y) * slope];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const height = sign * (end - start);
    const run = right - left;
    for (let column = Math.floor(left); column < right || column === Math.floor(left); column += 1) {
      const [a, b] = [Math.max(column, left), Math.min(column + 1, right)];
      // The share of the edge's height that it passes in this column.
      const part = run === 0 ? height : (height * (b - a)) / run;
      const inside = part * (column + 1 - (a + b) / 2);
      area[row * stride + column]! += inside;
      area[row * stride + column + 1]! += part - inside;
    }
  }
}

/** The mask of what the outlines enclose together; where they run opposite ways inside of each other, that is a hole. Pure. */
export function fillOutlines(outlines: readonly Outline[]): Mask {
  const points = outlines.flat();
  if (points.length === 0) return { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array() };
  const bounds = (values: number[]) => [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))] as const;
  const [left, right] = bounds(points.map(({ x }) => x));
  const [top, bottom] = bounds(points.map(({ y }) => y));
  const [width, height] = [right - left, bottom - top];
  // What lies right of the last column falls into two more.
  const stride = width + 2;
  const area = new Float64Array(stride * (height + 1));
  const moved = ({ x, y }: Point): Point => ({ x: x - left, y: y - top });
  for (const outline of outlines)
    for (const [index, point] of outline.entries())
      addEdge(area, stride, moved(point), moved(outline[(index + 1) % outline.length]!));
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += area[row * stride + column]!;
      coverage[row * width + column] = Math.round(Math.min(1, Math.abs(sum)) * 255);
    }
  }
  return { left, top, width, height, coverage };
}
