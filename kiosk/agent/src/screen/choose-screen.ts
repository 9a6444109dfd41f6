import { bringContentToScreen, want } from './bring-content-to-screen.ts';
import { discardProof } from './prove-in-hidden-view.ts';
import { showUnclaimed } from './unclaimed-screen.ts';
import { NO_CONTENT } from '../state/state.ts';
import { cancelTimer, save, serverNowMs, setTimer, type Step } from '../state/step-helpers.ts';
import type { Claim } from '../state/stored-document.ts';

/** Long timers are cut into days: a delay beyond 2^31 ms would fire at once. */
const LONGEST_TIMER_MS = 86_400_000;

/**
 * Makes the screen what the stored state says: the one place where the screens of a claimed sign and of an unclaimed one are chosen between.
 * Safe to call at any time. `commandId` is done when what is wanted is on screen.
 */
export function conform(step: Step, commandId: string | null = null): void {
  const { state } = step;
  const { claim, identity } = state.stored;
  if (identity === null) return;
  if (claim !== null) {
    want(step, wantedNow(step, claim), commandId);
    bringContentToScreen(step);
    return;
  }
  if (state.proof !== null && state.proof.purpose !== 'link') discardProof(step);
  if (state.content.retrying) cancelTimer(step, 'content_retry');
  state.content = NO_CONTENT;
  showUnclaimed(step, identity.signId);
}

/** The override while it lasts, then the assigned content, also without a connection (promise M2). */
function wantedNow(step: Step, claim: Claim): { contentId: string | null; url: string } | null {
  const { override } = claim;
  if (override === null) return claim.content;
  if (override.untilMs !== null) {
    const leftMs = override.untilMs - serverNowMs(step);
    if (leftMs <= 0) {
      save(step, { claim: { ...claim, override: null } });
      return claim.content;
    }
    setTimer(step, 'override_end', Math.min(leftMs, LONGEST_TIMER_MS));
  }
  return override.url === null ? null : { contentId: override.contentId, url: override.url };
}
