import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { conform } from './screen.ts';
import { reloadContent } from './content.ts';
import { timeOf } from './messages.ts';
import { ackCommand, refuseCommand } from './reports.ts';
import { log, save, serverNowMs, type Step } from './step.ts';

/** What an operator wants of a sign now. Each command runs at most once and is answered once (promises K6 and M3). */

/** True the first time; a repeated commandId is dropped, for its answer is under way or given. */
function isNew(step: Step, commandId: string): boolean {
  const { state } = step;
  if (state.recentCommands.includes(commandId)) {
    log(step, 'info', 'command repeated', { commandId });
    return false;
  }
  state.recentCommands = [...state.recentCommands, commandId].slice(-state.limits.recentCommands);
  return true;
}

function isExpired(step: Step, { commandId, expiresAt }: { commandId: string; expiresAt: string }): boolean {
  if (serverNowMs(step) < timeOf(expiresAt)) return false;
  refuseCommand(step, commandId, 'expired', 'The command came after its time.');
  return true;
}

/** `sign:refresh`: the page is loaded in the hidden view and swapped; acknowledged when it is on screen. */
export function refresh(step: Step, command: BackendMessage<'sign:refresh'>): void {
  const { commandId } = command;
  if (!isNew(step, commandId) || isExpired(step, command)) return;
  const { stored, content } = step.state;
  if (stored.claim === null) refuseCommand(step, commandId, 'not_claimed', 'The sign is not claimed.');
  else if (content.wanted === null) ackCommand(step, commandId);
  else reloadContent(step, commandId);
}

/** `sign:display_content`: assigned content replaces the assigned, anything else overrides it until `until`. */
export function displayContent(step: Step, message: BackendMessage<'sign:display_content'>): void {
  const { commandId = null, contentId, url, source, until } = message;
  if (commandId !== null && !isNew(step, commandId)) return;
  const { claim } = step.state.stored;
  if (claim === null) {
    if (commandId !== null) refuseCommand(step, commandId, 'not_claimed', 'The sign is not claimed.');
    return;
  }
  const untilMs = until === undefined ? null : timeOf(until);
  const override = { contentId, url, untilMs: Number.isNaN(untilMs) ? 0 : untilMs };
  const assigned = { content: url === null ? null : { contentId, url }, override: null };
  save(step, { claim: { ...claim, ...(source === 'assigned' ? assigned : { override }) } });
  conform(step, commandId);
}

/** Commands of later issues: refused honestly instead of being left to expire. */
export function refuseUnsupported(step: Step, event: string, command: { commandId: string; expiresAt: string }): void {
  if (!isNew(step, command.commandId) || isExpired(step, command)) return;
  refuseCommand(step, command.commandId, 'not_supported', `This sign does not do ${event} yet.`);
}
