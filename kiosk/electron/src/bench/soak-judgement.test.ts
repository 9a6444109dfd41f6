import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, spansOf, type Sample } from './soak-judgement.ts';

const LIMIT = 0.05;
const MINUTE_MS = 60_000;
const megabytes = fc.integer({ min: 50, max: 1_000 }).map((count) => count * 1_048_576);
const lengths = fc.integer({ min: 2, max: 60 });

/** A page every 5 s; `grown`: the memory at a part of the run, from 0 to 1, beside what it was. */
function run(
  minutes: number,
  bytes: number,
  grown: (part: number) => number,
  renderers = (_part: number) => 2,
): Sample[] {
  return Array.from({ length: minutes * 12 }, (_, index) => {
    const part = index / (minutes * 12);
    return {
      atMs: part * minutes * MINUTE_MS,
      kinds: { main: { count: 1, bytes: bytes * grown(part) }, renderer: { count: renderers(part), bytes: 0 } },
    };
  });
}

test('of thirty minutes, 5 to 10 are compared with 25 to 30', () => {
  expect(spansOf(30)).toEqual({ early: [5, 10], late: [25, 30] });
});

test('a sign that stays as large keeps its size, whatever it took while it started', () => {
  fc.assert(
    fc.property(lengths, megabytes, fc.double({ min: 0.1, max: 10, noNaN: true }), (minutes, bytes, atStart) => {
      const { problems, change } = judge(
        run(minutes, bytes, (part) => (part < 1 / 6 ? atStart : 1)),
        minutes,
        LIMIT,
      );
      expect([problems, change]).toEqual([[], 0]);
    }),
  );
});

test('a sign that grows or shrinks by more than the limit does not keep its size', () => {
  const far = fc.oneof(fc.double({ min: 0.1, max: 0.94, noNaN: true }), fc.double({ min: 1.06, max: 9, noNaN: true }));
  fc.assert(
    fc.property(lengths, megabytes, far, (minutes, bytes, to) => {
      const { problems } = judge(
        run(minutes, bytes, (part) => (part < 1 / 2 ? 1 : to)),
        minutes,
        LIMIT,
      );
      expect(problems).toHaveLength(1);
    }),
  );
});

test('single samples that are far off change nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(359), { maxLength: 20 }), (odd) => {
      const samples = run(30, 3e8, () => 1).map((one, index) =>
        odd.includes(index) ? { ...one, kinds: { main: { count: 7, bytes: 9e8 } } } : one,
      );
      expect(judge(samples, 30, LIMIT).problems).toEqual([]);
    }),
  );
});

test('one process more than before is one too many', () => {
  fc.assert(
    fc.property(lengths, megabytes, (minutes, bytes) => {
      const samples = run(
        minutes,
        bytes,
        () => 1,
        (part) => (part < 3 / 4 ? 2 : 3),
      );
      expect(judge(samples, minutes, LIMIT).problems).toEqual(['there were 3 processes, then 4']);
    }),
  );
});

test('a run without samples proves nothing', () => {
  expect(judge([], 30, LIMIT).problems).toEqual(['too few samples to compare']);
});
