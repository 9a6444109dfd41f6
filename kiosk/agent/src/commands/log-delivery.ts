import { LIMITS } from '@sign-display/contracts/limits';
import { ackCommand, refuseCommand } from '../state/command-memory.ts';
import { refusalOf } from '../wire/parse-messages.ts';
import type { LogLines } from '../state/state.ts';
import { log, type Step } from '../state/step-helpers.ts';
import { splitBySize } from '../wire/wire-size.ts';

/**
 * `sign:logs`: piece after piece, each acknowledged before the next, and then the command is done. A connection that is lost in
 * between takes nothing with it: the next one goes on where the last one was.
 */

/** The other fields of the message. */
const PIECE_MARGIN_BYTES = 512;
const LINES_MOST = 5_000;

export function deliverLogs(step: Step, commandId: string, lines: LogLines, truncated: boolean): void {
  const { state } = step;
  // The command asked for an answer; "no lines" is one.
  const split = splitBySize(lines, LIMITS.messageBytes - PIECE_MARGIN_BYTES, LINES_MOST);
  const pieces = split.length === 0 ? [[]] : split;
  state.logDeliveries = [...state.logDeliveries, { commandId, pieces, truncated }];
  sendPiece(step, commandId);
}

function sendPiece(step: Step, commandId: string): void {
  const { connection, limits, logDeliveries } = step.state;
  const delivery = logDeliveries.find((one) => one.commandId === commandId);
  const lines = delivery?.pieces[0];
  if (connection.phase !== 'registered' || delivery === undefined || lines === undefined) return;
  step.effects.push({
    type: 'send_logs',
    connection: connection.id,
    message: { commandId, lines: [...lines], truncated: delivery.truncated },
    timeoutMs: limits.replyTimeoutMs,
  });
}

/** Goes on with what was being delivered. Call it once registered. */
export function resumeLogs(step: Step): void {
  for (const { commandId } of step.state.logDeliveries) sendPiece(step, commandId);
}

/** The claim that the lines are of is over: they name its pages, and whoever asks next may be another organization (promise A1). */
export function forgetLogs(step: Step): void {
  const { state } = step;
  step.effects.push({ type: 'forget_logs' });
  const asked = [
    ...state.logDeliveries.map(({ commandId }) => commandId),
    ...state.running.filter(({ job }) => job.kind === 'fetch_logs').map(({ commandId }) => commandId),
  ];
  state.logDeliveries = [];
  for (const commandId of asked) refuseCommand(step, commandId, 'superseded', 'The sign was unregistered.');
}

export function logsReplied(step: Step, commandId: string, reply: unknown): void {
  const { state } = step;
  const delivery = state.logDeliveries.find((one) => one.commandId === commandId);
  if (delivery === undefined) return;
  const end = (): void => {
    state.logDeliveries = state.logDeliveries.filter((one) => one.commandId !== commandId);
  };
  const refusal = refusalOf(reply);
  if (refusal !== null) {
    log(step, 'warn', 'logs refused', { commandId, code: refusal.code });
    end();
    return refuseCommand(step, commandId, refusal.code, refusal.detail);
  }
  const pieces = delivery.pieces.slice(1);
  if (pieces.length === 0) {
    end();
    return ackCommand(step, commandId);
  }
  state.logDeliveries = state.logDeliveries.map((one) => (one.commandId === commandId ? { ...one, pieces } : one));
  sendPiece(step, commandId);
}
