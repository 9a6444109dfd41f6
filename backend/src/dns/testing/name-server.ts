import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** A name server on one UDP port of the loopback interface. */
export interface NameServer {
  /** For `Resolver.setServers`. */
  address: string;
  /** The names of all queries. */
  asked: string[];
  /** Resolves once the server has received queries for `count` names with this prefix. */
  whenAsked(count: number, prefix: string): Promise<void>;
  close(): void;
}

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const NAME_ERROR = 3;

/** Returns the name in the first DNS question, and the offset where that question ends. */
function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function bytesOf(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number);
  const [head, tail] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const words = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!;
  return words.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255]);
}

/** Answers a query for A or AAAA with `addresses` of that family (IPv6 in hex words); undefined: no such name. */
function answerTo(query: Buffer, end: number, addresses: readonly string[] | undefined): Buffer {
  const family = TYPES[query.readUInt16BE(end - 4)];
  const records = (addresses ?? []).filter((address) => isIP(address) === family).map(bytesOf);
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 + (addresses ? 0 : NAME_ERROR), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const bodies = records.map((bytes) =>
    Buffer.from([0xc0, 12, 0, family === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([head, query.subarray(12, end), ...bodies]);
}

/** `addressesOf`: the addresses of a name, undefined if it does not exist, or `silent` to never answer. */
export async function startNameServer(
  addressesOf: (name: string) => readonly string[] | 'silent' | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readQuestion(query);
    asked.push(name);
    const addresses = addressesOf(name);
    if (addresses !== 'silent') socket.send(answerTo(query, end, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async whenAsked(count, prefix) {
      while (new Set(asked.filter((name) => name.startsWith(prefix))).size < count) await once(socket, 'message');
    },
    close: () => void socket.close(),
  };
}
