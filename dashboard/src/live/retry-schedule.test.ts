import type { Problem } from '@sign-display/contracts/rest/problem';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRetries, waitMsOf } from './retry-schedule.ts';

const problem = (code: Problem['code'], retryAfterMs?: number): Problem => ({
  type: 'about:blank',
  title: '',
  status: 503,
  detail: '',
  code,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** A page with a clock that stands until it is moved. */
function build() {
  let nowMs = 0;
  let timer: { atMs: number; task: () => void } | null = null;
  let worthATry = (): void => {};
  let asked = 0;
  const told: (number | null)[] = [];
  const clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      const mine = { atMs: nowMs + delayMs, task };
      timer = mine;
      return () => void (timer === mine && (timer = null));
    },
  };
  const page = {
    onWorthATry: (run: () => void) => ((worthATry = run), () => (worthATry = () => {})),
    atNextFrame() {},
    atIdleFrame() {},
    atRest() {},
    isAnswering: () => false,
  };
  const tries = makeRetries(
    { clock, page, chance: () => 0.999 },
    () => (asked += 1),
    (atMs) => told.push(atMs),
  );
  return {
    tries,
    asked: () => asked,
    told,
    isWorthATry: () => worthATry(),
    pass(ms: number) {
      nowMs += ms;
      if (timer === null || timer.atMs > nowMs) return;
      const { task } = timer;
      timer = null;
      task();
    },
  };
}

test('A3: what could not be loaded is asked for again, after waits that grow to 15 s and never under what the service asks for', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(60_000),
      (failures, chance, askedMs) => {
        const ms = waitMsOf(null, failures, chance)!;
        expect(ms).toBeGreaterThanOrEqual(Math.min(7_500, 500 * 2 ** failures));
        expect(ms).toBeLessThanOrEqual(15_000);
        expect(waitMsOf(null, failures + 1, chance)!).toBeGreaterThanOrEqual(ms);
        expect(waitMsOf(problem('unavailable', askedMs), failures, chance)!).toBeGreaterThanOrEqual(askedMs);
      },
    ),
  );
});

test('A1: what stays refused is not asked for again', () => {
  for (const code of ['not_found', 'forbidden', 'unauthenticated', 'validation_failed'] as const)
    expect(waitMsOf(problem(code), 0, 0)).toBe(null);
});

test('A3: each failure brings another try', () => {
  const { tries, pass, asked, told } = build();
  tries.failed(problem('unavailable', 4_000));
  expect(told).toEqual([4_000]);
  pass(3_999);
  expect(asked()).toBe(0);
  pass(1);
  expect([asked(), told.at(-1)]).toEqual([1, null]);
  tries.failed(null);
  pass(2_000);
  expect(asked()).toBe(2);
});

test('A3: it is asked for at once when the page is seen or the network is back, but never before the service said', () => {
  const { tries, pass, asked, isWorthATry } = build();
  isWorthATry();
  expect(asked()).toBe(0);
  tries.failed(null);
  isWorthATry();
  expect(asked()).toBe(1);
  // That one is under way.
  isWorthATry();
  expect(asked()).toBe(1);
  tries.failed(problem('unavailable', 20_000));
  isWorthATry();
  tries.now();
  expect(asked()).toBe(1);
  pass(20_000);
  expect(asked()).toBe(2);
  tries.failed(problem('not_found'));
  isWorthATry();
  expect(asked()).toBe(2);
  tries.now();
  tries.stop();
  isWorthATry();
  pass(100_000);
  expect(asked()).toBe(3);
});
