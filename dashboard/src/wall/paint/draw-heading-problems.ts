import type { HeadingProblem } from '../place-heading.ts';
import type { Brush } from './paint-kit-types.ts';
import type { Palette } from './palette.ts';

/** What is wrong in a place, at the end of its heading. */

/** As much of it as has room, each in its colour. `dip` takes a font's weight and a colour; `line`: in device pixels. */
export function drawProblems(
  brush: Brush,
  wrong: readonly HeadingProblem[],
  isOld: boolean,
  palette: Palette,
  { from, end, base }: { from: number; end: number; base: number },
  dip: (weight: number, colour: string) => void,
): void {
  const colourOf = (isAlarm: boolean) => (isOld ? palette['ink-3'] : isAlarm ? palette.alarm : palette.caution);
  dip(600, palette.ink);
  for (let most = wrong.length; most > 0; most -= 1) {
    const parts = wrong.slice(0, most).map(({ said, isAlarm }, nth) => {
      const text = nth < most - 1 ? `${said}, ` : said;
      return { text, colour: colourOf(isAlarm), width: brush.measureText(text).width };
    });
    let at = end - parts.reduce((sum, { width }) => sum + width, 0);
    if (at < from) continue;
    for (const { text, colour, width } of parts) {
      dip(600, colour);
      brush.fillText(text, at, base);
      at += width;
    }
    return;
  }
}
