import type { Cancel, Clock } from '@sign-display/contracts/ports';

/** Tells a zoom that goes on from a single move: no painting keeps up with a zoom, and each turn of the wheel would wait for its steps. */

/** Zooms that come sooner after each other are one. */
export const RESTS_MS = 250;
/** For so long a zoom that goes on has no rest. */
export const UNRESTED_MOST_MS = 600;

export interface ZoomRest {
  /** The map has moved, and a cell is `pitch` wide. True: a zoom goes on, and `onRest` tells when it rests. */
  moved(pitch: number): boolean;
  /** A zoom goes on. */
  isAwaited(): boolean;
  stop(): void;
}

/** `onRest`: a zoom of several moves has come to rest, or has gone on for 600 ms. */
export function createZoomRest(clock: Pick<Clock, 'after' | 'monotonicMs'>, onRest: () => void): ZoomRest {
  let last = { pitch: 0, atMs: -Infinity };
  let awaited: { cancel: Cancel; sinceMs: number } | null = null;
  return {
    moved(pitch) {
      if (pitch === last.pitch) return false;
      const nowMs = clock.monotonicMs();
      const isOn = nowMs - last.atMs < RESTS_MS;
      last = { pitch, atMs: nowMs };
      if (!isOn) return false;
      awaited?.cancel();
      const sinceMs = awaited?.sinceMs ?? nowMs;
      const waitMs = Math.max(0, Math.min(RESTS_MS, sinceMs + UNRESTED_MOST_MS - nowMs));
      const cancel = clock.after(waitMs, () => {
        awaited = null;
        onRest();
      });
      awaited = { cancel, sinceMs };
      return true;
    },
    isAwaited: () => awaited !== null,
    stop: () => awaited?.cancel(),
  };
}
