/** How cards lie: so many in a line as have room. Pure. Lengths are in rem. */

const LEAST = 206 / 16;
const GAP = 14 / 16;
const PADDING = 1;
/** A card and what is between two lines. */
export const CARD_LINE_REM = 191 / 16;
/** Above the first line and below the last. */
export const CARDS_PADDING_REM = 14 / 16;

export const cardsInLine = (width: number): number =>
  Math.max(1, Math.floor((width - 2 * PADDING + GAP) / (LEAST + GAP)));

/** Whether so many cards are seen at once. */
export const cardsFit = (count: number, width: number, height: number): boolean =>
  Math.ceil(count / cardsInLine(width)) * CARD_LINE_REM + CARDS_PADDING_REM <= height;
