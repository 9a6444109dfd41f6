import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { createTaskQueue } from './task-queue.ts';

test('tasks run one at a time in the order of the calls, whichever of them fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ durationMs: fc.integer({ min: 0, max: 50 }), fails: fc.boolean() })),
      async (tasks) => {
        const clock = createVirtualClock();
        const inTurn = createTaskQueue();
        const started: number[] = [];
        let running = 0;
        const outcomes = tasks.map(({ durationMs, fails }, index) =>
          inTurn(async () => {
            started.push(index);
            running += 1;
            expect(running).toBe(1);
            await new Promise<void>((resolve) => clock.after(durationMs, resolve));
            running -= 1;
            if (fails) throw new Error(`task ${index}`);
            return index;
          }),
        );
        const settled = Promise.allSettled(outcomes);
        await clock.advance(50 * tasks.length);
        expect(started).toEqual(tasks.map((_, index) => index));
        expect((await settled).map(({ status }) => status)).toEqual(
          tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
      },
    ),
  );
});
