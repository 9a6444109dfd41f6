import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { Command } from '@sign-display/contracts/rest/commands';
import { viewOf } from '../http/row-to-response.ts';
import type { CommandRow } from './commands-repository.ts';

/** A command as REST shows it. */
export function commandView(row: CommandRow) {
  const { id: commandId, sentById, sentByName, errorCode, errorDetail } = row;
  const sentBy = sentById === null ? null : { id: sentById, name: sentByName ?? '' };
  const error = errorCode === null ? null : { code: errorCode, detail: errorDetail ?? '' };
  return viewOf(Command, { ...row, commandId, sentBy, error });
}

/** What dashboards are told after every change of its state. */
export const commandUpdate = (row: CommandRow): DashboardUpdateMessage<'command:update'> => ({
  ...commandView(row),
  signId: row.signRecordId,
});
