import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBatchedWrite } from './batched-write.ts';

const unavailable = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

it('has the word of the statement for all on whom it writes, and that of one of his own on everybody else', async () => {
  const key = fc.record({ many: fc.boolean(), one: fc.boolean() });
  const what = fc.constantFrom('answers', 'fails' as const);
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.tuple(key, what), { maxLength: 12 }), async (s, asked) => {
      const alone: unknown[] = [];
      const write = createBatchedWrite<(typeof asked)[number]>(
        async (keys) => {
          await s.schedule(Promise.resolve());
          if (keys.some(([, does]) => does === 'fails')) throw new Error('value out of range');
          return keys.map(([{ many }]) => many);
        },
        async (one) => {
          alone.push(one);
          await s.schedule(Promise.resolve());
          return one[0].one;
        },
      );
      const answers = await s.waitFor(Promise.all(asked.map(write)));
      for (const [index, answer] of answers.entries()) {
        const [{ many, one }] = asked[index]!;
        expect(answer).toBe(alone.includes(asked[index]) ? one : many);
        if (!alone.includes(asked[index])) expect(answer).toBe(true);
      }
      if (asked.some(([, does]) => does === 'fails')) expect(alone.length).toBe(asked.length);
      else expect(alone.length).toBe(asked.filter(([{ many }]) => !many).length);
    }),
  );
});

it('of a database that is away is not asked once more for each of them', async () => {
  const write = createBatchedWrite<number>(
    () => Promise.reject(unavailable()),
    () => Promise.reject(new Error('asked alone')),
  );
  const outcomes = await Promise.allSettled([1, 2, 3].map(write));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
    Array(3).fill(String(unavailable())),
  );
});

it('R4: writes those together who come one by one while another is written', async () => {
  const statements: number[] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = Promise.withResolvers<void>();
  const write = createBatchedWrite<number>(
    async (keys) => {
      statements.push(keys.length);
      if (statements.length === 1) await first.promise;
      return keys.map(() => true);
    },
    () => Promise.reject(new Error('written by itself')),
  );
  const written: Promise<boolean>[] = [];
  for (let key = 0; key < 50; key += 1) {
    written.push(write(key));
    await turn();
  }
  first.resolve();
  expect(await Promise.all(written)).toEqual(Array(50).fill(true));
  expect(statements).toEqual([1, 49]);
});
