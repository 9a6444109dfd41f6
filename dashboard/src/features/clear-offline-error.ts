import { createEffect, on, type Accessor } from 'solid-js';
import type { Submission } from './submission.ts';

/** That the service can't be reached is said of a try until the page hears the service again: then it is not true any more. */
export function clearOfflineError(isLive: Accessor<boolean>, of: Pick<Submission, 'trouble' | 'reset'>): void {
  createEffect(on(isLive, (is) => void (is && of.trouble() === null && of.reset()), { defer: true }));
}
