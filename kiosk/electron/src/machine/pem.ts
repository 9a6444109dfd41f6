import { X509Certificate } from 'node:crypto';

/** Certificates in PEM, as people copy them. */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Returns each certificate of a file. A file may have several: an authority, and its successor. */
export const certificatesIn = (pem: string): string[] => pem.match(CERTIFICATE) ?? [];

/** True if the text holds at least one certificate, and each one that begins is complete and readable. */
export function areCertificates(pem: string): boolean {
  const complete = certificatesIn(pem);
  if (complete.length === 0 || complete.length !== pem.split('-----BEGIN').length - 1) return false;
  try {
    return complete.map((each) => new X509Certificate(each)).length > 0;
  } catch {
    return false;
  }
}
