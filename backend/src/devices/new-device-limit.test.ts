import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createBindingLimit } from './new-device-limit.ts';

const MINUTE_MS = 60_000;

describe('new signIds of one address', () => {
  test('are so many at once, then a hundredth of that a minute', () => {
    const clock = createManualClock();
    const limit = createBindingLimit(clock, 2_000);
    const takeAll = (): number => {
      for (let count = 0; ; count += 1) if (limit.take('192.0.2.1') !== null) return count;
    };
    expect(takeAll()).toBe(2_000);
    clock.advance(MINUTE_MS);
    expect(takeAll()).toBe(20);
    clock.advance(2_999);
    expect(limit.take('192.0.2.1')).toMatchObject({ waitMs: 1 });
    clock.advance(1);
    expect(limit.take('192.0.2.1')).toBeNull();
    clock.advance(200 * MINUTE_MS);
    expect(takeAll()).toBe(2_000);
    expect(limit.take('192.0.2.2')).toBeNull();
  });

  test('whatever the order: never more than the allowance in any time, and who waits as told is let in', () => {
    const step = fc.record({ address: fc.constantFrom('a', 'b'), waitMs: fc.nat(40 * MINUTE_MS) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.array(step, { maxLength: 60 }), (atOnce, steps) => {
        const clock = createManualClock();
        const limit = createBindingLimit(clock, atOnce);
        const begin = clock.monotonicMs();
        const taken = { a: 0, b: 0 };
        for (const { address, waitMs } of steps) {
          clock.advance(waitMs);
          const refusal = limit.take(address);
          if (refusal !== null) {
            expect(refusal.waitMs).toBeGreaterThan(0);
            clock.advance(refusal.waitMs);
            expect(limit.take(address)).toBeNull();
          }
          taken[address] += 1;
          const filled = ((clock.monotonicMs() - begin) * atOnce) / (100 * MINUTE_MS);
          expect(taken[address]).toBeLessThanOrEqual(atOnce + filled + 0.001);
        }
      }),
    );
  });

  test('whoever has one address of an IPv6 network has them all', () => {
    const limit = createBindingLimit(createManualClock(), 1);
    expect(limit.take('2001:db8:1:2::1')).toBeNull();
    expect(limit.take('2001:db8:1:2:ffff::7')).not.toBeNull();
    expect(limit.take('2001:db8:1:3::1')).toBeNull();
  });

  test('that it is used up is news once a minute', () => {
    const clock = createManualClock();
    const limit = createBindingLimit(clock, 1);
    const news: (boolean | undefined)[] = [];
    for (let count = 0; count < 4; count += 1) {
      news.push(limit.take('192.0.2.1')?.isNews);
      if (count > 0) clock.advance(MINUTE_MS / 2);
    }
    expect(news).toEqual([undefined, true, false, true]);
  });

  test('a flood of addresses does not make it grow without end, nor slow', () => {
    const limit = createBindingLimit(createManualClock(), 1);
    for (let index = 0; index < 100_000; index += 1) limit.take(`address ${index}`);
    expect(limit.take('address 99999')).not.toBeNull();
    expect(limit.take('address 0')).toBeNull();
  });

  test('an address that is used up is not forgotten for those that are not', () => {
    const clock = createManualClock();
    const limit = createBindingLimit(clock, 100);
    for (let count = 0; count < 100; count += 1) limit.take('192.0.2.1');
    for (let index = 0; index < 15_000; index += 1) limit.take(`first ${index}`);
    // The others' single signs are forgiven by now, and this address's hundred are not.
    clock.advance(2 * MINUTE_MS);
    for (let count = 0; count < 2; count += 1) limit.take('192.0.2.1');
    clock.advance(1);
    for (let index = 0; index < 9_000; index += 1) limit.take(`second ${index}`);
    expect(limit.take('192.0.2.1')).not.toBeNull();
  });
});
