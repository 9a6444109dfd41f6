import { seededRandom } from '../adapters/seeded-random.ts';
import { CHECKERS } from './checkers/all-checkers.ts';
import { BrokenPromise, type Checker } from './checkers/checker.ts';
import { countEffect, type Effect } from './plan-steps/plan-step.ts';
import { PLAN_STEPS, type Plan, type PlannedStep } from './plan.ts';
import { FINAL_READS_MS, readEventsAtEnd } from './final-reads.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface Life {
  /** SHA-256 of everything that happened, as hex: the same for the same plan on any machine. */
  hash: string;
  events: number;
  statements: number;
  /** Statements that waited for another transaction's lock. */
  waits: number;
  virtualMs: number;
  coverage: Readonly<Record<string, number>>;
  /** Null where every promise held. */
  failure: Failure | null;
}

export interface Failure {
  /** The number of the promise; `run` where the run itself could not go on (an exception, a deadlock), `plan` where a kept plan was not met. */
  promise: string;
  words: string;
  seen: unknown;
  expected: unknown;
  atMs: number;
  /** The last events before it, oldest first. */
  last: readonly string[];
}

interface LifeOptions {
  sessions: WorldOptions['sessions'];
  /** Gets every event of the trace. */
  print?: ((line: string) => void) | null;
  /** By default all checkers. */
  checkers?: readonly Checker[];
}

/** Kiosks boot one after the other, as when somebody walks through the halls and plugs them in. */
const BOOT_EVERY_MS = 1_500;

/** The words of an exception without numbers and ids, so that two of a kind have the same words. */
function kindOf(error: unknown): string {
  const { name = '', code, message = String(error) } = error as { name?: string; code?: unknown; message?: string };
  const words = [name, code, message.split('\n', 1)[0]].filter(Boolean).join(' ');
  return words.replaceAll(/[0-9a-f-]{9,}|\d+/gi, '…').slice(0, 160);
}

function failureOf(error: unknown, world: World): Failure {
  const atMs = world.timeline.nowMs();
  const last = world.trace.last();
  if (error instanceof BrokenPromise) {
    const { promise, message: words, seen, expected } = error;
    return { promise, words, seen, expected, atMs, last };
  }
  const { stack, cause } = error as Error;
  return {
    promise: 'run',
    words: `the run could not go on: ${kindOf(error)}`,
    seen: `${stack ?? String(error)}${cause ? `\n${String((cause as Error).stack ?? cause)}` : ''}`,
    expected: 'no exception',
    atMs,
    last,
  };
}

/** Notes which steps of a plan took effect. */
interface Met {
  took(id: number, effect: Effect): void;
  /** The steps of a kept plan that had no effect. */
  missed(): readonly PlannedStep[];
}

function watchPlan({ steps, isKept = false }: Plan): Met {
  const effects = new Map<number, Effect>();
  /** An action without effect is not missed: the service may have refused it. */
  const isMissed = ({ id, name }: PlannedStep): boolean => {
    const effect = effects.get(id);
    return effect === undefined || (effect === false && PLAN_STEPS.get(name)?.kind === 'fault');
  };
  return {
    took: (id, effect) => void effects.set(id, effect),
    missed: () => (isKept ? steps.filter(isMissed) : []),
  };
}

function failureOfPlan(missed: readonly PlannedStep[], world: World): Failure {
  const told = missed.map(({ id, name, params }) => `${id} (${name} ${JSON.stringify(params)})`);
  return {
    promise: 'plan',
    words: `the plan is not met: nothing came of step ${told.join(', ')}`,
    seen: 'The statement or message that the fault waits for never came, or the fault had no effect at its time.',
    expected: 'Each fault of a stored plan must have an effect. Fix the plan, or remove the step.',
    atMs: world.timeline.nowMs(),
    last: world.trace.last(),
  };
}

/** Runs a plan from its first to its last virtual millisecond, on a fresh database. A broken promise is in the result and never rejects. */
export async function runPlan(plan: Plan, { sessions, print = null, checkers = CHECKERS }: LifeOptions): Promise<Life> {
  const { seed, kiosks, nodes } = plan;
  const world = createWorld({ seed, kiosks, nodes, sessions, print });
  const { timeline, coverage } = world;
  const fail = (error: unknown): void => world.fail(error);
  // A rejected promise that nobody handles is a bug of the service or of ours: it fails the run.
  process.on('unhandledRejection', fail);

  for (const node of world.nodes) timeline.after(node.index * 700, `node ${node.index} starts`, node.start);
  for (const sign of world.signs)
    timeline.after(1_000 + sign.index * BOOT_EVERY_MS, `kiosk ${sign.index} is plugged in`, sign.powerOn);
  const met = watchPlan(plan);
  for (const { id, atMs, name, params } of plan.steps) {
    timeline.at(atMs, name, () => {
      const each = PLAN_STEPS.get(name);
      if (!each) return fail(new Error(`the plan names an unknown action or fault: ${name}`));
      world.trace.note(each.kind, `${id} ${name} ${JSON.stringify(params)}`);
      Promise.resolve(each.run(world, params, seededRandom(seed, 'happening', id)))
        .then((effect) => {
          met.took(id, effect);
          countEffect(world, each, effect);
        })
        .catch(fail);
    });
  }
  timeline.at(plan.calmFromMs, 'calm', world.heal);
  timeline.at(plan.endMs - FINAL_READS_MS, 'last look', () => void readEventsAtEnd(world).catch(fail));

  let failure: Failure | null = null;
  try {
    const watches = checkers.map((checker) => checker.begin(world));
    const steps = watches.filter(({ afterStep }) => afterStep);
    const commitWatches = watches.filter(({ afterCommit }) => afterCommit);
    await world.run(plan.endMs, async (commits) => {
      for (const watch of steps) watch.afterStep!();
      if (commits.length > 0) for (const watch of commitWatches) await watch.afterCommit!(commits);
    });
    for (const watch of watches) await watch.atEnd?.();
    // This comes last, so that a broken promise is reported rather than the plan.
    const missed = met.missed();
    if (missed.length > 0) failure = failureOfPlan(missed, world);
  } catch (error) {
    failure = failureOf(error, world);
  }
  const { statements, waits } = world.gate;
  const lived = {
    hash: world.trace.hash(),
    events: world.trace.length,
    statements,
    waits,
    virtualMs: timeline.nowMs(),
    coverage: coverage.counts(),
  };
  try {
    await world.close();
  } catch (error) {
    failure ??= failureOf(error, world);
  } finally {
    process.off('unhandledRejection', fail);
  }
  return { ...lived, failure };
}
