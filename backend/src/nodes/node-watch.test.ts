import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './lease.ts';
import { createNodeWatch, type NodeWatch } from './node-watch.ts';

/** A node that watches another one, and what really happened. */
function createWatching(): {
  watch: NodeWatch;
  pass(ms: number): void;
  renew(): void;
  look(options?: { answerAfterMs?: number }): void;
  nowMs(): number;
} {
  let nowMs = 0;
  let renewals = 0;
  const watch = createNodeWatch({ monotonicMs: () => nowMs });
  return {
    watch,
    pass: (ms) => void (nowMs += ms),
    renew: () => void (renewals += 1),
    look({ answerAfterMs = 0 } = {}) {
      const [askedAtMs, lease] = [nowMs, String(renewals)];
      nowMs += answerAfterMs;
      watch.looked([{ id: 'other', lease }], askedAtMs);
    },
    nowMs: () => nowMs,
  };
}

const delay = fc.integer({ min: 0, max: 2_500 });

test('F1: a node that renews its lease at least every 9 s is never dead, however late looks are', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ pause: fc.integer({ min: 0, max: 20_000 }), answerAfterMs: delay })), (looks) => {
      const { watch, pass, renew, look, nowMs } = createWatching();
      let renewedMs = 0;
      for (const { pause, answerAfterMs } of looks) {
        for (let left = pause; left > 0; left -= 1_000) {
          pass(Math.min(left, 1_000));
          if (nowMs() - renewedMs < LEASE_MS - 1_000 - answerAfterMs) continue;
          renew();
          renewedMs = nowMs();
        }
        look({ answerAfterMs });
        expect(watch.isDead('other')).toBe(false);
      }
    }),
  );
});

test('F1: a node that renews its lease no more is dead 10 s and a look after the look that saw its last one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: RENEW_LEASE_EVERY_MS }), (phase) => {
      const { watch, pass, renew, look, nowMs } = createWatching();
      for (let rounds = 0; rounds < 5; rounds += 1) {
        pass(RENEW_LEASE_EVERY_MS);
        renew();
        look();
      }
      pass(phase);
      renew();
      const diedMs = nowMs();
      while (!watch.isDead('other')) {
        pass(RENEW_LEASE_EVERY_MS);
        look();
        expect(nowMs() - diedMs).toBeLessThanOrEqual(LEASE_MS + RENEW_LEASE_EVERY_MS);
      }
      expect(watch.dead()).toEqual(['other']);
      expect(nowMs() - diedMs).toBeGreaterThanOrEqual(LEASE_MS);
      renew();
      look();
      expect(watch.isDead('other')).toBe(false);
    }),
  );
});

test('R2: after a gap between two looks nobody is dead who was not watched for 10 s since', () => {
  const { watch, pass, look } = createWatching();
  look();
  pass(60_000);
  look();
  expect(watch.isDead('other')).toBe(false);
  for (let passed = 0; passed < LEASE_MS; passed += RENEW_LEASE_EVERY_MS) {
    expect(watch.isDead('other')).toBe(false);
    pass(RENEW_LEASE_EVERY_MS);
    look();
  }
  expect(watch.isDead('other')).toBe(true);
});

test('a node that was never read, or has no row any more, is not known to be dead', () => {
  const { watch, pass, look } = createWatching();
  expect(watch.isDead('other')).toBe(false);
  for (let passed = 0; passed < 2 * LEASE_MS; passed += RENEW_LEASE_EVERY_MS) {
    look();
    pass(RENEW_LEASE_EVERY_MS);
  }
  expect(watch.isDead('other')).toBe(true);
  watch.looked([], 2 * LEASE_MS);
  expect([watch.isDead('other'), watch.dead()]).toEqual([false, []]);
});

test('R3: a node has renewed its lease after the last time that the old one was read', () => {
  const { watch, pass, renew, look } = createWatching();
  look();
  expect(watch.renewedAfterMs('other')).toBe(-Infinity);
  pass(2_000);
  look();
  pass(100);
  renew();
  pass(1_900);
  look();
  expect(watch.renewedAfterMs('other')).toBe(2_000);
  // An answer that was overtaken says nothing.
  watch.observe([{ id: 'other', lease: '0' }], 3_000);
  expect(watch.renewedAfterMs('other')).toBe(2_000);
});
