import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairGate } from './fair-gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('R4: whoever waits behind k tasks of their own sees at most k + 1 of anybody else’s begin before theirs, and no more than the bound run', async () => {
  const step = fc.oneof(fc.constantFrom('a', 'a', 'a', 'b', 'c'), fc.constant('end'), fc.constant('fail'));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 60 }), async (atOnce, steps) => {
      const gate = createFairGate({ atOnce });
      const begun: { whose: string; number: number }[] = [];
      const running: ((how: 'end' | 'fail') => void)[] = [];
      const asked: { whose: string; begunBefore: number; ownBefore: number }[] = [];
      const results: Promise<unknown>[] = [];
      const ownOf = (whose: string, list: readonly { whose: string }[]) =>
        list.filter((each) => each.whose === whose).length;
      async function take(one: string): Promise<void> {
        if (one === 'end' || one === 'fail') running.shift()?.(one);
        else {
          const number = asked.length;
          asked.push({ whose: one, begunBefore: begun.length, ownBefore: ownOf(one, asked) - ownOf(one, begun) });
          const task = () =>
            new Promise<void>((resolve, reject) => {
              begun.push({ whose: one, number });
              running.push((how) => (how === 'end' ? resolve() : reject(new Error('failed'))));
            });
          results.push(gate.run(one, task).catch((error: unknown) => error));
        }
        await settle();
        expect(running.length).toBeLessThanOrEqual(atOnce);
      }
      for (const each of steps) await take(each);
      while (running.length > 0) await take('end');
      await Promise.all(results);
      expect(begun.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([...asked.keys()]);
      for (const [number, { whose, begunBefore, ownBefore }] of asked.entries()) {
        const at = begun.findIndex((each) => each.number === number);
        const between = begun.slice(begunBefore, at);
        expect(ownOf(whose, between)).toBe(ownBefore);
        for (const other of ['a', 'b', 'c'])
          if (other !== whose) expect(ownOf(other, between)).toBeLessThanOrEqual(ownBefore + 1);
      }
    }),
    { numRuns: 200 },
  );
});
