import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { settle } from '../adapters/settle.ts';
import type { ScreenContent } from '../evidence/evidence.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { createGate, type Commit } from './database/gate.ts';
import type { Session } from './database/session.ts';
import { createNetwork } from './network/network.ts';
import { createVirtualNode, type NodeReply, type NodeRequest, type NodeWorld, type VirtualNode } from './node.ts';
import { createPages } from './pages.ts';
import { createPost } from './post.ts';
import { createRecords, type Records } from './records.ts';
import { PEOPLE, type PersonName } from './setting.ts';
import { createVirtualSign, type SignWorld, type VirtualSign } from './sign.ts';
import { createTimeline } from './timeline.ts';
import { createTrace } from './trace.ts';

/**
 * Everything that a run consists of, under one seed. It decides nothing and judges nothing: what happens is the plan's, what must hold the
 * checkers'.
 */
export interface World extends NodeWorld, SignWorld {
  readonly nodes: readonly VirtualNode[];
  readonly signs: readonly VirtualSign[];
  /** Those of `signs` that the last step changed: their power, or anything that their agents know. At the first step all. */
  readonly stirred: readonly VirtualSign[];
  /** Machines with the copied disk of a sign: they pass for one, and stand in no hall. Numbered on from the signs. */
  readonly clones: readonly VirtualSign[];
  /** What is in the database, for who looks on; not part of the run. */
  readonly records: Records;
  readonly coverage: Coverage;
  /** A person's request to a node that lives (or to `node`); null where no reply came within `patienceMs`. */
  ask(who: PersonName, request: Omit<NodeRequest, 'authorization'>, options?: AskOptions): Promise<NodeReply | null>;
  /** Resolves after so long. */
  wait(delayMs: number): Promise<void>;
  /** Each request of a person, when its reply is heard or given up. */
  onAsked(hear: (asked: Asked) => void): void;
  /**
   * Puts the disk of a sign, as it is now, into another machine with the same network address; null where nothing is on it yet. `deviceSecret`: one that
   * was made up, because nothing but the signId was known.
   */
  cloneSign(index: number, deviceSecret?: string): VirtualSign | null;
  /** The faults have stopped for good: `heal` was called. */
  readonly isCalm: boolean;
  /** The faults stop: everybody has power, cables, clocks, pages, a database and a mail server that work, every node runs, and no clone does. */
  heal(): void;
  /** Each change of a screen. */
  onScreen(hear: (kiosk: number, screen: ScreenContent) => void): void;
  /** When nodes, the database or what lies between them were disturbed last. */
  disturbedMs(): number;
}

export interface AskOptions {
  node?: number;
  /** The request arrives, and the reply does not. */
  losesReply?: boolean;
  patienceMs?: number;
}

export interface Asked {
  who: PersonName;
  request: Omit<NodeRequest, 'authorization'>;
  /** Null where none came in time. */
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
  /** Runs until `untilMs`, with `look` after everything that happened, given what was committed by it. */
  run(untilMs: number, look: (commits: readonly Commit[]) => Promise<void>): Promise<void>;
  /** Nothing goes on any more: nodes are dead, sessions closed. */
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
/** Whoever has asked for jobs and got no answer asks again after this; one that has hears of all that come to be there. */
const JOBS_AGAIN_MS = 15_000;
const JOBS_ANYWAY_MS = 60_000;
/** Statements on a machine of the service's own: half a millisecond, sometimes many. */
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

  /** Jobs: where one was added, and when one is due, every node looks; as the library's worker is told by the database. */
  const looking = world.nodes.map(() => ({ atMs: Infinity, cancel: () => {} }));
  function lookForJobs(node: VirtualNode, atMs: number): void {
    const next = looking[node.index]!;
    if (next.atMs <= atMs) return;
    next.cancel();
    next.atMs = atMs;
    next.cancel = timeline.at(atMs, `node ${node.index} looks for jobs`, () => {
      next.atMs = Infinity;
      // Where this node dies over it, or its database is away, another look comes all the same.
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
      while (timeline.nextMs() <= untilMs) {
        timeline.step();
        await gate.settle();
        await settle();
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
