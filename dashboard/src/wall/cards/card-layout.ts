/** How cards lie: so many in a line as have room. Pure. Lengths are in rem. */

const LEAST = 206 / 16;
const GAP = 14 / 16;
const PADDING = 1;
/** Below a picture: name, facts, heartbeats, and what is between two lines. */
const BELOW = 75 / 16;
/** Height ÷ width of a picture: that of most screens, so that nothing of it is cut off. */
const PICTURE = 9 / 16;
/** Above the first line and below the last. */
export const CARDS_PADDING_REM = 14 / 16;

export const cardsInLine = (width: number): number =>
  Math.max(1, Math.floor((width - 2 * PADDING + GAP) / (LEAST + GAP)));

/** How high a line of cards is, where they have this width. */
export function cardLine(width: number): number {
  const many = cardsInLine(width);
  return ((width - 2 * PADDING - GAP * (many - 1)) / many) * PICTURE + BELOW;
}

/** Whether so many cards are seen at once. */
export const cardsFit = (count: number, width: number, height: number): boolean =>
  Math.ceil(count / cardsInLine(width)) * cardLine(width) + CARDS_PADDING_REM <= height;
