import type { Occurrence, Timing } from '../occurrences.ts';
import { occurrencesAround } from './occurrence-lookups.ts';

/** The occurrences from `fromMs` to `toMs` by walking from change to change, as the sweep does. */
export function walk(
  timing: Timing,
  fromMs: number,
  toMs: number,
): { occurrence: Occurrence | null; fromMs: number }[] {
  const seen = [];
  for (let nowMs = fromMs; nowMs < toMs;) {
    const { current, nextStartMs } = occurrencesAround(timing, nowMs);
    seen.push({ occurrence: current, fromMs: nowMs });
    nowMs = Math.min(current?.endMs ?? Infinity, nextStartMs ?? Infinity, toMs);
  }
  return seen;
}
