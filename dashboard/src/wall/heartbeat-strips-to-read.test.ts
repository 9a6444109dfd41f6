import { STRIPS_MOST } from '@sign-display/contracts/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripsDue } from './heartbeat-strips-to-read.ts';

test('D1: request by request the strip of every sign that is shown and there is asked for once, and no other', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 900 }).map(String), { maxLength: 700 });
  fc.assert(
    fc.property(
      fc.array(ids, { maxLength: 3 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }).map(String)),
      (wanted, gone) => {
        const [isGone, read] = [new Set(gone), new Map<string, number>()];
        const asked: string[] = [];
        for (;;) {
          const due = stripsDue(
            wanted,
            (id) => read.get(id),
            100,
            (id) => !isGone.has(id),
          );
          if (due.length === 0) break;
          expect(due.length).toBeLessThanOrEqual(STRIPS_MOST);
          asked.push(...due);
          for (const id of due) read.set(id, 100);
        }
        const all = new Set(wanted.flat().filter((id) => !isGone.has(id)));
        expect(asked).toHaveLength(all.size);
        expect(new Set(asked)).toEqual(all);
      },
    ),
  );
});

test('D1: what was read before is asked for again when it is no longer fresh', () => {
  const due = (freshFromMs: number) =>
    stripsDue(
      [['a', 'b']],
      (id) => (id === 'a' ? 50 : 150),
      freshFromMs,
      () => true,
    );
  expect([due(50), due(100), due(151)]).toEqual([[], ['a'], ['a', 'b']]);
});
