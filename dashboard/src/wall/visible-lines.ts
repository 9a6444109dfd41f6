/** Which lines of a long list are drawn: all have one height, so it is two divisions. Pure. */

/** Drawn above and below what is seen, so that scrolling finds them there. */
const SPARE = 6;

export interface Stretch {
  /** The number of the first line and of the one after the last. */
  from: number;
  until: number;
}

/** `top`, `bottom`: what is seen of the list, in px from its top; both may lie outside of it. */
export function drawnLines(count: number, lineHeight: number, top: number, bottom: number): Stretch {
  if (lineHeight <= 0 || bottom <= top) return { from: 0, until: 0 };
  const within = (line: number): number => Math.max(0, Math.min(count, line));
  return { from: within(Math.floor(top / lineHeight) - SPARE), until: within(Math.ceil(bottom / lineHeight) + SPARE) };
}

/** By how much it has to scroll so that all of a line is seen; 0 where it is. */
export function scrollTo(line: number, lineHeight: number, top: number, bottom: number): number {
  const [from, until] = [line * lineHeight, (line + 1) * lineHeight];
  if (from < top) return from - top;
  return until > bottom ? Math.min(until - bottom, from - top) : 0;
}
