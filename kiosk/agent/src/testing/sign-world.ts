import { AGENT_LIMITS } from '../limits.ts';
import type { BatchDocument, Effect, EffectOf, TimerName } from '../state/effects.ts';
import type { SignEvent } from '../state/events.ts';
import type { IdentifyOverlay, NetworkInterface, ProofResult } from '../ports.ts';
import { transition } from '../sign-transition.ts';
import { initialState, type SignState } from '../state/state.ts';
import { makeFreshIdentity, type FreshIdentity } from '../state/identity-and-hardware-check.ts';
import type { StoredDocument } from '../state/stored-document.ts';
import { createSeededRandom } from './seeded-random.ts';
import { ETHERNET } from './scripted-shell.ts';

/**
 * The world around one pure sign: what it asked for and has not got yet. Nothing happens by itself; whoever holds the world
 * decides which write completes, which proof ends, how much time passes.
 */
export interface SignWorld {
  state: SignState;
  monotonicMs: number;
  wallMs: number;
  disk: StoredDocument | null;
  interfaces: NetworkInterface[];
  /** Asked for and not answered. */
  writes: EffectOf<'write_store'>[];
  proof: EffectOf<'prove'> | null;
  /** Over the screen, and by when it has to be gone (monotonic). */
  overlay: IdentifyOverlay | null;
  overlayUntilMs: number;
  /** In the hidden view, whole. */
  hidden: string | null;
  check: EffectOf<'check_page'> | null;
  registering: EffectOf<'register'> | null;
  jobs: EffectOf<'run_command'>[];
  logs: EffectOf<'send_logs'>[];
  /** Batches of analytics: on disk, to be written, on their way. */
  batches: Map<string, BatchDocument>;
  batchWrites: BatchDocument[];
  sentBatch: EffectOf<'send_batch'> | null;
  /** The last heartbeat, not acked yet. */
  beat: { connection: number; seq: number } | null;
  timers: Map<TimerName, number>;
  restarts: number;
  /** The release that waits for its answer. */
  release: EffectOf<'send_release'> | null;
  /** Who a sign becomes that has to be another. */
  fresh(): FreshIdentity;
  /** Looks at each step, before its effects are taken note of. */
  onStep: (before: SignState, event: SignEvent, effects: Effect[]) => void;
  act(event: SignEvent): void;
  boot(): void;
  /** The oldest write that was asked for succeeds. */
  write(): void;
  endProof(result: ProofResult): void;
  pass(ms: number): void;
}

const METRICS = { cpuLoad: 0.5, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };

/** Throws on whatever changes a value that it shares with others. */
function freeze<Value>(value: Value): Value {
  // Bytes can't be frozen; nobody writes to them.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

export function createSignWorld(seed = 1): SignWorld {
  const random = createSeededRandom(seed);

  const takeNote: { [Type in Effect['type']]?: (effect: EffectOf<Type>) => void } = {
    read_store: () => later({ type: 'store_read', document: world.disk, damaged: false }),
    list_interfaces: () =>
      later({ type: 'interfaces_listed', interfaces: world.interfaces, fresh: makeFreshIdentity(random) }),
    write_store: (effect) => world.writes.push(effect),
    prove: (effect) => {
      world.proof = effect;
      world.hidden = null;
    },
    discard_proof: () => {
      world.proof = null;
      world.hidden = null;
    },
    identify: ({ overlay }) => {
      world.overlay = overlay;
      if (overlay !== null) world.overlayUntilMs = overlay.untilMs - world.wallMs;
    },
    check_page: (effect) => {
      world.check = effect;
    },
    register: (effect) => {
      world.registering = effect;
    },
    send_release: (effect) => {
      world.release = effect;
    },
    close: () => {
      world.registering = null;
      world.release = null;
      world.logs = [];
      world.sentBatch = null;
      world.beat = null;
    },
    read_outbox: () =>
      later({
        type: 'outbox_read',
        batches: Array.from(world.batches, ([id, document]) => ({ id, document })),
      }),
    write_batch: ({ document }) => {
      world.batchWrites = world.batchWrites.filter(({ batchId }) => batchId !== document.batchId).concat(document);
    },
    remove_batch: ({ batchId }) => {
      world.batchWrites = world.batchWrites.filter((one) => one.batchId !== batchId);
      world.batches.delete(batchId);
    },
    send_batch: (effect) => {
      world.sentBatch = effect;
    },
    read_metrics: () => later({ type: 'metrics_read', metrics: METRICS }),
    run_command: (effect) => world.jobs.push(effect),
    send_logs: (effect) => world.logs.push(effect),
    send_heartbeat: ({ connection, message: { seq } }) => {
      world.beat = { connection, seq };
    },
    set_timer: ({ timer, delayMs }) => world.timers.set(timer, world.monotonicMs + Math.max(0, delayMs)),
    cancel_timer: ({ timer }) => world.timers.delete(timer),
    restart: () => {
      world.restarts += 1;
    },
  };

  const answers: SignEvent[] = [];
  const later = (event: SignEvent): void => void answers.push(event);

  const world: SignWorld = {
    state: newState(),
    monotonicMs: 0,
    wallMs: Date.UTC(2026, 10, 21),
    disk: null,
    interfaces: [ETHERNET],
    writes: [],
    proof: null,
    overlay: null,
    overlayUntilMs: 0,
    hidden: null,
    check: null,
    registering: null,
    jobs: [],
    logs: [],
    batches: new Map(),
    batchWrites: [],
    sentBatch: null,
    beat: null,
    timers: new Map(),
    restarts: 0,
    release: null,
    fresh: () => makeFreshIdentity(random),
    onStep: () => {},
    act(event) {
      const before = freeze(world.state);
      const now = { wallMs: world.wallMs + world.monotonicMs, monotonicMs: world.monotonicMs, chance: random.float() };
      const { state, effects } = transition(before, freeze(event), now);
      world.state = state;
      world.onStep(before, event, effects);
      for (const effect of effects) (takeNote[effect.type] as ((effect: Effect) => void) | undefined)?.(effect);
      for (let next = answers.shift(); next !== undefined; next = answers.shift()) world.act(next);
    },
    boot() {
      const { disk, interfaces, monotonicMs, wallMs, onStep } = world;
      Object.assign(world, {
        writes: [],
        proof: null,
        overlay: null,
        hidden: null,
        check: null,
        registering: null,
        release: null,
        jobs: [],
        logs: [],
        batchWrites: [],
        sentBatch: null,
        beat: null,
        timers: new Map(),
      });
      Object.assign(world, { disk, interfaces, monotonicMs, wallMs, onStep, state: newState() });
      world.act({ type: 'started' });
    },
    write() {
      const next = world.writes.shift();
      if (next === undefined) return;
      world.disk = next.document;
      world.act({ type: 'stored', revision: next.revision });
    },
    endProof(result) {
      const { proof } = world;
      if (proof === null) return;
      world.proof = null;
      world.hidden = result.ok ? proof.url : null;
      world.act({ type: 'proved', proof: proof.proof, result });
    },
    pass(ms) {
      const until = world.monotonicMs + ms;
      for (;;) {
        const due = [...world.timers].filter(([, at]) => at <= until).toSorted(([, a], [, b]) => a - b)[0];
        if (due === undefined) break;
        world.timers.delete(due[0]);
        world.monotonicMs = due[1];
        world.act({ type: 'timer', timer: due[0] });
      }
      world.monotonicMs = until;
    },
  };

  function newState(): SignState {
    return initialState({
      bootId: makeFreshIdentity(random).signId,
      appVersion: '1.0.0',
      limits: AGENT_LIMITS,
      heartbeatPhase: random.float(),
    });
  }

  return world;
}

/** Brings the sign to a registered connection, where it is not in the middle of something that forbids it. */
export function connectFully(world: SignWorld): boolean {
  while (world.writes.length > 0) world.write();
  for (let round = 0; round < 10 && world.state.phase === 'running'; round += 1) {
    const { phase, id } = world.state.connection;
    if (phase === 'registered') return true;
    if (phase === 'down') world.pass((world.timers.get('connect') ?? world.monotonicMs) - world.monotonicMs);
    else if (phase === 'connecting') world.act({ type: 'opened', connection: id });
    else {
      const serverTimeMs = world.wallMs + world.monotonicMs;
      const reply = { ok: true, heartbeatIntervalMs: 5_000, serverTimeMs, registered: true };
      world.act({ type: 'register_replied', connection: id, reply });
    }
    while (world.writes.length > 0) world.write();
  }
  return world.state.phase === 'running' && world.state.connection.phase === 'registered';
}
