import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_DOCUMENT, type StoredDocument } from '../state/stored-document.ts';
import { createStoreWriter } from './store-writer.ts';
import { createVirtualClock, settle } from '../testing/virtual-clock.ts';

const documentOf = (revision: number): StoredDocument => ({ ...EMPTY_DOCUMENT, notice: String(revision) });

test('K3: one write at a time, what is reported stored is on disk, and the last state wins, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ failing: fc.boolean(), pauseMs: fc.integer({ min: 0, max: 3_000 }) }), {
        minLength: 1,
        maxLength: 20,
      }),
      async (writes) => {
        const clock = createVirtualClock();
        let disk = 0;
        let atWork = 0;
        let failNext = false;
        const writer = createStoreWriter({
          clock,
          firstMs: 1_000,
          longestMs: 4_000,
          onFailed: () => {},
          onStored: (revision) => expect(disk).toBe(revision),
          store: {
            async write(document) {
              atWork += 1;
              expect(atWork).toBe(1);
              await new Promise<void>((resolve) => clock.after(500, resolve));
              atWork -= 1;
              if (failNext) {
                failNext = false;
                throw new Error('the disk is full');
              }
              disk = Number((document as StoredDocument).notice);
            },
          },
        });
        for (const [index, { failing, pauseMs }] of writes.entries()) {
          failNext ||= failing;
          writer.write(index + 1, documentOf(index + 1));
          await clock.advance(pauseMs);
        }
        await clock.advance(60_000);
        expect(disk).toBe(writes.length);
        expect(clock.pending()).toBe(0);
      },
    ),
    { numRuns: 30 },
  );
});

test('close waits for the write under way and cancels retries', async () => {
  const clock = createVirtualClock();
  const failures: unknown[] = [];
  const writer = createStoreWriter({
    clock,
    firstMs: 1_000,
    longestMs: 4_000,
    onFailed: (error) => failures.push(error),
    onStored: () => {},
    store: {
      write: () => Promise.reject(new Error('the disk is full')),
    },
  });
  writer.write(1, documentOf(1));
  await settle();
  expect(clock.pending()).toBe(1);
  await writer.close();
  writer.write(2, documentOf(2));
  await clock.advance(60_000);
  expect(failures).toHaveLength(1);
  expect(clock.pending()).toBe(0);
});
