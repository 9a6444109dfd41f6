import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNewestTaskGate } from './newest-task-gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('R4: an owner has one running and one waiting task, and a newer task replaces the waiting one immediately', async () => {
  const step = fc.constantFrom('a', 'a', 'a', 'b', 'c', 'end', 'fail');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 60 }), async (atOnce, steps) => {
      const gate = createNewestTaskGate<number>({ atOnce });
      const running: { owner: string; nth: number; end: (how: string) => void }[] = [];
      const waiting = new Map<string, number>();
      const results = new Map<number, number | string | null>();
      const replaced = new Set<number>();
      const failed = new Set<number>();
      let asked = 0;
      function ask(owner: string): void {
        const nth = asked;
        asked += 1;
        const older = waiting.get(owner);
        if (older !== undefined) replaced.add(older);
        waiting.set(owner, nth);
        const task = () =>
          new Promise<number>((resolve, reject) => {
            expect(waiting.get(owner)).toBe(nth);
            waiting.delete(owner);
            running.push({ owner, nth, end: (how) => (how === 'end' ? resolve(nth) : reject(new Error('failed'))) });
          });
        gate.run(owner, task).then(
          (result) => results.set(nth, result),
          () => results.set(nth, 'failed'),
        );
      }
      async function end(how: string): Promise<void> {
        const first = running.shift();
        if (first && how === 'fail') failed.add(first.nth);
        first?.end(how);
        await settle();
      }
      for (const each of steps) {
        if (each === 'end' || each === 'fail') await end(each);
        else ask(each);
        await settle();
        const owners = running.map(({ owner }) => owner);
        expect(running.length).toBeLessThanOrEqual(atOnce);
        expect(new Set(owners).size).toBe(owners.length);
        // A task waits only behind a task of the same owner, or while the gate is full.
        for (const owner of waiting.keys()) expect(owners.includes(owner) || running.length === atOnce).toBe(true);
        for (const nth of replaced) expect(results.get(nth)).toBeNull();
      }
      while (running.length > 0) await end('end');
      expect(waiting.size).toBe(0);
      const expected = Array.from({ length: asked }, (_, nth) =>
        replaced.has(nth) ? null : failed.has(nth) ? 'failed' : nth,
      );
      expect(Array.from({ length: asked }, (_, nth) => results.get(nth))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
