import type { AddressInfo } from 'node:net';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has accepted. `atMs` is wall clock. */
export interface TakenMail {
  to: string;
  atMs: number;
  raw: string;
}

/** A real mail server on the loopback interface that takes every person's mails. */
export interface MailReceiver {
  /** The value for SMTP_URL. */
  url: string;
  taken(): readonly TakenMail[];
  /** While true, the server answers every mail with "not now" (421). */
  setRefusing(refusing: boolean): void;
  /** How many mails it has refused. */
  refused(): number;
  /** The first mail to an address that `wanted` accepts; null where none comes within `patienceMs`. */
  find(to: string, wanted: (raw: string) => boolean, patienceMs: number): Promise<TakenMail | null>;
  close(): Promise<void>;
}

export async function startMailReceiver(clock: Clock): Promise<MailReceiver> {
  const taken: TakenMail[] = [];
  const waiting = new Set<(mail: TakenMail) => void>();
  let isRefusing = false;
  let refused = 0;

  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      if (!isRefusing) return done();
      refused += 1;
      done(Object.assign(new Error('4.3.2 not accepting mail now'), { responseCode: 421 }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('latin1');
        for (const { address } of session.envelope.rcptTo) {
          const mail = { to: address, atMs: clock.now(), raw };
          taken.push(mail);
          for (const look of waiting) look(mail);
        }
        done();
      });
    },
  });
  // A backend that is killed breaks its connection in the middle of a mail.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));

  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    taken: () => taken,
    setRefusing: (refusing) => void (isRefusing = refusing),
    refused: () => refused,
    find(to, wanted, patienceMs) {
      const isIt = (mail: TakenMail) => mail.to === to && wanted(mail.raw);
      const already = taken.find(isIt);
      if (already) return Promise.resolve(already);
      return new Promise((resolve) => {
        const settle = (mail: TakenMail | null) => {
          cancel();
          waiting.delete(look);
          resolve(mail);
        };
        const look = (mail: TakenMail) => {
          if (isIt(mail)) settle(mail);
        };
        const cancel = clock.after(patienceMs, () => settle(null));
        waiting.add(look);
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
