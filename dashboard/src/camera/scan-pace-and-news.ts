import { isFound, type Scanned } from './parse-scanned-text.ts';

/** When the next picture of the camera is read, and what of it is told. Pure. */

/** However slow a phone is: somebody waits for the answer. */
const MAX_REST_MS = 500;

/** How long to wait after a picture whose reading took `tookMs`: as long again, so that reading never takes more than half of a core, and the phone stays cool. */
export const restAfter = (tookMs: number): number => Math.min(Math.max(tookMs, 0), MAX_REST_MS);

/** A code that was told, and when it was last in the picture. */
export interface Told {
  key: string;
  lastSeenMs: number;
}

/** A reader misses a frame now and then; a code that was away for this long has left the picture. */
const GONE_MS = 1_500;

/** A sign by its code, however it is written in the QR; anything else by all that was read. */
export const keyOf = (scanned: Scanned): string => (isFound(scanned) ? scanned.shortCode : JSON.stringify(scanned));

/** While nobody looked, what was told has stayed in the picture as far as we know; the first picture afterwards counts from now, however long the reader took. */
export const lookingAgain = (told: Told | null, nowMs: number): Told | null => told && { ...told, lastSeenMs: nowMs };

/** Whether a code that is in the picture now is told: not one that was told and has stayed there since. */
export const isNews = (told: Told | null, key: string, nowMs: number): boolean =>
  told === null || told.key !== key || nowMs - told.lastSeenMs >= GONE_MS;
