import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Role } from '@sign-display/contracts/roles';
import type { SignListQuery, SignStatus } from '@sign-display/contracts/rest/signs';
import { refusalOf } from '../access/permissions.ts';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor, encodeCursor } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import { statusExpression } from './sign-status.ts';
import { idOfText, ROW_END, rowText, viewOfText } from './sign-view-text.ts';

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
const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Between a record's texts in `sign_search`. */
const TEXT_END = '\u001f';
/** What the index of `sign_search` has at least one trigram of. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Whether the name, the location or the short code has this part, whatever the case. */
function hasPart(q: string): RawBuilder<boolean> {
  const pattern = patternOf(q);
  // A part that no index knows is faster found along the list; one with the mark between the texts would fit across it.
  return INDEXED.test(q) && !q.includes(TEXT_END)
    ? sql<boolean>`exists (select from sign_search where sign_id = sign.id and text ilike ${pattern})`
    : sql<boolean>`(name ilike ${pattern} or location ilike ${pattern} or short_code ilike ${pattern})`;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The part of this filter's index that comes after a record, and its order. It says the same as `organization_id = … and id > … order by id`;
 * but that the planner answers in the order of the table's key, through all other organizations' records, as if ours were spread among them.
 */
function rangeAfter(
  { eventId, status }: Omit<SignFilter, 'organizationId'>,
  organizationId: RawBuilder<unknown>,
  afterId: string,
) {
  const columns: RawBuilder<unknown>[] = [sql`organization_id`];
  const values: RawBuilder<unknown>[] = [organizationId];
  if (eventId !== undefined) {
    columns.push(sql`event_id`);
    values.push(sql`${eventId}`);
  }
  if (status !== undefined) {
    columns.push(statusExpression());
    values.push(sql`${status}`);
  }
  const [names, given] = [sql.join(columns), sql.join(values)];
  return {
    isIn: sql<boolean>`(${names}, id) > (${given}, ${afterId}) and (${names}) <= (${given})`,
    order: sql`${names}, id`,
  };
}

/** The identifiers alone of up to `limit` records that fit. */
export async function listSignIds(db: Kysely<Database>, filter: SignFilter, limit: number): Promise<string[]> {
  const { isIn, order } = rangeAfter(filter, sql`${filter.organizationId}`, BEFORE_ALL);
  const isFound = filter.q === undefined ? sql`` : sql`and ${hasPart(filter.q)}`;
  const { rows } = await sql<{ id: string }>`
    select id from sign where ${isIn} ${isFound} order by ${order} limit ${limit}
  `.execute(db.withoutPlugins());
  return rows.map(({ id }) => id);
}

/** Where a list begins: after this record; null at its start. */
export function readSignCursor(cursor: string | undefined): { afterId: string | null } | RestRefusal {
  const decoded = decodeCursor(cursor, [CURSOR_FORMS.uuid]);
  return 'refusal' in decoded ? decoded.refusal : { afterId: decoded.after?.[0] ?? null };
}

/**
 * The user's role in the organization, and the texts of up to `limit` records there that fit, from after a record; null for who is no member.
 * One statement, for one way to the database instead of two; its cost: see sign-list.bench.ts.
 */
async function readPage(
  db: Kysely<Database>,
  userId: string,
  filter: SignFilter,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<{ role: Role; texts: string[] } | null> {
  // By the member's organization, which is the same and nothing that a plan is made for: so the plan is kept. A limit that it knows of keeps it good.
  // For a `q` the plan is made each time: along the list for what many have, by the index for what few have.
  const isSearch = filter.q !== undefined;
  const organizationId = isSearch ? sql`${filter.organizationId}::uuid` : sql`member.organization_id`;
  const { isIn, order } = rangeAfter(filter, organizationId, afterId ?? BEFORE_ALL);
  const isFound = isSearch ? sql`and ${hasPart(filter.q!)}` : sql``;
  const { rows } = await sql<{ role: Role; page: string | null }>`
    select member.role, found.page from member left join lateral (
      select string_agg(part.text, chr(30)) as page from (
        select ${rowText} as text from sign where ${isIn} ${isFound} order by ${order} limit ${sql.lit(limit)}
      ) as part
    ) as found on true
    where member.organization_id = ${filter.organizationId} and member.user_id = ${userId}
  `.execute(db.withoutPlugins());
  const row = rows[0];
  return row ? { role: row.role, texts: row.page?.split(ROW_END) ?? [] } : null;
}

/**
 * The JSON of a page of the organization's records (GET /api/signs), for a user with the role `needed` there. Pages that follow each other hold every
 * record that was there when the first was read, once; an event of another organization has no records here, whether there is such an event or
 * not (promise A1).
 */
export async function findSignPage(
  db: Kysely<Database>,
  asker: { userId: string; needed: Role },
  { limit = LIMITS.pageSize, ...filter }: SignListQuery,
  afterId: string | null,
): Promise<{ json: string } | RestRefusal> {
  const found = await readPage(db, asker.userId, filter, { afterId, limit: limit + 1 });
  const refused = refusalOf(found?.role ?? null, asker.needed);
  if (refused || !found) return refused ?? { code: 'not_found' };
  const shown = found.texts.slice(0, limit);
  const items = shown.map((text) => viewOfText(text, filter.organizationId));
  const nextCursor = found.texts.length > limit ? JSON.stringify(encodeCursor([idOfText(shown.at(-1)!)])) : 'null';
  return { json: `{"items":[${items.join(',')}],"nextCursor":${nextCursor}}` };
}
