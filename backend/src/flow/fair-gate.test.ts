import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairGate } from './fair-gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('R4: an owner never runs more than its share, and other owners use the rest immediately', async () => {
  const owner = fc.constantFrom('a', 'a', 'a', 'b', 'c');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.oneof(owner, fc.constant('end')), { maxLength: 60 }),
      async (atOnceEach, more, steps) => {
        const atOnce = atOnceEach + more;
        const gate = createFairGate({ atOnce, atOnceEach });
        const running: { owner: string; end: () => void }[] = [];
        const asked = new Map<string, number>();
        const results: Promise<void>[] = [];
        const runningOf = (name: string) => running.filter((each) => each.owner === name).length;
        for (const step of steps) {
          if (step === 'end') {
            const ended = running.shift();
            if (ended) asked.set(ended.owner, asked.get(ended.owner)! - 1);
            ended?.end();
          } else {
            asked.set(step, (asked.get(step) ?? 0) + 1);
            results.push(gate.run(step, () => new Promise((end) => running.push({ owner: step, end }))));
          }
          await settle();
          const wanted = [...asked.values()].reduce((sum, count) => sum + Math.min(count, atOnceEach), 0);
          expect(running.length).toBe(Math.min(atOnce, wanted));
          for (const name of asked.keys()) expect(runningOf(name)).toBeLessThanOrEqual(atOnceEach);
        }
        while (running.length > 0) {
          running.shift()!.end();
          await settle();
        }
        await Promise.all(results);
      },
    ),
    { numRuns: 200 },
  );
});

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
