import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { waitForIdle } from '../adapters/wait-for-event-loop-idle.ts';
import type { ScreenContent } from '../evidence/evidence-types.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { createGate, type Commit } from './database/statement-scheduler.ts';
import type { Session } from './database/session.ts';
import { createNetwork } from './network/network.ts';
import { createVirtualNode, type NodeReply, type NodeRequest, type NodeWorld, type VirtualNode } from './node.ts';
import { createCamera } from '../machine/draw-screenshot.ts';
import { createPages } from './pages.ts';
import { createPost } from './mail-and-push.ts';
import { createRecords, type Records } from './database-rows.ts';
import { PEOPLE, type PersonName } from './initial-data.ts';
import { createVirtualSign, type SignWorld, type VirtualSign } from './sign.ts';
import { createTimeline } from './timeline.ts';
import { createTrace } from './trace.ts';

/**
 * Everything that a run consists of, under one seed. The plan decides what happens in it, and the checkers judge it.
 */
export interface World extends NodeWorld, SignWorld {
  readonly nodes: readonly VirtualNode[];
  readonly signs: readonly VirtualSign[];
  /** The signs that the last step changed: their power, or the state of their agents. After the first step all signs. */
  readonly stirred: readonly VirtualSign[];
  /** Machines with the copied disk of a sign, which pass for it. Their indexes continue those of the signs. */
  readonly clones: readonly VirtualSign[];
  /** The content of the database, for checkers; reading it is no part of the run. */
  readonly records: Records;
  readonly coverage: Coverage;
  /** Sends a person's request to a node that is up (or to `node`); null where no reply came within `patienceMs`. */
  ask(who: PersonName, request: Omit<NodeRequest, 'authorization'>, options?: AskOptions): Promise<NodeReply | null>;
  /** Resolves after `delayMs` of virtual time. */
  wait(delayMs: number): Promise<void>;
  /** Calls `hear` for each request of a person, when its reply arrives or is given up. */
  onAsked(hear: (asked: Asked) => void): void;
  /**
   * Copies the disk of a sign into another machine with the same network address; null where the disk is empty. `deviceSecret`: a made-up one, for a
   * copy by somebody who knows the signId only.
   */
  cloneSign(index: number, deviceSecret?: string): VirtualSign | null;
  /** Whether `heal` was called: no fault happens any more. */
  readonly isCalm: boolean;
  /** Ends all faults: power, cables, clocks, pages, database and mail server work, every node runs, and no clone does. */
  heal(): void;
  /** Calls `hear` for each change of a screen. */
  onScreen(hear: (kiosk: number, screen: ScreenContent) => void): void;
  /** When nodes, the database or what lies between them were disturbed last. */
  disturbedMs(): number;
}

export interface AskOptions {
  node?: number;
  /** The request arrives and its reply is lost. */
  losesReply?: boolean;
  patienceMs?: number;
}

export interface Asked {
  who: PersonName;
  request: Omit<NodeRequest, 'authorization'>;
  /** Null where no reply came in time. */
  reply: NodeReply | null;
  askedMs: number;
}

export interface WorldOptions {
  seed: string;
  kiosks: number;
  nodes: number;
  sessions: { transactions: readonly [Session, Session]; single: Session; observer: Session };
  print?: ((line: string) => void) | null;
}

interface RunningWorld extends World {
  /** Runs until `untilMs`. After each step calls `look` with what the step committed. */
  run(untilMs: number, look: (commits: readonly Commit[]) => Promise<void>): Promise<void>;
  /** Ends the world: kills the nodes and closes the sessions. */
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
/** A node that asked for jobs and got no answer asks again after this. One that got an answer hears of every job that is added. */
const JOBS_AGAIN_MS = 15_000;
const JOBS_ANYWAY_MS = 60_000;
/** More happens in no microsecond of a run; past that, one thing asks for itself again without end. */
const MOST_IN_A_MOMENT = 10_000;
/** The latency of statements where the service has the machine to itself: half a millisecond, sometimes many. */
const statementLatency = (chance: Draws) => (): number =>
  chance.chance(0.01) ? 20 + 200 * chance.float() : 0.2 + 3 * chance.float() ** 4;

export function createWorld(options: WorldOptions): RunningWorld {
  const { seed, sessions } = options;
  const timeline = createTimeline();
  const trace = createTrace(timeline.nowMs, options.print ?? null);
  const chance = (...path: (string | number)[]): Draws => seededRandom(seed, ...path);
  const coverage = createCoverage();
  const gate = createGate({
    timeline,
    trace,
    coverage,
    sessions,
    latency: statementLatency(chance('database')),
    shuffle: chance('database', 'order').shuffle,
  });
  const network = createNetwork({ timeline, trace, chance });
  const hearers: ((kiosk: number, screen: ScreenContent) => void)[] = [];
  const askedHearers: ((asked: Asked) => void)[] = [];
  const asking = chance('people');
  const clones: VirtualSign[] = [];
  let isCalm = false;
  let disturbedMs = 0;
  let failure: { error: unknown } | null = null;
  let commits: Commit[] = [];
  gate.onCommit((commit) => commits.push(commit));

  const world: World = {
    seed,
    timeline,
    trace,
    gate: {
      ...gate,
      setLatency(draw) {
        world.disturb();
        gate.setLatency(draw);
      },
      get statements() {
        return gate.statements;
      },
      get waits() {
        return gate.waits;
      },
    },
    network: {
      ...network,
      setCarrier(...how) {
        world.disturb();
        network.setCarrier(...how);
      },
    },
    pages: createPages({ nowMs: timeline.nowMs, chance, trace }),
    camera: createCamera(),
    post: createPost({ timeline, trace, chance: chance('post') }),
    nodes: [],
    signs: [],
    stirred: [],
    clones,
    records: createRecords(sessions.observer),
    coverage,
    chance,
    ask(who, request, { node, losesReply = false, patienceMs = PATIENCE_MS } = {}) {
      const { authorization } = PEOPLE[who];
      const what = `${request.method} ${request.path}`;
      const askedMs = timeline.nowMs();
      const travelMs = (): number => 1 + 60 * asking.float() ** 3;
      return new Promise((resolve) => {
        const heard = (reply: NodeReply | null): void => {
          giveUp();
          trace.note(who, `${what}: ${reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'no reply'}`);
          try {
            for (const hear of askedHearers) hear({ who, request, reply, askedMs });
          } catch (error) {
            world.fail(error);
          }
          resolve(reply);
        };
        const giveUp = timeline.after(patienceMs, `${who} gives up`, () => heard(null));
        trace.note(who, `${what} ${JSON.stringify(request.body)}`);
        timeline.after(travelMs(), `${who} asks`, () => {
          const up = world.nodes.filter(({ isUp }) => isUp);
          const to = node === undefined ? up[asking.int(0, Math.max(0, up.length - 1))] : world.nodes[node];
          if (!to?.isUp) return void timeline.after(travelMs(), `${who} refused`, () => heard(null));
          to.request({ ...request, authorization }, (reply) => {
            if (!losesReply) timeline.after(travelMs(), `${who} hears`, () => heard(reply));
          });
        });
      });
    },
    wait: (delayMs) => new Promise((resolve) => void timeline.after(delayMs, 'wait', resolve)),
    onAsked: (hear) => void askedHearers.push(hear),
    cloneSign(index, deviceSecret) {
      const document = world.signs[index]!.disk.document() as { identity: { macAddress: string } | null } | null;
      if (!document?.identity) return null;
      const { macAddress } = document.identity;
      const identity = deviceSecret === undefined ? document.identity : { ...document.identity, deviceSecret };
      const copy = { macAddress, document: { ...document, identity } };
      const clone = createVirtualSign(world, world.signs.length + clones.length, copy);
      clones.push(clone);
      return clone;
    },
    get isCalm() {
      return isCalm;
    },
    heal() {
      trace.note('calm');
      isCalm = true;
      gate.setLatency(null);
      world.network.setCarrier(true);
      world.pages.heal();
      world.post.heal();
      for (const node of world.nodes) {
        node.refuseDatabase(null);
        node.forgetCrash();
        node.setClockError(0);
        node.start();
      }
      for (const clone of clones) clone.powerOff();
      for (const sign of world.signs) {
        world.network.setLatency(sign.index, null);
        world.network.breakAt(sign.index, null);
        sign.disk.setFull(false);
        sign.disk.cutAtStep(0, null);
        sign.armLink('none');
        sign.setClockError(0);
        sign.setCable(true);
        sign.powerOn();
      }
    },
    onScreen: (hear) => void hearers.push(hear),
    screenChanged(kiosk, screen) {
      for (const hear of hearers) hear(kiosk, screen);
    },
    disturb: (forMs = 0) => void (disturbedMs = Math.max(disturbedMs, timeline.nowMs() + forMs)),
    disturbedMs: () => Math.min(disturbedMs, timeline.nowMs()),
    fail: (error) => void (failure ??= { error }),
  };
  Object.assign(world, {
    nodes: Array.from({ length: options.nodes }, (_, index) => createVirtualNode(world, index)),
    signs: Array.from({ length: options.kiosks }, (_, index) => createVirtualSign(world, index)),
  });

  /** Every node looks for jobs when one was added and when one is due, as the library's worker does when the database tells it. */
  const looking = world.nodes.map(() => ({ atMs: Infinity, cancel: () => {} }));
  function lookForJobs(node: VirtualNode, atMs: number): void {
    const next = looking[node.index]!;
    if (next.atMs <= atMs) return;
    next.cancel();
    next.atMs = atMs;
    next.cancel = timeline.at(atMs, `node ${node.index} looks for jobs`, () => {
      next.atMs = Infinity;
      // If the node dies meanwhile, or its database is away, another look must follow.
      const againMs = timeline.nowMs() + JOBS_AGAIN_MS;
      lookForJobs(node, againMs);
      const clock = node.clock();
      node.runDueJobs((nextMs) => {
        if (next.atMs === againMs) {
          next.cancel();
          next.atMs = Infinity;
        }
        const inMs = nextMs === null ? JOBS_ANYWAY_MS : Math.max(1, nextMs - clock!.now());
        lookForJobs(node, timeline.nowMs() + Math.min(inMs, JOBS_ANYWAY_MS));
      });
    });
  }
  gate.onCommit(({ tables }) => {
    if (tables.has('job')) for (const node of world.nodes) lookForJobs(node, timeline.nowMs() + 2);
  });

  const before = world.signs.map(() => ({ isOn: false, restarts: -1, agent: undefined as unknown }));
  const isStirred = ({ index, isOn, kiosk }: VirtualSign): boolean => {
    const last = before[index]!;
    const [agent, restarts] = [kiosk.agent(), kiosk.restarts()];
    if (last.agent === agent && last.isOn === isOn && last.restarts === restarts) return false;
    before[index] = { isOn, restarts, agent };
    return true;
  };

  return Object.assign(world, {
    async run(untilMs: number, look: (commits: readonly Commit[]) => Promise<void>) {
      let momentMs = 0;
      let inMoment = 0;
      while (timeline.nextMs() <= untilMs) {
        const what = timeline.step();
        inMoment = timeline.nowMs() === momentMs ? inMoment + 1 : 0;
        momentMs = timeline.nowMs();
        if (inMoment > MOST_IN_A_MOMENT) throw new Error(`virtual time is stuck, last waiting for: ${what}`);
        await gate.settle();
        await waitForIdle();
        if (failure) throw failure.error;
        const committed = commits;
        if (committed.length > 0) commits = [];
        for (const { tables } of committed) world.records.changed(tables);
        Object.assign(world, { stirred: world.signs.filter(isStirred) });
        await look(committed);
      }
    },
    async close() {
      for (const node of world.nodes) node.crash('silent');
      await gate.settle();
      await gate.close();
    },
  });
}
