import type { Random } from '../ports.ts';

/** Chance under a seed (mulberry32): the same seed, the same sign. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    float: () => next() / 2 ** 32,
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
  };
}
