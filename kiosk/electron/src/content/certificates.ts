import { X509Certificate as Newer } from 'node:crypto';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { Session } from 'electron';

/** Whether pages of the service itself may be shown although no usual authority vouches for it: only its host, only by the one authority of `--ca`. */

/** Of a certificate (PEM) that a host showed. */
export type TrustsCertificate = (hostname: string, certificate: string) => boolean;

/** Null where nothing was pinned, or where this Electron can't read certificates (9: its pages of such a service stay refused, its socket works). */
export function trustFor(server: string, ca: string | null, clock: Pick<Clock, 'now'>): TrustsCertificate | null {
  const X509Certificate = Newer as typeof Newer | undefined;
  if (ca === null || X509Certificate === undefined) return null;
  const authority = new X509Certificate(ca);
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  return (hostname, shown) => {
    if (hostname.replace(/^\[|\]$/g, '') !== host) return false;
    const certificate = new X509Certificate(shown);
    const isOfHost = certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined;
    const now = clock.now();
    const isNow = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
    return isOfHost && isNow && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  };
}

/** Chromium's own verdict stands for everything that it accepts, and for all that is not trusted here. */
export function trustOnly(session: Session, trusts: TrustsCertificate): void {
  const [ACCEPT, AS_CHROMIUM_SAYS] = [0, -3];
  session.setCertificateVerifyProc(({ hostname, certificate, verificationResult }, answer) =>
    answer(verificationResult !== 'net::OK' && trusts(hostname, certificate.data) ? ACCEPT : AS_CHROMIUM_SAYS),
  );
}
