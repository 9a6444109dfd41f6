import { sql } from 'kysely';
import type { Role } from '@sign-display/contracts/roles';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { isClosedTo } from '../access/role-checks.ts';
import { readProgress } from '../commands/bulk/bulk-progress.ts';
import { commandUpdate } from '../commands/command-view.ts';
import { findCommands } from '../commands/commands-repository.ts';
import type { Db } from '../db/database-types.ts';
import { describeSign, VIEW_COLUMNS } from '../signs/sign-view.ts';
import type { Row } from './command-row-queue.ts';

/** What the dashboards' namespace asks the database. */

/** Those of the records that are there, and the organization's (promise A1), by id. */
export async function readSigns(db: Db, organizationId: string, ids: readonly string[]): Promise<Map<string, Sign>> {
  const rows = await db
    .selectFrom('sign')
    .select(VIEW_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, describeSign(row)]));
}

/** Those of the commands and bulk requests that are there, and the organization's (promise A1), as dashboards are told of them. */
export async function readRows(
  db: Db,
  organizationId: string,
  { commands, bulks }: { commands: readonly string[]; bulks: readonly string[] },
): Promise<Row[]> {
  const rows = commands.length === 0 ? [] : await findCommands(db, organizationId, commands);
  const progress = bulks.length === 0 ? [] : await readProgress(db, organizationId, bulks);
  return [
    ...progress.map((message): Row => ({
      event: 'bulk:progress',
      message,
      id: message.bulkId,
      eventId: null,
      rank: 0,
    })),
    ...rows.map((row): Row => {
      const { id, eventId, bulkId, sentById } = row;
      const rank = bulkId === null && sentById !== null ? 1 : 2;
      return { event: 'command:update', message: commandUpdate(row), id, eventId, rank };
    }),
  ];
}

/** Whether the event is the organization's. */
export async function hasEvent(db: Db, organizationId: string, eventId: string): Promise<boolean> {
  const found = db.selectFrom('event').select('id').where('id', '=', eventId);
  return (await found.where('organizationId', '=', organizationId).executeTakeFirst()) !== undefined;
}

/** What a session may see of an organization. */
export interface Access {
  role: Role;
  /** The organization requires a second factor, which the session lacks: it may see nothing (promise A6). */
  isClosed: boolean;
}

/** What a session may see, by organization of its person. */
export type Accesses = ReadonlyMap<string, Access>;

/** What each of the sessions that are valid now may see. One query, by indexes. */
export async function readAccesses(
  db: Db,
  sessionIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Accesses>> {
  const rows = await db
    .selectFrom('session')
    .leftJoin('member', 'member.userId', 'session.userId')
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .select(['session.id', 'session.mfa', 'member.organizationId', 'member.role', 'organization.mfaRequired'])
    .where(sql<boolean>`session.id = any(${sessionIds}::text[])`)
    .where('session.expiresAt', '>', new Date(nowMs))
    .execute();
  const accesses = new Map<string, Map<string, Access>>();
  for (const { id, mfa, organizationId, role, mfaRequired } of rows) {
    const own = accesses.get(id) ?? new Map<string, Access>();
    accesses.set(id, own);
    if (organizationId === null || role === null || mfaRequired === null) continue;
    own.set(organizationId, { role, isClosed: isClosedTo({ mfaRequired }, { mfa }) });
  }
  return accesses;
}
