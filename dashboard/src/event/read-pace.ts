import type { LIMITS } from '@sign-display/contracts/limits';

/** How often pages read outages. Pure. */

/** As many outages as one request brings: the most that the service gives. */
export const PAGE: (typeof LIMITS)['pageSizeMost'] = 200;
/** How many requests a list of so many takes: also an empty list takes one. */
export const requestsOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE));
/** Between two readings of so many requests: a page that reads all the time uses a fifth of one person's requests. */
export const restMsOf = (requests: number): number => Math.max(5_000, requests * 1_000);
