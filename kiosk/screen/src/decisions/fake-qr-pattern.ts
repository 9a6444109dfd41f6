/** A QR code of version 6 has as many modules in a row: what a sign's own needs. */
const SIZE = 41;
const FINDER = 7;

/**
 * What is drawn where no claim can work: it looks like a QR and encodes nothing. A camera may read a real one through the bar, and who scans it would
 * wait for a claim that can't come. The finder squares are true; the format and the data are a fixed scatter that no decoder accepts. `border`: its light
 * border in modules.
 */
export function strikePattern(border: number): boolean[][] {
  const places = Array.from({ length: SIZE + 2 * border }, (_, at) => at - border);
  return places.map((y) => places.map((x) => isInside(x) && isInside(y) && (finder(x, y) ?? scattered(x, y))));
}

const isInside = (at: number): boolean => at >= 0 && at < SIZE;

/** The module of a finder square or of the light border around it; null elsewhere. */
function finder(x: number, y: number): boolean | null {
  for (const [left, top] of [[0, 0] as const, [SIZE - FINDER, 0] as const, [0, SIZE - FINDER] as const]) {
    const distance = Math.max(Math.abs(x - left - 3), Math.abs(y - top - 3));
    if (distance <= 4) return distance !== 4 && distance !== 2;
  }
  return null;
}

/** About half of the modules, by a small hash of their place. */
function scattered(x: number, y: number): boolean {
  let hash = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) & 1) === 1;
}
