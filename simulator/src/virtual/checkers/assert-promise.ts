import { BrokenPromise } from './checker.ts';

/** Ends the run where a promise does not hold. `found` is called then only. */
export function assertPromise(
  holds: boolean,
  promise: string,
  words: string,
  found: () => { seen: unknown; expected: unknown },
): asserts holds {
  if (!holds) throw new BrokenPromise(promise, words, found());
}
