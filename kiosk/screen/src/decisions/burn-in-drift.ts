/** One walk around the loop. */
const LOOP_MS = 600_000;
/** The corners of the loop, in hundredths of the shorter side: 8 px on a 1080p screen. */
const CORNERS = [
  [0, 0],
  [0.8, -0.8],
  [0, 0.8],
  [-0.8, -0.4],
] as const;

/**
 * Where the whole picture stands at `nowMs`, so that no edge burns into the panel. `unitPx`: pixels in a hundredth of the shorter side. The answer is in
 * whole pixels: the modules of the QR and the text stay sharp, and between two steps nothing is drawn.
 */
export function driftAt(nowMs: number, unitPx: number): { x: number; y: number } {
  const place = ((((nowMs % LOOP_MS) + LOOP_MS) % LOOP_MS) / LOOP_MS) * CORNERS.length;
  const at = Math.floor(place);
  const [fromX, fromY] = CORNERS[at]!;
  const [toX, toY] = CORNERS[(at + 1) % CORNERS.length]!;
  const part = place - at;
  const px = (from: number, to: number): number => Math.round((from + (to - from) * part) * unitPx) + 0;
  return { x: px(fromX, toX), y: px(fromY, toY) };
}
