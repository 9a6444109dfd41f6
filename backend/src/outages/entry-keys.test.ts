import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MessageEntry } from './notice-types.ts';
import { entryKeysOf, momentOf } from './entry-keys.ts';

const entry = (given: Partial<MessageEntry>): MessageEntry => ({
  kind: 'sign_offline',
  outageId: 'outage',
  signId: 'sign',
  signName: 'Lobby',
  atMs: 1,
  sinceMs: null,
  closedAtMs: null,
  detail: null,
  ...given,
});
const momentary = entry({ kind: 'claim_completed', outageId: null });

test('two facts share a key only if they have the same kind, the same outage or sign, and the same time', () => {
  const small = fc.constantFrom('a', 'b');
  const facts = fc.record({
    kind: fc.constantFrom('sign_offline' as const, 'sign_online' as const, 'claim_completed' as const),
    outageId: fc.option(small),
    signId: small,
    atMs: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const isSame =
        one.kind === other.kind &&
        (one.outageId ?? one.signId) === (other.outageId ?? other.signId) &&
        one.atMs === other.atMs;
      expect(entryKeysOf([entry(one)])[0] === entryKeysOf([entry(other)])[0]).toBe(isSame);
    }),
  );
});

test('an entry whose outage ended while it was held has the keys of the beginning and of the end', () => {
  const held = entryKeysOf([entry({ closedAtMs: 5 })]);
  expect(held).toEqual([...entryKeysOf([entry({})]), ...entryKeysOf([entry({ kind: 'sign_online', atMs: 5 })])]);
  expect(entryKeysOf([momentary, momentary])).toHaveLength(1);
});

test('a key contains the moment of its fact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 45 }), (atMs) => {
      expect(entryKeysOf([entry({ atMs })]).map(momentOf)).toEqual([atMs]);
      expect(momentOf(entryKeysOf([entry({ atMs: 0, closedAtMs: atMs })])[1]!)).toBe(atMs);
    }),
  );
});
