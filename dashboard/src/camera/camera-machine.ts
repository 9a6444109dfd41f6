import type { CameraTrouble } from './camera-state.ts';

/**
 * When a page takes the camera, and when it gives it back. Pure: (machine, event) → machine; the edge (`open-camera.ts`) opens a camera for each new `attempt` of an
 * `opening`, and gives back whatever it holds in every other phase but `live`.
 *
 * Phases: `opening` (the browser was asked) → `live` ⇄ `resting` (the page is hidden); `unusable` (no camera; showing the page again tries again).
 *
 * Invariants: a hidden page holds no camera; a camera that comes for an earlier attempt is given back at once; a camera that is taken away again and again is
 * `unusable`, and not asked for without an end.
 */
export interface CameraMachine {
  phase: 'opening' | 'live' | 'resting' | 'unusable';
  /** Counts what the browser was asked; an answer to an earlier one is stale. */
  attempt: number;
  /** In `unusable`. */
  why: CameraTrouble | null;
  /** How often it was taken away (a call, another program) since the page was shown. */
  losses: number;
}

export type CameraEvent =
  | { type: 'opened'; attempt: number }
  | { type: 'failed'; attempt: number; why: CameraTrouble }
  /** The track ended or was muted: a phone call, another program, a pulled plug. */
  | { type: 'lost'; attempt: number }
  | { type: 'reader_broke' }
  | { type: 'hidden' }
  | { type: 'shown' };

/** One for a glitch, one more for luck; after that something else wants the camera more. */
const MAX_LOSSES = 3;

export const startCamera = (isHidden: boolean): CameraMachine =>
  isHidden
    ? { phase: 'resting', attempt: 0, why: null, losses: 0 }
    : { phase: 'opening', attempt: 1, why: null, losses: 0 };

const open = (machine: CameraMachine): CameraMachine => ({
  ...machine,
  phase: 'opening',
  attempt: machine.attempt + 1,
  why: null,
});
const giveUp = (machine: CameraMachine, why: CameraTrouble): CameraMachine => ({ ...machine, phase: 'unusable', why });

export function stepCamera(machine: CameraMachine, event: CameraEvent): CameraMachine {
  const { phase, attempt, why, losses } = machine;
  if ('attempt' in event && event.attempt !== attempt) return machine;
  switch (event.type) {
    case 'opened':
      return phase === 'opening' ? { ...machine, phase: 'live' } : machine;
    case 'failed':
      return phase === 'opening' ? giveUp(machine, event.why) : machine;
    case 'lost': {
      if (phase !== 'live') return machine;
      const counted = { ...machine, losses: losses + 1 };
      return counted.losses < MAX_LOSSES ? open(counted) : giveUp(counted, 'busy');
    }
    case 'reader_broke':
      return phase === 'resting' ? machine : giveUp(machine, 'no_reader');
    case 'hidden':
      // What has not come yet is stale when it comes: the next attempt has another number.
      return phase === 'unusable' ? machine : { ...machine, phase: 'resting', attempt: attempt + 1 };
    case 'shown': {
      const isWorthIt = phase === 'resting' || (phase === 'unusable' && why !== 'insecure' && why !== 'no_reader');
      return isWorthIt ? open({ ...machine, losses: 0 }) : machine;
    }
  }
}
