import { X509Certificate, createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSelfSigned } from './self-signed-certificate.ts';

test('the certificate of the self-check is whole, signed by its own key, and valid today', () => {
  const { key, cert } = makeSelfSigned();
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(new Date(read.validFrom).getTime()).toBeLessThan(Date.now());
  expect(new Date(read.validTo).getTime()).toBeGreaterThan(Date.now());
});
