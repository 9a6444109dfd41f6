import { KIOSK_PROTOCOL } from '@sign-display/contracts/limits';
import type { ContentState as ReportedContentState, KioskState } from '@sign-display/contracts/kiosk-events';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { deriveShortCode, normalizeShortCode } from '@sign-display/contracts/short-code';
import { answerUnsent } from '../state/command-memory.ts';
import { fullJitterMs } from '../backoff.ts';
import { forget } from '../boot.ts';
import { firstBeatDelayMs, nextBeatDelayMs } from './heartbeat-timing.ts';
import { resumeLogs } from '../commands/log-delivery.ts';
import { parseRegisterReply } from '../wire/parse-messages.ts';
import { LEADS_ELSEWHERE } from '../ports.ts';
import { holdBatches, resumeBatches } from '../reports/keep-and-send-batches.ts';
import type { SignEvent } from '../state/events.ts';
import { discardProof } from '../screen/prove-in-hidden-view.ts';
import { sendUnsent } from '../reports/reports.ts';
import { conform } from '../screen/choose-screen.ts';
import type { ConnectionState, SignState } from '../state/state.ts';
import { cancelTimer, noteServerTime, log, onceStored, save, setTimer, type Step } from '../state/step-helpers.ts';

/**
 * down → connecting → registering → registered, and from each of them back to down. A refusal of any kind (also `clone_quarantined`, which an admin
 * lifts) leaves the identity and the screen alone and is tried again, ever more slowly. So does `identity_conflict` without `reset` where the identity was
 * registered once: its secret is the one that is bound. Where it never was, somebody else has bound the signId first, and the sign takes another in its place.
 * Three things wipe an identity that was registered: promise K1, somebody at the machine (K13), and an `identity_conflict` with `reset`: an admin, or
 * somebody at the machine, gave it up for whoever has it (promise N8).
 */

function enter(step: Step, change: Partial<ConnectionState>): void {
  step.state.connection = { ...step.state.connection, sinceMs: step.now.monotonicMs, ...change };
}

export function connect(step: Step): void {
  const { state } = step;
  const { identity } = state.stored;
  if (identity === null || state.phase !== 'running' || state.connection.phase !== 'down') return;
  // The backend binds an identity at once: before that it is on the sign's disk.
  if (!state.stored.registered && state.durableRevision < state.revision) return onceStored(step, { kind: 'connect' });
  enter(step, { phase: 'connecting', id: state.connection.id + 1, retryAtMs: null });
  const { bootId, appVersion } = state;
  step.effects.push({
    type: 'connect',
    connection: state.connection.id,
    handshake: { protocol: KIOSK_PROTOCOL, bootId, appVersion, ...identity },
  });
  setTimer(step, 'connect_deadline', state.limits.connectTimeoutMs);
}

/** The connection stands: the sign says who it is and what it believes. */
export function opened(step: Step): void {
  const { state } = step;
  const { identity, currentUrl, organizationId, eventId, claim } = state.stored;
  if (identity === null || state.connection.phase !== 'connecting') return;
  const fresh = { versionHeard: 0, unconfirmed: null, answered: [], syncing: null, early: [], releasing: false };
  enter(step, { phase: 'registering', ...fresh });
  cancelTimer(step, 'connect_deadline');
  const { signId, macAddress } = identity;
  step.effects.push({
    type: 'register',
    connection: state.connection.id,
    message: {
      signId,
      shortCode: deriveShortCode(signId),
      macAddress,
      bootId: state.bootId,
      state: kioskState(state),
      currentUrl,
      organizationId,
      eventId,
      configVersion: claim?.configVersion ?? 0,
    },
    timeoutMs: state.limits.replyTimeoutMs,
  });
}

export function registerReplied(step: Step, answer: unknown): void {
  const { state, now } = step;
  if (state.connection.phase !== 'registering') return;
  const reply = parseRegisterReply(answer);
  if (reply === null) {
    log(step, 'warn', 'register refused', { reply: answer });
    disconnect(step, 'register refused');
    return;
  }
  noteServerTime(step, reply.serverTimeMs);
  state.limits = { ...state.limits, heartbeatIntervalMs: reply.heartbeatIntervalMs };
  enter(step, { phase: 'registered', refusal: null, early: [] });
  if (!state.stored.registered) save(step, { registered: true });
  log(step, 'info', 'registered', { connection: state.connection.id });
  state.heartbeat = { ...state.heartbeat, ackedSeq: state.heartbeat.seq };
  setTimer(step, 'heartbeat', firstBeatDelayMs(state.heartbeat.phase, reply.heartbeatIntervalMs, now.monotonicMs));
  sendUnsent(step);
  answerUnsent(step);
  resumeLogs(step);
  resumeBatches(step);
}

const RESET = 'The backend has reset this sign, so it has a new code. Scan it to claim the sign.';
const RELEASED = 'This sign was released, so it has a new code. Scan it to claim the sign.';

export function refused(
  step: Step,
  { code, detail, reset, fresh }: Pick<Extract<SignEvent, { type: 'refused' }>, 'code' | 'detail' | 'reset' | 'fresh'>,
): void {
  log(step, code === null ? 'debug' : 'warn', 'connection refused', { code, detail, reset });
  enter(step, { refusal: code });
  disconnect(step, code ?? 'not reached');
  const { identity, registered } = step.state.stored;
  if (code !== 'identity_conflict' || identity === null) return;
  if (reset) return forget(step, RESET);
  if (registered || fresh === null) return;
  // No restart and no hurry: a backend that refuses everybody meets the usual backoff.
  save(step, { identity: { ...identity, ...fresh } });
  step.state.connection = { ...step.state.connection, refusal: null };
  log(step, 'warn', 'identity is another device’s, so a new one was made', {
    was: identity.signId,
    signId: fresh.signId,
  });
}

/** Whether `typed` is the code that this sign shows, as people type it (contract, section 1). */
export function isOwnCode({ phase, stored }: Pick<SignState, 'phase' | 'stored'>, typed: string): boolean {
  if (phase !== 'running' || stored.identity === null) return false;
  return normalizeShortCode(typed) === deriveShortCode(stored.identity.signId);
}

/** Somebody at the sign gives its identity up (promise K13): the backend is told, if it can be, and the sign wipes itself. */
export function releaseByHand(step: Step): void {
  const { state } = step;
  if (state.phase !== 'running' || state.connection.releasing) return;
  const { phase, id } = state.connection;
  log(step, 'warn', 'released at the machine', { connection: phase });
  if (phase !== 'registered') return endAsReleased(step);
  state.attempt = null;
  if (state.proof?.purpose === 'link') discardProof(step);
  state.connection = { ...state.connection, releasing: true };
  step.effects.push({ type: 'send_release', connection: id, timeoutMs: state.limits.replyTimeoutMs });
}

/** Whatever the answer is, and also where none came: who stands at the machine wants another sign. */
export function releaseReplied(step: Step, reply: unknown): void {
  if (!step.state.connection.releasing) return;
  log(step, 'info', 'release answered', { reply });
  endAsReleased(step);
}

function endAsReleased(step: Step): void {
  step.state.connection = { ...step.state.connection, releasing: false };
  // Its disk may be full: a sign that waits to be wiped must not look connected meanwhile.
  disconnect(step, 'released at the machine');
  forget(step, RELEASED);
}

/** Ends whatever connection there is and comes back later: after `afterMs` where the backend chose it, else backed off. */
export function disconnect(step: Step, reason: string, afterMs?: number): void {
  const { state, now } = step;
  const { connection, limits } = state;
  if (connection.phase === 'down') return;
  const stable = connection.phase === 'registered' && now.monotonicMs - connection.sinceMs >= limits.reconnectStableMs;
  const attempts = stable ? 0 : connection.attempts;
  if (connection.phase === 'registered') log(step, 'info', 'disconnected', { reason });
  step.effects.push({ type: 'close', connection: connection.id });
  for (const timer of ['connect_deadline', 'heartbeat', 'confirm_claim', 'config_sync'] as const)
    cancelTimer(step, timer);
  holdBatches(step);
  const backoff = { firstMs: limits.reconnectFirstMs, longestMs: limits.reconnectLongestMs };
  const delayMs = afterMs ?? fullJitterMs(backoff, attempts, now.chance);
  // Everybody who was told "not before" is told the same: the backoff's own jitter is added to it, not swallowed by it.
  const heldMs = Math.max(0, connection.notBeforeMs - now.monotonicMs);
  setTimer(step, 'connect', heldMs + delayMs);
  enter(step, {
    phase: 'down',
    retryAtMs: now.monotonicMs + heldMs + delayMs,
    attempts: afterMs === undefined ? attempts + 1 : attempts,
    unconfirmed: null,
    early: [],
  });
  if (connection.releasing) endAsReleased(step);
  // The QR can't be scanned while a claim can't work.
  else if (state.stored.claim === null) conform(step);
}

/** One beat; three unanswered ones mean that nobody is at the other end, whatever the socket says. */
export function beat(step: Step): void {
  const { state, now } = step;
  const { heartbeat, connection, limits } = state;
  if (connection.phase !== 'registered') return;
  if (heartbeat.seq - heartbeat.ackedSeq >= limits.missedHeartbeats) {
    disconnect(step, 'heartbeats unanswered');
    return;
  }
  state.heartbeat = { ...heartbeat, seq: heartbeat.seq + 1 };
  step.effects.push({
    type: 'send_heartbeat',
    connection: connection.id,
    message: {
      seq: state.heartbeat.seq,
      status: contentState(state) === 'error' ? 'error' : kioskState(state),
      mode: state.stored.mode,
      contentState: contentState(state),
      blank: blankScreen(state),
    },
  });
  setTimer(step, 'heartbeat', nextBeatDelayMs(heartbeat.phase, limits.heartbeatIntervalMs, now.monotonicMs));
}

export function beatAcked(step: Step, { seq, serverTimeMs }: BackendMessage<'heartbeat:ack'>): void {
  const { heartbeat } = step.state;
  if (seq > heartbeat.seq || seq <= heartbeat.ackedSeq) return;
  step.state.heartbeat = { ...heartbeat, ackedSeq: seq };
  noteServerTime(step, serverTimeMs);
}

/** `kiosk:error`: for the log, and for the time to stay away; a backend that doesn't know us is told again who we are. */
export function scolded(step: Step, { code, detail, retryAfterMs = 0 }: BackendMessage<'kiosk:error'>): void {
  log(step, 'warn', 'the backend complained', { code, detail });
  if (code === 'rate_limited') {
    const { connection, limits } = step.state;
    const waitMs = Math.min(retryAfterMs, 10 * limits.reconnectLongestMs);
    step.state.connection = { ...connection, notBeforeMs: step.now.monotonicMs + waitMs };
  } else if (code === 'not_registered') disconnect(step, code);
}

/** Whether the screen is of one colour although a page is up (promise K9); null where no page is, and where that is not known. */
const blankScreen = ({ stored, screen, view }: SignState): boolean | null =>
  screen.kind === 'page' && stored.mode === 'foreground' ? view.blank : null;

/** What the sign is, in the word of `sign:register`. */
export function kioskState({ stored, screen }: SignState): KioskState {
  if (stored.claim === null) return 'unclaimed';
  return screen.kind === 'page' ? 'showing' : 'idle';
}

/** How it stands with the wanted page, in the word of a heartbeat. */
export function contentState({ stored, content, reachability, screen }: SignState): ReportedContentState {
  if (stored.claim === null || content.wanted === null) return 'idle';
  if (content.failure !== null) return content.failure === LEADS_ELSEWHERE ? 'unreachable' : 'error';
  if (screen.kind !== 'page' || screen.url !== content.wanted.url) return 'loading';
  return reachability.unreachable ? 'unreachable' : 'showing';
}
