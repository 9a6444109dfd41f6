import { expect, test } from 'vitest';
import { makePlan, type Plan } from '../virtual/plan.ts';
import type { Failure, Life } from '../virtual/run-plan.ts';
import { shrinkPlan } from './shrink-plan.ts';
import { DEFAULT_SIZE, seedTrial } from './trial.ts';

const SIZE = { ...DEFAULT_SIZE, hours: 0.2 };
const trial = seedTrial('1', SIZE);
const { steps } = makePlan({ seed: '1', ...SIZE });
const [, culprit] = steps;
const failure: Failure = { promise: 'C3', words: 'so', seen: 1, expected: 2, atMs: steps.at(-1)!.atMs, last: [] };
const life = (found: Failure | null): Life => ({
  hash: '',
  events: 0,
  statements: 0,
  waits: 0,
  virtualMs: 0,
  coverage: {},
  failure: found,
});
const never = { width: 2, isOver: () => false };
const blames = (plan: Plan): Life => life(plan.steps.includes(culprit!) ? { ...failure, atMs: 1 } : null);

test('a plan is shortened to the step that breaks the promise, with the failure of the shortened run', async () => {
  const shortened = await shrinkPlan(
    { trial: { ...trial, plan: { ...trial.plan, steps } }, failure },
    async (plan) => blames(plan),
    never,
  );
  expect(shortened).toMatchObject({ plan: { steps: [culprit] }, failure: { atMs: 1 }, isRepeatable: true });
});

test('a plan that breaks nothing the second time, or something else, is not repeatable', async () => {
  const other = { ...failure, words: 'something else' };
  for (const found of [null, other])
    expect(await shrinkPlan({ trial, failure }, async () => life(found), never)).toEqual({
      plan: trial.plan,
      failure,
      lives: 2,
      isRepeatable: false,
    });
});

test('when the workers are gone, the shortest plan found so far is returned, or null', async () => {
  const broken = { trial: { ...trial, plan: { ...trial.plan, steps } }, failure };
  expect(await shrinkPlan(broken, () => Promise.reject(new Error('gone')), never)).toBeNull();
  let lives = 0;
  const shortened = await shrinkPlan(
    broken,
    async (plan) => {
      lives += 1;
      if (lives > 4) throw new Error('gone');
      return blames(plan);
    },
    never,
  );
  expect(shortened!.plan.steps.length).toBeLessThan(steps.length);
  expect(shortened!.plan.steps).toContain(culprit);
});
