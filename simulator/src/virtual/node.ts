import { buildApp, type App } from '@sign-display/backend/app';
import { createMetrics, readConfig, type Metrics } from '@sign-display/backend/simulation-exports';
import { pino } from 'pino';
import type { Draws } from '../adapters/seeded-random.ts';
import type { Delay, Gate } from './database/statement-scheduler.ts';
import type { Network } from './network/network.ts';
import type { Post } from './mail-and-push.ts';
import { AUTH_SECRET, PUBLIC_URL } from './initial-data.ts';
import type { MachineClock, Timeline } from './timeline.ts';
import type { Trace } from './trace.ts';

/** One node of the service: the real `buildApp` on the run's clock, chance, network and database. */
export interface VirtualNode {
  readonly index: number;
  readonly isUp: boolean;
  /** When its process started last; Infinity before the first start. */
  readonly startedMs: number;
  /** Its wall clock, a new one at each start; null while it is down. */
  clock(): MachineClock | null;
  /** Sets how much its machine's wall clock is wrong from now on. */
  setClockError(errorMs: number): void;
  /** Starts its process if there is none. If one is draining, starts the next after it. */
  start(): void;
  /** Kills its process. `silent`: its machine loses power too, so nobody is told that their connection is gone. */
  crash(how: 'reset' | 'silent'): void;
  /**
   * Kills it at the `count`-th statement from now, before the statement runs or before its answer arrives. Calls `crashed` then. `text`: counts only
   * statements that contain it.
   */
  crashAtStatement(
    count: number,
    when: 'before' | 'after',
    how: 'reset' | 'silent',
    crashed?: () => void,
    text?: string,
  ): void;
  /** Takes back what `crashAtStatement`, `breakConnectionAt` and `delayStatement` have set. */
  forgetCrash(): void;
  /** Sends SIGTERM: the node drains, and is down after that. */
  stop(): void;
  /** Whether it can reach its database. */
  readonly hasDatabase: boolean;
  /** While set, it can't reach its database: every statement fails with `error`. */
  refuseDatabase(error: (() => Error) | null): void;
  /**
   * Breaks the database connection of its `count`-th statement from now, before the statement runs or before its answer arrives. Calls `broken` then.
   * `text`: counts only statements that contain it.
   */
  breakConnectionAt(
    count: number,
    when: 'before' | 'after',
    error: () => Error,
    broken: () => void,
    text?: string,
  ): void;
  /** Makes its next statement with `text` in it take `byMs` longer, and calls `met` then. */
  delayStatement(delay: Delay): void;
  /** Sends it an HTTP request. Calls `heard` if it answers. */
  request(request: NodeRequest, heard: (reply: NodeReply) => void): void;
  /** Runs the jobs that are due, then calls `done` with the time of the next one by the node's clock, unless the node dies. */
  runDueJobs(done: (nextMs: number | null) => void): void;
  /** How many errors the boundary of its connections caught since the run began (`signs_boundary_caught_total`). */
  caught(): Promise<number>;
  /** When each of its open transactions began. */
  openTransactions(): number[];
}

/** The parts of the world that a node uses. */
export interface NodeWorld {
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly gate: Gate;
  readonly network: Network;
  readonly post: Post;
  /** A stream of chance for `path`; draws from other streams don't change it. */
  chance(...path: (string | number)[]): Draws;
  /** Notes that nodes, the database or the network between them are disturbed, for `forMs` from now. Checkers then allow more time. */
  disturb(forMs?: number): void;
  /** Ends the run with an error that must not happen in any run. */
  fail(error: unknown): void;
}

export interface NodeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  authorization: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface NodeReply {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

const SILENT = pino({ level: 'silent' });

/** How long a deploy lets a node drain. */
const KILLED_AFTER_MS = 10_000;
/** After this the supervisor starts the process again. */
const RESTART_MS = 500;

export function createVirtualNode(world: NodeWorld, index: number): VirtualNode {
  const name = `node ${index}`;
  let starts = 0;
  let startedMs = Infinity;
  let isStarting = false;
  let isDraining = false;
  /** `start` was called while it drained. */
  let startsAgain = false;
  let clockErrorMs = 0;
  let refusal: (() => Error) | null = null;
  /** The counter of each of its processes. */
  const counters: Metrics['boundaryCaught'][] = [];
  let current: {
    app: App;
    clock: MachineClock;
    database: ReturnType<Gate['open']>;
    port: ReturnType<Network['attach']>;
  } | null = null;

  async function start(): Promise<void> {
    if (isDraining) startsAgain = true;
    if (current || isStarting) return;
    isStarting = true;
    starts += 1;
    startedMs = world.timeline.nowMs();
    const clock = world.timeline.clock(name);
    const startedWithErrorMs = clockErrorMs;
    clock.jumpWall(startedWithErrorMs);
    const database = world.gate.open(name);
    database.refuse(refusal);
    const port = world.network.attach(index);
    const random = world.chance('node', index, starts);
    const metrics = createMetrics({ ofProcess: false });
    counters.push(metrics.boundaryCaught);
    const config = readConfig({
      DATA_DIR: '/virtual',
      AUTH_SECRET,
      PUBLIC_URL,
      RATE_LIMIT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'silent',
    });
    world.disturb();
    world.trace.note(name, 'starts');
    const app = await buildApp({
      config,
      db: database.db,
      clock,
      random,
      log: SILENT,
      metrics,
      version: 'virtual',
      authSecret: AUTH_SECRET,
      publicUrl: () => PUBLIC_URL,
      outboxFolder: '/virtual/outbox',
      makeKioskTransport: () => port.transport,
      carrier: port.carrier,
      sendMail: (mail) => world.post.takeMail(mail),
      sendPush: (target, payload) => world.post.takePush(target, payload),
      pushEndpoints: world.post.endpoints,
    });
    await app.http.ready();
    // Apply what was done to its machine while it started.
    clock.jumpWall(clockErrorMs - startedWithErrorMs);
    database.refuse(refusal);
    isStarting = false;
    current = { app, clock, database, port };
    app.start();
  }

  function end(how: 'reset' | 'silent'): void {
    if (!current) return;
    const { clock, database, port } = current;
    current = null;
    isDraining = false;
    clock.stop();
    database.kill();
    port.gone(how);
    world.disturb();
    world.trace.note(name, 'is gone');
    if (startsAgain) world.timeline.after(RESTART_MS, `${name} starts again`, begin);
    startsAgain = false;
  }

  const begin = (): void => void start().catch((error: unknown) => world.fail(error));

  return {
    index,
    get isUp() {
      return current !== null;
    },
    get startedMs() {
      return startedMs;
    },
    clock: () => current?.clock ?? null,
    start: begin,
    crash: end,
    crashAtStatement(count, when, how, crashed = () => {}, text = '') {
      const crash = (): void => {
        crashed();
        end(how);
      };
      current?.database.crashAt(count, when, crash, text);
    },
    forgetCrash() {
      current?.database.delayNext(null);
      current?.database.crashAt(Infinity, 'before', () => {});
      current?.database.breakAt(
        Infinity,
        'before',
        () => new Error(),
        () => {},
      );
    },
    stop() {
      const node = current;
      if (!node || isDraining) return;
      isDraining = true;
      world.trace.note(name, 'drains');
      const gone = (): void => {
        if (current === node) end('reset');
      };
      // As in `main.ts`, a node that can't drain (its database is away) ends all the same.
      node.app.drain().then(gone, (error: unknown) => {
        world.trace.note(name, `could not drain: ${String(error)}`);
        gone();
      });
      world.timeline.after(KILLED_AFTER_MS, `${name} killed`, gone);
    },
    setClockError(errorMs) {
      current?.clock.jumpWall(errorMs - clockErrorMs);
      clockErrorMs = errorMs;
      world.disturb();
    },
    get hasDatabase() {
      return refusal === null;
    },
    refuseDatabase(error) {
      refusal = error;
      world.disturb();
      current?.database.refuse(error);
    },
    breakConnectionAt(count, when, error, broken, text) {
      const heard = (): void => {
        world.disturb();
        broken();
      };
      current?.database.breakAt(count, when, error, heard, text);
    },
    delayStatement: (delay) => current?.database.delayNext(delay),
    request({ method, path, authorization, body, headers }, heard) {
      const node = current;
      if (!node) return;
      node.app.http
        .inject({
          method,
          url: path,
          headers: {
            host: 'service.virtual',
            authorization,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
        })
        .then(({ statusCode, headers: answered, body: text }) => {
          if (current !== node) return;
          const parsed = text === '' ? null : (JSON.parse(text) as unknown);
          heard({ status: statusCode, headers: answered, body: parsed });
        })
        .catch((error: unknown) => world.fail(error));
    },
    runDueJobs(done) {
      const node = current;
      node?.app.runDueJobs().then(
        (nextMs) => {
          if (current === node) done(nextMs);
        },
        // The database is away; the caller will ask again.
        () => {},
      );
    },
    async caught() {
      const read = await Promise.all(counters.map((counter) => counter.get()));
      return read.flatMap(({ values }) => values).reduce((sum, { value }) => sum + value, 0);
    },
    openTransactions: () => current?.database.openSince() ?? [],
  };
}
