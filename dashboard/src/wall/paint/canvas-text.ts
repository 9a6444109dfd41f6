import { fitted } from './fit-text.ts';
import type { Kit } from './paint-kit-types.ts';
import { wrapped } from './wrap-text.ts';

/** Text on a canvas. What was measured once is known; all lengths are device pixels. */

const MEASURED_MOST = 8_000;

/** The width of letters: a canvas knows only steps of widths, so the narrowest is a family of its own. */
export type Stretch = 'plate' | 'semi-condensed' | 'normal';

export function dip({ brush }: Kit, size: number, weight: number, stretch: Stretch, colour: string): void {
  const family = stretch === 'plate' ? 'Archivo Plate' : 'Archivo Variable';
  brush.font = `${weight} ${size}px "${family}", "Noto Sans Arabic Variable", sans-serif`;
  brush.fontStretch = stretch === 'plate' ? 'condensed' : stretch;
  brush.fillStyle = colour;
}

function known({ brush, measured }: Kit, how: string, make: (widthOf: (text: string) => number) => readonly string[]) {
  const key = `${brush.font} ${brush.fontStretch} ${how}`;
  const before = measured.get(key);
  if (before) return before;
  if (measured.size >= MEASURED_MOST) measured.clear();
  const made = make((text) => brush.measureText(text).width);
  measured.set(key, made);
  return made;
}

/** The text as it fits into the room, in the font that was taken last. */
export const labelIn = (kit: Kit, text: string, room: number): string =>
  known(kit, `${Math.floor(room)} ${text}`, (widthOf) => [fitted(text, room, widthOf)])[0]!;

/** The same on several lines (`wrapped`). */
export const linesIn = (kit: Kit, text: string, first: number, rest: number, most: number): readonly string[] =>
  known(kit, `${Math.floor(first)} ${Math.floor(rest)} ${most} ${text}`, (widthOf) =>
    wrapped(text, { first, rest, most }, widthOf),
  );

/** The first of these texts that has room, or the last of them as it fits. */
export const firstThatFits = (kit: Kit, texts: readonly string[], room: number): string =>
  known(kit, `${Math.floor(room)} ${texts.join('|')}`, (widthOf) => [
    fitted(texts.find((text) => widthOf(text) <= room) ?? texts.at(-1)!, room, widthOf),
  ])[0]!;

/** A name that is read from the right begins there. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** How far from the left a text of that room begins. */
export const insetOf = ({ brush }: Kit, text: string, room: number): number =>
  RIGHT_TO_LEFT.test(text) ? Math.max(0, room - brush.measureText(text).width) : 0;
