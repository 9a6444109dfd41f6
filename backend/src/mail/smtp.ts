import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { createTransport } from 'nodemailer';
import { extraHeaders, messageDomain, messageIdOf, subjectOf, type Mail } from './message.ts';

/**
 * A mail server that does not answer must not hold what waits for it: connecting and greeting take milliseconds where they work at
 * all; a server that scans what it takes may be silent for longer.
 */
const TIMEOUTS = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 30_000 };
/** Servers commonly refuse more connections of one client than this. */
const CONNECTIONS_MOST = 3;

/** Whether a password would travel in the clear if the server (or somebody on the way) just did not offer TLS. */
function mustUpgrade(url: URL): boolean {
  if (url.protocol !== 'smtp:' || url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS')) return false;
  return url.username !== '' && !isLoopbackHost(url.hostname);
}

/**
 * Mail by SMTP (contract, section 6: SMTP_URL). `smtps:` is TLS from the first byte; `smtp:` goes over to TLS where the server offers it, and
 * must where there is a password to be kept (unless the URL says `requireTLS=false`). Certificates are checked.
 */
export function createSmtpMailer(
  deps: Ports & { url: string; from: string; publicUrl(): string; timeouts?: typeof TIMEOUTS },
) {
  const { url, from, publicUrl, clock, random, timeouts = TIMEOUTS } = deps;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MOST,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    ...(mustUpgrade(new URL(url)) && { requireTLS: true }),
    // What it says in its own log would hold the password.
    logger: false,
    debug: false,
  });
  return {
    /** Resolves when the server has taken the mail. Rejects with nodemailer's error. */
    async send(mail: Mail): Promise<void> {
      const { to, text, html } = mail;
      await transport.sendMail({
        from,
        // An object, because of a text nodemailer would make a list of people.
        to: { name: '', address: to },
        subject: subjectOf(mail),
        text,
        ...(html !== undefined && { html }),
        headers: extraHeaders(mail),
        messageId: messageIdOf(mail.id ?? makeUuidV7(clock, random), messageDomain(from, publicUrl())),
        date: new Date(clock.now()),
        // A mail is only what it says: nothing in it is ever read from a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: (): void => transport.close(),
  };
}
