import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { addressKey, createRateLimit } from './rate-limits.ts';

describe('a rate limit', () => {
  test('lets so many a minute through, and says when the next one may come', () => {
    const clock = createManualClock();
    const limit = createRateLimit(clock, 2);
    expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([null, null, null]);
    clock.advance(20_000);
    expect(limit.take('a')).toEqual({ code: 'rate_limited', retryAfterMs: 40_000 });
    clock.advance(39_999);
    expect(limit.take('a')).toEqual({ code: 'rate_limited', retryAfterMs: 1 });
    clock.advance(1);
    expect(limit.take('a')).toBeNull();
  });

  test('whatever the order: never more than allowed in one minute, and who waits as told is let through', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), waitMs: fc.nat(40_000) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (perMinute, steps) => {
        const clock = createManualClock();
        const limit = createRateLimit(clock, perMinute);
        for (const { key, waitMs } of steps) {
          clock.advance(waitMs);
          const refusal = limit.take(key);
          if (refusal === null) continue;
          expect(refusal.retryAfterMs).toBeGreaterThan(0);
          clock.advance(refusal.retryAfterMs!);
          expect(limit.take(key)).toBeNull();
        }
      }),
    );
  });

  test('a flood of addresses does not make it grow without end, nor slow', () => {
    const clock = createManualClock();
    const limit = createRateLimit(clock, 1);
    for (let index = 0; index < 100_000; index += 1) limit.take(`address ${index}`);
    expect(limit.take('address 99999')?.code).toBe('rate_limited');
    expect(limit.take('address 0')).toBeNull();
  });
});

describe('what an address counts as', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  test('one network of IPv6 is one, however its addresses are written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
        fc.pre(!/^::ffff:/i.test(canonical) && !ip.includes('.'));
        expect(addressKey(ip)).toBe(addressKey(canonical));
      }),
    );
  });
});
