import { generateKeyPairSync, sign } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCounterLater, isDerSignature, kindOf } from './decisions.ts';

describe('A7: isDerSignature', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  test('A7: isDerSignature accepts every P-256 signature that Node.js makes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        expect(isDerSignature(sign('sha256', data, privateKey))).toBe(true);
      }),
    );
  });

  test('A7: a shorter or longer signature is not DER', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), (data, cut, more) => {
        const signature = sign('sha256', data, privateKey);
        expect(isDerSignature(signature.subarray(0, cut % signature.length))).toBe(false);
        expect(isDerSignature(Buffer.concat([signature, more]))).toBe(false);
      }),
    );
  });

  test('A7: any bytes are decided without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isDerSignature(bytes)).toBeTypeOf('boolean');
      }),
    );
  });

  test.each([
    ['two integers of one byte', '3006020101020101', true],
    ['an integer with the zero that its sign needs', '300702020080020101', true],
    ['an integer with a zero that it does not need', '300702020001020101', false],
    ['a negative integer', '3006020180020101', false],
    ['an integer without bytes', '30050200020101', false],
    ['one integer', '3003020101', false],
    ['three integers', '3009020101020101020101', false],
    ['a set instead of a sequence', '3106020101020101', false],
    ['a length in the long form', '308106020101020101', false],
    ['nothing', '', false],
  ])('A7: %s: %s', (_, bytes, isDer) => {
    expect(isDerSignature(Buffer.from(bytes, 'hex'))).toBe(isDer);
  });
});

test.each([
  [0, 0, true],
  [1, 0, true],
  [8, 7, true],
  [7, 7, false],
  [6, 7, false],
  [0, 7, false],
])('A7: the counter %i after %i: %s', (given, stored, isLater) => {
  expect(isCounterLater(given, stored)).toBe(isLater);
});

test.each([
  ['usb', ['usb'], false, 'security_key'],
  ['nfc beside internal', ['internal', 'nfc'], true, 'security_key'],
  ['hybrid alone', ['hybrid'], true, 'phone'],
  ['hybrid beside internal', ['hybrid', 'internal'], true, 'synced'],
  ['internal', ['internal'], false, 'device'],
  ['no transport and a backup', [], true, 'synced'],
  ['no transport and no backup', [], false, 'device'],
] as const)('A7: a passkey with %s is of the kind that its transports say', (_, transports, backedUp, kind) => {
  expect(kindOf({ transports, backedUp })).toBe(kind);
});
