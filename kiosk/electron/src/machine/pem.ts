import { X509Certificate as Newer } from 'node:crypto';

/** Certificates in PEM, as people copy them. Node 12 (Electron 9) can't read them: there only their frame is looked at. */

export const X509Certificate = Newer as typeof Newer | undefined;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Each certificate of a file that may have several: an authority, and the one that signs after it. */
export const certificatesIn = (pem: string): string[] => pem.match(CERTIFICATE) ?? [];

/** Whether there is one at least, and each one that begins is whole. */
export function areCertificates(pem: string): boolean {
  const whole = certificatesIn(pem);
  if (whole.length === 0 || whole.length !== pem.split('-----BEGIN').length - 1) return false;
  try {
    return X509Certificate === undefined || whole.map((each) => new X509Certificate(each)).length > 0;
  } catch {
    return false;
  }
}
