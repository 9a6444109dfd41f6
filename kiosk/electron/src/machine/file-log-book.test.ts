import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogLine } from '@sign-display/kiosk-agent/ports';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { createFileLogBook } from './file-log-book.ts';
import { createPowerCutDisk, type PowerCutDisk } from './testing/power-cut-disk.ts';

const PATH = '/data/log.jsonl';
const MOST = 4_000;
const lineOf = (number: number, length = 100): LogLine => ({
  at: '2026-11-21T00:00:00.000Z',
  level: 'info',
  message: `${number} ${'x'.repeat(length)}`,
});
const numbersOf = (lines: readonly unknown[]): number[] =>
  lines.map((line) => Number.parseInt((line as LogLine).message, 10));

function bookOn(disk: PowerCutDisk) {
  const clock = createVirtualClock();
  return { clock, book: createFileLogBook({ files: disk, clock, path: PATH, mostBytes: MOST }) };
}

describe('the log on disk', () => {
  test('holds the newest lines over a restart, in order and within its bytes, and at least a half of what may be kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.nat(200), { maxLength: 30 }), { maxLength: 6 }), async (starts) => {
        const disk = createPowerCutDisk();
        let count = 0;
        const sizes: number[] = [];
        for (const lengths of starts) {
          const { clock, book } = bookOn(disk);
          for (const length of lengths) {
            const line = lineOf((count += 1), length);
            sizes.push(JSON.stringify(line).length + 2);
            book.append(line);
            await clock.advance(1_100);
          }
          await book.close();
          const kept = numbersOf(await bookOn(disk).book.read());
          expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => count - kept.length + 1 + index));
          const bytes = (await Promise.all(disk.names().map((name) => disk.read(name)))).reduce(
            (sum, file) => sum + (file?.length ?? 0),
            0,
          );
          expect(bytes).toBeLessThanOrEqual(MOST + 1);
          const lost = sizes.slice(0, count - kept.length);
          if (lost.length > 0)
            expect(sizes.slice(count - kept.length).reduce((a, b) => a + b, 0)).toBeGreaterThan(MOST / 4);
        }
      }),
    );
  });

  test('survives a power cut at any call with every line that was synced, and never reads a torn one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), async (cutAt, choices) => {
        const disk = createPowerCutDisk();
        const first = bookOn(disk);
        first.book.append(lineOf(1));
        await first.book.close();
        await disk.syncFolder('/data');
        const { book } = bookOn(disk);
        disk.cutAt(cutAt);
        for (let number = 2; number < 8; number += 1) {
          book.append(lineOf(number));
          await book.close();
        }
        const chances = choices[Symbol.iterator]();
        disk.powerOn((most) => (chances.next().value as number) % (most + 1));
        const after = bookOn(disk).book;
        expect(numbersOf(await after.read())).toContain(1);
        after.append(lineOf(99));
        await after.close();
        expect(numbersOf(await after.read()).at(-1)).toBe(99);
      }),
    );
  });

  test('keeps its lines while the disk is full and writes them when there is room', async () => {
    const disk = createPowerCutDisk();
    const { book } = bookOn(disk);
    disk.failAt(1, 'ENOSPC', 2);
    book.append(lineOf(1));
    await book.close();
    book.append(lineOf(2));
    await book.close();
    await book.close();
    expect(numbersOf(await book.read())).toEqual([1, 2]);
  });

  test('A1: lines whose write fails while the log is cleared do not come back', async () => {
    const disk = createPowerCutDisk();
    let clearing: Promise<void> | undefined;
    const files = {
      ...disk,
      read: (path: string) => {
        clearing ??= book.clear();
        return disk.read(path);
      },
    };
    const book = createFileLogBook({ files, clock: createVirtualClock(), path: PATH, mostBytes: MOST });
    disk.failAt(1, 'EIO');
    book.append(lineOf(1));
    await book.close();
    await clearing;
    await book.close();
    expect(await book.read()).toEqual([]);
  });

  test('A1: is forgotten for good when a claim ends, also by a power cut right behind that', async () => {
    const disk = createPowerCutDisk();
    const { book } = bookOn(disk);
    for (let number = 0; number < 60; number += 1) {
      book.append(lineOf(number));
      await book.close();
    }
    await disk.syncFolder('/data');
    book.append(lineOf(60));
    await book.clear();
    disk.powerOn(() => 0);
    expect(await bookOn(disk).book.read()).toEqual([]);
  });
});
