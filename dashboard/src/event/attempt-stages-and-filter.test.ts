import { ERROR_CODES, LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from '../words/english.ts';
import {
  attemptsFilterOf,
  attemptsOneStepBack,
  attemptsQueryOf,
  CLAIM_RESULTS,
  codeOf,
  passes,
  resultOf,
  stagesOf,
  stillUnderWay,
  summaryOf,
  withUpdate,
} from './attempt-stages-and-filter.ts';

const outcomes = fc.oneof(
  fc.constant({ outcome: 'committed', reason: null }),
  fc.constantFrom(...Object.keys(ERROR_CODES)).map((outcome) => ({ outcome, reason: null })),
  fc.constantFrom(...LOAD_FAILURE_REASONS).map((reason) => ({ outcome: 'device_load_failed', reason })),
);
const attempts = fc.array(
  fc.tuple(outcomes, fc.nat(5), fc.nat(2)).map(
    ([outcome, device, person]) =>
      ({
        ...outcome,
        device: { signId: `d${device}`, shortCode: '' },
        actor: { id: `p${person}` },
        durationMs: 1_000,
      }) as unknown as ClaimAttempt,
  ),
);

test('C10: each attempt is counted at one stage, and no outcome is lost', () => {
  fc.assert(
    fc.property(attempts, (all) => {
      const stages = stagesOf(all);
      expect(stages[0]!.reached).toBe(all.length);
      const broken = stages.flatMap((stage) => stage.broken);
      const refused = all.filter(({ outcome }) => outcome !== 'committed');
      expect(broken.reduce((sum, { count }) => sum + count, 0)).toBe(refused.length);
      expect(stages.at(-1)!.reached).toBe(all.length - refused.length);
      for (const { code, count } of broken) expect(refused.filter((one) => codeOf(one) === code).length).toBe(count);
      expect(summaryOf(all).refused).toBe(refused.length);
    }),
  );
});

test('C10: every filter shows what was counted for it, and comes back from its address', () => {
  const filters = fc.record({
    result: fc.option(fc.constantFrom(...CLAIM_RESULTS)),
    code: fc.option(fc.string({ minLength: 1 })),
    isMine: fc.boolean(),
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
  const all = attemptsFilterOf({ result: 'claimed', code: 'committed', mine: '1', q: 'bar' });
  for (const [find, isFound] of [
    ['BÀR', true],
    ['ada', true],
    ['4qb 50c', true],
    ['4QB-5', true],
    ['kasse', false],
  ] as const)
    expect([find, passes(one, { ...all, find }, 'p1', 'Bar 4 links')]).toEqual([find, isFound]);
  const steps = [all];
  for (let count = 0; count < 4; count += 1) steps.push(attemptsOneStepBack(steps.at(-1)!));
  expect(steps.map((filter) => Object.values(attemptsQueryOf(filter)).filter(Boolean).length)).toEqual([4, 3, 2, 1, 0]);
});

test('C10: a device counts as claimed by its newest attempt', () => {
  expect(summaryOf([of('committed'), of('device_no_ack')])).toMatchObject({ notClaimed: 0, refused: 1, medianMs: 5 });
  expect(summaryOf([of('device_no_ack'), of('committed')])).toMatchObject({ notClaimed: 1 });
});

test('C10: who lost a race for a sign does not make it one that is not claimed', () => {
  const newestFirst = [of('sign_already_claimed'), of('request_in_progress'), of('committed')];
  for (let from = 0; from < 3; from += 1) expect(summaryOf(newestFirst.slice(from))).toMatchObject({ notClaimed: 0 });
  expect(summaryOf([of('request_in_progress'), of('device_no_ack')])).toMatchObject({ notClaimed: 1 });
});

test('C10: an attempt is under way from its first word to its last, since the first', () => {
  const update = { requestId: 'r', signId: 's' };
  const sent = withUpdate([], { ...update, step: 'sent' }, 10);
  const acknowledged = withUpdate(sent, { ...update, step: 'acknowledged' }, 20);
  expect(acknowledged).toEqual([{ ...update, step: 'acknowledged', sinceMs: 10 }]);
  expect(withUpdate(acknowledged, { ...update, step: 'failed', code: 'device_no_ack' }, 30)).toEqual([]);
});

test('C10: an attempt whose end nobody told is not under way for ever', () => {
  const [one] = withUpdate([], { requestId: 'r', signId: 's', step: 'sent' }, 10);
  expect(stillUnderWay([one!], 120_009)).toEqual([one]);
  expect(stillUnderWay([one!], 120_010)).toEqual([]);
});

test('C10: every code that a claim can end with has words', () => {
  const said: Record<string, string> = english.claims.outcomes;
  for (const code of Object.keys(ERROR_CODES)) {
    if (ERROR_CODES[code as keyof typeof ERROR_CODES].status === null) continue;
    expect(said[code] ?? english.claims.otherOutcome(code)).not.toBe('');
  }
});
