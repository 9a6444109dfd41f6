import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import { absenceBefore, startedAt, waitOf } from './offline-verdict-wait.ts';

const AT = Date.parse('2026-11-14T19:42:04Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const warmUp = (sinceMs: number, wholeMs = 60_000, reason: NodeWarmUp['reason'] = 'start'): NodeWarmUp => ({
  nodeId: '0b9de1c1-0000-4000-8000-000000000000',
  reason,
  since: iso(sinceMs),
  until: iso(sinceMs + wholeMs),
});
const ABSENCE = { from: iso(AT - 24_000), to: iso(AT) };
const reasons = fc.constantFrom<NodeWarmUp['reason']>('start', 'mass_silence');
const warmUps = fc.array(
  fc
    .tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: 1_000, max: 300_000 }), reasons)
    .map(([after, whole, reason]) => warmUp(AT + after, whole, reason)),
  { minLength: 1, maxLength: 4 },
);

test('N2: that we were away is said with its times only where the service knows them: of a start, and of the absence that ended with it', () => {
  fc.assert(
    fc.property(warmUps, fc.array(fc.integer({ min: -3_600_000, max: 120_000 })), (waits, ends) => {
      const absences = ends
        .toSorted((a, b) => a - b)
        .map((end) => ({ from: iso(AT + end - 24_000), to: iso(AT + end) }));
      const said = absenceBefore(waits, absences);
      const since = startedAt(waits);
      const near = ends.filter((end) => since !== null && Math.abs(AT + end - since) <= 60_000);
      expect(said).toEqual(
        near.length === 0 ? null : { fromMs: AT + Math.max(...near) - 24_000, toMs: AT + Math.max(...near) },
      );
    }),
  );
});

test('N2: signs that fell silent at once are no absence of ours, whatever was before', () => {
  expect(absenceBefore([warmUp(AT)], [ABSENCE])).toEqual({ fromMs: AT - 24_000, toMs: AT });
  expect(absenceBefore([warmUp(AT, 60_000, 'mass_silence')], [ABSENCE])).toBeNull();
});

test('N2: 27 s after we came back verdicts are 33 s away, and when the time is over nothing is counted', () => {
  const at = (ms: number) => waitOf([warmUp(AT)], AT + ms);
  expect(at(27_000)).toEqual({ untilMs: AT + 60_000, wholeMs: 60_000, gone: 0.45, seconds: 33 });
  expect(at(60_000)).toMatchObject({ gone: 1, seconds: null });
});

test('N2: the wait is that of the node that waits longest; it only runs down, and a clock that is not the service’s counts nothing', () => {
  fc.assert(
    fc.property(warmUps, fc.integer({ min: -400_000, max: 400_000 }), fc.nat(100_000), (waits, after, later) => {
      const [is, then] = [waitOf(waits, AT + after), waitOf(waits, AT + after + later)];
      expect(is.untilMs).toBe(Math.max(...waits.map(({ until }) => Date.parse(until))));
      expect(is.gone).toBeGreaterThanOrEqual(0);
      expect(then.gone).toBeGreaterThanOrEqual(is.gone);
      expect(then.gone).toBeLessThanOrEqual(1);
      const left = is.untilMs - AT - after;
      if (left <= 0 || left > is.wholeMs + 5_000) expect(is.seconds).toBeNull();
      else expect(is.seconds).toBe(Math.ceil(Math.min(left, is.wholeMs) / 1_000));
    }),
  );
});
