/**
 * How long to wait before what has failed is started again: at first a second, then twice as long each time up to a minute, and it never stops trying. What ran well
 * for five minutes begins at a second again.
 */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const STEADY_MS = 300_000;

/** How many failures that is in a row. `before`: how many there were when what failed now was started; `livedMs`: how long it ran. */
export const failuresNow = (before: number, livedMs: number): number => (livedMs >= STEADY_MS ? 1 : before + 1);

/** Milliseconds to wait after that many failures in a row. */
export const delayAfter = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
