import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClaimingFace } from '../model.ts';
import { STEPS, shareOfTime, stepStates } from './claim-progress.ts';

test('K8: the steps before the one under way are done, those after it wait', () => {
  expect(stepStates('asked')).toEqual(['running', 'waiting', 'waiting', 'waiting']);
  expect(stepStates('loading')).toEqual(['done', 'running', 'waiting', 'waiting']);
  expect(stepStates('proved')).toEqual(['done', 'done', 'running', 'waiting']);
  expect(stepStates('claimed')).toEqual(['done', 'done', 'done', 'done']);
});

test('K8: the bar of a claim stays between its ends whatever the clock does, and never goes back while a claim goes on', () => {
  const time = fc.integer({ min: 0, max: 1e13 });
  fc.assert(
    fc.property(time, time, time, fc.integer({ min: 1, max: 1e9 }), (sinceMs, a, b, timeoutMs) => {
      const at = (step: ClaimingFace['step'], nowMs: number) =>
        shareOfTime(
          { kind: 'claiming', shortCode: '', signName: null, url: null, leadsTo: null, step, sinceMs, timeoutMs },
          nowMs,
        );
      const shares = STEPS.flatMap((step) => [at(step, Math.min(a, b)), at(step, Math.max(a, b))]);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      expect(shares[0]).toBe(0);
      expect(shares.at(-1)).toBe(1);
    }),
  );
});
