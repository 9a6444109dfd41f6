import { deriveShortCode } from '@sign-display/contracts/short-code';
import { cancelTimer, log, serverNowMs, setTimer, type Step } from '../state/step-helpers.ts';

/**
 * The sign's code over anything, for whoever looks for this sign among others (promises K12 and D6). What is below goes on as if nothing were above
 * it. It is kept in memory alone, so a reboot ends it; so does its time, also without a connection.
 */

/** False: its time was over before it came. `startsAtMs` is the backend's clock. */
export function showIdentify(step: Step, { startsAtMs, seconds }: { startsAtMs: number; seconds: number }): boolean {
  const { state, now } = step;
  const { identity } = state.stored;
  const aheadMs = startsAtMs - serverNowMs(step);
  // Never for longer than was asked, whatever the clocks say.
  const leftMs = Math.min(aheadMs, 0) + seconds * 1_000;
  if (identity === null || leftMs <= 0) return false;
  const { wallMs } = now;
  state.identify = {
    shortCode: deriveShortCode(identity.signId),
    startsAtMs: wallMs + aheadMs,
    untilMs: wallMs + leftMs,
  };
  step.effects.push({ type: 'identify', overlay: state.identify });
  setTimer(step, 'identify_over', leftMs);
  return true;
}

export function endIdentify(step: Step): void {
  if (step.state.identify === null) return;
  step.state.identify = null;
  cancelTimer(step, 'identify_over');
  step.effects.push({ type: 'identify', overlay: null });
  log(step, 'info', 'identify over', {});
}
