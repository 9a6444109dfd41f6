import type { Random } from '@sign-display/contracts/clock-and-random';

/** A page over http has no `crypto.randomUUID` and no `crypto.subtle`, but it has `crypto.getRandomValues`. */
export const tabRandom: Random = {
  float: () => Math.random(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
