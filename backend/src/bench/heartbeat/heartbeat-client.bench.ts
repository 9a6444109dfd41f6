import { KIOSK_NAMESPACE, type KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import { systemClock } from '../../adapters/system-clock.ts';
import { makeRegister, type Handshake } from '../../testing/virtual-device.ts';
import { spreadOf, type Spread } from '../measure.ts';
import { openRawSocket, textFrame, type RawSocket } from './raw-socket.bench.ts';

/** The kiosks of `heartbeat.bench.ts`, in a process of their own: does what it is sent, and sends back what came of it. */

export type ServerKind = 'ws' | 'socket.io' | 'service';
export interface KioskToBe {
  handshake: Handshake;
  /** Whether it has a record: it says so itself, as a kiosk that was told does. */
  isClaimed: boolean;
}
export type Task =
  /** Connects these too, and registers them where the server is the service. */
  | { kind: 'connect'; server: ServerKind; url: string; kiosks: KioskToBe[] }
  /** All that are connected send heartbeats at the contract's interval, spread evenly over it. */
  | { kind: 'beat'; seconds: number };
export type Outcome = { error: string } | { connected: number } | { beats: number; answersMs: Spread };

/** Always of as many digits: its place in the frame is written over. */
const FIRST_SEQ = 1_000_000;

/** The contract's, with every figure that a kiosk may tell; the agent's words where its record is as it was told. */
const heartbeatOf = (isClaimed: boolean): KioskMessage<'heartbeat'> => ({
  seq: FIRST_SEQ,
  status: isClaimed ? 'showing' : 'unclaimed',
  mode: 'foreground',
  metrics: {
    cpuLoad: 0.173_828_125,
    memUsedBytes: 1_508_188_160,
    memTotalBytes: 4_062_253_056,
    uptimeSeconds: 86_543.21,
    temperatureCelsius: 51.538,
    eventLoopLagMs: 1.204_271,
  },
  contentState: isClaimed ? 'showing' : 'idle',
});

const CONNECTING_AT_ONCE = 100;
/** The load of a server that answers late, and no fault of it. */
const ANSWERED_WITHIN_MS = 30_000;

const PACKET = { open: '0', ping: '2', connect: `40${KIOSK_NAMESPACE},`, event: `42${KIOSK_NAMESPACE},` } as const;
const REGISTERED = `43${KIOSK_NAMESPACE},0[`;
const REFUSED = `44${KIOSK_NAMESPACE},`;
const ACK = `${PACKET.event}["heartbeat:ack",`;
const PONG = textFrame('3');

interface Kiosk {
  socket: RawSocket;
  heartbeat: Buffer;
  seqAt: number;
  /** Of the heartbeat that has no answer yet; 0: all have. */
  sentAtMs: number;
}

const kiosks: Kiosk[] = [];
let seq = FIRST_SEQ;
let answersMs: number[] = [];
/** What went wrong at any time is the outcome of the task under way, and of all after it. */
const failed = Promise.withResolvers<Outcome>();
const fail = (error: string): void => failed.resolve({ error });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => systemClock.after(ms, resolve));

function answered(kiosk: Kiosk): void {
  if (kiosk.sentAtMs === 0) return fail('an answer that nobody asked for');
  answersMs.push(performance.now() - kiosk.sentAtMs);
  kiosk.sentAtMs = 0;
}

function kioskOf(socket: RawSocket, isClaimed: boolean, isBare: boolean): Kiosk {
  const payload = JSON.stringify(heartbeatOf(isClaimed));
  const heartbeat = textFrame(isBare ? payload : `${PACKET.event}["heartbeat",${payload}]`);
  return { socket, heartbeat, seqAt: heartbeat.indexOf(String(FIRST_SEQ)), sentAtMs: 0 };
}

const ended = (why: string): void => fail(`a connection has ended: ${why}`);

async function connectBare(url: string, { isClaimed }: KioskToBe): Promise<Kiosk> {
  const socket = await openRawSocket(url, '/', { text: () => answered(kiosk), ended });
  const kiosk = kioskOf(socket, isClaimed, true);
  return kiosk;
}

/** A number: refused for so many milliseconds. */
async function connectSocketIo(
  url: string,
  { handshake, isClaimed }: KioskToBe,
  registers: boolean,
): Promise<Kiosk | number> {
  const settled = Promise.withResolvers<number>();
  const state = isClaimed ? 'showing' : 'unclaimed';
  const register = `${PACKET.event.slice(0, -1)},0${JSON.stringify(['sign:register', { ...makeRegister(handshake), state }])}`;
  let isRefused = false;
  let kiosk: Kiosk | null = null;

  function text(from: RawSocket, chunk: Buffer, start: number, end: number): void {
    const head = chunk.toString('latin1', start, Math.min(end, start + ACK.length));
    if (head === ACK) return answered(kiosk!);
    if (head === PACKET.ping) return from.send(PONG);
    const all = (): string => chunk.toString('utf8', start, end);
    if (head.startsWith(PACKET.open)) from.send(textFrame(`${PACKET.connect}${JSON.stringify(handshake)}`));
    else if (head.startsWith(PACKET.connect)) {
      if (registers) from.send(textFrame(register));
      else settled.resolve(0);
    } else if (head.startsWith(REGISTERED)) {
      const [reply] = JSON.parse(all().slice(REGISTERED.length - 1)) as [{ ok: boolean }];
      if (reply.ok) settled.resolve(0);
      else fail(`not registered: ${all()}`);
    } else if (head.startsWith(REFUSED)) {
      const { data } = JSON.parse(all().slice(REFUSED.length)) as { data?: { retryAfterMs?: number } };
      if (data?.retryAfterMs === undefined) fail(`refused: ${all()}`);
      else settled.resolve(data.retryAfterMs);
    } else if (head.startsWith(`${PACKET.event}["kiosk:error"`)) fail(all());
  }

  const path = '/socket.io/?EIO=4&transport=websocket';
  const socket = await openRawSocket(url, path, { text, ended: (why) => void (isRefused || ended(why)) });
  kiosk = kioskOf(socket, isClaimed, false);
  const retryAfterMs = await settled.promise;
  if (retryAfterMs === 0) return kiosk;
  isRefused = true;
  socket.destroy();
  return retryAfterMs;
}

async function connectAll({ server, url, kiosks: toBe }: Extract<Task, { kind: 'connect' }>): Promise<Outcome> {
  const left = toBe.values();
  const connectSome = async (): Promise<void> => {
    for (const each of left) {
      let kiosk: Kiosk | number = 0;
      while (typeof kiosk === 'number') {
        if (kiosk > 0) await sleep(kiosk);
        kiosk = server === 'ws' ? await connectBare(url, each) : await connectSocketIo(url, each, server === 'service');
      }
      kiosks.push(kiosk);
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectSome));
  return { connected: kiosks.length };
}

function beat(kiosk: Kiosk): void {
  if (kiosk.sentAtMs !== 0) return fail(`no answer to a heartbeat within ${LIMITS.heartbeatIntervalMs} ms`);
  seq += 1;
  // Never in the hands of the system any more: the one before was answered.
  kiosk.heartbeat.write(String(seq), kiosk.seqAt, 'latin1');
  kiosk.sentAtMs = performance.now();
  kiosk.socket.send(kiosk.heartbeat);
}

async function beatAll(seconds: number): Promise<Outcome> {
  answersMs = [];
  const total = Math.floor((kiosks.length * seconds * 1_000) / LIMITS.heartbeatIntervalMs);
  const begin = performance.now();
  for (let made = 0; made < total;) {
    const passedMs = performance.now() - begin;
    const due = Math.min(total, Math.floor((passedMs * kiosks.length) / LIMITS.heartbeatIntervalMs));
    for (; made < due; made += 1) beat(kiosks[made % kiosks.length]!);
    await sleep(1);
  }
  const untilMs = performance.now() + ANSWERED_WITHIN_MS;
  while (answersMs.length < total && performance.now() < untilMs) await sleep(1);
  if (answersMs.length < total)
    return { error: `${total - answersMs.length} of ${total} heartbeats without an answer` };
  return { beats: total, answersMs: spreadOf(answersMs) };
}

process.on('message', (task: Task) => {
  const doing = task.kind === 'connect' ? connectAll(task) : beatAll(task.seconds);
  const done = doing.catch((error: unknown): Outcome => ({ error: String(error) }));
  void Promise.race([failed.promise, done]).then((outcome) => process.send!(outcome));
});
process.on('disconnect', () => process.exit(0));
