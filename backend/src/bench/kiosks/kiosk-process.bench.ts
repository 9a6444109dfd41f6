import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS } from '@sign-display/contracts/limits';
import { spreadOf } from '../describe-timings.ts';
import { FIRST_SEQ } from './make-heartbeat-frame.bench.ts';
import { connectAll, leave, type Kiosk, type Told } from './connect-kiosks.bench.ts';
import type { Beats, Outcome, Progress, Task, Tasks } from './kiosk-process-task-types.ts';

/** All kiosks of `npm run bench`, in a process of their own: does what it is sent (kiosk-process-task-types.ts), and sends back what came of it. */

/** The load of a server that answers late, and no fault of it. */
const ANSWERED_WITHIN_MS = 30_000;
/** A page that some have not got by now was lost. */
const TOLD_WITHIN_MS = 60_000;
/** How long the client sleeps at most before it looks for answers: how much later than it came an answer may be noticed. */
const LOOKS_EVERY_MS = 0.2;

let kiosks: Kiosk[] = [];
let seq = FIRST_SEQ;
let answersMs: number[] = [];
let isPeak = false;
let listened: { text: string; missing: number; done: PromiseWithResolvers<number> } | null = null;
/** What went wrong at any time is the outcome of the task under way, and of all after it. */
const failed = Promise.withResolvers<never>();
failed.promise.catch(() => {});
const fail = (why: string): void => failed.reject(new Error(why));

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Sleeps for less than a timer can, and then reads what has come. */
async function sleepUntil(dueMs: number): Promise<void> {
  const ms = Math.min(dueMs - performance.now(), LOOKS_EVERY_MS);
  if (ms > 0) Atomics.wait(cell, 0, 0, ms);
  await turn();
}

function send(kiosk: Kiosk, dueMs: number): void {
  seq += 1;
  // Never in the hands of the system any more: the one before was answered.
  kiosk.heartbeat.write(seq);
  kiosk.dueMs = dueMs;
  kiosk.socket.send(kiosk.heartbeat.bytes);
}

const told: Told = {
  answered(kiosk) {
    if (kiosk.dueMs === 0) return fail('an answer that nobody asked for');
    const now = performance.now();
    answersMs.push(now - kiosk.dueMs);
    kiosk.dueMs = 0;
    if (isPeak) send(kiosk, now);
  },
  failed: fail,
  progress: (words) => void process.send!({ progress: words } satisfies Progress),
  listensFor: () => listened?.text ?? null,
  heard(kiosk) {
    kiosk.hasHeard = true;
    listened!.missing -= 1;
    if (listened!.missing === 0) listened!.done.resolve(Number(process.hrtime.bigint()) / 1e6);
  },
};

async function allAnswered(): Promise<void> {
  const untilMs = performance.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    const missing = kiosks.filter(({ dueMs }) => dueMs !== 0).length;
    if (missing === 0) return;
    if (performance.now() > untilMs) throw new Error(`the service did not acknowledge ${missing} heartbeats`);
    await sleepUntil(untilMs);
  }
}

async function beatAll(seconds: number): Promise<Beats> {
  answersMs = [];
  const betweenMs = LIMITS.heartbeatIntervalMs / kiosks.length;
  const total = Math.floor((seconds * 1_000) / betweenMs);
  const beganMs = performance.now();
  let lateMs = 0;
  for (let made = 0; made < total;) {
    const dueMs = beganMs + made * betweenMs;
    const now = performance.now();
    if (now < dueMs) {
      await sleepUntil(dueMs);
      continue;
    }
    const kiosk = kiosks[made % kiosks.length]!;
    if (kiosk.dueMs !== 0)
      throw new Error(`the service did not acknowledge a heartbeat within ${LIMITS.heartbeatIntervalMs} ms`);
    lateMs = Math.max(lateMs, now - dueMs);
    send(kiosk, dueMs);
    made += 1;
  }
  await allAnswered();
  return { beats: total, answersMs: spreadOf(answersMs), lateMs };
}

async function peak(seconds: number): Promise<{ perSecond: number }> {
  answersMs = [];
  const beganMs = performance.now();
  isPeak = true;
  for (const kiosk of kiosks) send(kiosk, beganMs);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isPeak = false;
  const perSecond = answersMs.length / ((performance.now() - beganMs) / 1_000);
  await allAnswered();
  return { perSecond };
}

function listen(text: string): null {
  for (const kiosk of kiosks) kiosk.hasHeard = false;
  listened = { text, missing: kiosks.length, done: Promise.withResolvers() };
  return null;
}

async function allHeard({ missing, done }: NonNullable<typeof listened>): Promise<number> {
  const late = setTimeout(() => {
    const still = listened?.missing ?? missing;
    done.reject(new Error(`${still} of ${kiosks.length} signs received no change within ${TOLD_WITHIN_MS / 1_000} s`));
  }, TOLD_WITHIN_MS);
  return await done.promise.finally(() => clearTimeout(late));
}

function leaveAll(): null {
  kiosks.forEach(leave);
  kiosks = [];
  return null;
}

const DO: { [Name in keyof Tasks]: (give: Tasks[Name]['give']) => Promise<Tasks[Name]['get']> | Tasks[Name]['get'] } = {
  connect: (asked) => connectAll(asked, told, kiosks),
  beat: ({ seconds }) => beatAll(seconds),
  peak: ({ seconds }) => peak(seconds),
  listen: ({ text }) => listen(text),
  heard: async () => ({ atMs: await allHeard(listened!) }),
  leave: leaveAll,
};

process.on('message', (task: Task) => {
  const doing = Promise.resolve().then(() => DO[task.task](task as never));
  Promise.race([failed.promise, doing])
    .then(
      (outcome): Outcome => ({ outcome }),
      (error: unknown): Outcome => ({ error: String(error) }),
    )
    .then((outcome) => process.send!(outcome));
});
process.on('disconnect', () => process.exit(0));
