import { ERROR_CODES, LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import type { ClaimAttempt, ClaimAttemptsSummary } from '@sign-display/contracts/rest/claims';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from '../words/english.ts';
import {
  attemptsFilterOf,
  attemptsOneStepBack,
  attemptsQueryOf,
  CLAIM_RESULTS,
  codeOf,
  countOfResult,
  notClaimedOf,
  passes,
  resultOf,
  stagesOf,
  withCounted,
} from './attempt-stages-and-filter.ts';

const outcomes = fc.oneof(
  fc.constant({ outcome: 'committed', reason: null }),
  fc.constant({ outcome: null, reason: null }),
  fc.constantFrom(...Object.keys(ERROR_CODES)).map((outcome) => ({ outcome, reason: null })),
  fc.constantFrom(...LOAD_FAILURE_REASONS).map((reason) => ({ outcome: 'device_load_failed', reason })),
);
const attempts = fc.array(
  fc.tuple(outcomes, fc.nat(5), fc.nat(2)).map(
    ([outcome, device, person]) =>
      ({
        ...outcome,
        kind: 'claim',
        name: null,
        device: { signId: `d${device}`, shortCode: '' },
        actor: { id: `p${person}` },
        durationMs: 1_000,
      }) as unknown as ClaimAttempt,
  ),
);

const EMPTY: ClaimAttemptsSummary = { total: 0, byOutcome: [], medianMs: null, p95Ms: null };
const counted = (all: readonly ClaimAttempt[]) =>
  all.reduce((summary, attempt) => withCounted(summary, undefined, attempt), EMPTY);

test('D12: each attempt is counted at one stage, and no outcome is lost', () => {
  fc.assert(
    fc.property(attempts, (all) => {
      const { total, byOutcome } = counted(all);
      const stages = stagesOf(byOutcome);
      expect([total, stages[0]!.reached]).toEqual([all.length, all.length]);
      const broken = stages.flatMap((stage) => stage.broken);
      const others = all.filter(({ outcome }) => outcome !== 'committed');
      expect(broken.reduce((sum, { count }) => sum + count, 0)).toBe(others.length);
      expect(stages.at(-1)!.reached).toBe(all.length - others.length);
      for (const { code, count } of broken) expect(others.filter((one) => codeOf(one) === code).length).toBe(count);
      for (const result of CLAIM_RESULTS)
        expect(countOfResult(byOutcome, result)).toBe(all.filter((one) => resultOf(one) === result).length);
    }),
  );
});

test('D12: an attempt that ends moves from "under way" to its outcome in the counts, and the total stays', () => {
  fc.assert(
    fc.property(attempts, outcomes, (all, outcome) => {
      const begun = { kind: 'link', outcome: null, reason: null } as const;
      const ended = { kind: 'link', ...outcome } as const;
      const before = withCounted(counted(all), undefined, begun);
      const after = withCounted(before, begun, ended);
      expect(after.total).toBe(before.total);
      expect(countOfResult(after.byOutcome, 'under-way')).toBe(
        countOfResult(before.byOutcome, 'under-way') - (outcome.outcome === null ? 0 : 1),
      );
      expect(after.byOutcome.reduce((sum, { count }) => sum + count, 0)).toBe(after.total);
    }),
  );
});

test('C10: every filter shows what was counted for it, and comes back from its address', () => {
  const filters = fc.record({
    result: fc.option(fc.constantFrom(...CLAIM_RESULTS)),
    code: fc.option(fc.string({ minLength: 1 })),
    isMine: fc.boolean(),
    isToday: fc.boolean(),
    find: fc.constant(''),
  });
  fc.assert(
    fc.property(attempts, filters, (all, filter) => {
      expect(attemptsFilterOf(attemptsQueryOf(filter))).toEqual(filter);
      for (const one of all) {
        const isWanted =
          (filter.result === null || resultOf(one) === filter.result) &&
          (filter.code === null || codeOf(one) === filter.code) &&
          (!filter.isMine || one.actor!.id === 'p1');
        expect(passes(one, filter, 'p1')).toBe(isWanted);
      }
    }),
  );
});

const of = (outcome: string) => ({ outcome, reason: null, device: { signId: 'd' }, durationMs: 5 }) as ClaimAttempt;

test('D5: an attempt is found by its sign’s name, its person and its code, and Escape takes the filter back step by step', () => {
  const one = { ...of('committed'), actor: { id: 'p1', name: 'Ädä' }, device: { shortCode: '4QB50C' } } as ClaimAttempt;
  const all = attemptsFilterOf({ result: 'claimed', code: 'committed', mine: '1', since: 'day', q: 'bar' });
  for (const [find, isFound] of [
    ['BÀR', true],
    ['ada', true],
    ['4qb 50c', true],
    ['4QB-5', true],
    ['kasse', false],
  ] as const)
    expect([find, passes(one, { ...all, find }, 'p1', 'Bar 4 links')]).toEqual([find, isFound]);
  const steps = [all];
  for (let count = 0; count < 5; count += 1) steps.push(attemptsOneStepBack(steps.at(-1)!));
  expect(steps.map((filter) => Object.values(attemptsQueryOf(filter)).filter(Boolean).length)).toEqual([
    5, 4, 3, 2, 1, 0,
  ]);
});

test('C10: a device counts as claimed by its newest attempt', () => {
  expect(notClaimedOf([of('committed'), of('device_no_ack')])).toBe(0);
  expect(notClaimedOf([of('device_no_ack'), of('committed')])).toBe(1);
});

test('C10: who lost a race for a sign does not make it one that is not claimed', () => {
  const newestFirst = [of('sign_already_claimed'), of('request_in_progress'), of('committed')];
  for (let from = 0; from < 3; from += 1) expect(notClaimedOf(newestFirst.slice(from))).toBe(0);
  expect(notClaimedOf([of('request_in_progress'), of('device_no_ack')])).toBe(1);
});

test('C10: every code that a claim can end with has words', () => {
  const said: Record<string, string> = english.claims.outcomes;
  for (const code of Object.keys(ERROR_CODES)) {
    if (ERROR_CODES[code as keyof typeof ERROR_CODES].status === null) continue;
    expect(said[code] ?? english.claims.otherOutcome(code)).not.toBe('');
  }
});
