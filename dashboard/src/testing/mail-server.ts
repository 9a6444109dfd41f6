import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A real mail server on loopback (RFC 5321) that refuses every recipient while it is set to refuse. */
export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  /** The accepted mails in full. */
  readonly accepted: readonly { to: string; raw: string }[];
  /** How many recipients the server refused. */
  readonly refused: number;
  setRefusing(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** `refusal`: the reply to each recipient, such as `550 5.1.1 unknown user`. */
export async function startRefusingMailServer(refusal: string): Promise<MailServer> {
  const accepted: { to: string; raw: string }[] = [];
  const open = new Set<Socket>();
  let isRefusing = true;
  let refused = 0;

  async function serve(socket: Socket): Promise<void> {
    const reply = (line: string) => socket.write(`${line}\r\n`);
    let to = '';
    let body: string[] | null = null;
    reply('220 mail.example ESMTP');
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      const command = line.toUpperCase();
      if (body !== null) {
        if (line !== '.') {
          body.push(line);
          continue;
        }
        accepted.push({ to, raw: body.join('\r\n') });
        body = null;
        reply('250 2.0.0 accepted');
      } else if (command.startsWith('RCPT')) {
        to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        if (isRefusing) refused += 1;
        reply(isRefusing ? refusal : '250 2.1.5 recipient known');
      } else if (command === 'DATA') {
        body = [];
        reply('354 end with a single dot');
      } else if (command === 'QUIT') {
        socket.end('221 2.0.0 bye\r\n');
        return;
      } else reply('250 mail.example');
    }
  }
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    // A service that ends in the middle of a mail is no fault of the test.
    serve(socket).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    get refused() {
      return refused;
    },
    setRefusing: (other) => void (isRefusing = other),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
