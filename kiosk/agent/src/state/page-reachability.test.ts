import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../ports.ts';
import { judgeCheck, REACHABLE, watched, type Reachability } from './page-reachability.ts';

const LIMITS = { failuresNeeded: 2, changesMost: 3 };
const URL = 'https://example.org/';
const failed: CheckResult = { ok: false, detail: 'HTTP 503' };
const body = (fingerprint: string): CheckResult => ({ ok: true, fingerprint });
const check = fc.oneof(fc.constantFrom('a', 'b').map(body), fc.constant(failed));

/** Runs the sign's checks on a page whose answers come one after the other; a reload puts the page on screen anew. */
function follow(answers: Iterable<CheckResult>, from: Reachability = watched(REACHABLE, URL)) {
  let state = from;
  const did: string[] = [];
  for (const answer of answers) {
    const { next, doNext } = judgeCheck(state, answer, did.length, LIMITS);
    did.push(doNext ?? '');
    state = doNext === 'reload' ? watched(next, URL) : next;
  }
  return { did, state };
}
const count = (did: readonly string[], what: string): number => did.filter((one) => one === what).length;

test('two failures in a row are unreachable, one success recovers, and each is reported once', () => {
  fc.assert(
    fc.property(fc.array(check, { maxLength: 40 }), (checks) => {
      let state = watched(REACHABLE, URL);
      let failures = 0;
      for (const [index, result] of checks.entries()) {
        const { next, report } = judgeCheck(state, result, index, LIMITS);
        failures = result.ok ? 0 : failures + 1;
        expect(next.unreachable).toBe(failures >= 2);
        const turn = next.unreachable ? 'unreachable' : 'recovered';
        expect(report).toBe(next.unreachable === state.unreachable ? null : turn);
        state = next;
      }
    }),
  );
});

test('an outage is dated from its first failure', () => {
  const first = judgeCheck(REACHABLE, failed, 1_000, LIMITS).next;
  expect(judgeCheck(first, failed, 31_000, LIMITS)).toMatchObject({
    report: 'unreachable',
    next: { failingSinceMs: 1_000 },
  });
});

describe('G13: the fingerprint of a page', () => {
  test('a page that changed once is requested again immediately, and reloaded once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 4, max: 9 }), (before, after) => {
        const answers = [...Array<string>(before).fill('a'), ...Array<string>(after).fill('b')].map(body);
        const { did } = follow(answers);
        expect(did.filter((one) => one !== '')).toEqual(['confirm', 'reload']);
        expect(did.indexOf('reload')).toBe(did.indexOf('confirm') + 1);
      }),
    );
  });

  test('a page that changes at every request is never reloaded, and that is noted once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), (requests) => {
        const { did } = follow(Array.from({ length: requests }, (_, index) => body(`${index}`)));
        expect(count(did, 'reload')).toBe(0);
        expect(count(did, 'confirm')).toBe(1);
        expect(count(did, 'note')).toBe(1);
      }),
    );
  });

  test('a page that answers with two bodies by turns is never reloaded', () => {
    const { did } = follow(Array.from({ length: 40 }, (_, index) => body(index % 2 === 0 ? 'a' : 'b')));
    expect([count(did, 'reload'), count(did, 'note')]).toEqual([0, 1]);
  });

  test('a page with a clock, which changes between two checks but not before the second request, is reloaded three times at most', () => {
    // The first check of a load, one check that finds another body, and the second request.
    const answers = Array.from({ length: 20 }, (_, load) => [`${2 * load}`, `${2 * load + 1}`, `${2 * load + 1}`]);
    const { did } = follow(answers.flat().map(body));
    expect([count(did, 'reload'), count(did, 'note')]).toEqual([LIMITS.changesMost, 1]);
  });

  test('after a reload for another reason the page is judged anew, but noted no second time', () => {
    const restless = follow(['a', 'b', 'c'].map(body)).state;
    expect(restless.restless).toBe(true);
    const reloaded = watched(restless, URL);
    expect(follow(['d', 'd', 'd'].map(body), reloaded).did).toEqual(['', '', '']);
    expect(follow(['d', 'e', 'f'].map(body), reloaded).did).toEqual(['', 'confirm', '']);
    expect(follow(['d', 'e', 'f'].map(body), watched(restless, `${URL}other`)).did).toEqual(['', 'confirm', 'note']);
  });

  test('a failure between the two requests changes nothing', () => {
    const { did } = follow([body('a'), body('b'), failed, body('a'), body('b'), body('b')]);
    expect(did).toEqual(['', 'confirm', '', '', 'confirm', 'reload']);
  });

  test('whatever a page answers, each reload follows a change that two requests in a row agree on', () => {
    fc.assert(
      fc.property(fc.array(check, { maxLength: 60 }), (answers) => {
        const { did } = follow(answers);
        for (const [index, what] of did.entries()) {
          if (what !== 'reload') continue;
          expect(did[index - 1]).toBe('confirm');
          expect(answers[index]).toEqual(answers[index - 1]);
        }
      }),
    );
  });
});
