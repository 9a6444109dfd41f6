import type { TimerName } from './machine-event-and-effect-types.ts';
import { holdsDevice } from './holds-device.ts';
import type { ClaimState, Loss } from './claim-state.ts';

/**
 * Which timers run in a state: the edge starts and cancels them as this says, so that none outlives the state that wants it. Pure.
 */

/** The first retry after a lost reply is quick, because most losses are a step through a door; then half a minute at the most. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 30_000;

export const retryAtMs = ({ atMs, inARow }: Loss): number =>
  atMs + Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (inARow - 1));

export interface Timer {
  name: TimerName;
  /** Of `performance.now()`. */
  atMs: number;
}

export function timersOf(state: ClaimState): Timer[] {
  const { place, found } = state;
  if (holdsDevice(state)) return found?.pendingId == null ? [] : [{ name: 'held', atMs: found.heldUntilMs }];
  switch (place.is) {
    case 'finding':
    case 'claiming':
      return place.isAsked || place.loss === null ? [] : [{ name: 'lost', atMs: retryAtMs(place.loss) }];
    case 'refused':
      return place.againAtMs === null ? [] : [{ name: 'again', atMs: place.againAtMs }];
    default:
      return [];
  }
}
