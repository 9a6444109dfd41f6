import { buildQrText } from '@sign-display/contracts/qr';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { bringContentToScreen, want } from './content.ts';
import { leaveScreen } from './page-watch.ts';
import { discardProof } from './proof.ts';
import { NO_CONTENT } from '../state/state.ts';
import { cancelTimer, save, serverNowMs, setTimer, type Step } from '../state/step.ts';
import type { Claim } from '../state/stored-document.ts';

/** Long timers are cut into days: a delay beyond 2^31 ms would fire at once. */
const LONGEST_TIMER_MS = 86_400_000;

/** What nobody but a person can put right. */
const REFUSED = new Map([
  [
    'identity_conflict',
    'Another device uses the identity of this sign. It cannot be claimed until it is released here at the machine.',
  ],
  ['clone_quarantined', 'Another machine with the identity of this sign is connected. An administrator has to decide.'],
]);

/**
 * Makes the screen what the stored state says: the one place where the QR screen, the splash and pages are chosen between.
 * Safe to call at any time. `commandId` is done when what is wanted is on screen.
 */
export function conform(step: Step, commandId: string | null = null): void {
  const { state } = step;
  const { claim, identity } = state.stored;
  const notice = REFUSED.get(state.connection.refusal ?? '') ?? state.stored.notice;
  if (identity === null) return;
  if (claim !== null) {
    want(step, wantedNow(step, claim), commandId);
    bringContentToScreen(step);
    return;
  }
  if (state.proof !== null && state.proof.purpose !== 'link') discardProof(step);
  if (state.content.retrying) cancelTimer(step, 'content_retry');
  state.content = NO_CONTENT;
  const { screen } = state;
  const { signId } = identity;
  // Only a registered sign can be asked to prove a page; and until then its signId might be bound by whoever scans it first.
  const claimable = state.connection.phase === 'registered';
  const isShown = screen.kind === 'qr' && screen.signId === signId && screen.notice === notice;
  if (isShown && screen.claimable === claimable) return;
  leaveScreen(step);
  cancelTimer(step, 'override_end');
  state.screen = { kind: 'qr', signId, notice, claimable };
  const qrText = claimable ? buildQrText(signId) : null;
  step.effects.push({ type: 'show_qr', qrText, shortCode: deriveShortCode(signId), notice });
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
