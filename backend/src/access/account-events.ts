import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { SecurityEvent } from '@sign-display/contracts/rest/session';
import type { Author } from '../http/change-author-types.ts';
import type { Db, ServiceDeps } from '../db/database-types.ts';
import type { TimePosition } from '../http/pagination.ts';
import { PRUNED_AT_ONCE, pruneInSteps } from '../db/run-pruning-tasks.ts';
import { addressKey } from '../http/rate-limits.ts';
import { sql } from 'kysely';

/**
 * The security events of a person's account: sign-ins (failed ones too), ended sessions, passwords. Only the person reads them
 * (GET /api/me/security-events); they are in no organization's audit log, because an account belongs to none (details 11).
 */

const KEPT_MS = 90 * 24 * 3_600_000;

export interface AccountEvent {
  userId: string;
  author: Author;
  /** The `audit` of its route's row. */
  action: string;
  outcome: 'ok' | 'failed';
}

export async function recordAccountEvent(
  { db, clock, random }: ServiceDeps,
  { userId, author: { ip, requestId }, action, outcome }: AccountEvent,
): Promise<void> {
  const at = new Date(clock.now());
  const id = makeUuidV7(clock, random);
  const from = { ip, addressKey: ip === null ? null : addressKey(ip), requestId };
  await db
    .insertInto('securityEvent')
    .values({ id, userId, at, action, outcome, ...from })
    .execute();
}

/** Up to `limit` events of the person, newest first, from after `after`. */
export async function listAccountEvents(db: Db, userId: string, after: TimePosition | null, limit: number) {
  let query = db
    .selectFrom('securityEvent')
    .select(['id', 'at', 'action', 'outcome', 'ip'])
    .where('userId', '=', userId);
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

type Row = Awaited<ReturnType<typeof listAccountEvents>>[number];
export const viewAccountEvent = (row: Row): SecurityEvent => ({ ...row, at: row.at.toISOString() });

export const pruneAccountEvents = (db: Db, nowMs: number): Promise<void> =>
  pruneInSteps(() =>
    sql`
      delete from security_event where id in (
        select id from security_event where at <= ${new Date(nowMs - KEPT_MS)} limit ${PRUNED_AT_ONCE}
      )`.execute(db),
  );

/** What others know of a person: no password is to be made of it. */
export async function wordsAbout(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('member', 'member.userId', 'user.id')
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .where('user.id', '=', userId)
    .select(['user.email', 'user.name', 'organization.name as organization'])
    .execute();
  return rows.flatMap(({ email, name, organization }) => [email, name, organization ?? '']);
}
