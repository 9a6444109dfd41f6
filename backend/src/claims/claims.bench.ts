import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { io, type Socket } from 'socket.io-client';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { onEnd, runToEnd } from '../bench/benchmark-cleanup.bench.ts';
import { invalidBecause } from '../bench/figures/figures.ts';
import { describeSpread, spreadOf, reportFigure, type Spread } from '../bench/describe-timings.ts';
import { findCores, pin, pinnedTo } from '../bench/servers/assign-cores.ts';
import { BENCH_PERSON, prepareFleet } from '../bench/servers/prepare-fleet-database.bench.ts';
import { measureUsage } from '../bench/servers/server-usage.ts';
import { startServer } from '../bench/servers/start-measured-server.ts';
import { signIn } from '../process/testing/service-process.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';

/**
 * What a claim costs beside the kiosk's own work, at a rate that is kept for half a minute whatever the answers take: kiosks that prove
 * every page at once, with their heartbeats, over real HTTP and real sockets. Beside it a bare Fastify route that asks a bare Socket.IO
 * socket.
 *
 *     node backend/src/claims/claims.bench.ts [seconds]
 *
 * On 2 cores that nothing else used: bare p50 1.4 to 1.6, p99 12 ms; a claim p50 9.3 to 9.5, p95 26 to 81, p99 64 to 284 ms (two runs). It is 19
 * statements in 15 messages to Postgres. While it was 31, each in a message of its own, p50 was 13 to 17 ms the same day and before: service, Postgres
 * and the bench itself nearly filled both cores, and what is slower than that waits. It was 59 ms where each statement was planned each time, 333 where
 * also each claim had to wait for the planning of its event. Beside other work, in turns with the former, a claim takes a fifth less of the node's CPU
 * and of Postgres' (12.5 and 6.7 ms, now 10.0 and 5.4, at 40 a second).
 */

const RATE = 100;
const SECONDS = Number(process.argv[2] ?? 30);
/** Not counted, each with its claims: what is loaded and compiled on the way is there then. */
const FIRST_SECONDS = 1;
const KIOSKS = RATE * (FIRST_SECONDS + SECONDS);
const CONNECTING_AT_ONCE = 100;
const HEARTBEAT_MS = 5_000;

interface Kiosk {
  socket: Socket;
  signId: string;
  shortCode: string;
  /** As an agent's heartbeats tell it: one that contradicts its record makes the service look for what it missed. */
  isClaimed: boolean;
}

/** A kiosk that answers whatever it is asked at once: to the bare server by the acknowledgement, to ours by `sign:link_ack`. */
async function connectKiosk(url: string): Promise<Kiosk> {
  const handshake = makeHandshake(systemRandom);
  const { shortCode } = makeRegister(handshake);
  const options = { auth: handshake, transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(url + KIOSK_NAMESPACE, options);
  const kiosk: Kiosk = { socket, signId: handshake.signId, shortCode, isClaimed: false };
  socket.on('sign:apply_link', (link: { requestId: string; claimToken: string }, reply?: (answer: unknown) => void) => {
    kiosk.isClaimed = true;
    if (reply) return reply({ ok: true });
    const { requestId, claimToken } = link;
    socket.emit('sign:link_ack', { requestId, claimToken, result: 'success', loadMs: 0, replayed: false });
  });
  socket.on('sign:claimed', ({ signRecordId, requestId }: { signRecordId: string; requestId: string }) =>
    socket.emit('sign:claim_confirmed', { signRecordId, requestId }),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return kiosk;
}

async function connectFleet(url: string, register: boolean): Promise<Kiosk[]> {
  const kiosks: Kiosk[] = [];
  const connect = async (): Promise<void> => {
    while (kiosks.length < KIOSKS) {
      const place = kiosks.push(null as never) - 1;
      const kiosk = await connectKiosk(url);
      kiosks[place] = kiosk;
      const { auth } = kiosk.socket as unknown as { auth: ReturnType<typeof makeHandshake> };
      if (register) await kiosk.socket.emitWithAck('sign:register', { ...makeRegister(auth), state: 'unclaimed' });
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connect));
  return kiosks;
}

/** Heartbeats of all, spread over the interval. */
function beat(kiosks: readonly Kiosk[]): () => void {
  const metrics = { cpuLoad: 0.1, memUsedBytes: 1e9, memTotalBytes: 4e9, uptimeSeconds: 60 };
  let seq = 0;
  const timer = setInterval(() => {
    seq += 1;
    for (let index = seq % 50; index < kiosks.length; index += 50) {
      const { socket, isClaimed } = kiosks[index]!;
      const [status, contentState] = isClaimed ? ['showing', 'showing'] : ['unclaimed', 'idle'];
      socket.emit('heartbeat', { seq, status, mode: 'foreground', metrics, contentState });
    }
  }, HEARTBEAT_MS / 50);
  return () => clearInterval(timer);
}

/** Claims one after the other at `RATE` a second, not waiting for answers; the times from the request to its answer. */
async function claimAll(kiosks: readonly Kiosk[], claim: (kiosk: Kiosk) => Promise<Response>): Promise<number[]> {
  const times: number[] = [];
  const failures = new Map<string, number>();
  const begin = performance.now();
  const underWay = kiosks.map(async (kiosk, index) => {
    const dueMs = begin + (index * 1_000) / RATE;
    await new Promise<void>((resolve) => systemClock.after(Math.max(0, dueMs - performance.now()), resolve));
    const response = await claim(kiosk);
    const body = await response.text();
    // From when it was due: a client that is late itself must not hide it.
    if (response.status !== 201) failures.set(body, (failures.get(body) ?? 0) + 1);
    else if (index >= RATE * FIRST_SECONDS) times.push(performance.now() - dueMs);
  });
  await Promise.all(underWay);
  const seconds = (performance.now() - begin) / 1_000;
  console.log(
    `  ${times.length} of ${kiosks.length} claimed and counted in ${seconds.toFixed(1)} s (${RATE} a second asked for)`,
  );
  for (const [body, count] of failures) console.log(`  ${count} failed: ${body}`);
  if (failures.size > 0) process.exitCode = 1;
  return times;
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Times of one server's claims, and whether its cores let them say anything. */
async function measure(pid: number, databasePid: number | null, run: () => Promise<number[]>, server: 'ours' | 'bare') {
  const taken = await measureUsage(cores, pid, databasePid);
  const spread = spreadOf(await run());
  const { load, serverUs, databaseUs } = await taken();
  const invalid = invalidBecause(load);
  reportFigure({ figure: 'claimP50', server, value: spread.p50, invalid });
  reportFigure({ figure: 'claimP99', server, value: spread.p99, invalid });
  const ofCore = [serverUs, databaseUs]
    .map((us) => `${(us / 1_000 / KIOSKS).toFixed(1)} ms`)
    .join(' and its database’s ');
  console.log(
    `  ${describeSpread(spread)}; a claim takes of its core ${ofCore}${invalid === null ? '' : `; invalid: ${invalid}`}`,
  );
  return spread;
}

async function measureBare(): Promise<Spread> {
  const script = join(import.meta.dirname, '../bench/servers/serve-bare-routes.bench.ts');
  const [command, ...args] = [...pinnedTo(cores?.server), process.execPath, script];
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const end = onEnd(() => (child.stdin.end(), exited));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const kiosks = await connectFleet(url, false);
  const stop = beat(kiosks);
  const run = () => claimAll(kiosks, ({ signId }) => post(`${url}/claim`, { signId }));
  const spread = await measure(child.pid!, null, run, 'bare');
  stop();
  for (const { socket } of kiosks) socket.disconnect();
  child.stdin.end();
  await exited;
  end();
  return spread;
}

async function measureOurs(): Promise<Spread> {
  const fleet = await prepareFleet([], cores);
  onEnd(() => fleet.remove());
  const { organizationId, eventId } = fleet;
  const service = await startServer('ours', { cores, fleet });
  onEnd(() => service.stop());
  const { url } = service;
  const signedIn = await signIn(url, BENCH_PERSON);
  const authorization = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
  const kiosks = await connectFleet(url, true);
  const stop = beat(kiosks);
  const run = () =>
    claimAll(kiosks, ({ signId, shortCode }) => {
      const body = { organizationId, eventId, name: shortCode, location: 'Hall 1', signId, shortCode };
      return post(`${url}/api/signs/claim`, { ...body, requestId: makeUuidV4(systemRandom) }, authorization);
    });
  const spread = await measure(service.pid, fleet.postgresPid, run, 'ours');
  stop();
  for (const { socket } of kiosks) socket.disconnect();
  return spread;
}

const cores = findCores();
if (cores) pin(process.pid, cores.clients);
await runToEnd(async () => {
  console.log(`claims at ${RATE} a second for ${SECONDS} s, ${KIOSKS} kiosks with heartbeats`);
  console.log('a bare Fastify route that asks a bare Socket.IO socket:');
  const bare = await measureBare();
  console.log('POST /api/signs/claim of the service (kiosks answer at once: all of it is our overhead):');
  const ours = await measureOurs();
  console.log(`  ${(ours.p50 / bare.p50).toFixed(1)} times the bare one at p50; at most 15 ms at p50 is asked for`);
});
