import { beforeEach, afterEach, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { onEndOfProcess } from './process-signals.ts';

/** Which signals are one wish (contract, section 6), on a clock in the test's hand. That they arrive is in shutdown.test.ts. */

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
let clock: ManualClock;
let heard: string[];
let before: Record<(typeof SIGNALS)[number], NodeJS.SignalsListener[]>;

const added = (signal: (typeof SIGNALS)[number]): NodeJS.SignalsListener[] =>
  process.listeners(signal).filter((listener) => !before[signal].includes(listener));

/** As if the process got it, but nobody else in it. */
function get(signal: (typeof SIGNALS)[number]): void {
  for (const listener of added(signal)) listener(signal);
}

beforeEach(() => {
  before = { SIGTERM: process.listeners('SIGTERM'), SIGINT: process.listeners('SIGINT') };
  clock = createManualClock();
  heard = [];
  onEndOfProcess({
    clock,
    underNpm: false,
    end: (reason) => void heard.push(reason),
    endNow: () => void heard.push('now'),
  });
});
afterEach(() => {
  for (const signal of SIGNALS) for (const listener of added(signal)) process.off(signal, listener);
});

test.for(SIGNALS)('%s ends it, once', (signal) => {
  expect(heard).toEqual([]);
  get(signal);
  expect(heard).toEqual([signal]);
});

test('a signal that comes again within 500 ms, as through npm, is the same wish', () => {
  get('SIGINT');
  get('SIGINT');
  clock.advance(500);
  get('SIGTERM');
  expect(heard).toEqual(['SIGINT']);
});

test('one that comes later ends it at once, whichever it is', () => {
  get('SIGTERM');
  clock.advance(501);
  get('SIGINT');
  expect(heard).toEqual(['SIGTERM', 'now']);
});
