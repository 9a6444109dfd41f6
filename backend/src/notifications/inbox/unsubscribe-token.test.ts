import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signUnsubscribeToken, verifyUnsubscribeToken } from './unsubscribe-token.ts';

const SECRET = 'a secret that is long enough for a test';

test('a token says whom and what it is of, fits into a path, and holds with its own key only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), fc.string(), (userId, eventId, other) => {
      const token = signUnsubscribeToken({ userId, eventId }, SECRET);
      expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
      expect(verifyUnsubscribeToken(token, SECRET)).toEqual({ userId: userId.toWellFormed(), eventId });
      if (other !== SECRET) expect(verifyUnsubscribeToken(token, other)).toBe(null);
    }),
  );
});

test('A5: no other text is one, also one with a single character changed', () => {
  const token = signUnsubscribeToken({ userId: 'ada', eventId: 'opera' }, SECRET);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'B', '-', '.', 'é'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      // The last character of a signature has two bits that say nothing.
      const isSame = Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
        Buffer.from(token.split('.')[1]!, 'base64url'),
      );
      if (changed.split('.')[0] === token.split('.')[0] && isSame) return;
      expect(verifyUnsubscribeToken(changed, SECRET)).toBe(null);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void expect(verifyUnsubscribeToken(text, SECRET)).toBe(null)));
});
