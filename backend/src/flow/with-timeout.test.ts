import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { withTimeout } from './with-timeout.ts';

/** A clock that says how many of its timers are set. */
function createCountedClock() {
  const clock = createManualClock();
  const timers = new Set<() => void>();
  const after = (delayMs: number, task: () => void) => {
    const cancel = clock.after(delayMs, task);
    timers.add(cancel);
    return () => {
      timers.delete(cancel);
      cancel();
    };
  };
  return { ...clock, after, timers };
}

test('within gives what the promise resolves with, and leaves no timer behind', async () => {
  const clock = createCountedClock();
  const asked = Promise.withResolvers<number>();
  const outcome = withTimeout(clock, asked.promise, 1_000, 'late');
  expect(clock.timers.size).toBe(1);
  asked.resolve(7);
  expect(await outcome).toBe(7);
  expect(clock.timers.size).toBe(0);
});

test('within gives `late` at its deadline and not before, and drops a rejection that comes later', async () => {
  const clock = createCountedClock();
  const asked = Promise.withResolvers<number>();
  let told: unknown = null;
  const outcome = withTimeout(clock, asked.promise, 1_000, 'late').then((result) => (told = result));
  clock.advance(999);
  await new Promise(setImmediate);
  expect(told).toBeNull();
  clock.advance(1);
  expect(await outcome).toBe('late');
  asked.reject(new Error('too late'));
});

test('within rejects as the promise does, and leaves no timer behind', async () => {
  const clock = createCountedClock();
  await expect(withTimeout(clock, Promise.reject(new Error('away')), 1_000, null)).rejects.toThrow('away');
  expect(clock.timers.size).toBe(0);
});
