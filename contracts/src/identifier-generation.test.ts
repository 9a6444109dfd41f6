import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSecret, makeUuidV4, makeUuidV7, toHex } from './identifier-generation.ts';
import type { Clock, Random } from './clock-and-random.ts';

const randomOf = (bytes: Uint8Array): Random => ({ float: () => 0, bytes: (length) => bytes.slice(0, length) });
const clockAt = (ms: number): Clock => ({ now: () => ms, monotonicMs: () => ms, after: () => () => undefined });
const chance = fc.uint8Array({ minLength: 32, maxLength: 32 });
// As far as 48 bits of milliseconds go: the year 10889.
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('identifiers', () => {
  test('a UUID v4 has its version and variant, and all other bits by chance', () => {
    fc.assert(
      fc.property(chance, (bytes) => {
        const uuid = makeUuidV4(randomOf(bytes));
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        const read = Uint8Array.from(uuid.replaceAll('-', '').match(/../g)!, (pair) => Number.parseInt(pair, 16));
        const kept = read.map((byte, index) => byte ^ bytes[index]!);
        expect(kept.map((byte, index) => (index === 6 ? byte & 0x0f : index === 8 ? byte & 0x3f : byte))).toEqual(
          new Uint8Array(16),
        );
      }),
    );
  });

  test('a UUID v7 has its version and variant, and the millisecond in front', () => {
    fc.assert(
      fc.property(time, chance, (ms, bytes) => {
        const uuid = makeUuidV7(clockAt(ms), randomOf(bytes));
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(ms);
      }),
    );
  });

  test('UUIDs v7 sort by the time of their making, as text', () => {
    fc.assert(
      fc.property(time, time, chance, chance, (one, other, here, there) => {
        fc.pre(one < other);
        expect(makeUuidV7(clockAt(one), randomOf(here)) < makeUuidV7(clockAt(other), randomOf(there))).toBe(true);
      }),
    );
  });

  test('a secret is 256 bits in 64 lower-case hex characters (contract, section 1)', () => {
    fc.assert(
      fc.property(chance, (bytes) => {
        expect(makeSecret(randomOf(bytes))).toBe(Buffer.from(bytes).toString('hex'));
        expect(toHex(bytes)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });
});
