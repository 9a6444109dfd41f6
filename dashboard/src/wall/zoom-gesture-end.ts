import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';

/** Tells a zoom that goes on from a single move: no painting keeps up with a zoom, and each turn of the wheel would wait for its steps. */

/** A map that has not moved for so long is at rest. Two turns of one wheel come sooner after each other. */
export const RESTS_MS = 250;
/** For so long a zoom that goes on need not be painted. */
export const UNPAINTED_MOST_MS = 600;

export interface ZoomEnd {
  /** The map has moved, and a cell is `pitch` wide. True: that is part of a zoom, and `onDue` tells when its picture is due. */
  moved(pitch: number): boolean;
  /** A zoom goes on, and its picture is not due yet. */
  isAwaited(): boolean;
  /** A picture is whole. Until then one that is due stays so, however the zoom goes on. */
  painted(): void;
  stop(): void;
}

/** `onDue`: a zoom of several moves has come to rest, or has gone on for 600 ms without a picture. */
export function createZoomEnd(clock: Pick<Clock, 'after' | 'monotonicMs'>, onDue: () => void): ZoomEnd {
  let last = { pitch: 0, atMs: -Infinity };
  let awaited: { cancel: Cancel; sinceMs: number } | null = null;
  let isDue = false;
  return {
    moved(pitch) {
      if (pitch === last.pitch) return false;
      const nowMs = clock.monotonicMs();
      const isOn = nowMs - last.atMs < RESTS_MS;
      last = { pitch, atMs: nowMs };
      if (!isOn || isDue) return false;
      awaited?.cancel();
      const sinceMs = awaited?.sinceMs ?? nowMs;
      const waitMs = Math.max(0, Math.min(RESTS_MS, sinceMs + UNPAINTED_MOST_MS - nowMs));
      const cancel = clock.after(waitMs, () => {
        awaited = null;
        isDue = true;
        onDue();
      });
      awaited = { cancel, sinceMs };
      return true;
    },
    isAwaited: () => awaited !== null,
    painted: () => void (isDue = false),
    stop: () => awaited?.cancel(),
  };
}
