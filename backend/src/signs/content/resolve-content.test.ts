import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveContent, type Candidate, type RightNow } from './resolve-content.ts';

/** Schedules of plain intervals on a short line of time: what is right can be said by trying every moment. */
interface Plan {
  id: string;
  scope: 'sign' | 'event';
  priority: number;
  spans: { startMs: number; endMs: number }[];
}
const LINE = 40;
const span = fc
  .tuple(fc.nat(LINE), fc.integer({ min: 1, max: 15 }))
  .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
const plans: fc.Arbitrary<Plan[]> = fc
  .array(
    fc.record({
      scope: fc.constantFrom('sign' as const, 'event' as const),
      priority: fc.integer({ min: 0, max: 2 }),
      spans: fc.array(span, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  .map((given) => given.map((plan, index) => ({ ...plan, id: `s${index}` })));

const candidateAt = ({ id, scope, priority, spans }: Plan, nowMs: number): Candidate => {
  const on = spans.filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  const coming = spans.map(({ startMs }) => startMs).filter((startMs) => startMs > nowMs);
  return {
    id,
    scope,
    priority,
    content: { contentId: id, url: `https://${id}.example/` },
    around: {
      current: on.toSorted((one, other) => one.startMs - other.startMs || one.endMs - other.endMs).at(-1) ?? null,
      nextStartMs: coming.length === 0 ? null : Math.min(...coming),
    },
  };
};
const assigned = { contentId: 'assigned', url: 'https://assigned.example/' };
const at = (given: Plan[], nowMs: number): RightNow =>
  resolveContent(
    assigned,
    null,
    given.map((plan) => candidateAt(plan, nowMs)),
    nowMs,
  );
const shown = ({ content, source, untilMs }: RightNow) => JSON.stringify([content, source, untilMs]);
/** Who wins, and by which of its occurrences. */
const winner = (given: Plan[], nowMs: number) => {
  const { content, source } = at(given, nowMs);
  const plan = given.find(({ id }) => id === content?.contentId);
  return JSON.stringify([source, content, plan && candidateAt(plan, nowMs).around.current]);
};

describe('what is right now', () => {
  test('M2: stays until nextChangeAt and is another then, exactly', () => {
    fc.assert(
      fc.property(plans, fc.nat(LINE), (given, nowMs) => {
        const { nextChangeAtMs } = at(given, nowMs);
        const last = nextChangeAtMs ?? LINE + 20;
        for (let later = nowMs; later < last; later += 1) {
          expect(shown(at(given, later))).toBe(shown(at(given, nowMs)));
          expect(at(given, later).nextChangeAtMs).toBe(nextChangeAtMs);
        }
        if (nextChangeAtMs !== null) expect(winner(given, nextChangeAtMs)).not.toBe(winner(given, nowMs));
      }),
      { numRuns: 1_000 },
    );
  });

  test('M2: whatever the order of the set', () => {
    fc.assert(
      fc.property(
        plans.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        fc.nat(LINE),
        ([given, shuffled], nowMs) => {
          expect(at(shuffled, nowMs)).toEqual(at(given, nowMs));
        },
      ),
    );
  });

  test('M2: the larger priority wins, then the sign’s over the event’s, then the later start', () => {
    fc.assert(
      fc.property(plans, fc.nat(LINE), (given, nowMs) => {
        const on = given.map((plan) => candidateAt(plan, nowMs)).filter(({ around }) => around.current);
        const { content, source } = at(given, nowMs);
        if (on.length === 0) {
          expect({ content, source }).toEqual({ content: assigned, source: 'assigned' });
          return;
        }
        const won = on.find(({ id }) => id === content!.contentId)!;
        for (const other of on) {
          const better = other.priority - won.priority;
          expect(better).toBeLessThanOrEqual(0);
          if (better === 0 && other.scope !== won.scope) expect(won.scope).toBe('sign');
          if (better === 0 && other.scope === won.scope)
            expect(other.around.current!.startMs).toBeLessThanOrEqual(won.around.current!.startMs);
        }
      }),
    );
  });

  test('M2: an override is over everything until it ends, one without an end for ever', () => {
    fc.assert(
      fc.property(plans, fc.nat(LINE), fc.option(fc.nat(LINE)), (given, nowMs, untilMs) => {
        const override = { contentId: 'manual', url: 'https://manual.example/', untilMs };
        const schedules = given.map((plan) => candidateAt(plan, nowMs));
        const right = resolveContent(assigned, override, schedules, nowMs);
        if (untilMs !== null && untilMs <= nowMs) expect(right).toEqual(at(given, nowMs));
        else {
          const content = { contentId: 'manual', url: 'https://manual.example/' };
          expect(right).toEqual({ content, source: 'manual', untilMs, nextChangeAtMs: untilMs });
        }
      }),
    );
  });
});
