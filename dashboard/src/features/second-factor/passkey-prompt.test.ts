import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { closePrompt, promptEndOf, promptForPasskey } from './passkey-prompt.ts';
import { passkeyHostOf, whyNoPasskeys, whyNotForHost } from './passkey-support.ts';

/** An error as browsers and the library throw it. */
const named = (name: string): Error => Object.assign(new Error('text of the browser'), { name });

test('A7: each error from the browser’s prompt has one meaning, and an unknown error counts as a failure', () => {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'ConstraintError', 'SecurityError'];
  const ends = names.map((name) => promptEndOf(named(name)));
  expect(ends).toEqual(['cancelled', 'cancelled', 'exists', 'notVerified', 'otherHost']);
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(names.includes(name) || promptEndOf(named(name)) === 'failed').toBe(true);
    }),
  );
  for (const odd of ['text', undefined, named('toString')]) expect(promptEndOf(odd)).toBe('failed');
});

test('A7: closing the prompt and opening it throw nothing where its library can’t be fetched', async () => {
  vi.doMock('@simplewebauthn/browser', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  try {
    await closePrompt();
    const more = { rpId: 'signs.example', timeout: 1000, allowCredentials: [] };
    const options = { challenge: 'x', userVerification: 'required', ...more } as const;
    expect(await promptForPasskey(options)).toEqual({ isUnreachable: true });
  } finally {
    vi.doUnmock('@simplewebauthn/browser');
  }
});

const page = (url: string) => ({ hostname: new URL(url).hostname, isSecureContext: true, hasWebAuthn: true });

test('A7: a page offers passkeys on a host name with https, and never at an IP address', () => {
  expect(whyNoPasskeys(page('https://signs.example'))).toBeUndefined();
  expect(whyNoPasskeys(page('http://localhost:3000'))).toBeUndefined();
  expect(whyNoPasskeys({ ...page('http://signs.example'), isSecureContext: false })).toBe('http');
  expect(whyNoPasskeys({ ...page('https://signs.example'), hasWebAuthn: false })).toBe('browser');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4Extended(),
        fc.ipV6().map((address) => `[${address}]`),
      ),
      (host) => {
        expect(whyNoPasskeys(page(`https://${host}`))).toBe('address');
      },
    ),
  );
  fc.assert(
    fc.property(fc.domain(), (host) => {
      expect(whyNoPasskeys(page(`https://${host}`))).toBeUndefined();
    }),
  );
});

test('A7: a page offers passkeys only at the host name that the service has them for, and where the service gives no answer', () => {
  const options = (rpId: string) => passkeyHostOf({ ok: true, body: { options: { rpId } } });
  fc.assert(
    fc.property(fc.domain(), fc.domain(), (host, other) => {
      expect(whyNotForHost(options(host), host)).toBeUndefined();
      expect(whyNotForHost(options(host), `www.${host}`)).toBe('otherHost');
      expect(whyNotForHost(options(host), other)).toBe(other === host ? undefined : 'otherHost');
      expect(whyNotForHost(passkeyHostOf({ ok: false, body: { code: 'conflict' } }), host)).toBe('service');
      for (const body of [null, { code: 'unavailable' }] as const)
        expect(whyNotForHost(passkeyHostOf({ ok: false, body }), host)).toBeUndefined();
    }),
  );
});
