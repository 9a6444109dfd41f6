import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFileOutbox } from './file-outbox.ts';
import { createPowerCutDisk } from './testing/power-cut-disk.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;

const anyDeed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), batch: fc.nat(3), size: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), batch: fc.nat(3), size: fc.constant(0) }) },
);
const anyLife = fc.record({
  deeds: fc.array(anyDeed, { minLength: 1, maxLength: 8 }),
  at: fc.integer({ min: 1, max: 40 }),
});

describe('K7: the outbox on a disk that loses what was not synced', () => {
  test.each(['power cut', 'ENOSPC'] as const)(
    'keeps each list whole up to what was acknowledged, whatever call a %s meets',
    async (trouble) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyLife, { minLength: 1, maxLength: 4 }),
          fc.infiniteStream(fc.nat()),
          async (lives, choices) => {
            const chances = choices[Symbol.iterator]();
            const disk = createPowerCutDisk();
            let count = 0;
            /** What was acknowledged, and what was asked for behind it. A batch that was removed may come back. */
            const lists = new Map<number, { kept: unknown[]; asked: unknown[]; isGone: boolean }>();
            for (const [life, { deeds, at }] of lives.entries()) {
              const outbox = createFileOutbox(disk, '/outbox');
              if (trouble === 'power cut') disk.cutAt(at);
              else disk.failAt(at, trouble, 3);
              for (const { kind, batch: number, size } of deeds) {
                // A start begins batches of its own.
                const batch = life * 10 + number;
                const list = lists.get(batch) ?? { kept: [], asked: [], isGone: false };
                if (kind === 'append' && !list.isGone) {
                  lists.set(batch, list);
                  // As the agent does it: what was not acknowledged is given again, with what is new.
                  list.asked = [...list.asked, (count += 1), { text: 'é'.repeat(size) }];
                  await outbox.append(idOf(batch), list.asked.slice(list.kept.length)).then(
                    () => (list.kept = list.asked),
                    () => {},
                  );
                } else if (kind === 'remove') {
                  list.isGone = true;
                  await outbox.remove(idOf(batch)).catch(() => {});
                }
              }
              if (trouble === 'power cut') disk.powerOn((most) => (chances.next().value as number) % (most + 1));
              const found = await createFileOutbox(disk, '/outbox').read();
              expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted(byLife));
              for (const [batch, list] of lists) {
                const records = found.find(({ id }) => id === idOf(batch))?.records;
                if (list.isGone) continue;
                expect(records?.slice(0, list.kept.length) ?? []).toEqual(list.kept);
                expect(list.asked.slice(0, records?.length ?? 0)).toEqual(records ?? []);
              }
            }
          },
        ),
        { numRuns: 500 },
      );
    },
  );

  test('writes each record once, so a batch of 32 kB that grows by a hundred entries costs 32 kB and not 1.6 MB', async () => {
    const disk = createPowerCutDisk();
    let bytes = 0;
    const counting: typeof disk = {
      ...disk,
      async open(path, how) {
        const file = await disk.open(path, how);
        return {
          ...file,
          write(part) {
            bytes += part.length;
            return file.write(part);
          },
        };
      },
    };
    const outbox = createFileOutbox(counting, '/outbox');
    for (let entry = 0; entry < 100; entry += 1) await outbox.append(idOf(1), [{ url: 'x'.repeat(300) }]);
    expect(bytes).toBeLessThan(34_000);
    expect((await outbox.read())[0]?.records).toHaveLength(100);
  });
});

/** Batches of earlier starts are older. */
const byLife = (one: string, other: string): number =>
  Math.floor(Number(one.slice(-12)) / 10) - Math.floor(Number(other.slice(-12)) / 10);
