import { EXPECTED_OF_SIGNS } from './checkers/expected.ts';
import { HAPPENINGS } from './plan.ts';

/** What every run of many seeds must have seen, as `coverage.hit` is told of it: the first word is its group in the table. */
export const EXPECTED_COVERAGE: readonly string[] = [
  ...Array.from(HAPPENINGS.values()).flatMap(({ kind, name, weight, ways = [] }) =>
    // What is never drawn is there for plans that are written by hand.
    weight === 0 ? [] : [`${kind} ${name}`, ...ways.map((way) => `${kind} ${name} ${way}`)],
  ),
  ...EXPECTED_OF_SIGNS,
  'database lock wait',
  'database unique violation',
];
