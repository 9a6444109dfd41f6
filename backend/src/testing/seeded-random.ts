import { createHash } from 'node:crypto';
import type { Random } from '@sign-display/contracts/clock-and-random';

/** Chance that comes out the same each time: SHA-256 over `seed` and a counter. */
export function createSeededRandom(seed: string): Random {
  let count = 0;
  const block = () =>
    createHash('sha256')
      .update(`${seed}:${(count += 1)}`)
      .digest();
  return {
    float: () => block().readUInt32BE(0) / 2 ** 32,
    bytes(length) {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, block);
      return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
    },
  };
}
