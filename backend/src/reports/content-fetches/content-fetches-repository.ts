import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { ContentFetch, ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import type { ContentFetchTable } from '../tables.ts';
import type { Database, Db } from '../../db/database-types.ts';
import type { TimePosition } from '../../http/pagination.ts';

export type ContentFetchRow = Selectable<ContentFetchTable>;

/** `from` is inside the range, `to` is not. Both let Postgres leave out the partitions of other days. */
interface TimeRange {
  from?: string | undefined;
  to?: string | undefined;
}

type Query = SelectQueryBuilder<Database, 'contentFetch', ContentFetchRow>;

function within(query: Query, { from, to }: TimeRange): Query {
  if (from !== undefined) query = query.where('at', '>=', new Date(from));
  return to === undefined ? query : query.where('at', '<', new Date(to));
}

/** Up to `limit` content fetches of a sign record, newest first, from after `after`. */
export async function listContentFetches(
  db: Db,
  signRecordId: string,
  range: TimeRange,
  after: TimePosition | null,
  limit: number,
): Promise<ContentFetchRow[]> {
  let query = within(db.selectFrom('contentFetch').selectAll().where('signRecordId', '=', signRecordId), range);
  // `at` by itself too: of the pair Postgres does not see which partitions it leaves out.
  if (after) {
    query = query
      .where('at', '<=', after.at)
      .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Some 500 kB of text. */
export const EXPORT_PAGE = 2_000;

interface OrganizationFilter extends TimeRange {
  organizationId: string;
  eventId?: string | undefined;
  signId?: string | undefined;
  result?: 'ok' | 'failed' | undefined;
}

/** The content fetches that pass the filter. List and export share it. */
function filtered(db: Db, { organizationId, eventId, signId, result, ...range }: OrganizationFilter): Query {
  let query = within(db.selectFrom('contentFetch').selectAll().where('organizationId', '=', organizationId), range);
  if (eventId !== undefined) query = query.where('eventId', '=', eventId);
  if (signId !== undefined) query = query.where('signRecordId', '=', signId);
  const hasFailed = sql<boolean>`(error is not null or coalesce(status, 0) >= 400)`;
  if (result !== undefined) query = query.where(result === 'failed' ? hasFailed : sql<boolean>`not ${hasFailed}`);
  return query;
}

/** Up to `limit` content fetches of an organization, newest first, from after `after`. */
export async function listFilteredContentFetches(
  db: Db,
  filter: OrganizationFilter,
  after: TimePosition | null,
  limit: number,
): Promise<ContentFetchRow[]> {
  let query = filtered(db, filter);
  if (after) {
    query = query
      .where('at', '<=', after.at)
      .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/**
 * A page of an organization's content fetches, oldest first, from after `after`. What is filed before the place that an export has reached
 * is not in it any more.
 */
export async function readContentFetchPage(
  db: Db,
  filter: OrganizationFilter,
  after: TimePosition | null,
): Promise<ContentFetchRow[]> {
  let query = filtered(db, filter);
  if (after) {
    query = query
      .where('at', '>=', after.at)
      .where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after.at, after.id)));
  }
  return await query.orderBy('at').orderBy('id').limit(EXPORT_PAGE).execute();
}

export function contentFetchView(row: ContentFetchRow): ContentFetch {
  const { id, eventId, signRecordId, at, startedAt, durationMs, bytes, status, fromCache, url, error } = row;
  return {
    id,
    eventId,
    signId: signRecordId,
    at: at.toISOString(),
    url,
    startedAt: startedAt.toISOString(),
    durationMs,
    status,
    bytes,
    fromCache,
    error,
  };
}

/** The rows of one organization with the names of their signs as they are now. A sign of another organization has no name here (promise A1). */
export async function withSignNames(
  db: Db,
  organizationId: string,
  rows: readonly ContentFetch[],
): Promise<ListedContentFetch[]> {
  if (rows.length === 0) return [];
  const signs = await db
    .selectFrom('sign')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...new Set(rows.map(({ signId }) => signId))])
    .execute();
  const names = new Map(signs.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, signName: names.get(row.signId) ?? null }));
}
