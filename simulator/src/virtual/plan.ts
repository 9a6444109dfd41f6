import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { DEEDS } from './happenings/deeds.ts';
import { FAULTS } from './happenings/faults.ts';
import { POST_FAULTS, SUBSCRIPTION_DEEDS } from './happenings/subscriptions.ts';
import type { Happening, Params, Stage } from './happenings/happening.ts';

/** Everything that is decided about a run before it begins: a function of seed and size. A plan with some happenings left out is a plan too. */
export interface Plan extends Stage {
  seed: string;
  /** Sorted by time. */
  happenings: readonly Planned[];
  /** From here on no happening is planned and all faults are healed; everything must come right by the end. */
  calmFromMs: number;
  endMs: number;
  /**
   * The plan is one of simulator/regressions, kept for its happenings. The run then fails if a fault has no effect, or if the statement or message that
   * a happening waits for never comes. In a plan that a seed has drawn both are harmless.
   */
  isKept?: boolean;
}

export interface Planned {
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
/** How often a deed happens on average, and below it a fault, in a fleet of 6 signs. */
const DEED_EVERY_MS = 40_000;
const FAULT_EVERY_MS = 70_000;
/** No happening comes before this, while nodes and the first kiosks boot. */
const BEGINS_MS = 5_000;

const ALL_DEEDS: readonly Happening[] = [...DEEDS, ...SUBSCRIPTION_DEEDS];
const ALL_FAULTS: readonly Happening[] = [...FAULTS, ...POST_FAULTS];
export const HAPPENINGS: ReadonlyMap<string, Happening> = new Map(
  [...ALL_DEEDS, ...ALL_FAULTS].map((each) => [each.name, each]),
);

function pickWeighted(draws: Draws, all: readonly Happening[]): Happening {
  let left = draws.float() * all.reduce((sum, { weight }) => sum + weight, 0);
  return all.find(({ weight }) => (left -= weight) < 0) ?? all.at(-1)!;
}

export function makePlan({ seed, hours, kiosks, nodes }: PlanOptions): Plan {
  const draws = seededRandom(seed, 'plan');
  const endMs = Math.round(hours * 3_600_000);
  const calmFromMs = Math.max(endMs / 2, endMs - CALM_MS);
  const stage = { kiosks, nodes };
  const happenings: Omit<Planned, 'id'>[] = [];
  // Each sign gets the same number of happenings, whatever the size of the fleet.
  const perSign = 6 / kiosks;
  for (const [all, everyMs] of [
    [ALL_DEEDS, DEED_EVERY_MS * perSign],
    [ALL_FAULTS, FAULT_EVERY_MS * perSign],
  ] as const) {
    for (let atMs = BEGINS_MS; ;) {
      atMs += -Math.log(1 - draws.float()) * everyMs;
      if (atMs >= calmFromMs) break;
      const each = pickWeighted(draws, all);
      happenings.push({ atMs: Math.round(atMs), name: each.name, params: each.draw(draws, stage) });
    }
  }
  return {
    ...stage,
    seed,
    calmFromMs,
    endMs,
    happenings: happenings.toSorted((one, other) => one.atMs - other.atMs).map((each, id) => ({ id, ...each })),
  };
}
