import { EXPECTED_OF_SIGNS } from './checkers/expected-coverage-names.ts';
import { PLAN_STEPS } from './plan.ts';

/** What every run of many seeds must have seen, by the names that are passed to `coverage.hit`. The first word is the group in the table. */
export const EXPECTED_COVERAGE: readonly string[] = [
  ...Array.from(PLAN_STEPS.values()).flatMap(({ kind, name, weight, ways = [] }) =>
    // Happenings of weight 0 are never drawn; plans that are written by hand use them.
    weight === 0 ? [] : [`${kind} ${name}`, ...ways.map((way) => `${kind} ${name} ${way}`)],
  ),
  ...EXPECTED_OF_SIGNS,
  'database lock wait',
  'database unique violation',
];
