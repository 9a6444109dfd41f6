import type { Kysely } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Sign, SignListQuery, SignStatus } from '@sign-display/contracts/rest/signs';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import { statusExpression } from './sign-status.ts';
import { describeSign, type SignRow } from './sign-view.ts';

/** The list of sign records (contract, sections 3 and 3.1), in the order of their making: a UUID v7 begins with its time. */

/** What the database filters by. */
export interface SignFilter {
  organizationId: string;
  eventId?: string | undefined;
  /** A part of the name, the location or the short code. */
  q?: string | undefined;
  status?: SignStatus | undefined;
}

/** The LIKE pattern of texts that have `part` in them; what a pattern gives a meaning to is plain here. */
export const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

function fittingSigns(db: Kysely<Database>, { organizationId, eventId, q, status }: SignFilter) {
  let query = db.selectFrom('sign').where('organizationId', '=', organizationId);
  if (eventId !== undefined) query = query.where('eventId', '=', eventId);
  if (status !== undefined) query = query.where(statusExpression(), '=', status);
  if (q !== undefined) {
    const pattern = patternOf(q);
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('location', 'ilike', pattern), eb('shortCode', 'ilike', pattern)]),
    );
  }
  return query;
}

/** Up to `limit` records that fit, from after the record `afterId`. Cost: see sign-list.bench.ts. */
export async function listSigns(
  db: Kysely<Database>,
  filter: SignFilter,
  afterId: string | null,
  limit: number,
): Promise<SignRow[]> {
  let query = fittingSigns(db, filter).selectAll();
  if (afterId !== null) query = query.where('id', '>', afterId);
  return await query.orderBy('id').limit(limit).execute();
}

/** The identifiers alone of up to `limit` records that fit. */
export async function listSignIds(db: Kysely<Database>, filter: SignFilter, limit: number): Promise<string[]> {
  const rows = await fittingSigns(db, filter).select('id').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

type SignPageView = { items: Sign[]; nextCursor: string | null };

const cursorOf = ({ id }: { id: string }) => [id];

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
  db: Kysely<Database>,
  { limit = LIMITS.pageSize, ...filter }: SignListQuery,
  afterId: string | null,
): Promise<SignPageView> {
  return pageOf(await listSigns(db, filter, afterId, limit + 1), limit, cursorOf, describeSign);
}
