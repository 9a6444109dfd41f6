import { expect, test } from 'vitest';
import { allHeld, judge } from './verdict.ts';

const counterexample = { kiosk: 1, expected: 'one', seen: 'two' };

test('a promise without a case is not held where the plan had cases', () => {
  const verdict = judge('C6', 'of two claims one goes on', 3, { cases: 0, broken: [] });
  expect(verdict.verdict).toBe('not_exercised');
  expect(allHeld([verdict])).toBe(false);
});

test('a promise that the plan has no case for is "not planned" and fails nothing', () => {
  const verdict = judge('C6', 'of two claims one goes on', 0, { cases: 0, broken: [] });
  expect(verdict.verdict).toBe('not_planned');
  expect(allHeld([verdict])).toBe(true);
});

test('one counterexample breaks a promise; the verdict keeps the first few and counts all', () => {
  const verdict = judge('C1', 'one record', 9, { cases: 9, broken: Array.from({ length: 8 }, () => counterexample) });
  expect(verdict).toMatchObject({ verdict: 'broken', broken: 8 });
  expect(verdict.counterexamples).toHaveLength(5);
  expect(allHeld([judge('C2', 'x', 1, { cases: 1, broken: [] }), verdict])).toBe(false);
});
