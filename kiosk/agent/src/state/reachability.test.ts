import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeCheck, REACHABLE } from './reachability.ts';

const check = fc.oneof(
  fc.record({ ok: fc.constant(true as const), fingerprint: fc.constantFrom('a', 'b') }),
  fc.record({ ok: fc.constant(false as const), detail: fc.constant('HTTP 503') }),
);

test('two failures in a row are unreachable, one success recovers, each told once; another fingerprint is a change', () => {
  fc.assert(
    fc.property(fc.array(check, { maxLength: 40 }), (checks) => {
      let state = REACHABLE;
      let failures = 0;
      let fingerprint: string | null = null;
      for (const [index, result] of checks.entries()) {
        const { next, report, changed } = judgeCheck(state, result, index, 2);
        failures = result.ok ? 0 : failures + 1;
        expect(next.unreachable).toBe(failures >= 2);
        const turn = next.unreachable ? 'unreachable' : 'recovered';
        expect(report).toBe(next.unreachable === state.unreachable ? null : turn);
        expect(changed).toBe(result.ok && fingerprint !== null && result.fingerprint !== fingerprint);
        fingerprint = result.ok ? result.fingerprint : fingerprint;
        state = next;
      }
    }),
  );
});

test('an outage is dated from its first failure', () => {
  const first = judgeCheck(REACHABLE, { ok: false, detail: 'x' }, 1_000, 2).next;
  expect(judgeCheck(first, { ok: false, detail: 'x' }, 31_000, 2)).toMatchObject({
    report: 'unreachable',
    next: { failingSinceMs: 1_000 },
  });
});
