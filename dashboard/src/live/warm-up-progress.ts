import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';

/** How many signs of the whole service are heard, of how many that were there before the silence; `heard` is never more than `of`. */
export interface WarmUpCount {
  heard: number;
  of: number;
}

/**
 * What all nodes together have heard while verdicts wait; null where none of them tells it, or there was no sign. Nodes that start all count the signs that were online
 * anywhere, each of which one of them hears; after a mass silence each node counts its own, which may be among those.
 */
export function warmUpCountOf(warmUps: readonly NodeWarmUp[]): WarmUpCount | null {
  let [heard, atStart, vanished] = [0, 0, 0];
  for (const { reason, heard: here = 0, of = 0 } of warmUps) {
    heard += here;
    if (reason === 'start') atStart = Math.max(atStart, of);
    else vanished += of;
  }
  const of = Math.max(heard, atStart, vanished);
  return of === 0 ? null : { heard, of };
}
