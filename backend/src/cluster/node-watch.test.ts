import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
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

/** The looks of a membership: renewed in one statement with the questions, and after 2 s without an answer alone. Latencies in ms. */
function planLooks(latencies: readonly number[]): { askedAtMs: number; answeredAtMs: number }[] {
  let nowMs = 0;
  let isAskingUntilMs = 0;
  const looks: { askedAtMs: number; answeredAtMs: number }[] = [];
  for (const latency of latencies) {
    looks.push({ askedAtMs: nowMs, answeredAtMs: nowMs + latency });
    if (nowMs >= isAskingUntilMs && latency > RENEW_LEASE_EVERY_MS) {
      // The combined one goes on beside those that follow.
      isAskingUntilMs = nowMs + latency;
      nowMs += RENEW_LEASE_EVERY_MS;
    } else nowMs += latency + RENEW_LEASE_EVERY_MS;
  }
  return looks;
}

/** Has a node that renewed its lease before, and never after, looked at so. When it was found dead; null: it was not. */
function findDeath(looks: { askedAtMs: number; answeredAtMs: number }[]): number | null {
  let nowMs = 0;
  const watch = createNodeWatch({ monotonicMs: () => nowMs });
  for (const { askedAtMs, answeredAtMs } of looks.toSorted((a, b) => a.answeredAtMs - b.answeredAtMs)) {
    nowMs = answeredAtMs;
    watch.looked([{ id: 'other', lease: '1' }], askedAtMs);
    if (watch.isDead('other')) return nowMs;
  }
  return null;
}

const SLOW_MS = LEASE_MS - 1;
const FOUND_WITHIN_MS = 90_000;
const latenciesOf = (latency: fc.Arbitrary<number>) => fc.array(latency, { minLength: 100, maxLength: 100 });

test('R2: a dead node is found within 90 s, though each look takes up to 10 s and some are answered out of order', () => {
  fc.assert(
    fc.property(latenciesOf(fc.integer({ min: 0, max: SLOW_MS })), (latencies) => {
      const foundMs = findDeath(planLooks(latencies));
      expect(foundMs).not.toBe(null);
      expect(foundMs).toBeGreaterThanOrEqual(LEASE_MS);
      expect(foundMs).toBeLessThanOrEqual(FOUND_WITHIN_MS);
    }),
  );
});

test.for([2_100, 5_000, 9_999])('R2: a dead node is found though each look takes %i ms', (latency) => {
  const oneAfterTheOther = Array.from({ length: 100 }, (_, index) => {
    const askedAtMs = index * (latency + RENEW_LEASE_EVERY_MS);
    return { askedAtMs, answeredAtMs: askedAtMs + latency };
  });
  for (const looks of [oneAfterTheOther, planLooks(Array<number>(100).fill(latency))]) {
    const foundMs = findDeath(looks);
    expect(foundMs).not.toBe(null);
    expect(foundMs).toBeLessThanOrEqual(FOUND_WITHIN_MS);
  }
});

test('R2: looks that are answered out of order never move the watch back', () => {
  const look = fc.record({ askedAtMs: fc.nat(60_000), latency: fc.integer({ min: 0, max: 15_000 }) });
  fc.assert(
    fc.property(fc.array(look), (looks) => {
      let nowMs = 0;
      const watch = createNodeWatch({ monotonicMs: () => nowMs });
      let beforeMs = -Infinity;
      const answers = looks.map(({ askedAtMs, latency }) => ({ askedAtMs, answeredAtMs: askedAtMs + latency }));
      for (const { askedAtMs, answeredAtMs } of answers.sort((a, b) => a.answeredAtMs - b.answeredAtMs)) {
        nowMs = answeredAtMs;
        watch.looked([{ id: 'other', lease: '1' }], askedAtMs);
        expect(watch.lookBeforeMs).toBeGreaterThanOrEqual(beforeMs);
        beforeMs = watch.lookBeforeMs;
      }
    }),
  );
});

test('R2: a node whose renewals are as slow as the looks, at up to 8 s, is never found dead', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000 }), fc.nat(12_000), (latency, phase) => {
      // Each statement waits for `latency`, and is executed then.
      const executed = planLooks(Array<number>(200).fill(latency)).map(({ answeredAtMs }) => answeredAtMs - phase);
      let nowMs = 0;
      const watch = createNodeWatch({ monotonicMs: () => nowMs });
      const looks = planLooks(Array<number>(100).fill(latency));
      for (const { askedAtMs, answeredAtMs } of looks.sort((a, b) => a.answeredAtMs - b.answeredAtMs)) {
        nowMs = answeredAtMs;
        watch.looked([{ id: 'other', lease: String(executed.filter((at) => at <= nowMs).length) }], askedAtMs);
        expect(watch.isDead('other')).toBe(false);
      }
    }),
  );
});

test('R2: after an outage in which a look hung for 10 s nobody is dead who was not watched for 10 s since', () => {
  const { watch, pass, look } = createWatching();
  for (let passed = 0; passed < LEASE_MS - RENEW_LEASE_EVERY_MS; passed += RENEW_LEASE_EVERY_MS) {
    look();
    pass(RENEW_LEASE_EVERY_MS);
  }
  look({ answerAfterMs: LEASE_MS });
  for (let passed = 0; passed < LEASE_MS; passed += RENEW_LEASE_EVERY_MS) {
    expect(watch.isDead('other')).toBe(false);
    pass(RENEW_LEASE_EVERY_MS);
    look();
  }
  expect(watch.isDead('other')).toBe(true);
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
