import type { ClaimStartResponse } from '@sign-display/contracts/rest/claims';
import type { Found } from './claim-state.ts';

/** When a request was sent and its answer was here, of `performance.now()`. */
export interface RoundTrip {
  sentAtMs: number;
  receivedAtMs: number;
}

/**
 * The pendingSign on this phone's own clock, whatever that says of the time of day: the answer tells the service's time at which it was made, which was here half a
 * round trip later (docs/claims.md). Where the sign does not blink, the header `date` tells it by the second.
 */
export function placeInTime(
  answer: ClaimStartResponse,
  date: string | null,
  { sentAtMs, receivedAtMs }: RoundTrip,
): Found {
  const { pendingId, signId, shortCode, device, identify, expiresAt } = answer;
  const middleMs = (sentAtMs + receivedAtMs) / 2;
  const ofHeader = date === null ? NaN : Date.parse(date) + 500;
  const serviceMs = identify?.serverTimeMs ?? (Number.isNaN(ofHeader) ? null : ofHeader);
  const expiresAtMs = Date.parse(expiresAt);
  // Without any word of the service's time the hold is taken for short: the service has the last word.
  const heldMs = serviceMs === null ? 60_000 : expiresAtMs - serviceMs;
  const sinceMs = identify === null ? 0 : middleMs + identify.startsAtMs - identify.serverTimeMs;
  return {
    pendingId,
    signId,
    shortCode,
    device,
    heldUntilMs: middleMs + heldMs,
    blinks: identify && { sinceMs, untilMs: sinceMs + identify.seconds * 1_000 },
  };
}

/**
 * When something was that the service tells the time of, on this phone's own clock; `date`: the header of the answer that told it, by the second. Where it isn't
 * there, it was just now: what is asked for so was news a moment ago.
 */
export function onOurClock(at: string, date: string | null, receivedAtMs: number): number {
  const ageMs = date === null ? NaN : Date.parse(date) - Date.parse(at);
  return receivedAtMs - (ageMs > 0 ? ageMs : 0);
}
