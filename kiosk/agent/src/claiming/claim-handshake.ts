import type { BackendMessage, LinkResult } from '@sign-display/contracts/kiosk-events';
import { findAck, withAck } from './ack-cache.ts';
import { timeOf } from '../wire/parse-messages.ts';
import { endIdentify } from '../screen/identify.ts';
import { isShowable } from '../screen/is-showable-url.ts';
import type { ProofResult } from '../ports.ts';
import { discardProof, keepProved, startProof } from '../screen/prove-in-hidden-view.ts';
import { conform } from '../screen/choose-screen.ts';
import type { LinkAttempt } from '../state/state.ts';
import {
  asDetail,
  asHttpStatus,
  log,
  onceStored,
  save,
  serverNowMs,
  setTimer,
  type Step,
} from '../state/step-helpers.ts';

/**
 * The sign's side of the handshake (interface specification, section 3): `sign:apply_link` → proof → stored → `sign:link_ack`.
 *
 * A requestId is proved at most once while its answer is known or on its way (promise C5). Another requestId during a proof means
 * that the first attempt is over (the backend allows one per device): its page is given up, it gets no answer and no place in the
 * cache. Nothing of the claim itself is kept here: that comes with `sign:claimed` (promise C3).
 */
export function applyLink(step: Step, message: BackendMessage<'sign:apply_link'>): void {
  const { state } = step;
  const { requestId, claimToken, url, loadTimeoutMs, name: signName = null } = message;
  const expiresAtMs = timeOf(message.expiresAt);
  if (!(serverNowMs(step) < expiresAtMs)) {
    log(step, 'warn', 'link expired on the way', { requestId });
    return;
  }
  // Who claims it has found the sign.
  endIdentify(step);
  if (state.attempt?.requestId === requestId && state.attempt.phase !== 'answered') {
    state.attempt = { ...state.attempt, claimToken, expiresAtMs };
    return conform(step);
  }
  const cached = findAck(state.stored.acks, requestId, serverNowMs(step), ackBounds(step));
  if (cached !== null) {
    sendAck(step, { requestId, claimToken }, cached.result, true);
    return;
  }
  if (state.attempt !== null && state.attempt.phase !== 'answered') {
    log(step, 'warn', 'link superseded', { requestId: state.attempt.requestId, by: requestId });
  }
  if (state.proof?.purpose === 'link') discardProof(step);
  const asked = { requestId, claimToken, signName, url, loadTimeoutMs, expiresAtMs };
  state.attempt = { ...asked, phase: 'proving', answer: null };
  if (url === null) answer(step, { result: 'success', loadMs: 0 });
  else if (isShowable(url)) {
    startProof(step, 'link', url, loadTimeoutMs);
    conform(step);
  } else answer(step, failure('url_load_failed', 'The address is not a web page (http or https).', 0));
}

const ackBounds = ({ state }: Step) => ({ keptMs: state.limits.ackKeptMs, size: state.limits.ackCacheSize });

const failure = (reason: NonNullable<LinkResult['reason']>, detail: string, loadMs: number): LinkResult => ({
  result: 'failure',
  reason,
  detail: asDetail(detail),
  loadMs: Math.max(0, loadMs),
});

/** In the form of the contract; nothing where the page had no response. */
function statusOf(status: number | null | undefined): { httpStatus?: number } {
  const httpStatus = asHttpStatus(status ?? null);
  return httpStatus === null ? {} : { httpStatus };
}

/** The page of the attempt has been tried. A good one is kept in the hidden view for `sign:claimed`, for a while. */
export function linkProved(step: Step, result: ProofResult): void {
  const { state } = step;
  if (result.ok) {
    const loadMs = Math.max(0, result.loadMs);
    keepProved(step, result);
    const untilDeadlineMs = Math.max(0, (state.attempt?.expiresAtMs ?? 0) - serverNowMs(step));
    setTimer(step, 'proof_release', Math.min(untilDeadlineMs, state.limits.ackKeptMs) + state.limits.proofKeptMs);
    const { detail, httpStatus } = result;
    const more = detail === undefined ? {} : { detail: asDetail(detail) };
    answer(step, { result: 'success', loadMs, ...more, ...statusOf(httpStatus) });
  } else {
    discardProof(step);
    answer(step, { ...failure(result.reason, result.detail, result.loadMs), ...statusOf(result.httpStatus) });
  }
}

/** Stores the answer; it is sent when it would survive a power cut, so that a reboot can't make a second one. */
function answer(step: Step, result: LinkResult): void {
  const { state } = step;
  const { attempt } = state;
  if (attempt === null) return;
  const atMs = serverNowMs(step);
  state.attempt = { ...attempt, phase: 'storing', answer: { atMs, result } };
  const ack = { requestId: attempt.requestId, answeredAtMs: atMs, result };
  save(step, { acks: withAck(state.stored.acks, ack, ackBounds(step)) });
  onceStored(step, { kind: 'answer_link', requestId: attempt.requestId });
  // Also a sign that was claimed all the same (the backend knows why) goes on, with its own page.
  conform(step);
}

/** The answer is on disk. Without a connection it stays there: the backend asks again at the next register. */
export function answerStored(step: Step, requestId: string): void {
  const { state } = step;
  const { attempt } = state;
  if (attempt?.requestId !== requestId || attempt.phase !== 'storing') return;
  state.attempt = { ...attempt, phase: 'answered' };
  const cached = state.stored.acks.find((ack) => ack.requestId === requestId);
  if (cached) sendAck(step, attempt, cached.result, false);
}

function sendAck(
  step: Step,
  { requestId, claimToken }: Pick<LinkAttempt, 'requestId' | 'claimToken'>,
  result: LinkResult,
  replayed: boolean,
): void {
  const { connection, limits } = step.state;
  if (connection.phase !== 'registered') return;
  step.effects.push({
    type: 'send_link_ack',
    connection: connection.id,
    message: { requestId, claimToken, ...result, replayed },
    timeoutMs: limits.replyTimeoutMs,
  });
}

/** `sign:claimed` did not come for the page that was kept. */
export function releaseProof(step: Step): void {
  if (step.state.proof?.purpose === 'link' && step.state.proof.proved) discardProof(step);
}
