import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Makes this process trust, beside the usual authorities, the one whose certificate (PEM) is in `file`: a service that was started with --https has one of its own. A real
 * kiosk trusts it for its service alone; this one is a tool. Throws an Error in words where the file has no certificate.
 */
export function trustAuthority(file: string): void {
  const pem = readAuthority(file);
  setDefaultCACertificates([...getCACertificates('default'), pem]);
}

/** The certificate in a file, as PEM. Throws an Error in words. */
function readAuthority(file: string): string {
  let pem = '';
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`The certificate ${file} can’t be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`${file} contains no certificate. Pass the file authority.crt that the service wrote.`);
  return pem;
}
