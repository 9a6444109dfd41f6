import type { LinkResult } from '@sign-display/contracts/kiosk-events';

/**
 * Answers that were given to claims, by requestId (promise C5): the same requestId never loads the page twice, also after a
 * reboot. Oldest first; times are the backend's.
 */
export interface CachedAck {
  requestId: string;
  answeredAtMs: number;
  result: LinkResult;
}

export interface AckBounds {
  keptMs: number;
  size: number;
}

/** The answer given to `requestId`, null if there was none or it is older than `keptMs`. */
export function findAck(
  acks: readonly CachedAck[],
  requestId: string,
  nowMs: number,
  bounds: AckBounds,
): CachedAck | null {
  return acks.find((ack) => ack.requestId === requestId && nowMs - ack.answeredAtMs < bounds.keptMs) ?? null;
}

/** The cache with `ack` in it, without what is too old or too many. */
export function withAck(acks: readonly CachedAck[], ack: CachedAck, bounds: AckBounds): CachedAck[] {
  const kept = acks.filter(
    (other) => other.requestId !== ack.requestId && ack.answeredAtMs - other.answeredAtMs < bounds.keptMs,
  );
  return [...kept, ack].slice(-bounds.size);
}
