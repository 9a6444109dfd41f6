import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Sign, SignListQuery, SignStatus } from '@sign-display/contracts/rest/signs';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import { statusExpression } from './sign-status.ts';
import { describeSign, VIEW_COLUMNS, type ViewRow } from './sign-view.ts';

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

// Kysely's renaming of each column of each row, and the columns that nobody sees, cost a page more than all the rest of it.
const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const viewColumns = sql.join(
  VIEW_COLUMNS.map((name) => sql`${sql.ref(`sign.${toSnakeCase(name)}`)} as ${sql.id(name)}`),
);

function hasPart(q: string): RawBuilder<boolean> {
  const pattern = patternOf(q);
  return sql<boolean>`(name ilike ${pattern} or location ilike ${pattern} or short_code ilike ${pattern})`;
}

function conditionOf({ organizationId, eventId, q, status }: SignFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`organization_id = ${organizationId}`];
  if (eventId !== undefined) conditions.push(sql`event_id = ${eventId}`);
  if (status !== undefined) conditions.push(sql`${statusExpression()} = ${status}`);
  if (q !== undefined) conditions.push(hasPart(q));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The part of this filter's index that comes after a record, and its order. It says the same as `organization_id = … and id > … order by id`;
 * but that the planner answers in the order of the table's key, through all other organizations' records, as if ours were spread among them.
 */
function rangeAfter({ organizationId, eventId, status }: SignFilter, afterId: string) {
  const columns: RawBuilder<unknown>[] = [sql`organization_id`];
  const values: RawBuilder<unknown>[] = [sql`${organizationId}`];
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

const fittingSigns = (db: Kysely<Database>, filter: SignFilter) => db.selectFrom('sign').where(conditionOf(filter));

/** Up to `limit` records that fit, from after the record `afterId`. Cost: see sign-list.bench.ts. */
export async function listSigns(
  db: Kysely<Database>,
  filter: SignFilter,
  afterId: string | null,
  limit: number,
): Promise<ViewRow[]> {
  const { isIn, order } = rangeAfter(filter, afterId ?? BEFORE_ALL);
  const isFound = filter.q === undefined ? sql`` : sql`and ${hasPart(filter.q)}`;
  const { rows } = await sql<ViewRow>`
    select ${viewColumns} from sign where ${isIn} ${isFound} order by ${order} limit ${limit}
  `.execute(db.withoutPlugins());
  return rows;
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
