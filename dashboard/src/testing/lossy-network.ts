import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The network between phones and the service: TCP through here, which loses what a test wants lost. */
export interface Link {
  /** What browsers open in place of the service's own address: the service's `PUBLIC_URL`. */
  url: string;
  /** Where what comes is passed on to. */
  leadTo(service: string): void;
  /** Cuts every connection and takes no other, until `mend`. */
  cut(): void;
  /**
   * Passes requests like `POST /api/signs/claim` on, and cuts their connection where the service replies, until `mend`. (A browser asks a second time
   * by itself where a connection that it used before breaks.) Resolves with a promise of the first that was lost.
   */
  loseReplies(request: string): { lost: Promise<void> };
  /** Holds back replies to such requests, until `mend`, which lets them through. Resolves with a promise of the first that was held. */
  holdReplies(request: string): { held: Promise<void> };
  /** All is well again. */
  mend(): void;
  close(): Promise<void>;
}

type Mischief = { kind: 'lose' | 'hold'; request: string; happened: () => void };

/** `hostName`: of its URL, in place of 127.0.0.1. Browsers have passkeys only on a host name. */
export async function openLink(hostName = '127.0.0.1'): Promise<Link> {
  let port = 0;
  let isCut = false;
  let mischief: Mischief | null = null;
  const open = new Set<Socket>();
  const held: (() => void)[] = [];

  const server = createServer((browser) => {
    if (isCut) return void browser.resetAndDestroy();
    const service = connect(port, '127.0.0.1');
    let asked = '';
    for (const [one, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    browser.on('data', (bytes) => {
      const line = /^[A-Z]+ \/\S* HTTP\/1/.exec(bytes.toString('latin1', 0, 400))?.[0];
      if (line !== undefined) asked = line;
      service.write(bytes);
    });
    service.on('data', (bytes) => {
      if (mischief === null || !asked.startsWith(`${mischief.request} `)) return void browser.write(bytes);
      mischief.happened();
      if (mischief.kind === 'lose') browser.resetAndDestroy();
      else held.push(() => browser.write(bytes));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const begin = (kind: Mischief['kind'], request: string): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mischief = { kind, request, happened: resolve };
    return promise;
  };
  return {
    url: `http://${hostName}:${(server.address() as AddressInfo).port}`,
    leadTo(service) {
      port = Number(new URL(service).port);
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    loseReplies: (request) => ({ lost: begin('lose', request) }),
    holdReplies: (request) => ({ held: begin('hold', request) }),
    mend() {
      isCut = false;
      mischief = null;
      for (const release of held.splice(0)) release();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
