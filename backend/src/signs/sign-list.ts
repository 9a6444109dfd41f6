import type { Kysely } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Sign, SignListQuery } from '@sign-display/contracts/rest/signs';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor, encodeCursor, pageOf } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { SignRow } from './sign-view.ts';

/** The list of sign records (contract, sections 3 and 3.1), in the order of their making: a UUID v7 begins with its time. */

/**
 * A filter by what heartbeats say is not SQL's to answer: records are read in pieces of `CHUNK_ROWS` and those that fit are kept. A
 * request reads no more than `MOST_ROWS_READ` (some 8 ms); a page that got no further is shorter than its
 * limit, or empty, and has a `nextCursor` all the same.
 */
export const CHUNK_ROWS = 200;
export const MOST_ROWS_READ = 1_000;

/** What the database filters by. */
export interface SignFilter {
  organizationId: string;
  eventId?: string | undefined;
  /** A part of the name, the location or the short code. */
  q?: string | undefined;
  /** With a device, or without one. */
  linked?: boolean | undefined;
}

/** The LIKE pattern of texts that have `part` in them; what a pattern gives a meaning to is plain here. */
export const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Up to `limit` records that fit, from after the record `afterId`. Cost: see sign-list.bench.ts. */
export async function listSigns(
  db: Kysely<Database>,
  { organizationId, eventId, q, linked }: SignFilter,
  afterId: string | null,
  limit: number,
): Promise<SignRow[]> {
  let query = db.selectFrom('sign').selectAll().where('organizationId', '=', organizationId);
  if (eventId !== undefined) query = query.where('eventId', '=', eventId);
  if (linked !== undefined) query = query.where('deviceSignId', linked ? 'is not' : 'is', null);
  if (q !== undefined) {
    const pattern = patternOf(q);
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('location', 'ilike', pattern), eb('shortCode', 'ilike', pattern)]),
    );
  }
  if (afterId !== null) query = query.where('id', '>', afterId);
  return await query.orderBy('id').limit(limit).execute();
}

type SignPageView = { items: Sign[]; nextCursor: string | null };

const cursorOf = ({ id }: { id: string }) => [id];

/** A page of linked records whose derived status is `status`, within the bound on what one request reads. */
async function pageOfStatus(
  deps: { db: Kysely<Database>; describeSign(row: SignRow): Sign },
  filter: SignFilter,
  status: Sign['status'],
  from: { afterId: string | null; limit: number },
): Promise<SignPageView> {
  const items: Sign[] = [];
  let { afterId } = from;
  for (let read = 0; read < MOST_ROWS_READ; read += CHUNK_ROWS) {
    const rows = await listSigns(deps.db, { ...filter, linked: true }, afterId, CHUNK_ROWS);
    for (const row of rows) {
      const sign = deps.describeSign(row);
      if (sign.status === status) items.push(sign);
      if (items.length === from.limit) return { items, nextCursor: encodeCursor(cursorOf(row)) };
    }
    const last = rows.at(-1);
    if (rows.length < CHUNK_ROWS || last === undefined) return { items, nextCursor: null };
    afterId = last.id;
  }
  return { items, nextCursor: afterId === null ? null : encodeCursor([afterId]) };
}

/** Where a list begins: after this record; null at its start. */
export function readSignCursor(cursor: string | undefined): { afterId: string | null } | RestRefusal {
  const decoded = decodeCursor(cursor, [CURSOR_FORMS.uuid]);
  return 'refusal' in decoded ? decoded.refusal : { afterId: decoded.after?.[0] ?? null };
}

/**
 * A page of the organization's records (GET /api/signs). Pages that follow each other hold every record that was there when the first was
 * read, once; an event of another organization has no records here, whether there is such an event or not (promise A1).
 */
export async function findSignPage(
  deps: { db: Kysely<Database>; describeSign(row: SignRow): Sign },
  { organizationId, eventId, q, status, limit = LIMITS.pageSize }: SignListQuery,
  afterId: string | null,
): Promise<SignPageView> {
  const filter: SignFilter = { organizationId, eventId, q };
  if (status !== undefined && status !== 'unlinked')
    return await pageOfStatus(deps, filter, status, { afterId, limit });
  const linked = status === 'unlinked' ? false : undefined;
  return pageOf(
    await listSigns(deps.db, { ...filter, linked }, afterId, limit + 1),
    limit,
    cursorOf,
    deps.describeSign,
  );
}
