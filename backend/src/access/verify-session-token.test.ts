import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCredential, sessionCookieName, verifySignedToken } from './verify-session-token.ts';

const SECRET = 'a secret that is long enough for a test';
const COOKIE = sessionCookieName('http://127.0.0.1:3000');
const sign = (token: string, secret = SECRET): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
const token = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('A3: a session token', () => {
  test('is taken with our signature', () => {
    fc.assert(
      fc.property(token, (made) => {
        expect(verifySignedToken(sign(made), SECRET)).toBe(made);
      }),
    );
  });

  test('is refused with another’s signature, and with one of another token', () => {
    fc.assert(
      fc.property(token, token, fc.string({ minLength: 1 }), (made, other, secret) => {
        fc.pre(made !== other && secret !== SECRET);
        expect(verifySignedToken(sign(made, secret), SECRET)).toBeNull();
        expect(verifySignedToken(`${made}.${sign(other).split('.')[1]}`, SECRET)).toBeNull();
      }),
    );
  });

  test('is refused with any character of it changed', () => {
    fc.assert(
      fc.property(token, fc.nat(108), fc.constantFrom(...'0aZ+/=.'), (made, at, character) => {
        const signed = sign(made);
        fc.pre(signed[at] !== character);
        expect(verifySignedToken(signed.slice(0, at) + character + signed.slice(at + 1), SECRET)).toBeNull();
      }),
    );
  });
});

describe('a credential', () => {
  const made = 'f'.repeat(64);
  const encoded = encodeURIComponent(sign(made));

  test.each([
    [{ authorization: `Bearer ${sign(made)}` }, 'bearer'],
    [{ authorization: `bearer  ${encoded}` }, 'bearer'],
    [{ cookie: `theme=dark; ${COOKIE}=${encoded}; x=y` }, 'cookie'],
    [{ cookie: `${COOKIE}=${encoded}; ${COOKIE}=${encoded}` }, 'cookie'],
    [{ authorization: `Bearer ${sign(made)}`, cookie: `${COOKIE}=nonsense` }, 'bearer'],
  ] as const)('is read from %j', (headers, by) => {
    expect(readCredential(headers, SECRET, COOKIE)).toEqual({ token: made, signed: sign(made), by });
  });

  test.each([
    {},
    { authorization: `Basic ${sign(made)}` },
    { authorization: 'Bearer %zz' },
    { authorization: `Bearer ${made}` },
    { authorization: 'Bearer nonsense', cookie: `${COOKIE}=${encoded}` },
    { cookie: `x${COOKIE}=${encoded}` },
    // L5: two that differ, in either order and whichever of them is ours.
    { cookie: `${COOKIE}=${encoded}; ${COOKIE}=nonsense` },
    { cookie: `${COOKIE}=nonsense; ${COOKIE}=${encoded}` },
    { cookie: `${COOKIE}=${encoded}; ${COOKIE}=${encodeURIComponent(sign('e'.repeat(64)))}` },
  ])('L5: no session is read from %j', (headers) => {
    expect(readCredential(headers, SECRET, COOKIE)).toBeNull();
  });

  test('has a cookie of its own where the service is reached by https', () => {
    expect(sessionCookieName('https://signs.example')).toBe(`__Host-${COOKIE}`);
  });
});
