import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket as TcpSocket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import { testTransportDeps } from '../testing/test-error-boundary.ts';
import { composeTestNode } from '../testing/claim-world.ts';
import { collect } from '../testing/garbage-collection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makeHandshake, makeRegister, type Handshake } from '../testing/virtual-device.ts';
import { createSocketIoTransport } from './socket-io-kiosks.ts';

/** What one connection, and one address, may make the service hold or do (contract, section 5, row "Socket"). */

const random = createSeededRandom('socket-limits');
const MiB = 1024 * 1024;
let database: TestDatabase;
let http: Server;
let transport: ReturnType<typeof createSocketIoTransport>;
let node: ReturnType<typeof composeTestNode>;
let port: number;
let refused: string[];
const open: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
afterEach(async () => {
  for (const close of open.splice(0)) close();
  await transport.close();
  await new Promise((resolve) => http.close(resolve));
});

async function listen(limits: Partial<Record<'socketsPerAddress' | 'unauthorizedPerAddress', number>> = {}) {
  refused = [];
  http = createServer((_request, response) => void response.writeHead(404).end());
  transport = createSocketIoTransport(http, {
    ...testTransportDeps(),
    limits: { ...LIMITS, ...limits },
    observe: { refused: (reason) => void refused.push(reason) },
  });
  node = composeTestNode({ db: database.db, clock: testTransportDeps().clock, random, transport });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  port = (http.address() as AddressInfo).port;
}

interface Raw {
  wire: WebSocket;
  heard: string[];
  /** Resolves with the first text that begins so. */
  hears(begin: string): Promise<string>;
  closed: Promise<CloseEvent>;
}

async function dial(): Promise<Raw> {
  const wire = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  open.push(() => wire.close());
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  wire.addEventListener('message', ({ data }) => {
    heard.push(String(data));
    for (const look of waiting) look();
  });
  const closed = new Promise<CloseEvent>((resolve) =>
    wire.addEventListener('close', (event) => resolve(event as CloseEvent)),
  );
  await new Promise<void>((resolve, reject) => {
    wire.addEventListener('open', () => resolve());
    wire.addEventListener('error', () => reject(new Error('not upgraded')));
  });
  const hears = (begin: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = heard.find((text) => text.startsWith(begin));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  await hears('0');
  return { wire, heard, hears, closed };
}

const joining = (namespace: string, auth: unknown): string => `40${namespace},${JSON.stringify(auth)}`;

async function joined(handshake: Handshake = makeHandshake(random)): Promise<Raw & { handshake: Handshake }> {
  const raw = await dial();
  raw.wire.send(joining(KIOSK_NAMESPACE, handshake));
  await raw.hears(`40${KIOSK_NAMESPACE}`);
  return { ...raw, handshake };
}

async function registered(): Promise<Raw & { handshake: Handshake }> {
  const raw = await joined();
  raw.wire.send(`42${KIOSK_NAMESPACE},1${JSON.stringify(['sign:register', makeRegister(raw.handshake)])}`);
  await raw.hears(`43${KIOSK_NAMESPACE},1[{"ok":true`);
  return raw;
}

const STATES = { 'before a namespace': dial, connected: joined, registered } as const;
const large = 'x'.repeat(LIMITS.messageBytes);
const codesOf = ({ heard }: Raw): string[] =>
  heard.flatMap((text) => Array.from(text.matchAll(/"kiosk:error",\{"code":"(\w+)"/g), ([, code]) => code!));

describe.each(Object.entries(STATES))('H1: a connection %s', (state, begin) => {
  it('is cut at a message of more than 64 KiB, and told so where it can be', async () => {
    await listen();
    const raw = await begin();
    raw.wire.send(`42${KIOSK_NAMESPACE},["sign:status",{"state":"${large}"}]`);
    expect(await raw.closed).toMatchObject({ code: 1009, reason: 'message_too_large' });
    expect(codesOf(raw)).toEqual(state === 'before a namespace' ? [] : ['message_too_large']);
    expect(refused).toEqual(['too_large']);
  });

  it.each([
    ['the head of a message with an attachment', `451-${KIOSK_NAMESPACE},["x",{"_placeholder":true,"num":0}]`],
    ['the head of an acknowledgement with one', `461-${KIOSK_NAMESPACE},1[{"_placeholder":true,"num":0}]`],
    ['a binary frame', Uint8Array.of(1, 2, 3)],
    ['binary as base64', 'bAAAA'],
  ])('is cut at %s', async (_what, frame) => {
    await listen();
    const raw = await begin();
    raw.wire.send(frame);
    await raw.closed;
    expect(codesOf(raw)).toEqual(state === 'before a namespace' ? [] : ['invalid_message']);
    expect(refused).toEqual(['attachment']);
  });
});

describe('H1: a screenshot that was asked for', () => {
  const commandId = '0198c0de-0000-7000-8000-000000000001';
  const ask = (signId: string): void => {
    const expiresAt = '2026-11-22T12:00:00.000Z';
    node.connections.send(signId, 'sign:screenshot', { commandId, expiresAt, maxWidth: 640 });
  };
  const answerTo = (id: string, attachments = 1): string => {
    const image = { _placeholder: true, num: 0 };
    const result = { capturedAt: '2026-11-22T11:59:00.000Z', width: 640, height: 360, image };
    const payload = JSON.stringify(['sign:command_ack', { commandId: id, result }]);
    return `45${attachments}-${KIOSK_NAMESPACE},${payload}`;
  };
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3 * MiB)]);
  const beat = (seq: number): string => {
    const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
    const heartbeat = { seq, status: 'unclaimed', mode: 'foreground', metrics, contentState: 'idle' };
    return `42${KIOSK_NAMESPACE},${JSON.stringify(['heartbeat', heartbeat])}`;
  };

  it('is taken with 3 MiB, once', async () => {
    await listen();
    const raw = await registered();
    ask(raw.handshake.signId);
    await raw.hears(`42${KIOSK_NAMESPACE},["sign:screenshot"`);
    raw.wire.send(answerTo(commandId));
    raw.wire.send(picture);
    raw.wire.send(beat(7));
    await raw.hears(`42${KIOSK_NAMESPACE},["heartbeat:ack",{"seq":7`);
    raw.wire.send(answerTo(commandId));
    await raw.closed;
    expect(codesOf(raw)).toEqual(['invalid_message']);
  });

  it.each([
    ['an image for another command', answerTo('0198c0de-0000-7000-8000-000000000002')],
    ['two attachments', answerTo(commandId, 2)],
  ])('is no leave for %s', async (_what, head) => {
    await listen();
    const raw = await registered();
    ask(raw.handshake.signId);
    await raw.hears(`42${KIOSK_NAMESPACE},["sign:screenshot"`);
    raw.wire.send(head);
    raw.wire.send(picture);
    expect(await raw.closed).toMatchObject({ type: 'close' });
  });

  it('is no leave for more than 4 MiB, and a text of more than 64 KiB is not read', async () => {
    await listen();
    const raw = await registered();
    ask(raw.handshake.signId);
    await raw.hears(`42${KIOSK_NAMESPACE},["sign:screenshot"`);
    raw.wire.send(`42${KIOSK_NAMESPACE},["sign:status",{"state":"${large}"}]`);
    raw.wire.send(beat(8));
    await raw.hears(`42${KIOSK_NAMESPACE},["heartbeat:ack",{"seq":8`);
    expect(codesOf(raw)).toEqual(['message_too_large']);
    raw.wire.send(answerTo(commandId));
    raw.wire.send(Buffer.alloc(5 * MiB));
    await raw.closed;
  });
});

const UPGRADE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'host: service',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  '\r\n',
].join('\r\n');

/** A frame under a mask of zeros: opcode 1 is text, 2 binary. */
function frameOf(opcode: 1 | 2, payload: Buffer): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

/** A WebSocket by hand, over which bytes are sent as they are; one with an identity has joined the namespace. */
async function dialTcp(identity: Handshake | null): Promise<TcpSocket> {
  const socket = connect(port, '127.0.0.1');
  open.push(() => socket.destroy());
  socket.on('error', () => {});
  const hears = (word: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (data: Buffer): void => {
        if (!data.toString('latin1').includes(word)) return;
        socket.off('data', look);
        resolve();
      };
      socket.on('data', look);
    });
  socket.write(UPGRADE);
  await hears('pingInterval');
  if (identity !== null) {
    const answered = hears(`40${KIOSK_NAMESPACE}`);
    socket.write(frameOf(1, Buffer.from(joining(KIOSK_NAMESPACE, identity))));
    await answered;
  }
  socket.resume();
  return socket;
}

/** What is held outside of the heap after a collection, in MiB. */
function heldMiB(): number {
  collect('major');
  // V8 gives the bytes of dead buffers back beside the loop; the next collection waits until it has.
  collect('major');
  return process.memoryUsage().arrayBuffers / MiB;
}

it('H1: 40 connections that send ten attachments of 4 MiB each hold no more than a few MiB', async () => {
  await listen();
  const head = frameOf(1, Buffer.from(`4510-${KIOSK_NAMESPACE},["x",{"_placeholder":true,"num":0}]`));
  // The same bytes for all, so that what this process sends is not counted with what it takes in.
  const attachment = frameOf(2, Buffer.alloc(4 * MiB));
  const text = frameOf(1, Buffer.alloc(LIMITS.messageBytes, 'x'));
  const unfinished = text.subarray(0, text.length - 1);
  const before = heldMiB();
  let cut = 0;
  for (let made = 0; made < 40; made += 1) {
    const socket = await dialTcp(made % 2 === 0 ? null : makeHandshake(random));
    socket.once('close', () => (cut += 1));
    socket.write(head);
    for (let sent = 0; sent < 10; sent += 1) socket.write(attachment);
  }
  // What may be held: 64 KiB that have not ended yet.
  for (let made = 0; made < 20; made += 1) (await dialTcp(null)).write(unfinished);
  await expect.poll(() => cut, { timeout: 60_000 }).toBe(40);
  const held = heldMiB() - before;
  // Measured: 1.2; before there were limits, 720.
  expect(held).toBeLessThan(8);
});

it.each([KIOSK_NAMESPACE, DASHBOARD_NAMESPACE])(
  'H2: a CONNECT of 4.1 MB to %s is refused before it is parsed',
  async (to) => {
    await listen();
    const parse = JSON.parse;
    let parsedMost = 0;
    JSON.parse = (text: string, ...rest: never[]) => {
      parsedMost = Math.max(parsedMost, text.length);
      return parse(text, ...rest) as unknown;
    };
    try {
      const auth = JSON.stringify({
        token: Array.from({ length: 100_000 }, (_, index) => ({ [`key ${index}`]: [index] })),
      });
      expect(auth.length).toBeGreaterThan(2_000_000);
      const raws = [await dial(), await dial(), await dial()];
      for (const { wire } of raws) wire.send(`40${to},${auth}`);
      for (const { closed } of raws) expect(await closed).toMatchObject({ code: 1009 });
    } finally {
      JSON.parse = parse;
    }
    expect(parsedMost).toBeLessThan(LIMITS.messageBytes);
  },
);

describe('M3: CONNECTs', () => {
  it('a namespace is joined once on a connection: the second CONNECT is refused and closes it', async () => {
    await listen();
    const raw = await joined();
    raw.wire.send(joining(KIOSK_NAMESPACE, raw.handshake));
    expect(await raw.hears(`44${KIOSK_NAMESPACE}`)).toContain('"code":"conflict"');
    await raw.closed;
  });

  it('1,500 on one connection reach the handshake once', async () => {
    await listen();
    const devices = () => database.db.selectFrom('device').select('signId').execute();
    const before = (await devices()).length;
    const raw = await dial();
    for (let sent = 0; sent < 1_500; sent += 1) raw.wire.send(joining(KIOSK_NAMESPACE, makeHandshake(random)));
    await raw.closed;
    expect(raw.heard.filter((text) => text.startsWith('44'))).toHaveLength(1);
    expect(node.storm.handshakes.waiting).toBe(0);
    expect((await devices()).length - before).toBeLessThanOrEqual(1);
  });

  it.each([
    ['an identity that is none', joining(KIOSK_NAMESPACE, { protocol: 1 }), 'invalid_identity'],
    ['auth that is no object', `40${KIOSK_NAMESPACE},[1]`, 'invalid_identity'],
    ['auth that is no JSON', `40${KIOSK_NAMESPACE},{`, 'invalid_identity'],
    ['a namespace that is none', '40/nowhere,', 'not_found'],
    ['the root namespace', '40', 'not_found'],
  ])('a CONNECT with %s is refused in words and closes the connection', async (_what, frame, code) => {
    await listen();
    const raw = await dial();
    raw.wire.send(frame);
    expect(await raw.hears('44')).toContain(`"code":"${code}"`);
    await raw.closed;
  });

  it('whoever leaves the namespace ends the connection', async () => {
    await listen();
    const raw = await joined();
    raw.wire.send(`41${KIOSK_NAMESPACE},`);
    expect(await raw.closed).toMatchObject({ wasClean: true });
  });

  it('past an address’s budget a CONNECT is told when to come again', async () => {
    await listen({ socketsPerAddress: 3 });
    for (let made = 0; made < 3; made += 1) {
      const raw = await joined();
      raw.wire.close();
      await raw.closed;
    }
    const raw = await dial();
    raw.wire.send(joining(KIOSK_NAMESPACE, makeHandshake(random)));
    expect(await raw.hears('44')).toMatch(/"code":"rate_limited".*"retryAfterMs":\d+/);
    await raw.closed;
    expect(refused).toEqual(['connects_per_address']);
  });
});

describe('H1: an address', () => {
  const upgrade = async (): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    open.push(() => socket.destroy());
    socket.write(UPGRADE);
    return await new Promise((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())));
  };

  it('has 429 for the upgrade past UNAUTHORIZED_PER_ADDRESS, and a place again when one has joined or gone', async () => {
    await listen({ unauthorizedPerAddress: 2 });
    const [first, second] = [await dial(), await dial()];
    expect(await upgrade()).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*retry-after: 5\r\n[^]*"code":"rate_limited"/,
    );
    first.wire.send(joining(KIOSK_NAMESPACE, makeHandshake(random)));
    await first.hears(`40${KIOSK_NAMESPACE}`);
    const third = await dial();
    await expect(dial()).rejects.toThrow('not upgraded');
    for (const { wire, closed } of [second, third]) {
      wire.close();
      await closed;
    }
    await expect.poll(upgrade).toMatch(/^HTTP\/1\.1 101 /);
    expect(refused).toContain('unauthorized_per_address');
  });

  it('has no 429 within the default limits where 500 kiosks are back from a power cut and their old connections are half open', async () => {
    await listen();
    const AT_ONCE = 100;
    const fleet = Array.from({ length: 5 }, () => Array.from({ length: AT_ONCE }, () => makeHandshake(random)));
    for (const part of fleet) await Promise.all(part.map(joined));
    const waiting: Promise<string>[] = [];
    for (const part of fleet) {
      const raws = await Promise.all(part.map(dial));
      for (const [index, raw] of raws.entries()) {
        raw.wire.send(joining(KIOSK_NAMESPACE, { ...part[index]!, bootId: makeUuidV4(random) }));
        waiting.push(raw.hears('4'));
      }
      // A new kiosk has no old connection: once it is in, the secrets of those before it are proved.
      await joined();
    }
    for (const answer of await Promise.all(waiting)) expect(answer).toMatch(new RegExp(`^40${KIOSK_NAMESPACE}`));
    expect(refused).toEqual([]);
  }, 60_000);

  it('has 429 for the upgrade past SOCKETS_PER_ADDRESS', async () => {
    await listen({ socketsPerAddress: 2 });
    await joined();
    await joined();
    expect(await upgrade()).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toEqual(['sockets_per_address']);
  });
});

it.each(['GET', 'POST'])(
  'a client that begins with polling (%s) is told that this is WebSocket only',
  async (method) => {
    await listen();
    const response = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, { method });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = (await response.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringMatching(/^WebSocket only/) as string,
    });
    expect((await fetch(`http://127.0.0.1:${port}/socket.iox`)).status).toBe(404);
  },
);
