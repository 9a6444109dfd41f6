import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absencesOf, type LeaseStretch } from './service-downtime.ts';
import { LEASE_MS } from './held-lease-duration.ts';

const SECOND_MS = 1_000;
const stretches = fc.array(
  fc.record({ since: fc.nat(400), length: fc.nat(100) }).map(({ since, length }) => ({
    sinceMs: since * SECOND_MS,
    untilMs: (since + length) * SECOND_MS,
  })),
  { maxLength: 12 },
);
const isHeld = (all: readonly LeaseStretch[], atMs: number): boolean =>
  all.some(({ sinceMs, untilMs }) => sinceMs <= atMs && atMs <= untilMs);

describe('the absences of the service', () => {
  test('are the moments between the first stretch and the last in which nobody held a lease, where they are more than a lease', () => {
    fc.assert(
      fc.property(stretches, (all) => {
        const absences = absencesOf(all);
        const fromMs = Math.min(...all.map(({ sinceMs }) => sinceMs));
        const toMs = Math.max(...all.map(({ untilMs }) => untilMs));
        for (let atMs = fromMs + SECOND_MS / 2; atMs < toMs; atMs += SECOND_MS) {
          const absence = absences.find((each) => each.fromMs < atMs && atMs < each.toMs);
          if (absence) expect(isHeld(all, atMs)).toBe(false);
          else if (!isHeld(all, atMs)) {
            const beforeMs = Math.max(...all.map(({ untilMs }) => untilMs).filter((each) => each < atMs));
            const afterMs = Math.min(...all.map(({ sinceMs }) => sinceMs).filter((each) => each > atMs));
            expect(afterMs - beforeMs).toBeLessThanOrEqual(LEASE_MS);
          }
        }
        for (const { fromMs: from, toMs: to } of absences) {
          expect(to - from).toBeGreaterThan(LEASE_MS);
          expect(isHeld(all, from) && isHeld(all, to)).toBe(true);
        }
        expect(absences).toEqual(absences.toSorted((one, other) => one.fromMs - other.fromMs));
      }),
    );
  });

  test('are the same in whichever order the stretches come', () => {
    fc.assert(
      fc.property(
        stretches.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(absencesOf(shuffled)).toEqual(absencesOf(all));
        },
      ),
    );
  });
});
