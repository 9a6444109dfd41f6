import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINK_LIFETIME_MS, LINK_PURPOSES, readMailLink, signMailLink } from './mail-link-token.ts';

const SECRET = 'a secret that is long enough for a test';
const NOW_MS = Date.parse('2026-11-30T12:00:00Z');
const anyPurpose = fc.constantFrom(...LINK_PURPOSES);
const anySnooze = fc.option(fc.record({ untilMs: fc.nat(2 ** 42), beforeMs: fc.option(fc.nat(2 ** 42)) }));
const read = (token: string, purposes = LINK_PURPOSES as readonly (typeof LINK_PURPOSES)[number][], secret = SECRET) =>
  readMailLink(token, { purposes, secret, nowMs: NOW_MS });

test('a token is URL-safe, carries the person, event and time, and is valid only for its own key and purpose', () => {
  const anyText = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(
      anyText,
      fc.uuid(),
      anyPurpose,
      anySnooze,
      anyPurpose,
      anyText,
      (userId, eventId, purpose, set, other, key) => {
        const token = signMailLink({ purpose, userId, eventId, issuedAtMs: NOW_MS, set }, SECRET);
        expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
        const link = { purpose, userId: userId.toWellFormed(), eventId, issuedAtMs: NOW_MS, set };
        expect(read(token)).toEqual({ is: 'valid', link });
        expect(read(token, [other]).is).toBe(other === purpose ? 'valid' : 'broken');
        if (key !== SECRET) expect(read(token, [purpose], key)).toEqual({ is: 'broken' });
      },
    ),
  );
});

test('a token expires 30 days after the service signed it, and not a millisecond earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000, max: 1_000 }), (lateMs) => {
      const issuedAtMs = NOW_MS - LINK_LIFETIME_MS - lateMs;
      const token = signMailLink({ purpose: 'snooze', userId: 'ada', eventId: 'opera', issuedAtMs }, SECRET);
      expect(read(token).is).toBe(lateMs > 0 ? 'expired' : 'valid');
    }),
  );
});

test('a token of an older version, which has no time, works for ever, and only to end mails', () => {
  const subject = Buffer.from(JSON.stringify(['ada', 'opera'])).toString('base64url');
  for (const purpose of LINK_PURPOSES) {
    const signature = createHmac('sha256', SECRET).update(`${purpose}\n${subject}`).digest('base64url');
    expect(read(`${subject}.${signature}`)).toEqual({
      is: purpose === 'unsubscribe' ? 'valid' : 'expired',
      link: { purpose, userId: 'ada', eventId: 'opera', issuedAtMs: null, set: null },
    });
  }
});

test('A5: no other text is accepted as a token, even if it differs in a single character', () => {
  const token = signMailLink({ purpose: 'unsubscribe', userId: 'ada', eventId: 'opera', issuedAtMs: NOW_MS }, SECRET);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'B', '-', '.', 'é'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      // Two bits of the last base64url character of a signature carry no data.
      const isSame = Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
        Buffer.from(token.split('.')[1]!, 'base64url'),
      );
      if (changed.split('.')[0] === token.split('.')[0] && isSame) return;
      expect(read(changed)).toEqual({ is: 'broken' });
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void expect(read(text)).toEqual({ is: 'broken' })));
});
