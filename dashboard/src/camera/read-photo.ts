import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { PhotoResult } from './parse-photo-texts.ts';
import { openReader } from './reading/reader.ts';

/** Three sizes at 1.5 s each, twice, and a slow phone that opens a photo of 50 million pixels. */
const LONGEST_MS = 15_000;

/**
 * Looks for a sign's QR in a photo (`<input type=file accept="image/*" capture="environment">`), off the page's thread. Rejects where the reader did not load, could not read
 * it, or took longer than 15 s; its worker is ended in each case.
 */
export async function readPhoto(photo: Blob, clock: Clock): Promise<PhotoResult> {
  const reader = openReader();
  const stop = clock.after(LONGEST_MS, () => reader.close());
  try {
    return await reader.readPhoto(photo);
  } finally {
    stop();
    reader.close();
  }
}
