import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import type { Change } from './shared-table-mirror.ts';
import type { SignRow } from './row-types.ts';

/** Promise N5. */
const UNSTABLE_CHANGES = 5;
const UNSTABLE_WITHIN_MS = 10 * 60_000;
export const STABLE_AFTER_MS = 15 * 60_000;
/**
 * How far the time of a commit may be from the time by which a node judged: clocks differ by up to 300 ms, and a slow database takes up to
 * 600 ms for each statement between the two. A change so close to the end of a time may be on either side of it.
 */
export const UNCLEAR_MS = 5_000;

/** Milliseconds of a wall clock that is right; `untilMs` is infinite as long as it lasts. */
interface Span {
  fromMs: number;
  untilMs: number;
}

/** When a sign was unstable, from the change that made it so. */
interface UnstableSpan extends Span {
  /** The event of the record at `fromMs`. */
  eventId: string;
}

/** Which signs are unstable by N5, as what is committed of them says. */
export interface SignStability {
  /** To be given everything that becomes of a record. */
  note(change: Change<SignRow>): void;
  /** Earliest first. */
  spansOf(signId: string): readonly UnstableSpan[];
  all(): ReadonlyMap<string, readonly UnstableSpan[]>;
  /**
   * Somewhere between the two times, nodes may hold a stable sign for unstable or the reverse: a change came so close to the end of a time
   * that they may have judged it differently. It lasts until the record has another device.
   */
  isUnclear(signId: string, fromMs: number, untilMs?: number): boolean;
}

export function createSignStability({ timeline, coverage }: Pick<World, 'timeline' | 'coverage'>): SignStability {
  /** Changes of each record's presence, as long as it has the same device. */
  const changed = new Map<string, number[]>();
  const spans = new Map<string, UnstableSpan[]>();
  const unclear = new Map<string, Span[]>();
  const unclearOf = (signId: string): readonly Span[] => unclear.get(signId) ?? [];
  const isClose = (ms: number): boolean => Math.abs(ms) < UNCLEAR_MS;

  return {
    isUnclear: (signId, fromMs, untilMs = fromMs) =>
      unclearOf(signId).some((span) => span.fromMs <= untilMs && fromMs <= span.untilMs),
    spansOf: (signId) => spans.get(signId) ?? [],
    all: () => spans,
    note({ before, after }) {
      if (after === null) return;
      const { id, event_id: eventId, device_sign_id: device, presence } = after;
      const nowMs = EPOCH_MS + timeline.nowMs();
      const own = spans.get(id) ?? [];
      const current = own.at(-1);
      if (before === null || before.device_sign_id !== device) {
        // Another device, or none: it was the one before that was unstable.
        changed.set(id, []);
        for (const span of unclearOf(id)) span.untilMs = Math.min(span.untilMs, nowMs);
        if (current) current.untilMs = Math.min(current.untilMs, nowMs);
        return;
      }
      // That a device is heard for the first time is no change of a verdict.
      if (before.presence === presence || before.presence === null || presence === null) return;
      const atMs = [...(changed.get(id) ?? []), nowMs].slice(-UNSTABLE_CHANGES);
      changed.set(id, atMs);
      const untilMs = nowMs + STABLE_AFTER_MS;
      const isFifth = atMs.length === UNSTABLE_CHANGES;
      const elapsedMs = nowMs - atMs[0]!;
      if ((current && isClose(current.untilMs - nowMs)) || (isFifth && isClose(elapsedMs - UNSTABLE_WITHIN_MS)))
        unclear.set(id, [...unclearOf(id), { fromMs: nowMs - UNCLEAR_MS, untilMs: Infinity }]);
      if (current && nowMs < current.untilMs) current.untilMs = untilMs;
      else if (isFifth && elapsedMs <= UNSTABLE_WITHIN_MS) {
        coverage.hit('notification sign unstable');
        spans.set(id, [...own, { fromMs: nowMs, untilMs, eventId }]);
      }
    },
  };
}
