import { buildApp, type App } from '@sign-display/backend/app';
import { createMetrics, readConfig, type Metrics } from '@sign-display/backend/parts';
import { pino } from 'pino';
import type { Draws } from '../adapters/seeded-random.ts';
import type { Gate } from './database/gate.ts';
import type { Network } from './network/network.ts';
import type { Post } from './post.ts';
import { AUTH_SECRET, PUBLIC_URL } from './setting.ts';
import type { MachineClock, Timeline } from './timeline.ts';
import type { Trace } from './trace.ts';

/** One node of the service: the real one, as `main.ts` has it, on the run's clock, chance, network and database. */
export interface VirtualNode {
  readonly index: number;
  readonly isUp: boolean;
  /** When its process last began; Infinity before. */
  readonly startedMs: number;
  /** Its wall clock; another at each start. */
  clock(): MachineClock | null;
  /** Its machine's wall clock is wrong by so much from now on. */
  setClockError(errorMs: number): void;
  /** Starts its process, where there is none; where one drains, after that. */
  start(): void;
  /** Its process dies at once. `silent`: its machine too, so that nobody's connection is told. */
  crash(how: 'reset' | 'silent'): void;
  /**
   * Dies in the middle of what it does: at the `count`-th statement from now, before it is run or before its answer is heard. `crashed` is told when it does.
   * `text`: of the statements alone that have it in them.
   */
  crashAtStatement(
    count: number,
    when: 'before' | 'after',
    how: 'reset' | 'silent',
    crashed?: () => void,
    text?: string,
  ): void;
  /** What `crashAtStatement` has set does not come any more. */
  forgetCrash(): void;
  /** SIGTERM: drains, and is down when that is done. */
  stop(): void;
  /** Its database can be reached. */
  readonly hasDatabase: boolean;
  /** While set, its database can't be reached: every statement fails with it. */
  refuseDatabase(error: (() => Error) | null): void;
  /**
   * The connection to the database breaks that its `count`-th statement from now is on; `broken` is told when. `text`: of the statements alone that have
   * it in them.
   */
  breakConnectionAt(
    count: number,
    when: 'before' | 'after',
    error: () => Error,
    broken: () => void,
    text?: string,
  ): void;
  /** Asks it over HTTP; `heard` is called if and when it answers. */
  request(request: NodeRequest, heard: (reply: NodeReply) => void): void;
  /** Does what jobs are due; `done` hears when the next is, by the node's clock, unless the node dies. */
  runDueJobs(done: (nextMs: number | null) => void): void;
  /** How many errors the boundary of its connections has caught since the run began (`signs_boundary_caught_total`). */
  caught(): Promise<number>;
  /** Transactions of its that are open, with when they began. */
  openTransactions(): number[];
}

/** What a node takes of the world that it runs in. */
export interface NodeWorld {
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly gate: Gate;
  readonly network: Network;
  readonly post: Post;
  /** A stream of chance that is this path's own: whoever else draws more or less does not move it. */
  chance(...path: (string | number)[]): Draws;
  /** Nodes, the database or what lies between them are disturbed now, and for so long: for who judges how long things may take. */
  disturb(forMs?: number): void;
  /** What must not happen in any run has: it ends with that. */
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

/** A deploy gives a node so long to drain. */
const KILLED_AFTER_MS = 10_000;
/** Whoever watches over the process starts another. */
const RESTART_MS = 500;

export function createVirtualNode(world: NodeWorld, index: number): VirtualNode {
  const name = `node ${index}`;
  let starts = 0;
  let startedMs = Infinity;
  let isStarting = false;
  let isDraining = false;
  /** Somebody wanted it started while it drained. */
  let startsAgain = false;
  let clockErrorMs = 0;
  let refusal: (() => Error) | null = null;
  /** Of each of its processes. */
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
    // What was done to its machine while it started.
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
      // As `main.ts`: one that can't drain (its database is away) ends all the same.
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
        // A database that is away: whoever asked asks again.
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
