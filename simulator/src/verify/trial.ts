import { makePlan, type Plan, type PlanOptions } from '../virtual/plan.ts';
import type { Regression } from './read-and-store-regressions.ts';

/** One plan that `sim:verify` runs. */
export interface Trial {
  /** Its name in a report: `seed 17`. */
  title: string;
  /** Its name in the JSON result: a number where the seed is one. */
  seed: string | number;
  kind: 'seed' | 'regression';
  plan: Plan;
  /** The number of steps that were drawn; `plan` may have fewer. */
  planned: number;
  /** The options of `sim:verify` that name it. */
  options: readonly string[];
}

type Size = Omit<PlanOptions, 'seed'>;

/** The size of a run where the options name none. */
export const DEFAULT_SIZE: Size = { hours: 1, kiosks: 6, nodes: 2 };

const sizeWords = (size: Size): string[] =>
  (['hours', 'kiosks', 'nodes'] as const).flatMap((name) =>
    size[name] === DEFAULT_SIZE[name] ? [] : [`--${name}`, String(size[name])],
  );

const isNumber = (seed: string): boolean => /^(0|[1-9]\d{0,14})$/.test(seed);

export function seedTrial(seed: string, size: Size): Trial {
  const plan = makePlan({ seed, ...size });
  return {
    title: `seed ${seed}`,
    seed: isNumber(seed) ? Number(seed) : seed,
    kind: 'seed',
    plan,
    planned: plan.steps.length,
    options: ['--seed', seed, ...sizeWords(size)],
  };
}

export const regressionTrial = ({ name, plan }: Regression): Trial => ({
  title: `regression ${name}`,
  seed: name,
  kind: 'regression',
  plan: { ...plan, isKept: true },
  planned: plan.steps.length,
  options: ['--regression', name],
});

/** The trial with only these steps, which then may be without effect. Throws a `RangeError` for a number that it does not have. */
export function trialOnly(trial: Trial, only: readonly number[]): Trial {
  const { steps } = trial.plan;
  const unknown = only.filter((id) => !steps.some((each) => each.id === id));
  if (unknown.length > 0) throw new RangeError(`${trial.title} has no step ${unknown.join(', ')}`);
  const some = steps.filter(({ id }) => only.includes(id));
  return { ...trial, plan: { ...trial.plan, steps: some, isKept: false } };
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The command that replays `plan`, which is the trial's own or a part of it, and prints every event. */
export function replayCommand({ options, planned }: Trial, plan: Plan, more: readonly string[]): string {
  const ids = plan.steps.map(({ id }) => id);
  const only = ids.length < planned ? ['--only', ids.join(',') || 'none'] : [];
  return ['npm run sim:verify --', ...[...options, ...more, ...only].map(quoted), '--trace'].join(' ');
}
