import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import type { Change } from './mirror.ts';
import type { SignRow } from './rows.ts';

/** Promise N5. */
const UNSTABLE_CHANGES = 5;
const UNSTABLE_WITHIN_MS = 10 * 60_000;
export const STABLE_AFTER_MS = 15 * 60_000;
/** Nodes' clocks differ by up to 300 ms: a change so close to the end of a time may be on either side of it. */
const UNCLEAR_MS = 1_000;

/** When a sign was unstable, from the change that made it so. Milliseconds of a wall clock that is right. */
interface UnstableSpan {
  fromMs: number;
  untilMs: number;
}

/** Which signs are unstable by N5, as what is committed of them says. */
export interface SignStability {
  /** To be given everything that becomes of a record. */
  note(change: Change<SignRow>): void;
  /** Earliest first. */
  spansOf(signId: string): readonly UnstableSpan[];
  all(): ReadonlyMap<string, readonly UnstableSpan[]>;
  /** A change came so close to the end of a time that nodes may have taken it for another. */
  isUnclear(signId: string): boolean;
}

export function createSignStability({ timeline, coverage }: World): SignStability {
  /** Changes of each record's presence, as long as it has the same device. */
  const changed = new Map<string, number[]>();
  const spans = new Map<string, UnstableSpan[]>();
  const unclear = new Set<string>();
  const isClose = (ms: number): boolean => Math.abs(ms) < UNCLEAR_MS;

  return {
    isUnclear: (signId) => unclear.has(signId),
    spansOf: (signId) => spans.get(signId) ?? [],
    all: () => spans,
    note({ before, after }) {
      if (after === null) return;
      const { id, device_sign_id: device, presence } = after;
      const nowMs = EPOCH_MS + timeline.nowMs();
      const own = spans.get(id) ?? [];
      const current = own.at(-1);
      if (before === null || before.device_sign_id !== device) {
        // Another device, or none: it was the one before that was unstable.
        changed.set(id, []);
        unclear.delete(id);
        if (current) current.untilMs = Math.min(current.untilMs, nowMs);
        return;
      }
      // That a device is heard for the first time is no change of a verdict.
      if (before.presence === presence || before.presence === null || presence === null) return;
      const atMs = [...(changed.get(id) ?? []), nowMs].slice(-UNSTABLE_CHANGES);
      changed.set(id, atMs);
      const untilMs = nowMs + STABLE_AFTER_MS;
      if ((current && isClose(current.untilMs - nowMs)) || isClose(nowMs - atMs[0]! - UNSTABLE_WITHIN_MS))
        unclear.add(id);
      if (current && nowMs < current.untilMs) current.untilMs = untilMs;
      else if (atMs.length === UNSTABLE_CHANGES && nowMs - atMs[0]! <= UNSTABLE_WITHIN_MS) {
        coverage.hit('notification sign unstable');
        spans.set(id, [...own, { fromMs: nowMs, untilMs }]);
      }
    },
  };
}
