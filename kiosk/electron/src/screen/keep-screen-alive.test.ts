import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { restoreScreen } from './keep-screen-alive.ts';

const HOUR_MS = 3_600_000;

function screen(does: { crashesAtLoad?: boolean; answers: () => Promise<unknown> }) {
  const clock = createVirtualClock();
  const counts = { loads: 0, kills: 0 };
  const page = new EventEmitter();
  const gone = (): unknown => page.emit('render-process-gone', {}, { reason: 'crashed' });
  const parts = {
    on: (name: string, listener: () => void) => void page.on(name, listener),
    ask: does.answers,
    load() {
      counts.loads += 1;
      if (does.crashesAtLoad === true) clock.after(1, gone);
    },
    kill() {
      counts.kills += 1;
      gone();
    },
  };
  restoreScreen(parts, clock);
  return { clock, counts, page, gone };
}

test('our screen that crashes whenever it is loaded is loaded ever more slowly, and never given up', async () => {
  const { clock, counts } = screen({ crashesAtLoad: true, answers: () => Promise.resolve() });
  await clock.advance(1_000);
  expect(counts.loads).toBe(1);
  await clock.advance(HOUR_MS);
  expect(counts.loads).toBeLessThan(75);
  const anHour = counts.loads;
  await clock.advance(HOUR_MS);
  expect(counts.loads - anHour).toBeGreaterThan(55);
});

test('our screen that hangs is ended and comes back; one that answers is left alone', async () => {
  const hanging = screen({ answers: () => new Promise(() => {}) });
  await hanging.clock.advance(21_000);
  expect(hanging.counts).toEqual({ loads: 2, kills: 1 });
  const fine = screen({ answers: () => Promise.resolve() });
  await fine.clock.advance(HOUR_MS);
  expect(fine.counts).toEqual({ loads: 1, kills: 0 });
});

test('our screen that has ended with its window is not loaded again', async () => {
  const { clock, counts, page, gone } = screen({ answers: () => new Promise(() => {}) });
  gone();
  page.emit('destroyed');
  await clock.advance(HOUR_MS);
  expect(counts).toEqual({ loads: 1, kills: 0 });
});
