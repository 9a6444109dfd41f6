import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import type { Absence } from '@sign-display/contracts/rest/event-figures';

/** What is known of our own absence, after which offline verdicts wait. Pure. */

/** A node begins to listen about when the service is back: an absence that ended earlier or later has another story. */
const BESIDE_MS = 60_000;

/** When the service was away, by the wall clock. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** The beginning of the first warm-up that a start began; null where none did. */
export const startedAt = (warmUps: readonly NodeWarmUp[]): number | null => {
  const starts = warmUps.filter(({ reason }) => reason === 'start').map(({ since }) => Date.parse(since));
  return starts.length === 0 ? null : Math.min(...starts);
};

/**
 * Of the absences that the service knows, the one that these warm-ups follow; null where none is known: a start while another node lived, or after a moment that was
 * too short to be recorded.
 */
export function absenceBefore(warmUps: readonly NodeWarmUp[], absences: readonly Absence[]): Span | null {
  const sinceMs = startedAt(warmUps);
  if (sinceMs === null) return null;
  const spans = absences.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
  return spans.findLast(({ toMs }) => Math.abs(toMs - sinceMs) <= BESIDE_MS) ?? null;
}

/** How long until verdicts are given again. */
export interface Wait {
  untilMs: number;
  /** The whole time that is listened, in ms. */
  wholeMs: number;
  /** Of it, how much has gone by: 0 to 1. */
  gone: number;
  /** Whole seconds that are left; null where the browser's clock can't be that of the service, or the time is over. */
  seconds: number | null;
}

/** Clocks differ by less. */
const SKEW_MS = 5_000;

/** The wait for the last of `warmUps`, of which there is one at least. */
export function waitOf(warmUps: readonly NodeWarmUp[], nowMs: number): Wait {
  const spans = warmUps.map(({ since, until }) => ({ sinceMs: Date.parse(since), untilMs: Date.parse(until) }));
  const { sinceMs, untilMs } = spans.reduce((last, one) => (one.untilMs > last.untilMs ? one : last));
  const wholeMs = untilMs - sinceMs;
  const leftMs = untilMs - nowMs;
  return {
    untilMs,
    wholeMs,
    gone: wholeMs <= 0 ? 1 : Math.min(1, Math.max(0, (wholeMs - leftMs) / wholeMs)),
    seconds: leftMs <= 0 || leftMs > wholeMs + SKEW_MS ? null : Math.ceil(Math.min(leftMs, wholeMs) / 1_000),
  };
}
