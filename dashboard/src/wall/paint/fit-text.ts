/** Text as wide as there is room: what is too long loses its middle, never its end, which tells neighbours apart. Pure. */

/** How much of what is left stands before the gap. */
const BEFORE = 0.62;

/** Made once: it costs more than what it does for a name. */
const letterwise = new Intl.Segmenter();

export const lettersOf = (text: string): string[] => Array.from(letterwise.segment(text), ({ segment }) => segment);

/** `widthOf`: of a text, in the unit of `room`. Empty where not even the gap has room. */
export function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  const whole = widthOf(text);
  if (whole <= room) return text;
  const letters = lettersOf(text);
  const cut = (left: number) => {
    const before = Math.ceil(left * BEFORE);
    const [start, end] = [letters.slice(0, before).join(''), letters.slice(letters.length - (left - before)).join('')];
    return `${start.trimEnd()}…${left - before > 0 ? end.trimStart() : ''}`;
  };
  let left = Math.min(letters.length - 1, Math.max(1, Math.floor((letters.length * room) / whole)));
  while (left > 0 && widthOf(cut(left)) > room) left -= 1;
  return left > 0 ? cut(left) : widthOf('…') <= room ? '…' : '';
}

/** The least that is worth reading of a name, in letters' heights. */
const NAME_LEAST = 2;
/** How much of its room a name keeps before what is wrong. */
const NAME_SHARE = 0.5;

/**
 * What of `room` a place's name has, before how many signs there are and before what is gravest there; each with its gap, 0 where there is none. For what is wrong a name is
 * cut to half of the room, never further: a name that can't be read is worse than a trouble that its mark shows, too. `named`: the whole name; `size`: of its letters.
 */
export function sharedRoom(
  room: number,
  { named, counted, wrong, size }: { named: number; counted: number; wrong: number; size: number },
): { name: number; isCounted: boolean; isTold: boolean } {
  const least = NAME_LEAST * size;
  const tries =
    wrong > 0
      ? [
          [counted, wrong],
          [0, wrong],
          [counted, 0],
        ]
      : [[counted, 0]];
  for (const [before, after] of tries as [number, number][]) {
    const name = room - before - after;
    if (name >= (after > 0 ? Math.min(named, Math.max(least, room * NAME_SHARE)) : least))
      return { name, isCounted: before > 0, isTold: after > 0 };
  }
  return { name: room, isCounted: false, isTold: false };
}
