import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import * as fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { systemRandom } from '../../adapters/system-random.ts';
import { makeHandshake, makeRegister } from '../virtual-device.ts';
import {
  brokenRequest,
  KINDS,
  pingFrame,
  rawFrame,
  textFrame,
  type FrameKind,
  type RawFrame,
} from './encode-raw-frames.ts';
import { startFuzzWorld, type FuzzWorld } from './fuzz-world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    fuzzSeed: number;
  }
}

/**
 * Bytes that no client library sends, from every state of a connection, while kiosks and a dashboard go on being answered (promise A5). The other
 * fuzzers speak through a Socket.IO client, which never sends the frame that once ended the service.
 */

const STATES = ['before a namespace', 'connected', 'registered', 'dashboard'] as const;
type State = (typeof STATES)[number];

/** At least 20,000 frames: each connection sends 6 to 12, or until it is cut. */
const ROUNDS = 320;
const AT_ONCE = 8;
const BROKEN_REQUESTS = 150;
/** A dashboard may say 200 messages in 10 s: one that has said so many gives way to another. */
const ASKS_OF_ONE = 150;

const seed = inject('fuzzSeed');
const counts = Object.fromEntries(STATES.map((state) => [state, {}])) as Record<
  State,
  Partial<Record<FrameKind, number>>
>;
let frames = 0;
let connections = 0;
let requests = 0;
let requestsHeard = 0;
let world: FuzzWorld;
let port: number;
let dashboard: Socket;
let asked = 0;

beforeAll(async () => {
  console.info(`frames: FUZZ_SEED=${seed} repeats this run`);
  world = await startFuzzWorld();
  port = Number(new URL(world.url).port);
  await openDashboard();
});
afterAll(async () => {
  console.info(
    `frames: ${frames} over ${connections} connections, and ${requests} broken requests, ${requestsHeard} heard`,
  );
  console.table(
    Object.fromEntries(
      KINDS.map((kind) => [kind, Object.fromEntries(STATES.map((state) => [state, counts[state][kind] ?? 0]))]),
    ),
  );
  dashboard.disconnect();
  await world.close();
});

async function openDashboard(): Promise<void> {
  const options = {
    auth: { token: world.owner.token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  };
  dashboard = io(world.url + DASHBOARD_NAMESPACE, options);
  await once(dashboard as never, 'connect');
  asked = 0;
}

const UPGRADE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: service\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

interface Wire {
  socket: TcpSocket;
  /** Resolves when these bytes have arrived, or the connection has ended. */
  hears(word: string): Promise<void>;
  closed: Promise<unknown>;
}

function dial(): Wire {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let heard = '';
  const waiting = new Set<() => void>();
  socket.on('data', (data: Buffer) => {
    heard = (heard + data.toString('latin1')).slice(-100_000);
    for (const look of waiting) look();
  });
  const hears = (word: string): Promise<void> => {
    const found = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!heard.includes(word)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
    return Promise.race([found, closed.then(() => {})]);
  };
  return { socket, hears, closed };
}

/** A WebSocket by hand that has come as far as `state`. */
async function reach(state: State): Promise<Wire> {
  const wire = dial();
  const say = (text: string): boolean => wire.socket.write(textFrame(text));
  wire.socket.write(UPGRADE);
  await wire.hears('pingInterval');
  if (state === 'before a namespace') return wire;
  if (state === 'dashboard') {
    say(`40${DASHBOARD_NAMESPACE},${JSON.stringify({ token: world.owner.token })}`);
    await wire.hears(`40${DASHBOARD_NAMESPACE},{"sid"`);
    return wire;
  }
  const handshake = makeHandshake(systemRandom);
  say(`40${KIOSK_NAMESPACE},${JSON.stringify(handshake)}`);
  await wire.hears(`40${KIOSK_NAMESPACE},{"sid"`);
  if (state === 'connected') return wire;
  say(`42${KIOSK_NAMESPACE},1${JSON.stringify(['sign:register', makeRegister(handshake)])}`);
  await wire.hears(`43${KIOSK_NAMESPACE},1[{"ok":true`);
  return wire;
}

/** Sends frames, and resolves when the service has read them or has cut the connection. */
async function send(state: State, sent: readonly RawFrame[]): Promise<void> {
  const wire = await reach(state);
  connections += 1;
  for (const { kind, bytes } of sent) {
    if (!wire.socket.writable) break;
    wire.socket.write(bytes);
    counts[state][kind] = (counts[state][kind] ?? 0) + 1;
    frames += 1;
  }
  // Answered after all the rest is read; not at all inside of a frame that was cut short, which the end of the connection ends.
  wire.socket.end(pingFrame('the last'));
  await wire.closed;
}

async function checkNeighbours(): Promise<void> {
  await world.checkBystanders();
  const { organizationId } = world;
  asked += 1;
  expect(await dashboard.timeout(20_000).emitWithAck('subscribe', { organizationId })).toMatchObject({ ok: true });
  expect(world.troubles).toEqual([]);
  if (asked < ASKS_OF_ONE) return;
  dashboard.disconnect();
  await openDashboard();
}

it('A5: no frame of any connection is felt by another, or reaches the boundary', async () => {
  const sending = fc.record({
    state: fc.constantFrom(...STATES),
    frames: fc.array(rawFrame, { minLength: 6, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sending, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      await Promise.all(all.map(({ state, frames: sent }) => send(state, sent)));
      await checkNeighbours();
    }),
    { numRuns: ROUNDS, seed, endOnFailure: true },
  );
  expect(frames).toBeGreaterThanOrEqual(20_000);
});

it('A5: nor does HTTP that is none, or an upgrade that is broken', async () => {
  const hear = (socket: TcpSocket): void =>
    void socket.once('close', () => {
      if (socket.bytesRead > 0) requestsHeard += 1;
    });
  world.server.on('connection', hear);
  await fc.assert(
    fc.asyncProperty(fc.array(brokenRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      await Promise.all(
        all.map(async (bytes) => {
          const { socket, closed } = dial();
          socket.end(bytes);
          requests += 1;
          await closed;
        }),
      );
      await checkNeighbours();
    }),
    { numRuns: BROKEN_REQUESTS, seed, endOnFailure: true },
  );
  world.server.off('connection', hear);
  // Some are empty.
  expect(requestsHeard).toBeGreaterThan(0.8 * BROKEN_REQUESTS * AT_ONCE);
});
