import { buildQrText } from '@sign-display/contracts/qr-payload';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { ClaimingScreen, LastingRefusal, QrScreen } from '../ports.ts';
import { isSameScreen, leaveScreen } from './shown-page-timers.ts';
import type { Screen } from '../state/state.ts';
import { cancelTimer, serverNowMs, setTimer, type Step } from '../state/step-helpers.ts';

/** What a sign shows that nobody has claimed: its code, and in place of that how the claim goes that is being tried. */

/** What nobody but a person can put right. */
const REFUSED: Record<LastingRefusal, string> = {
  identity_conflict:
    'Another device uses the identity of this sign. It cannot be claimed until it is released on this device.',
  clone_quarantined:
    'Another machine with the identity of this sign is connected. An admin has to decide which one is the sign.',
};
const isLasting = (code: string | null): code is LastingRefusal => code !== null && Object.hasOwn(REFUSED, code);

/**
 * Brings the screen of an unclaimed sign up to date, and comes back to it when that is out of date by itself. `signId`: null for one that waits for a network card to
 * stand for it, and says so (promise K8).
 */
export function showUnclaimed(step: Step, signId: string | null): void {
  const claiming = signId === null ? null : claimingScreen(step, deriveShortCode(signId));
  const qr = qrScreen(step, signId);
  const next: Screen = claiming === null ? { kind: 'qr', ...qr } : { kind: 'claiming', ...claiming };
  if (isSameScreen(step.state.screen, next)) return;
  leaveScreen(step);
  cancelTimer(step, 'override_end');
  step.state.screen = next;
  step.effects.push(claiming === null ? { type: 'show_qr', screen: qr } : { type: 'show_claiming', screen: claiming });
}

/** Null where no claim is under way: there is none, it failed, its time is over, or the backend can't be told how it ends. */
function claimingScreen(step: Step, shortCode: string): ClaimingScreen | null {
  const { attempt, connection, proof } = step.state;
  if (attempt === null || attempt.answer?.result.result === 'failure' || connection.phase !== 'registered') return null;
  if (!lasts(step, attempt.expiresAtMs)) return null;
  const { signName, url, loadTimeoutMs } = attempt;
  const leadsTo = proof?.purpose === 'link' ? proof.leadsTo : null;
  return { shortCode, signName, url, leadsTo, step: attempt.answer === null ? 'loading' : 'proved', loadTimeoutMs };
}

function qrScreen(step: Step, signId: string | null): QrScreen {
  const { connection, stored, claimUrl } = step.state;
  const refusal = isLasting(connection.refusal) ? connection.refusal : null;
  return {
    // Only a registered sign can be asked to prove a page; and until then its signId might be bound by whoever scans it first.
    qrText: signId !== null && connection.phase === 'registered' ? buildQrText(signId) : null,
    shortCode: signId && deriveShortCode(signId),
    notice: refusal === null ? stored.notice : REFUSED[refusal],
    claimUrl,
    refusal,
    failure: lastFailure(step),
  };
}

function lastFailure(step: Step): QrScreen['failure'] {
  const { attempt, limits } = step.state;
  if (attempt?.answer?.result.reason === undefined || attempt.url === null) return null;
  const { atMs, result } = attempt.answer;
  if (!lasts(step, atMs + limits.failureShownMs)) return null;
  return { atMs, url: attempt.url, reason: result.reason!, detail: result.detail ?? '' };
}

/** Whether it is before `untilMs` on the backend's clock; then the screen is looked at again at that time. */
function lasts(step: Step, untilMs: number): boolean {
  const leftMs = untilMs - serverNowMs(step);
  if (!(leftMs > 0)) return false;
  setTimer(step, 'attempt_over', Math.min(leftMs, step.state.limits.failureShownMs));
  return true;
}
