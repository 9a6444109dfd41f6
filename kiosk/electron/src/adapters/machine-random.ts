import { randomBytes } from 'node:crypto';
import type { Random } from '@sign-display/contracts/clock-and-random';

/** The machine's own chance: `bytes` is fit for secrets. */
export const machineRandom: Random = {
  float: () => Math.random(),
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
