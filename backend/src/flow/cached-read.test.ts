import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createCachedRead } from './cached-read.ts';

const KEPT_MS = 1_000;

/** A read in the test's hand: it sees the world as it is when it begins, and is answered when the test says so. */
function startWorld() {
  const clock = createManualClock();
  const world = { state: 0, version: 0 };
  const underWay: { end(isRight: boolean): void }[] = [];
  let begun = 0;
  const ask = createCachedRead({
    clock,
    keptMs: KEPT_MS,
    read() {
      begun += 1;
      const seen = world.state;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      underWay.push({ end: (isRight) => (isRight ? resolve(seen) : reject(new Error('away'))) });
      return promise;
    },
  });
  const answerNext = async (isRight = true): Promise<void> => {
    underWay.shift()?.end(isRight);
    await new Promise(setImmediate);
  };
  return { clock, world, underWay, ask: () => ask('key', () => world.version), answerNext, begun: () => begun };
}

describe('what is read once for many', () => {
  test('is never older than the change that was known when it was asked for, whatever comes when; of a key one read is under way', async () => {
    const step = fc.constantFrom('ask', 'change', 'untold', 'answer', 'fail', 'time');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, world, underWay, ask, answerNext } = startWorld();
        const told: Promise<void>[] = [];
        let changedAt: number[] = [];
        for (const each of steps) {
          if (each === 'ask') {
            // What was changed and told, and what was changed long enough ago, is in every answer from now on.
            const known = Math.max(
              world.version,
              changedAt.findLastIndex((atMs) => clock.monotonicMs() - atMs >= KEPT_MS) + 1,
            );
            const answered = ask();
            told.push(
              answered.then(
                (seen) => expect(seen).toBeGreaterThanOrEqual(known),
                () => {},
              ),
            );
          } else if (each === 'change') {
            changedAt = [...changedAt, clock.monotonicMs()];
            world.version = world.state += 1;
          } else if (each === 'untold') {
            changedAt = [...changedAt, clock.monotonicMs()];
            world.state += 1;
          } else if (each === 'time') clock.advance(KEPT_MS / 2);
          else await answerNext(each === 'answer');
          expect(underWay.length).toBeLessThanOrEqual(1);
        }
        while (underWay.length > 0) await answerNext();
        await Promise.all(told);
      }),
    );
  });

  test('costs one read for all who ask while nothing changes', async () => {
    const { clock, world, ask, answerNext, begun } = startWorld();
    const asked = Promise.all(Array.from({ length: 16 }, ask));
    await answerNext();
    expect(await asked).toEqual(Array(16).fill(0));
    clock.advance(KEPT_MS - 1);
    await ask();
    expect(begun()).toBe(1);
    world.version = world.state = 1;
    const [first, second] = [ask(), ask()];
    await answerNext();
    expect([await first, await second, begun()]).toEqual([1, 1, 2]);
  });

  test('is not kept where it failed', async () => {
    const { ask, answerNext } = startWorld();
    const failing = ask().catch((error: Error) => error.message);
    await answerNext(false);
    expect(await failing).toBe('away');
    const again = ask();
    await answerNext();
    expect(await again).toBe(0);
  });
});
