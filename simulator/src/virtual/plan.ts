import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { ACTIONS } from './plan-steps/all-actions.ts';
import { FAULTS } from './plan-steps/all-faults.ts';
import { POST_FAULTS, SUBSCRIPTION_ACTIONS } from './plan-steps/subscriptions.ts';
import type { PlanStep, Params, Stage } from './plan-steps/plan-step.ts';

/** Everything that is decided about a run before it begins: a function of seed and size. A plan with some steps left out is a plan too. */
export interface Plan extends Stage {
  seed: string;
  /** Sorted by time. */
  steps: readonly PlannedStep[];
  /** From here on no step is planned and all faults are healed; everything must come right by the end. */
  calmFromMs: number;
  endMs: number;
  /**
   * The plan is one of simulator/regressions, kept for its steps. The run then fails if a fault has no effect, or if the statement or message that
   * a step waits for never comes. In a plan that a seed has drawn both are harmless.
   */
  isKept?: boolean;
}

export interface PlannedStep {
  /** Its place in the whole plan. It stays the same where others are left out. */
  id: number;
  atMs: number;
  name: string;
  params: Params;
}

export interface PlanOptions extends Stage {
  seed: string;
  hours: number;
}

/** The time in which everything must come right: the longest bound of any promise (docs/SIMULATION.md). */
const CALM_MS = 15 * 60_000;
/** How often an action happens on average, and below it a fault, in a fleet of 6 signs. */
const DEED_EVERY_MS = 40_000;
const FAULT_EVERY_MS = 70_000;
/** No step comes before this, while nodes and the first kiosks boot. */
const BEGINS_MS = 5_000;

const ALL_ACTIONS: readonly PlanStep[] = [...ACTIONS, ...SUBSCRIPTION_ACTIONS];
const ALL_FAULTS: readonly PlanStep[] = [...FAULTS, ...POST_FAULTS];
export const PLAN_STEPS: ReadonlyMap<string, PlanStep> = new Map(
  [...ALL_ACTIONS, ...ALL_FAULTS].map((each) => [each.name, each]),
);

function pickWeighted(draws: Draws, all: readonly PlanStep[]): PlanStep {
  let left = draws.float() * all.reduce((sum, { weight }) => sum + weight, 0);
  return all.find(({ weight }) => (left -= weight) < 0) ?? all.at(-1)!;
}

export function makePlan({ seed, hours, kiosks, nodes }: PlanOptions): Plan {
  const draws = seededRandom(seed, 'plan');
  const endMs = Math.round(hours * 3_600_000);
  const calmFromMs = Math.max(endMs / 2, endMs - CALM_MS);
  const stage = { kiosks, nodes };
  const steps: Omit<PlannedStep, 'id'>[] = [];
  // Each sign gets the same number of steps, whatever the size of the fleet.
  const perSign = 6 / kiosks;
  for (const [all, everyMs] of [
    [ALL_ACTIONS, DEED_EVERY_MS * perSign],
    [ALL_FAULTS, FAULT_EVERY_MS * perSign],
  ] as const) {
    for (let atMs = BEGINS_MS; ;) {
      atMs += -Math.log(1 - draws.float()) * everyMs;
      if (atMs >= calmFromMs) break;
      const each = pickWeighted(draws, all);
      steps.push({ atMs: Math.round(atMs), name: each.name, params: each.draw(draws, stage) });
    }
  }
  return {
    ...stage,
    seed,
    calmFromMs,
    endMs,
    steps: steps.toSorted((one, other) => one.atMs - other.atMs).map((each, id) => ({ id, ...each })),
  };
}
