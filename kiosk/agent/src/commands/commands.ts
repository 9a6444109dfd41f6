import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { ackCommand, isNew, isReboot, isUnderWay, recentReboots, refuseCommand } from '../state/command-memory.ts';
import { reloadContent } from '../screen/bring-content-to-screen.ts';
import { endIdentify, showIdentify } from '../screen/identify.ts';
import { timeOf } from '../wire/parse-messages.ts';
import { runJob } from './running-commands.ts';
import { conform } from '../screen/choose-screen.ts';
import type { Job, OnceStored } from '../state/state.ts';
import { log, onceStored, save, serverNowMs, type Step } from '../state/step-helpers.ts';

/**
 * What an operator wants of a sign now. Each command runs at most once and is answered once (promises K6 and M3): remembered, stored,
 * done, its outcome stored, answered (command-memory.ts). What brings the sign into a state (content, settings) is stored in
 * one write with that state, and so needs no waiting.
 */

/** Every command with an expiry. */
export function commanded(step: Step, command: { commandId: string; expiresAt: string }, job: Job): void {
  const { commandId } = command;
  const expiresAtMs = timeOf(command.expiresAt);
  if (!isNew(step, commandId, job.kind, Number.isNaN(expiresAtMs) ? 0 : expiresAtMs)) return;
  log(step, 'info', 'command accepted', { commandId, command: job.kind });
  const refusal = reasonAgainst(step, commandId, job, expiresAtMs);
  if (refusal !== null) refuseCommand(step, commandId, ...refusal);
  else onceStored(step, { kind: 'run_command', commandId, job, expiresAtMs });
}

/** `[code, detail]` where the sign will not do it. */
function reasonAgainst(step: Step, commandId: string, { kind }: Job, expiresAtMs: number): [string, string] | null {
  const { stored, limits } = step.state;
  if (!(serverNowMs(step) < expiresAtMs)) return EXPIRED;
  if (isReboot(kind) && recentReboots(step, commandId) >= limits.rebootsMost)
    return ['reboot_loop', 'The sign was restarted too often in the last few minutes.'];
  if (stored.claim === null && FOR_CLAIMED_SIGNS.has(kind)) return NOT_CLAIMED;
  return null;
}

const FOR_CLAIMED_SIGNS = new Set<Job['kind']>(['refresh', 'set_background_mode', 'identify', 'screenshot']);
const EXPIRED: [string, string] = ['expired', 'The command arrived too late.'];
const NOT_CLAIMED: [string, string] = ['not_claimed', 'The sign is not claimed.'];

/** The command is on disk: a power cut can't make it run twice any more. */
export function commandStored(step: Step, what: Extract<OnceStored, { kind: 'run_command' }>): void {
  const { state } = step;
  const { commandId, job, expiresAtMs } = what;
  if (state.phase !== 'running' || !isUnderWay(step, commandId)) return;
  // The disk may have taken its time.
  const refusal = reasonAgainst(step, commandId, job, expiresAtMs);
  if (refusal !== null) return refuseCommand(step, commandId, ...refusal);
  if (job.kind === 'refresh') return refresh(step, commandId);
  if (job.kind === 'reboot') {
    log(step, 'info', 'restart by command', { commandId });
    state.phase = 'ended';
    step.effects.push({ type: 'restart' });
    return;
  }
  if (job.kind === 'identify') return identifyByCommand(step, commandId, job);
  runJob(step, commandId, job);
}

/** Done when it is shown. */
function identifyByCommand(step: Step, commandId: string, job: Extract<Job, { kind: 'identify' }>): void {
  if (job.seconds === 0) endIdentify(step);
  else if (!showIdentify(step, job)) return refuseCommand(step, commandId, ...EXPIRED);
  ackCommand(step, commandId);
}

/**
 * `sign:identify`: a command, or, without a commandId, the start of a claim by somebody who looks for this sign. That one is not for a sign that
 * somebody has claimed meanwhile or is claiming now, whose screen is not theirs.
 */
export function identifyAsked(step: Step, message: BackendMessage<'sign:identify'>): void {
  const { commandId, expiresAt, seconds, startsAtMs } = message;
  if (commandId !== undefined)
    return commanded(step, { commandId, expiresAt }, { kind: 'identify', seconds, startsAtMs });
  const isForUs = step.state.screen.kind === 'qr';
  if (isForUs && seconds === 0) return endIdentify(step);
  const isInTime = serverNowMs(step) < timeOf(expiresAt);
  const isShown = isForUs && isInTime && showIdentify(step, { seconds, startsAtMs });
  log(step, 'info', 'identify asked', { seconds, isShown });
}

/** `sign:refresh`: the page is loaded in the hidden view and swapped; done when it is on screen. */
function refresh(step: Step, commandId: string): void {
  if (step.state.content.wanted === null) ackCommand(step, commandId);
  else reloadContent(step, commandId);
}

/** `sign:display_content`: assigned content replaces the assigned, anything else overrides it until `until`. */
export function displayContent(step: Step, message: BackendMessage<'sign:display_content'>): void {
  const { commandId = null, contentId, url, source, until } = message;
  if (commandId !== null && !isNew(step, commandId, 'display_content', null)) return;
  const { claim } = step.state.stored;
  if (claim === null) {
    if (commandId !== null) refuseCommand(step, commandId, ...NOT_CLAIMED);
    return;
  }
  const untilMs = until === undefined ? null : timeOf(until);
  const override = { contentId, url, untilMs: Number.isNaN(untilMs) ? 0 : untilMs };
  const assigned = { content: url === null ? null : { contentId, url }, override: null };
  save(step, { claim: { ...claim, ...(source === 'assigned' ? assigned : { override }) } });
  conform(step, commandId);
}
