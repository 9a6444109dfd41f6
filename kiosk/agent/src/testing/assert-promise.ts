import type { SignWorld } from './sign-world.ts';

/** Throws with the promise that was broken. */
export function assertPromise(condition: boolean, promise: string): void {
  if (!condition) throw new Error(`broken: ${promise}`);
}

/** The backend's clock. */
export const serverNow = (world: SignWorld): number => world.wallMs + world.monotonicMs;
