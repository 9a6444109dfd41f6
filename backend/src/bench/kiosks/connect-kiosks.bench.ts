import { setTimeout as sleep } from 'node:timers/promises';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { makeRegister } from '../../testing/virtual-device.ts';
import { heartbeatFrame, type HeartbeatFrame } from './make-heartbeat-frame.bench.ts';
import { openMqtt } from './raw-mqtt-client.bench.ts';
import { openRawSocket, textFrame, type RawSocket } from './raw-socket-client.bench.ts';
import type { Arrivals, KioskToBe, Tasks } from './kiosk-process-task-types.ts';

/** The connections of the process with the kiosks: in whatever the server speaks, they come, and come again where they are refused. */

export interface Kiosk {
  socket: RawSocket;
  heartbeat: HeartbeatFrame;
  /** When the heartbeat that has no answer yet was due; 0: all have one. */
  dueMs: number;
  hasHeard: boolean;
}

/** What kiosks tell those who use them. */
export interface Told {
  answered(kiosk: Kiosk): void;
  /** What all of this process fails by. */
  failed(why: string): void;
  /** How far they are. */
  progress(words: string): void;
  /** The text that `listen` asked for; null: none. */
  listensFor(): string | null;
  heard(kiosk: Kiosk): void;
}

const PACKET = { open: '0', ping: '2', connect: `40${KIOSK_NAMESPACE},`, event: `42${KIOSK_NAMESPACE},` } as const;
const REGISTERED = `43${KIOSK_NAMESPACE},0[`;
const REFUSED = `44${KIOSK_NAMESPACE},`;
const ACK = `${PACKET.event}["heartbeat:ack",`;
const ERROR = `${PACKET.event}["kiosk:error"`;
const PONG = textFrame('3');
/** Where the connection itself failed: as long as an agent waits at first. */
const AGAIN_AFTER_MS = 1_000;
/** On a machine that others use a storm of 5,000 took more than a minute. What takes longer than this has no end. */
const SERVED_WITHIN_MS = 300_000;
const TELLS_EVERY_MS = 10_000;

/** Told to come again after so long. */
class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super(`refused for ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}

type Connect = Tasks['connect']['give'];

async function open({ server, url }: Connect, { handshake, remembers }: KioskToBe, told: Told): Promise<Kiosk> {
  const served = Promise.withResolvers<void>();
  let isServed = false;
  const kiosk: Kiosk = {
    socket: null as never,
    heartbeat: heartbeatFrame(server, handshake.signId, remembers !== null),
    dueMs: 0,
    hasHeard: false,
  };
  const isGone = (why: string): void => {
    if (isServed && !leaving.has(kiosk)) told.failed(`a connection has ended: ${why}`);
    served.reject(new Refused(AGAIN_AFTER_MS));
  };
  const acked = (): void => told.answered(kiosk);
  const state = remembers ? 'showing' : 'unclaimed';
  const known = remembers && {
    organizationId: remembers.organizationId,
    eventId: remembers.eventId,
    currentUrl: remembers.url,
  };
  const register = `${PACKET.event.slice(0, -1)},0${JSON.stringify(['sign:register', { ...makeRegister(handshake), state, ...known }])}`;

  function text(from: RawSocket, chunk: Buffer, start: number, end: number): void {
    const head = chunk.toString('latin1', start, Math.min(end, start + ACK.length));
    if (head === ACK) return acked();
    if (head === PACKET.ping) return from.send(PONG);
    const all = (): string => chunk.toString('utf8', start, end);
    if (head.startsWith(PACKET.open)) from.send(textFrame(`${PACKET.connect}${JSON.stringify(handshake)}`));
    else if (head.startsWith(PACKET.connect)) {
      if (server === 'ours') from.send(textFrame(register));
      else served.resolve();
    } else if (head.startsWith(REGISTERED)) {
      const [reply] = JSON.parse(all().slice(REGISTERED.length - 1)) as [{ ok: boolean; retryAfterMs?: number }];
      if (reply.ok) served.resolve();
      else if (reply.retryAfterMs !== undefined) served.reject(new Refused(reply.retryAfterMs));
      else told.failed(`not registered: ${all()}`);
    } else if (head.startsWith(REFUSED)) {
      const { data } = JSON.parse(all().slice(REFUSED.length)) as { data?: { retryAfterMs?: number } };
      if (data?.retryAfterMs === undefined) told.failed(`refused: ${all()}`);
      else served.reject(new Refused(data.retryAfterMs));
    } else if (head.startsWith(ERROR)) told.failed(all());
    else {
      const wanted = told.listensFor();
      if (wanted !== null && chunk.includes(wanted, start) && !kiosk.hasHeard) told.heard(kiosk);
    }
  }

  const refusedByWire = (): never => {
    throw new Refused(AGAIN_AFTER_MS);
  };
  // Whoever waits for the opening hears of its end there; nobody waits for `served` then.
  served.promise.catch(() => {});
  if (server === 'aedes' || server === 'mosquitto') {
    kiosk.socket = await openMqtt(url, handshake.signId, { acked, ended: isGone }).catch(refusedByWire);
  } else {
    const isBare = server === 'ws';
    const path = isBare ? '/' : '/socket.io/?EIO=4&transport=websocket';
    kiosk.socket = await openRawSocket(url, path, { text: isBare ? acked : text, ended: isGone }).catch(refusedByWire);
    if (!isBare)
      await served.promise.catch((error: unknown) => (kiosk.socket.destroy(), Promise.reject(error as Error)));
  }
  isServed = true;
  return kiosk;
}

/** Those that end by their own wish. */
const leaving = new WeakSet<Kiosk>();
export function leave(kiosk: Kiosk): void {
  leaving.add(kiosk);
  kiosk.socket.destroy();
}

/** Connects them, so many at once, each until it is served. */
export async function connectAll(asked: Connect, told: Told, into: Kiosk[]): Promise<Arrivals> {
  const refusedAtMs: number[] = [];
  const left = asked.kiosks.values();
  const before = into.length;
  const howMany = (): string => `${into.length - before} of ${asked.kiosks.length}`;
  const beganMs = performance.now();
  async function connectSome(): Promise<void> {
    for (const each of left) {
      let kiosk: Kiosk | null = null;
      while (kiosk === null) {
        try {
          kiosk = await open(asked, each, told);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refusedAtMs.push(performance.now());
          await sleep(error.retryAfterMs);
        }
      }
      into.push(kiosk);
    }
  }
  const telling = setInterval(() => told.progress(`${howMany()} are connected`), TELLS_EVERY_MS);
  const tooLate = Promise.withResolvers<never>();
  const late = setTimeout(() => {
    const refused = refusedAtMs.length === 0 ? 'nothing was refused' : `${refusedAtMs.length} refusals`;
    tooLate.reject(new Error(`only ${howMany()} signs were served within ${SERVED_WITHIN_MS / 1_000} s; ${refused}`));
  }, SERVED_WITHIN_MS);
  try {
    const all = Promise.all(Array.from({ length: asked.atOnce }, connectSome));
    await Promise.race([all, tooLate.promise]);
  } finally {
    clearInterval(telling);
    clearTimeout(late);
  }
  return {
    connected: into.length,
    seconds: (performance.now() - beganMs) / 1_000,
    refused: refusedAtMs.length,
    refusingSeconds: refusedAtMs.length > 0 ? (refusedAtMs.at(-1)! - refusedAtMs[0]!) / 1_000 : 0,
  };
}
