import fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { KioskHandshake, KioskToBackend } from '@sign-display/contracts/kiosk-events';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { nextDue, phaseOf } from './heartbeats.ts';
import { heartbeat, identityOf, registration } from './identity-and-messages.ts';

const owner = {
  organizationId: '0190b0b0-0000-7000-8000-000000000001',
  eventId: '0190b0b0-0000-7000-8000-000000000002',
  url: 'https://example.com/',
};

test('a kiosk’s handshake, registration and heartbeats are as the contract has them', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9a-f]{1,8}$/),
      fc.nat({ max: 50_000 }),
      fc.nat({ max: 1_000_000_000 }),
      fc.boolean(),
      (seed, index, seq, isClaimed) => {
        const identity = identityOf(seed, index);
        expect(Check(KioskHandshake, identity.handshake)).toBe(true);
        expect(Check(KioskToBackend['sign:register'], registration(identity, isClaimed ? owner : null))).toBe(true);
        expect(Check(KioskToBackend.heartbeat, heartbeat(seq, isClaimed))).toBe(true);
        expect(identity.shortCode).toBe(deriveShortCode(identity.handshake.signId));
      },
    ),
  );
});

test('an identity is the same wherever it is made, and another for each kiosk and each run', () => {
  expect(identityOf('a', 1)).toEqual(identityOf('a', 1));
  const ids = ['a', 'b'].flatMap((seed) =>
    Array.from({ length: 500 }, (_, index) => identityOf(seed, index).handshake.signId),
  );
  expect(new Set(ids).size).toBe(1_000);
});

test('heartbeats of any number of kiosks are spread over the interval: no gap is more than three times the even one', () => {
  for (const count of [2, 10, 50, 500, 10_000]) {
    const phases = Array.from({ length: count }, (_, index) => phaseOf(index)).sort((a, b) => a - b);
    const gaps = phases.map((phase, index) => (phases[index + 1] ?? phases[0]! + 1) - phase);
    expect(Math.max(...gaps)).toBeLessThan(3 / count);
  }
});

test('a kiosk’s next heartbeat is due within one interval, at its phase, whenever it connects', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 41 }), fc.nat({ max: 10_000 }), (nowMs, index) => {
      const dueMs = nextDue(nowMs, 5_000, phaseOf(index));
      expect(dueMs).toBeGreaterThan(nowMs);
      expect(dueMs).toBeLessThanOrEqual(nowMs + 5_000.01);
      expect(Math.abs(((dueMs / 5_000) % 1) - phaseOf(index))).toBeLessThan(0.001);
    }),
  );
});
