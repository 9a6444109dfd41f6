import type { LIMITS } from '@sign-display/contracts/limits';

/** Decides how often pages read outages. Pure. */

/** The outages of one request: the most that the service returns. */
export const PAGE: (typeof LIMITS)['pageSizeMost'] = 200;
/** Returns how many requests a list of this length takes; an empty list takes one. */
export const requestsOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE));
/**
 * Returns the pause between two reads of this many requests, so that a page that reads all the time uses a fifth of one
 * person's request limit.
 */
export const restMsOf = (requests: number): number => Math.max(5_000, requests * 1_000);
