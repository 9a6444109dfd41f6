import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { wait } from './wait.ts';

/** Longer than any test may take. */
const VERY_LONG_MS = 3_600_000;

test('a wait ends after its time, and its signal keeps no listener', async () => {
  const { signal } = new AbortController();
  await wait(systemClock, 1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a wait ends when its signal fires', async () => {
  const controller = new AbortController();
  const waiting = wait(systemClock, VERY_LONG_MS, controller.signal);
  controller.abort();
  await waiting;
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('a wait whose signal fired before ends at once', async () => {
  await expect(wait(systemClock, VERY_LONG_MS, AbortSignal.abort())).resolves.toBeUndefined();
});
