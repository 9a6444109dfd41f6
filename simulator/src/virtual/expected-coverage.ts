import { EXPECTED_OF_SIGNS } from './checkers/expected.ts';
import { HAPPENINGS } from './plan.ts';

/** What every run of many seeds must have seen, as `coverage.hit` is told of it: the first word is its group in the table. */
export const EXPECTED_COVERAGE: readonly string[] = [
  ...Array.from(HAPPENINGS.values(), ({ kind, name, ways = [] }) => [
    `${kind} ${name}`,
    ...ways.map((way) => `${kind} ${name} ${way}`),
  ]).flat(),
  ...EXPECTED_OF_SIGNS,
  'database lock wait',
  'database unique violation',
];
