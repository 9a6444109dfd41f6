import { contentFetched, metricsRead, readMetrics } from './reports/collect-analytics.ts';
import { interfacesListed, started, storeRead, storeUnreadable } from './boot.ts';
import {
  claimed,
  configured,
  confirmClaim,
  confirmReplied,
  deleted,
  settingsUpdated,
  unregistered,
} from './claiming/apply-claim-messages.ts';
import { answer, answersArrived } from './state/command-memory.ts';
import { commandStored, commanded, displayContent, identifyAsked } from './commands/commands.ts';
import {
  beat,
  beatAcked,
  connect,
  disconnect,
  opened,
  refused,
  registerReplied,
  releaseByHand,
  releaseReplied,
  scolded,
} from './connection/connection.ts';
import { contentProved, lastProved, reloadContent, retryContent } from './screen/bring-content-to-screen.ts';
import type { Effect, TimerName } from './state/effects.ts';
import type { Moment, SignEvent } from './state/events.ts';
import { logsReplied } from './commands/log-delivery.ts';
import { answerStored, applyLink, linkProved, releaseProof } from './claiming/claim-handshake.ts';
import { parseMessage, timeOf, type IncomingMessage } from './wire/parse-messages.ts';
import { batchReplied, batchWritten, closeBatch, outboxRead, pauseOver } from './reports/keep-and-send-batches.ts';
import { checkPage, pageChecked, pageFailed } from './screen/page-checks.ts';
import type { ProofResult } from './ports.ts';
import { proofLeads } from './screen/prove-in-hidden-view.ts';
import { updateStatus } from './reports/reports.ts';
import { commandRan, commandsOverdue } from './commands/running-commands.ts';
import { endIdentify } from './screen/identify.ts';
import { conform } from './screen/choose-screen.ts';
import { changeSettings, syncReplied, syncSettings } from './connection/local-settings-sync.ts';
import type { OnceStored, Proof, SignState } from './state/state.ts';
import { cancelTimer, log, type Step } from './state/step-helpers.ts';
import { sampleView, viewSampled } from './screen/blank-watch.ts';

/**
 * The sign's mind: what one event changes and what it asks of the machine. Pure: `state` is left as it was. The rooms make the
 * decisions (boot, connection, claiming, commands, screen, reports); this file hands each event to the one that decides about it.
 */
export function transition(state: SignState, event: SignEvent, now: Moment): { state: SignState; effects: Effect[] } {
  const step: Step = { state: { ...state }, effects: [], now, saved: false };
  // A sign that has asked for its restart only waits for its memory to be wiped.
  if (state.phase !== 'ended' || event.type === 'stored') decide(step, event);
  doWhatIsStored(step);
  if (step.saved) {
    const { stored: document, revision } = step.state;
    step.effects.push({ type: 'write_store', revision, document });
  }
  return { state: step.state, effects: step.effects };
}

function decide(step: Step, event: SignEvent): void {
  const { state } = step;
  if ('connection' in event && (event.connection !== state.connection.id || state.connection.phase === 'down')) return;
  switch (event.type) {
    case 'started':
      return started(step);
    case 'store_read':
      return storeRead(step, event.document, event.damaged);
    case 'store_unreadable':
      return storeUnreadable(step, event.error);
    case 'interfaces_listed':
      return interfacesListed(step, event.interfaces, event.fresh);
    case 'stored':
      state.durableRevision = Math.max(state.durableRevision, event.revision);
      return;
    case 'opened':
      return opened(step);
    case 'refused':
      refused(step, event);
      return conform(step);
    case 'lost':
      return disconnect(step, event.reason);
    case 'received':
      return received(step, event.event, event.payload);
    case 'register_replied':
      return replied(step, event.reply);
    case 'confirm_replied':
      return confirmReplied(step, event.requestId, event.confirmed);
    case 'proved':
      return state.proof?.id === event.proof ? proved(step, event.result) : undefined;
    case 'proof_leads':
      proofLeads(step, event.proof, event.host);
      return conform(step);
    case 'checked':
      return state.checking === event.check ? pageChecked(step, event.result) : undefined;
    case 'page_failed':
      return pageFailed(step, event.url, event.code, event.detail);
    case 'command_ran':
      return commandRan(step, event.commandId, event.result);
    case 'logs_replied':
      return logsReplied(step, event.commandId, event.reply);
    case 'update_status':
      return updateStatus(step, event.status);
    case 'fetched':
      return contentFetched(step, event.report);
    case 'metrics_read':
      return metricsRead(step, event.metrics);
    case 'view_sampled':
      return viewSampled(step, event.url, event.blank);
    case 'outbox_read':
      return outboxRead(step, event.batches);
    case 'batch_written':
      return batchWritten(step, event.batchId, event.entries, event.error);
    case 'batch_replied':
      return batchReplied(step, event.batchId, event.reply);
    case 'settings_changed':
      return changeSettings(step, event.patch);
    case 'released_by_hand':
      return releaseByHand(step);
    case 'release_replied':
      return releaseReplied(step, event.reply);
    case 'sync_replied':
      return syncReplied(step, event.reply);
    case 'timer':
      return ON_TIMER[event.timer](step);
  }
}

const PROVED: Record<Proof['purpose'], (step: Step, result: ProofResult) => void> = {
  link: linkProved,
  content: contentProved,
  last: lastProved,
};

function proved(step: Step, result: ProofResult): void {
  const { proof } = step.state;
  if (proof === null || proof.proved !== null) return;
  cancelTimer(step, 'proof_deadline');
  PROVED[proof.purpose](step, result);
}

/** The shell owes an answer by now; a page that has none timed out. */
function proofOverdue(step: Step): void {
  proved(step, { ok: false, loadMs: 0, reason: 'sign_timeout', detail: 'The page did not load in time.' });
}

const ON_TIMER: Record<TimerName, (step: Step) => void> = {
  read_store: ({ effects }) => effects.push({ type: 'read_store' }),
  list_interfaces: ({ effects }) => effects.push({ type: 'list_interfaces' }),
  connect,
  connect_deadline: (step) => disconnect(step, 'no answer to the handshake'),
  heartbeat: beat,
  confirm_claim: confirmClaim,
  attempt_over: (step) => conform(step),
  identify_over: endIdentify,
  proof_deadline: proofOverdue,
  proof_release: releaseProof,
  content_retry: retryContent,
  reachability: checkPage,
  reload: (step) => reloadContent(step, null),
  override_end: (step) => conform(step),
  command_deadline: commandsOverdue,
  batch_close: closeBatch,
  batch_send: pauseOver,
  resource: readMetrics,
  sample_view: sampleView,
  config_sync: syncSettings,
};

/** The reply to the register, and then whatever overtook it. */
function replied(step: Step, reply: unknown): void {
  const { early } = step.state.connection;
  registerReplied(step, reply);
  conform(step);
  for (const { event, payload } of early) received(step, event, payload);
}

/** A backend says two or three things at a register; more before its reply is not our backend. */
const EARLY_MOST = 20;

function received(step: Step, event: string, payload: unknown): void {
  const { connection } = step.state;
  if (connection.phase === 'registering' && connection.early.length < EARLY_MOST) {
    step.state.connection = { ...connection, early: [...connection.early, { event, payload }] };
    return;
  }
  // What it is told as the sign that it is about to be no more is not worth beginning.
  if (connection.phase !== 'registered' || connection.releasing) return;
  const { message, complaint } = parseMessage(event, payload);
  if (message === null) log(step, 'warn', 'message dropped', { event: event.slice(0, 100), complaint });
  else act(step, message);
}

function act(step: Step, message: IncomingMessage): void {
  switch (message.event) {
    case 'sign:config':
      return configured(step, message.payload);
    case 'sign:claimed':
      return claimed(step, message.payload);
    case 'sign:apply_link':
      return applyLink(step, message.payload);
    case 'sign:display_content':
      return displayContent(step, message.payload);
    case 'sign:settings_update':
      return settingsUpdated(step, message.payload);
    case 'sign:unregistered':
      return unregistered(step);
    case 'sign:deleted':
      return deleted(step);
    case 'heartbeat:ack':
      beatAcked(step, message.payload);
      return answersArrived(step, step.state.heartbeat.ackedSeq);
    case 'kiosk:error':
      return scolded(step, message.payload);
    case 'server:reconnect':
      return disconnect(step, 'the node drains', message.payload.afterMs);
    case 'sign:refresh':
      return commanded(step, message.payload, { kind: 'refresh' });
    case 'sign:reboot':
      return commanded(step, message.payload, { kind: 'reboot' });
    case 'sign:reboot_device':
      return commanded(step, message.payload, { kind: 'reboot_device' });
    case 'sign:update':
      return commanded(step, message.payload, { kind: 'update' });
    case 'sign:set_background_mode':
      return commanded(step, message.payload, { kind: 'set_background_mode', enabled: message.payload.enabled });
    case 'sign:fetch_logs': {
      const { limit, since } = message.payload;
      const sinceMs = since === undefined ? null : timeOf(since);
      return commanded(step, message.payload, { kind: 'fetch_logs', limit, sinceMs });
    }
    case 'sign:screenshot':
      return commanded(step, message.payload, { kind: 'screenshot', maxWidth: message.payload.maxWidth });
    case 'sign:identify':
      return identifyAsked(step, message.payload);
  }
}

const ONCE_STORED: {
  [Kind in OnceStored['kind']]: (step: Step, what: Extract<OnceStored, { kind: Kind }>) => void;
} = {
  connect,
  restart: ({ effects }) => effects.push({ type: 'restart' }),
  answer_link: (step, { requestId }) => answerStored(step, requestId),
  confirm_claim: confirmClaim,
  run_command: commandStored,
  answer_command: (step, { commandId }) => answer(step, commandId),
};

/** Whatever waited for the disk and need not any more. */
function doWhatIsStored(step: Step): void {
  const { state } = step;
  const due = state.onceStored.filter(({ revision }) => revision <= state.durableRevision);
  if (due.length === 0) return;
  state.onceStored = state.onceStored.filter(({ revision }) => revision > state.durableRevision);
  for (const { what } of due) (ONCE_STORED[what.kind] as (step: Step, what: OnceStored) => void)(step, what);
}
