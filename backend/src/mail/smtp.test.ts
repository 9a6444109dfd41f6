import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createSmtpMailer } from './smtp.ts';

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  isSecure: boolean;
  raw: string;
}

let received: Received[] = [];
afterEach(() => {
  received = [];
});

/** A real mail server on loopback; it keeps what it takes. */
async function startServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          isSecure: session.secure,
          raw: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
    ...options,
  });
  // A client that hangs up in the middle is what some of these tests are about.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (listening.address() as AddressInfo).port;
}

/** A server that takes connections and never says a word. */
async function startSilence(): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function makeMailer(url: string, timeouts?: { connectMs: number; greetingMs: number; silenceMs: number }) {
  const mailer = createSmtpMailer({
    url,
    from: 'Signs <signs@example.org>',
    publicUrl: () => 'http://127.0.0.1:3000',
    clock: systemClock,
    random: systemRandom,
    ...(timeouts && { timeouts }),
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

const MAIL = {
  to: 'ada@example.org',
  subject: 'Einladung für Ada',
  text: 'Grüße\n.\nhttps://signs.example.org/invite/1',
};
const headersOf = ({ raw }: Received) => raw.slice(0, raw.indexOf('\r\n\r\n'));

/** What a reader sees, of what came in the transfer encoding that nodemailer chose. */
function textOf({ raw }: Received): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  if (/^content-transfer-encoding: base64$/im.test(raw)) return Buffer.from(body, 'base64').toString();
  const octets = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString().replaceAll('\r\n', '\n').trimEnd();
}

describe('a mail server that works', () => {
  test('takes the mail, from whom and to whom it is, as it was written', async () => {
    const port = await startServer();
    await makeMailer(`smtp://127.0.0.1:${port}`).send(MAIL);
    expect(received).toMatchObject([{ from: 'signs@example.org', to: ['ada@example.org'], isSecure: false }]);
    expect(textOf(received[0]!)).toBe(MAIL.text);
    expect(headersOf(received[0]!)).toMatch(/^From: Signs <signs@example.org>$/m);
    expect(headersOf(received[0]!)).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>$/m);
  });

  test('A5: no name adds a header, and no address adds somebody', async () => {
    const port = await startServer();
    const mailer = makeMailer(`smtp://127.0.0.1:${port}`);
    const subject = 'Invitation to Opera\r\nBcc: eve@example.org\r\n\r\nand more';
    await mailer.send({ ...MAIL, subject });
    expect(received[0]!.to).toEqual(['ada@example.org']);
    expect(headersOf(received[0]!)).not.toMatch(/^bcc/im);
    const several = mailer.send({ ...MAIL, to: 'ada@example.org, eve@example.org' });
    await several.catch(() => {});
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.org');
    await mailer.send({ ...MAIL, to: 'ada@example.org\r\nBcc: eve@example.org' }).catch(() => {});
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.org');
    expect(received.map(headersOf).join('\n')).not.toMatch(/^bcc/im);
  });

  test('is signed in to with the name and password of the address', async () => {
    const port = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'signs@example.org' && password === 'p@ss'
          ? done(null, { user: username })
          : done(new Error('no')),
    });
    await makeMailer(`smtp://signs%40example.org:p%40ss@127.0.0.1:${port}`).send(MAIL);
    expect(received[0]!.user).toBe('signs@example.org');
    const wrong = makeMailer(`smtp://signs%40example.org:wrong@127.0.0.1:${port}`).send(MAIL);
    await expect(wrong).rejects.toMatchObject({ code: 'EAUTH' });
    await expect(wrong).rejects.not.toThrow(/wrong/);
  });
});

describe('TLS', () => {
  test('smtps: from the first byte, and only with a certificate that holds', async () => {
    const port = await startServer({ secure: true });
    await expect(makeMailer(`smtps://127.0.0.1:${port}`).send(MAIL)).rejects.toThrow(/certificate/i);
    expect(received).toEqual([]);
    await makeMailer(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`).send(MAIL);
    expect(received).toMatchObject([{ isSecure: true }]);
  });

  test('smtp: goes over to it where the server offers it', async () => {
    const port = await startServer({ disabledCommands: [] });
    await makeMailer(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`).send(MAIL);
    expect(received).toMatchObject([{ isSecure: true }]);
    await expect(makeMailer(`smtp://127.0.0.1:${port}`).send(MAIL)).rejects.toThrow(/certificate/i);
  });

  test('A5: requireTLS keeps a mail from going in the clear', async () => {
    const port = await startServer();
    await expect(makeMailer(`smtp://127.0.0.1:${port}?requireTLS=true`).send(MAIL)).rejects.toThrow(/STARTTLS/);
    expect(received).toEqual([]);
  });
});

describe('a mail server that does not work', () => {
  const QUICK = { connectMs: 100, greetingMs: 100, silenceMs: 100 };

  test('is not there', async () => {
    // Nobody listens there: it takes a privilege.
    await expect(makeMailer('smtp://127.0.0.1:1', QUICK).send(MAIL)).rejects.toMatchObject({
      code: expect.stringMatching(/^E(SOCKET|CONN|TIMEDOUT)/),
    });
  });

  test('says nothing', async () => {
    const port = await startSilence();
    await expect(makeMailer(`smtp://127.0.0.1:${port}`, QUICK).send(MAIL)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('stops in the middle', async () => {
    const port = await startServer({ onRcptTo: () => {} });
    const sent = makeMailer(`smtp://127.0.0.1:${port}`, QUICK).send(MAIL);
    await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test.each([450, 550])('refuses the person with %i', async (responseCode) => {
    const refuse = Object.assign(new Error('no such mailbox'), { responseCode });
    const port = await startServer({ onRcptTo: (_address, _session, done) => done(refuse) });
    await expect(makeMailer(`smtp://127.0.0.1:${port}`).send(MAIL)).rejects.toMatchObject({ responseCode });
  });
});
