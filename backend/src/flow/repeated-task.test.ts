import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { repeat } from './repeated-task.ts';

const turn = () => new Promise(setImmediate);

test('a run begins its delay after the run before has ended, not after it has begun', async () => {
  const clock = createManualClock();
  const begunAtMs: number[] = [];
  const repetition = repeat(
    clock,
    () => 1_000,
    async () => {
      begunAtMs.push(clock.monotonicMs());
      await new Promise<void>((resolve) => clock.after(300, resolve));
    },
  );
  for (let passedMs = 0; passedMs < 3_000; passedMs += 100) {
    clock.advance(100);
    await turn();
  }
  expect(begunAtMs).toEqual([1_000, 2_300]);
  await repetition.stop();
});

test('a stop waits for the run under way, and none begins after it', async () => {
  const clock = createManualClock();
  const work = Promise.withResolvers<void>();
  let runs = 0;
  const repetition = repeat(
    clock,
    () => 1_000,
    () => {
      runs += 1;
      return work.promise;
    },
  );
  clock.advance(1_000);
  let isStopped = false;
  const stopped = repetition.stop().then(() => (isStopped = true));
  await turn();
  expect([runs, isStopped]).toEqual([1, false]);
  work.resolve();
  await stopped;
  clock.advance(60_000);
  await turn();
  expect(runs).toBe(1);
});
