import { jitteredIntervalMs } from '../backoff.ts';
import { REACHABLE, watched } from '../state/page-reachability.ts';
import { UNWATCHED } from '../state/blank-watch-state.ts';
import type { Screen } from '../state/state.ts';
import { cancelTimer, setTimer, type Step } from '../state/step-helpers.ts';

/** The timers that look after the page on screen, from when it is put there to when it leaves. */

/** A new page is on screen. */
export function watchPage(step: Step, url: string): void {
  step.state.reachability = watched(step.state.reachability, url);
  step.state.checking = null;
  // A first check soon, at a phase of its own: it takes the fingerprint that later ones are held against.
  setTimer(step, 'reachability', step.now.chance * checkIntervalMs(step));
  // The same page loaded again is still the one that was found blank.
  if (step.state.view.url !== url) step.state.view = { ...UNWATCHED, url };
  setTimer(step, 'sample_view', jitteredIntervalMs(step.state.limits.sampleEveryMs, step.now.chance));
  armReload(step);
}

/** What is on screen is about to go: nothing to check or to reload any more. */
export function leaveScreen(step: Step): void {
  step.state.screen = { kind: 'none' };
  step.state.reachability = REACHABLE;
  step.state.checking = null;
  cancelTimer(step, 'reachability');
  step.state.view = UNWATCHED;
  cancelTimer(step, 'sample_view');
  cancelTimer(step, 'reload');
}

/** Showing it again would change nothing. */
export const isSameScreen = (a: Screen, b: Screen): boolean => JSON.stringify(a) === JSON.stringify(b);

function checkIntervalMs({ state }: Step): number {
  return state.stored.claim?.settings.reachabilityIntervalMs ?? state.limits.reachabilityIntervalMs;
}

export function armNextCheck(step: Step): void {
  setTimer(step, 'reachability', jitteredIntervalMs(checkIntervalMs(step), step.now.chance));
}

/** The setting `reloadEverySeconds`, jittered, so that a wall of signs does not load its page in one instant. */
export function armReload(step: Step): void {
  const seconds = step.state.stored.claim?.settings.reloadEverySeconds ?? 0;
  if (seconds === 0 || step.state.screen.kind !== 'page') cancelTimer(step, 'reload');
  else setTimer(step, 'reload', jitteredIntervalMs(seconds * 1_000, step.now.chance));
}
