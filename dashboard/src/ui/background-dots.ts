/** The field of healthy signs beside the door: where each stands, and how faint it is. Always the same. */

const PITCH_X = 18;
const PITCH_Y = 24;
/** Eight shades, so that the whole field is eight paths. */
const SHADES = 8;
const FAINTEST = 0.35;
const STEP = 0.04;
const SIGN = 'h8v5h-8z';

interface Dots {
  opacity: number;
  path: string;
}

/** The field of `width` × `height`, without the sign in column `goneX` of row `goneY`. */
export function dotsOf(width: number, height: number, goneX: number, goneY: number): Dots[] {
  const paths: string[] = Array.from({ length: SHADES }, () => '');
  let state = 7;
  for (let row = 0; row * PITCH_Y < height; row += 1) {
    for (let column = 0; column * PITCH_X < width; column += 1) {
      state = (state * 48_271) % 2_147_483_647;
      if (row !== goneY || column !== goneX)
        paths[state % SHADES] += `M${5 + column * PITCH_X} ${9.5 + row * PITCH_Y}${SIGN}`;
    }
  }
  return paths.map((path, shade) => ({ path, opacity: FAINTEST + shade * STEP }));
}
