import type { Around } from '../../recurrence/occurrences.ts';

/**
 * What a sign shows right now (contract, 3.1; promise M2), as a pure function of what was assigned, the override, the schedules and the
 * moment. A manual override is over everything until it ends. Of schedules the one with the larger priority wins, then the sign's own over
 * the event's, then the one that began later; who still is equal, by identifier, so that the order of the set never matters.
 */

export interface Content {
  contentId: string;
  url: string;
}

export interface Candidate {
  id: string;
  scope: 'sign' | 'event';
  priority: number;
  content: Content;
  around: Around;
}

export interface RightNow {
  content: Content | null;
  source: 'assigned' | 'schedule' | 'manual';
  /** When it ends by itself: the end of the occurrence or of the override; null for what was assigned, and an override without an end. */
  untilMs: number | null;
  /** The moment at which something else is right, a later occurrence of the same schedule included; null: never by itself. */
  nextChangeAtMs: number | null;
}

interface Override extends Content {
  /** Null: until the next assignment. */
  untilMs: number | null;
}

const scopeRank = { sign: 1, event: 0 } as const;

const stronger = (one: Candidate, other: Candidate): number =>
  one.priority - other.priority || scopeRank[one.scope] - scopeRank[other.scope];

function wins(one: Candidate, other: Candidate): boolean {
  const by = stronger(one, other) || one.around.current!.startMs - other.around.current!.startMs;
  return by > 0 || (by === 0 && one.id < other.id);
}

const earliest = (times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** `schedules`: the enabled ones, each with what of it is around `nowMs`. */
export function resolveContent(
  assigned: Content | null,
  override: Override | null,
  schedules: readonly Candidate[],
  nowMs: number,
): RightNow {
  if (override && (override.untilMs === null || nowMs < override.untilMs)) {
    const { url, contentId, untilMs } = override;
    return { content: { contentId, url }, source: 'manual', untilMs, nextChangeAtMs: untilMs };
  }
  let winner: Candidate | null = null;
  for (const one of schedules) if (one.around.current && (!winner || wins(one, winner))) winner = one;
  if (!winner) {
    const nextChangeAtMs = earliest(schedules.map(({ around }) => around.nextStartMs));
    return { content: assigned, source: 'assigned', untilMs: null, nextChangeAtMs };
  }
  const { content, around } = winner;
  const untilMs = around.current!.endMs;
  // One that is as strong wins by beginning later; a weaker one waits until this one ends.
  const overtaking = schedules.filter((one) => stronger(one, winner) >= 0).map((one) => one.around.nextStartMs);
  return { content, source: 'schedule', untilMs, nextChangeAtMs: earliest([untilMs, ...overtaking]) };
}
