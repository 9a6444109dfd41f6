import { KIOSK_PROTOCOL } from '@sign-display/contracts/limits';
import type { ContentState as ReportedContentState, KioskState } from '@sign-display/contracts/kiosk-events';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { answerUntold } from './command-memory.ts';
import { fullJitterMs } from './backoff.ts';
import { forget } from './boot.ts';
import { firstBeatDelayMs, nextBeatDelayMs } from './heartbeat.ts';
import { resumeLogs } from './log-delivery.ts';
import { parseRegisterReply } from './messages.ts';
import { holdBatches, resumeBatches } from './outbox.ts';
import { sendUnsent } from './reports.ts';
import type { ConnectionState, SignState } from './state.ts';
import { cancelTimer, hearServerTime, log, setTimer, type Step } from './step.ts';

/**
 * down → connecting → registering → registered, and from each of them back to down. A refusal of any kind (also
 * `identity_conflict`, which no retry of ours can cure, and `clone_quarantined`, which an admin lifts) leaves the identity and the
 * screen alone and is tried again, ever more slowly. Two things alone wipe an identity: promise K1, and an `identity_conflict` with
 * `reset`, which is an admin's word that two machines had it and neither is to keep it (promise N8).
 */

function enter(step: Step, change: Partial<ConnectionState>): void {
  step.state.connection = { ...step.state.connection, sinceMs: step.now.monotonicMs, ...change };
}

export function connect(step: Step): void {
  const { state } = step;
  const { identity } = state.stored;
  if (identity === null || state.phase !== 'running' || state.connection.phase !== 'down') return;
  enter(step, { phase: 'connecting', id: state.connection.id + 1 });
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
  enter(step, { phase: 'registering', versionHeard: 0, unconfirmed: null, answered: [], syncing: null, early: [] });
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
  hearServerTime(step, reply.serverTimeMs);
  state.limits = { ...state.limits, heartbeatIntervalMs: reply.heartbeatIntervalMs };
  enter(step, { phase: 'registered', refusal: null, early: [] });
  log(step, 'info', 'registered', { connection: state.connection.id });
  state.heartbeat = { ...state.heartbeat, ackedSeq: state.heartbeat.seq };
  setTimer(step, 'heartbeat', firstBeatDelayMs(state.heartbeat.phase, reply.heartbeatIntervalMs, now.monotonicMs));
  sendUnsent(step);
  answerUntold(step);
  resumeLogs(step);
  resumeBatches(step);
}

const RESET = 'Another machine had the same code, so an administrator reset this sign. Scan its new code to claim it.';

export function refused(step: Step, code: string | null, detail: string, reset: boolean): void {
  log(step, code === null ? 'debug' : 'warn', 'connection refused', { code, detail, reset });
  enter(step, { refusal: code });
  disconnect(step, code ?? 'not reached');
  if (code === 'identity_conflict' && reset) forget(step, RESET);
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
    attempts: afterMs === undefined ? attempts + 1 : attempts,
    unconfirmed: null,
    early: [],
  });
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
    },
  });
  setTimer(step, 'heartbeat', nextBeatDelayMs(heartbeat.phase, limits.heartbeatIntervalMs, now.monotonicMs));
}

export function beatAcked(step: Step, { seq, serverTimeMs }: BackendMessage<'heartbeat:ack'>): void {
  const { heartbeat } = step.state;
  if (seq > heartbeat.seq || seq <= heartbeat.ackedSeq) return;
  step.state.heartbeat = { ...heartbeat, ackedSeq: seq };
  hearServerTime(step, serverTimeMs);
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

/** What the sign is, in the word of `sign:register`. */
export function kioskState({ stored, screen }: SignState): KioskState {
  if (stored.claim === null) return 'unclaimed';
  return screen.kind === 'page' ? 'showing' : 'idle';
}

/** How it stands with the wanted page, in the word of a heartbeat. */
export function contentState({ stored, content, reachability, screen, view }: SignState): ReportedContentState {
  if (stored.claim === null || content.wanted === null) return 'idle';
  if (content.failure !== null) return 'error';
  if (screen.kind !== 'page' || screen.url !== content.wanted.url) return 'loading';
  if (view.blank && view.url === screen.url) return 'error';
  return reachability.unreachable ? 'unreachable' : 'showing';
}
