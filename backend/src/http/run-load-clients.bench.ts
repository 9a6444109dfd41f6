import { Agent, request } from 'node:http';
import { io } from 'socket.io-client';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';

/** The clients of `load.bench.ts`, in a process of their own: does what it is sent, and sends back what came of it. */

export type Task =
  /** At a rate; or, where that is null, as fast as `CONNECTIONS` that wait for their answers do. */
  | { kind: 'requests'; url: string; path: string; token: string; perSecond: number | null; seconds: number }
  | { kind: 'kiosks'; url: string; kiosks: number };

/** Times in milliseconds: of requests from when they were due; of kiosks from the beginning until they were registered. */
export interface Outcome {
  acceptedMs: number[];
  refusedMs: number[];
  /** Refusals without a time to come back. */
  unexplained: number;
  failed: number;
}

/** Of each process; opened a few at a time, before the flood: the handshakes of TCP are not what is measured. */
const SOCKETS = 500;
const AGENT = new Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS });
const TICK_MS = 10;
const CONNECTIONS = 16;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => systemClock.after(Math.max(0, ms), resolve));

function ask({ url, path, token }: Extract<Task, { kind: 'requests' }>): Promise<{ status: number; retry: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(url + path, { agent: AGENT, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode!, retry: response.headers['retry-after'] !== undefined }),
      );
      response.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
}

/** A rate is kept whatever the answers take: whoever floods does not wait. */
async function flood(task: Extract<Task, { kind: 'requests' }>): Promise<Outcome> {
  const outcome: Outcome = { acceptedMs: [], refusedMs: [], unexplained: 0, failed: 0 };
  let begin = performance.now();
  let underWay = 0;
  const one = async (dueMs: number): Promise<void> => {
    underWay += 1;
    try {
      const { status, retry } = await ask(task);
      const tookMs = performance.now() - dueMs;
      if (status === 200) outcome.acceptedMs.push(tookMs);
      else if (status === 503) outcome.refusedMs.push(tookMs);
      else outcome.failed += 1;
      if (status === 503 && !retry) outcome.unexplained += 1;
    } catch {
      outcome.failed += 1;
    }
    underWay -= 1;
  };
  const asked: Promise<void>[] = [];
  const untilMs = begin + task.seconds * 1_000;
  const { perSecond } = task;
  if (perSecond === null) {
    const inTurn = async (): Promise<void> => {
      while (performance.now() < untilMs) await one(performance.now());
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, inTurn));
    return outcome;
  }
  for (let opened = 0; opened < SOCKETS; opened += 50)
    await Promise.all(Array.from({ length: opened + 50 }, () => ask({ ...task, path: '/health/live' })));
  begin = performance.now();
  const total = perSecond * task.seconds;
  let made = 0;
  while (made < total) {
    const now = performance.now();
    const due = Math.min(total, Math.floor(((now - begin) / 1_000) * perSecond));
    // Without a free connection nothing is sent.
    for (; made < due; made += 1) if (underWay < SOCKETS) asked.push(one(now));
    await sleep(TICK_MS);
  }
  await Promise.all(asked);
  return outcome;
}

/** Connects all at once; who is refused comes back when it was told to. */
async function storm({ url, kiosks }: Extract<Task, { kind: 'kiosks' }>): Promise<Outcome> {
  const outcome: Outcome = { acceptedMs: [], refusedMs: [], unexplained: 0, failed: 0 };
  const begin = performance.now();
  const one = async (): Promise<void> => {
    const handshake = makeHandshake(systemRandom);
    for (let tries = 1; tries <= 100; tries += 1) {
      const options = {
        auth: handshake,
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        timeout: 60_000,
      };
      const socket = io(url + KIOSK_NAMESPACE, options);
      const refusal = await new Promise<{ data?: { retryAfterMs?: number } } | null>((resolve) => {
        socket.once('connect', () => resolve(null));
        socket.once('connect_error', resolve);
      });
      if (refusal === null) {
        const reply = (await socket
          .timeout(60_000)
          .emitWithAck('sign:register', makeRegister(handshake))
          .catch(() => null)) as {
          ok: boolean;
        } | null;
        if (reply?.ok) return void outcome.acceptedMs.push(performance.now() - begin);
        socket.disconnect();
      }
      outcome.refusedMs.push(performance.now() - begin);
      const retryAfterMs = refusal?.data?.retryAfterMs;
      if (retryAfterMs === undefined) outcome.unexplained += 1;
      await sleep(retryAfterMs ?? 1_000);
    }
    outcome.failed += 1;
  };
  await Promise.all(Array.from({ length: kiosks }, one));
  return outcome;
}

process.on('message', (task: Task) => {
  void (task.kind === 'requests' ? flood(task) : storm(task)).then((outcome) => process.send!(outcome));
});
process.on('disconnect', () => process.exit(0));
