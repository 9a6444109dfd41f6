import { NOTHING_AROUND, lookUpOccurrences, tryRecurrence, type Around, type Timing } from '../occurrences.ts';

/** `lookUpOccurrences` without the end of the next occurrence; nothing is around where `lookUpOccurrences` gives null. */
export function occurrencesAround(timing: Timing, nowMs: number): Around {
  const { current, next } = lookUpOccurrences(timing, nowMs) ?? NOTHING_AROUND;
  return { current, nextStartMs: next?.startMs ?? null };
}

/** `tryRecurrence` without its price: null where the recurrence can be used. */
export function recurrenceProblem(timing: Timing & { recurrence: string }): string | null {
  const tried = tryRecurrence(timing);
  return 'problem' in tried ? tried.problem : null;
}
