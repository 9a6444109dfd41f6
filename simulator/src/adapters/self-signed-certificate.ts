// The dependency injection inside of @peculiar/x509 needs it.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A key and a certificate that no kiosk trusts, as PEM. */
export async function makeSelfSigned(): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: [{ CN: ['sign.invalid'] }], signingAlgorithm: ALGORITHM, keys },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}
