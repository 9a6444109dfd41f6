import { X509Certificate } from 'node:crypto';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { Session } from 'electron';
import { certificatesIn } from '../machine/pem.ts';

/** Whether pages of the service itself may be shown although no usual authority vouches for it: only its host, only by the authority of `--ca`, or the one that signs after it. */

/** Of a certificate (PEM) that a host showed. */
export type TrustsCertificate = (hostname: string, certificate: string) => boolean;

/** Returns null without a pinned authority. */
export function trustFor(server: string, ca: string | null, clock: Pick<Clock, 'now'>): TrustsCertificate | null {
  if (ca === null) return null;
  const authorities = certificatesIn(ca).map((pem) => new X509Certificate(pem));
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  return (hostname, shown) => {
    if (hostname.replace(/^\[|\]$/g, '') !== host) return false;
    const certificate = new X509Certificate(shown);
    const isOfHost = certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined;
    const now = clock.now();
    const isNow = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
    const isTheirs = authorities.some(
      (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
    );
    return isOfHost && isNow && isTheirs;
  };
}

/** Chromium's own verdict stands for everything that it accepts, and for all that is not trusted here. */
export function trustOnly(session: Session, trusts: TrustsCertificate): void {
  const [ACCEPT, AS_CHROMIUM_SAYS] = [0, -3];
  session.setCertificateVerifyProc(({ hostname, certificate, verificationResult }, answer) =>
    answer(verificationResult !== 'net::OK' && trusts(hostname, certificate.data) ? ACCEPT : AS_CHROMIUM_SAYS),
  );
}
