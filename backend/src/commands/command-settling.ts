import type { Insertable, Updateable } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { CommandTable } from './tables.ts';
import type { Trx } from '../db/database-types.ts';
import type { HistoryTable } from '../history/tables.ts';
import { appendHistory } from '../history/history-repository.ts';
import { decideCommand, type CommandEvent } from './command-machine.ts';
import { factsOf, updateCommands, type CommandRow } from './commands-repository.ts';

/** What is written when a command ends, in the transaction of whoever decided it: its state, and the sign's history (promise M3). */

/**
 * An item of the sign's history: `kind` is `command`, or `command_late` for an answer after the expiry. The person is the sender, `requestId`
 * the commandId, `reason` the kiosk's code.
 */
function historyOf(
  { clock, random }: Ports,
  row: CommandRow,
  nowMs: number,
  item: Pick<Insertable<HistoryTable>, 'kind' | 'outcome'> & { reason?: string | null; detail?: string | null },
): Insertable<HistoryTable> {
  const detail = item.detail ?? null;
  return {
    ...item,
    id: makeUuidV7(clock, random),
    at: new Date(nowMs),
    organizationId: row.organizationId,
    eventId: row.eventId,
    signRecordId: row.signRecordId,
    actorId: row.sentById,
    actorName: row.sentByName,
    deviceSignId: row.deviceSignId,
    shortCode: deriveShortCode(row.deviceSignId),
    url: row.command === 'display_content' ? String(row.args.url) : null,
    detail: detail === null ? row.command : `${row.command}: ${detail}`,
    durationMs: Math.max(0, Math.round(nowMs - row.createdAt.getTime())),
    requestId: row.id,
  };
}

/**
 * Applies `event` to locked rows, each as the machine decides, and writes what changed with its history: one item a command's end, none for
 * what the service sent itself. Returns the rows as they are now; those that the machine refused are left out.
 */
export async function settleCommands(
  deps: Ports,
  trx: Trx,
  rows: readonly CommandRow[],
  event: CommandEvent,
  nowMs: number,
  result: string | null = null,
): Promise<CommandRow[]> {
  const groups = new Map<string, { columns: Updateable<CommandTable>; ids: string[] }>();
  const items: Insertable<HistoryTable>[] = [];
  for (const row of rows) {
    const decision = decideCommand(factsOf(row), event, nowMs);
    if (!decision.ok) continue;
    const { state, error, late } = decision;
    const ends = row.finishedAt === null;
    const columns: Updateable<CommandTable> = {
      ...(ends && { state, finishedAt: new Date(nowMs), sendAgainAt: null }),
      ...(state === 'acked' && result !== null && { result }),
      ...(error !== null && { errorCode: error.code, errorDetail: error.detail }),
      ...(late && { answeredLateAt: new Date(nowMs) }),
    };
    const key = JSON.stringify(columns);
    const group = groups.get(key) ?? { columns, ids: [] };
    groups.set(key, group);
    group.ids.push(row.id);
    if (row.sentById === null) continue;
    const { code: reason = null, detail = null } = error ?? {};
    if (ends) items.push(historyOf(deps, row, nowMs, { kind: 'command', outcome: state, reason, detail }));
    if (late) items.push(historyOf(deps, row, nowMs, { kind: 'command_late', ...lateAnswer(event) }));
  }
  const settled: CommandRow[] = [];
  for (const { columns, ids } of groups.values()) settled.push(...(await updateCommands(trx, ids, columns)));
  await appendHistory(trx, items);
  return settled;
}

function lateAnswer(event: CommandEvent): { outcome: string; reason: string | null; detail: string | null } {
  if (event.type !== 'error') return { outcome: 'acked', reason: null, detail: null };
  return { outcome: 'failed', reason: event.error.code, detail: event.error.detail };
}
