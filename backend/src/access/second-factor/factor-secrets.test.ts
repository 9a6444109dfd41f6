import * as fc from 'fast-check';
import { RecoveryCode, RECOVERY_CODES } from '@sign-display/contracts/rest/second-factor';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import { createFactorSecrets } from './factor-secrets.ts';
import { makeRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';

const secrets = createFactorSecrets('a secret that is long enough for a test', systemRandom);

test('A7: a sealed secret opens only for its person, only with the same AUTH_SECRET, and never after a bit is flipped', () => {
  const others = createFactorSecrets('another secret that is long enough for it', systemRandom);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(), (secret, where) => {
      const sealed = secrets.seal('ada', secret);
      expect(secrets.open('ada', sealed)).toEqual(Buffer.from(secret));
      expect(secrets.open('grace', sealed)).toBeNull();
      expect(others.open('ada', sealed)).toBeNull();
      const bytes = Buffer.from(sealed, 'base64');
      bytes[where % bytes.length]! ^= 1;
      expect(secrets.open('ada', bytes.toString('base64'))).toBeNull();
    }),
  );
  for (const broken of ['', 'AAAA', 'not base64 at all']) expect(secrets.open('ada', broken)).toBeNull();
});

test('A7: sealing the same secret twice gives two different results', () => {
  const secret = new Uint8Array(20);
  expect(secrets.seal('ada', secret)).not.toBe(secrets.seal('ada', secret));
});

test('A7: ten recovery codes differ, and each is recognized in capitals, without the hyphen, and with O for 0 or l for 1', () => {
  const codes = makeRecoveryCodes(systemRandom);
  expect(new Set(codes).size).toBe(RECOVERY_CODES);
  for (const code of codes) {
    expect(Check(RecoveryCode, code)).toBe(true);
    const typed = [code, code.replace('-', ''), ` ${code.toUpperCase()} `, code.replace('-', ' - ')];
    for (const text of [...typed, code.replaceAll('0', 'O').replaceAll('1', 'l')])
      expect(normalizeRecoveryCode(text)).toBe(code);
  }
});

test('A7: the same recovery code has a different hash for each person', () => {
  expect(secrets.hashOfRecoveryCode('ada', '7kqfd-92zt3')).not.toBe(secrets.hashOfRecoveryCode('grace', '7kqfd-92zt3'));
});

test('A5: any text is either normalized to a valid recovery code or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 32 }), (text) => {
      const code = normalizeRecoveryCode(text);
      expect(code === null || Check(RecoveryCode, code)).toBe(true);
    }),
  );
});
