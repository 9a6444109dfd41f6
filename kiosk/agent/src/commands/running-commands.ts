import { LIMITS } from '@sign-display/contracts/limits';
import { ackCommand, answer, isUnderWay, refuseCommand } from '../state/command-memory.ts';
import type { JobResult } from '../state/events.ts';
import { deliverLogs } from './log-delivery.ts';
import type { Screenshot } from '../ports.ts';
import type { MachineJob } from '../state/state.ts';
import { asDetail, cancelTimer, log, save, serverNowMs, setTimer, type Step } from '../state/step-helpers.ts';

/** Commands that the machine does: from asking it to what came of it. One that never answers is over at its deadline. */

export function runJob(step: Step, commandId: string, job: MachineJob): void {
  const { state, now } = step;
  const deadlineMs = now.monotonicMs + state.limits.commandTimeoutMs;
  state.running = [...state.running, { commandId, job, deadlineMs }];
  step.effects.push({ type: 'run_command', commandId, job });
  armDeadline(step);
}

function armDeadline(step: Step): void {
  const { running } = step.state;
  if (running.length === 0) return cancelTimer(step, 'command_deadline');
  const first = Math.min(...running.map(({ deadlineMs }) => deadlineMs));
  setTimer(step, 'command_deadline', Math.max(0, first - step.now.monotonicMs));
}

function forget(step: Step, commandId: string): void {
  step.state.running = step.state.running.filter((one) => one.commandId !== commandId);
  armDeadline(step);
}

export function commandsOverdue(step: Step): void {
  const { state, now } = step;
  for (const { commandId, job } of state.running.filter(({ deadlineMs }) => deadlineMs <= now.monotonicMs)) {
    forget(step, commandId);
    const detail =
      job.kind === 'reboot_device' ? 'The machine did not restart.' : 'The machine did not restart in time.';
    refuseCommand(step, commandId, 'timeout', detail);
  }
  armDeadline(step);
}

export function commandRan(step: Step, commandId: string, result: JobResult): void {
  const running = step.state.running.find((one) => one.commandId === commandId);
  if (running === undefined || !isUnderWay(step, commandId)) return;
  const { job } = running;
  // The machine goes down any moment now; what boots next answers. If nothing does, the deadline will.
  if (result.ok && result.kind === 'reboot_device') return;
  forget(step, commandId);
  if (!result.ok) {
    log(step, 'warn', 'command failed', {
      commandId,
      command: job.kind,
      code: result.code,
      detail: asDetail(result.detail),
    });
    return refuseCommand(step, commandId, result.code ?? `${job.kind}_failed`, result.detail);
  }
  if (result.kind === 'screenshot') return captured(step, commandId, result.screenshot);
  if (result.kind === 'fetch_logs') return deliverLogs(step, commandId, result.lines, result.truncated);
  if (job.kind === 'set_background_mode') save(step, { mode: job.enabled ? 'background' : 'foreground' });
  ackCommand(step, commandId);
}

/**
 * The claim that the picture was asked for under is over. Kept, it would be sent at each register by a sign that owes none; and it shows the page of
 * that claim, while whoever asks next may be another organization (promise A1).
 */
export function forgetScreenshots(step: Step): void {
  const { state } = step;
  // Also one that still waits for the disk.
  const waiting = state.onceStored.map(({ what }) => what).filter((what) => what.kind === 'run_command');
  const asked = [...state.running, ...waiting]
    .filter(({ job }) => job.kind === 'screenshot')
    .map(({ commandId }) => commandId);
  if (state.shot !== null) asked.push(state.shot.commandId);
  state.shot = null;
  for (const commandId of asked) refuseCommand(step, commandId, 'superseded', 'The sign was unregistered.');
}

/** The other fields of the message, and Socket.IO's framing. */
const SCREENSHOT_MARGIN_BYTES = 1_024;

function captured(step: Step, commandId: string, { image, width, height }: Screenshot): void {
  const { state } = step;
  if (image.byteLength > LIMITS.screenshotBytes - SCREENSHOT_MARGIN_BYTES)
    return refuseCommand(step, commandId, 'too_large', `The picture has ${image.byteLength} bytes.`);
  const { shot } = state;
  // One picture is kept for a backend that is away: the newest.
  if (shot !== null)
    refuseCommand(step, shot.commandId, 'superseded', 'A newer picture was taken before this could be sent.');
  const capturedAt = new Date(serverNowMs(step)).toISOString();
  state.shot = { commandId, result: { capturedAt, width, height, image } };
  answer(step, commandId);
}
