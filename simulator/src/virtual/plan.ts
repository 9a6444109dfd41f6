import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { DEEDS } from './happenings/deeds.ts';
import { FAULTS } from './happenings/faults.ts';
import { POST_FAULTS, SUBSCRIPTION_DEEDS } from './happenings/subscriptions.ts';
import type { Happening, Params, Stage } from './happenings/happening.ts';

/** A run as it was decided before it began: a function of the seed and the size. Less of it is a plan too. */
export interface Plan extends Stage {
  seed: string;
  /** In the order of their times. */
  happenings: readonly Planned[];
  /** From here on nothing is planned, everything is healed, and all must come right. */
  calmFromMs: number;
  endMs: number;
  /**
   * It stands in simulator/regressions, for the sake of what is in it: a planned fault without effect, and a statement or message that a happening
   * waits for and that never comes, fail the run. In a plan that a seed has drawn both are harmless.
   */
  isKept?: boolean;
}

export interface Planned {
  /** Its place in the whole plan: it keeps it where others are left out. */
  id: number;
  atMs: number;
  name: string;
  params: Params;
}

export interface PlanOptions extends Stage {
  seed: string;
  hours: number;
}

/** In which all must have come right: the longest of the promises' bounds (docs/SIMULATION.md). */
const CALM_MS = 15 * 60_000;
/** On the average. */
const DEED_EVERY_MS = 40_000;
const FAULT_EVERY_MS = 70_000;
/** Nodes and kiosks come up in the first of it. */
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
  // A fleet of another size lives as busily a sign.
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
