import type { Clock } from '@sign-display/contracts/clock-and-random';

/**
 * What `promise` resolves with, or `late` if that takes longer than `delayMs` milliseconds by the clock. Rejects as the promise does. A promise that
 * is late goes on; what it brings then is dropped, its rejection too.
 */
export async function withTimeout<Value, Late>(
  clock: Clock,
  promise: Promise<Value>,
  delayMs: number,
  late: Late,
): Promise<Value | Late> {
  const waited = Promise.withResolvers<Late>();
  const cancel = clock.after(delayMs, () => waited.resolve(late));
  return await Promise.race([promise, waited.promise]).finally(cancel);
}
