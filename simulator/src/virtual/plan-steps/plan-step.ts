import type { Draws } from '../../adapters/seeded-random.ts';
import type { World } from '../world.ts';

/** What stands in a plan is plain JSON, so that a plan can be printed, cut down and run again. */
export type Params = {
  readonly [name: string]: string | number | boolean | null | readonly number[] | readonly string[];
};

/** What a plan is drawn for. */
export interface Stage {
  kiosks: number;
  nodes: number;
}

/**
 * Something that happens in a run because the plan says so: an action of a person, or a fault. It is drawn without knowing what else will
 * happen, and looks at the world when its time has come; where it makes no sense then, it does nothing.
 */
export interface PlanStep<P extends Params = Params> {
  /** In plans, reports and the coverage table: lower case and underscores. */
  name: string;
  kind: 'action' | 'fault';
  /** How often it is drawn, beside the others of its kind. */
  weight: number;
  draw(draws: Draws, stage: Stage): P;
  /** The ways that it has, where it has several: a coverage table counts each. */
  ways?: readonly string[];
  /** `draws` is this step's own stream. Whatever lasts ends by itself; `heal` of the world ends all of it. */
  run(world: World, params: P, draws: Draws): Effect | Promise<Effect>;
}

/** What came of it: false where it made no sense and did nothing; else it took effect, in the way that is named where there are ways. */
export type Effect = boolean | string;

/** Counts that it took effect. */
export function countEffect(world: World, { kind, name }: Pick<PlanStep, 'kind' | 'name'>, effect: Effect): void {
  if (effect === false) return;
  world.coverage.hit(`${kind} ${name}`);
  if (typeof effect === 'string') world.coverage.hit(`${kind} ${name} ${effect}`);
}

export const planStep = <P extends Params>(given: PlanStep<P>): PlanStep => given as unknown as PlanStep;
