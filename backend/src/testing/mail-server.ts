import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server on loopback that keeps what it takes, and refuses what a test has it refuse. */

export interface TakenMail {
  to: string;
  messageId: string;
  raw: string;
}

export interface MailServer {
  port: number;
  readonly taken: readonly TakenMail[];
  /** How many were refused. */
  readonly refused: number;
  /** The SMTP code with which this person's mails are refused from now on; null: none. `*`: everybody's. */
  refuse(to: string, code: number | null): void;
  /** What happens between a mail's last byte and the 250. */
  beforeTaking(wait: (mail: TakenMail) => Promise<void>): void;
  /** Resolves when so many were taken. */
  takenSoMany(count: number): Promise<void>;
  refusedSoMany(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const refusals = new Map<string, number>();
  const waiting = new Set<{ isSo: () => boolean; resolve: () => void }>();
  let refused = 0;
  let wait: (mail: TakenMail) => Promise<void> = async () => {};
  const look = () => {
    for (const each of waiting) if (each.isSo()) each.resolve();
  };
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => (isSo() ? resolve() : void waiting.add({ isSo, resolve })));

  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    // Connections that a pool keeps open are cut.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = refusals.get(address) ?? refusals.get('*');
      if (code === undefined) return done();
      refused += 1;
      done(Object.assign(new Error('not now, or not ever'), { responseCode: code }));
      look();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '';
        const mail = { to: session.envelope.rcptTo[0]!.address, messageId, raw };
        void wait(mail).then(() => {
          taken.push(mail);
          done();
          look();
        });
      });
    },
  });
  // A client that is killed in the middle is what some tests are about.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));

  return {
    port: (listening.address() as AddressInfo).port,
    taken,
    get refused() {
      return refused;
    },
    refuse: (to, code) => void (code === null ? refusals.delete(to) : refusals.set(to, code)),
    beforeTaking: (other) => void (wait = other),
    takenSoMany: (count) => until(() => taken.length >= count),
    refusedSoMany: (count) => until(() => refused >= count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
