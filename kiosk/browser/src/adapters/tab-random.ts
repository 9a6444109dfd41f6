import type { Random } from '@sign-display/contracts/ports';

/** `crypto.randomUUID` and `crypto.subtle` are missing on a page that came over http; this is not. */
export const tabRandom: Random = {
  float: () => Math.random(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
