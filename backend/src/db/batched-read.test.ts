import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

it('answers each asking from a read that began after it, whatever order things come in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b', 'change'), { maxLength: 30 }),
      async (s, steps) => {
        let version = 0;
        let underWay = 0;
        const read = createBatchedRead(async (keys) => {
          underWay += 1;
          expect(underWay).toBeLessThanOrEqual(2);
          // What is seen is what was there when the read began, however late it answers.
          const rows = new Map(keys.map((key) => [key, { key, version }]));
          await s.schedule(Promise.resolve());
          underWay -= 1;
          return rows;
        });
        const asked: Promise<void>[] = [];
        const { task } = s.scheduleSequence(
          steps.map((step) => async () => {
            if (step === 'change') return void (version += 1);
            const atLeast = version;
            const check = (row: { key: string; version: number } | null): void => {
              expect(row?.key).toBe(step);
              expect(row?.version).toBeGreaterThanOrEqual(atLeast);
            };
            asked.push(read(step).then(check));
          }),
        );
        await s.waitFor(task);
        await s.waitFor(Promise.all(asked));
      },
    ),
  );
});
