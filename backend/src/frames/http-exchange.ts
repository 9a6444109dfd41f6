import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addAbortSignal } from 'node:stream';
import type { AnswerHead } from '@sign-display/contracts/page-load/response-head';
import { createAnswerReader } from '@sign-display/contracts/page-load/response-reader';

/**
 * One GET on a connection of its own, whose response is read as Chromium reads it. Node's own client refuses responses
 * that every browser shows, and takes some that no browser takes.
 */

export interface Exchange {
  head: AnswerHead;
  /** Rejects with a NetError or the system's error if the body breaks off. */
  body: AsyncIterable<Uint8Array>;
  close(): void;
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function open(url: URL, lookup: LookupFunction): Socket {
  const host = hostOf(url);
  const isTls = url.protocol === 'https:';
  const options = { host, port: Number(url.port || (isTls ? 443 : 80)), lookup };
  if (!isTls) return connectPlain(options);
  const servername = isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {};
  return connectTls({ ...options, ...servername, ALPNProtocols: ['http/1.1'] });
}

function requestFor(url: URL, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: url.host, connection: 'close', ...headers });
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Resolves with the final head. Rejects with a NetError or the system's error, and when `signal` aborts. */
export async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Exchange> {
  const socket = addAbortSignal(signal, open(url, lookup));
  // An error after the last read has nobody to read it.
  socket.on('error', () => {});
  socket.write(requestFor(url, headers));
  const reader = createAnswerReader(url);
  const bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  async function read(): Promise<Uint8Array[]> {
    const { value, done } = await bytes.next();
    return done === true ? reader.end() : reader.push(value);
  }
  async function* readBody(first: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      while (!reader.isComplete) yield* await read();
    } finally {
      socket.destroy();
    }
  }
  try {
    const first: Uint8Array[] = [];
    while (reader.head === null) first.push(...(await read()));
    return { head: reader.head, body: readBody(first), close: () => void socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
