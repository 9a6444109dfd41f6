import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Command } from '@sign-display/contracts/rest/commands';
import type { CommandRow } from './commands-repository.ts';

/** A command as REST shows it. */
export function commandView(row: CommandRow): Command {
  const { id, command, args, state, sentById, sentByName, errorCode, errorDetail } = row;
  return {
    commandId: id,
    command,
    args,
    state,
    sentBy: sentById === null ? null : { id: sentById, name: sentByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    result: row.result,
    error: errorCode === null ? null : { code: errorCode, detail: errorDetail ?? '' },
  };
}

/** What dashboards are told after every change of its state. */
export const commandUpdate = (row: CommandRow): DashboardUpdateMessage<'command:update'> => ({
  ...commandView(row),
  signId: row.signRecordId,
});
