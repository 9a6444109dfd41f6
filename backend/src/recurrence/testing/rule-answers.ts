import { NOTHING_AROUND, lookAt, tryRecurrence, type Around, type Timing } from '../occurrences.ts';

/** `lookAt` without the end of the next occurrence; nothing is around where `lookAt` gives null. */
export function occurrencesAround(timing: Timing, nowMs: number): Around {
  const { current, next } = lookAt(timing, nowMs) ?? NOTHING_AROUND;
  return { current, nextStartMs: next?.startMs ?? null };
}

/** `tryRecurrence` without its price: null where the recurrence can be used. */
export function recurrenceProblem(timing: Timing & { recurrence: string }): string | null {
  const tried = tryRecurrence(timing);
  return 'problem' in tried ? tried.problem : null;
}
