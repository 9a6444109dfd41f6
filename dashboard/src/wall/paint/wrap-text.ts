import { fitted, lettersOf } from './fit-text.ts';

/** A whole name on several lines: broken at a space, else inside a word; only what the last line has no room for loses its middle. Pure. */

/** The first words of a line should not be shorter than this where the next one would be broken on the line after it anyway. */
const WORTH_A_LINE = 4;
/** A part of a word is at least so long. */
const PART_LEAST = 3;

/** `first`, `rest`: the room of the first line and of each after it, in the unit of `widthOf`. `most`: so many lines. */
export function wrapped(
  text: string,
  { first, rest, most }: { first: number; rest: number; most: number },
  widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let words = text.split(' ');
  while (words.length > 0) {
    const room = lines.length === 0 ? first : rest;
    const left = words.join(' ');
    if (lines.length === most - 1 || widthOf(left) <= room) return [...lines, fitted(left, room, widthOf)];
    let taken = 0;
    while (taken < words.length && widthOf(words.slice(0, taken + 1).join(' ')) <= room) taken += 1;
    let line = words.slice(0, taken).join(' ');
    const next = words[taken]!;
    if (taken === 0 || (widthOf(next) > rest && line.length < WORTH_A_LINE)) {
      const letters = lettersOf(line === '' ? next : `${line} ${next}`);
      let many = letters.length - 2;
      const part = () => `${letters.slice(0, many).join('')}-`;
      while (many > PART_LEAST && widthOf(part()) > room) many -= 1;
      // Not even a part of it has room: it is cut like any other.
      if (many <= 0 || widthOf(part()) > room) return [...lines, fitted(left, room, widthOf)];
      line = part();
      words = [letters.slice(many).join(''), ...words.slice(taken + 1)];
    } else words = words.slice(taken);
    lines.push(line);
  }
  return lines;
}
