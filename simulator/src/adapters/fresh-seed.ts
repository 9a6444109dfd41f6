import { randomInt } from 'node:crypto';

/** The first of some seeds that nobody has chosen. */
export const freshSeed = (): number => randomInt(1_000_000, 2 ** 31);
