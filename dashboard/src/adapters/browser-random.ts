import type { Random } from '@sign-display/contracts/clock-and-random';

/** `crypto.randomUUID` is missing on a page that came over http; this is not. */
export const browserRandom: Random = {
  float: () => Math.random(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
