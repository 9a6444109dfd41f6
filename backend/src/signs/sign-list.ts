import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import { asRead } from '@sign-display/contracts/allowed-characters';
import type { Role } from '@sign-display/contracts/roles';
import type { SignListQuery, SignStatus } from '@sign-display/contracts/rest/signs';
import { refusalOf } from '../access/role-checks.ts';
import type { Db } from '../db/database-types.ts';
import { CURSOR_FORMS, decodeCursor, encodeCursor } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import { statusExpression } from './sign-status.ts';
import { idOfText, ROW_END, rowText, viewOfText } from './build-sign-view-json.ts';

/** The list of sign records (contract, sections 3 and 3.1), in the order of their making: a UUID v7 begins with its time. */

/** What the database filters by. */
interface SignFilter {
  organizationId: string;
  eventId?: string | undefined;
  /** A part of the name, the location or the short code. */
  q?: string | undefined;
  status?: SignStatus | undefined;
}

/** The form in which records store a part of a name. Spaces at its ends are part of it; other blanks there were pasted along. */
function partAsRead(part: string): string {
  const inside = asRead(part);
  return inside === '' ? ' ' : `${/^ */.exec(part)![0]}${inside}${/ *$/.exec(part)![0]}`;
}

/** The LIKE pattern of texts that have `part` in them; what a pattern gives a meaning to is plain here. */
const patternOf = (part: string): string => `%${partAsRead(part).replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Between a record's texts in `sign_search`. */
const TEXT_END = '\u001f';
/** What the index of `sign_search` has at least one trigram of. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** A part that no index knows is faster found along the list; one with the mark between the texts would fit across it. */
const isIndexed = (q: string): boolean => INDEXED.test(q) && !q.includes(TEXT_END);

/** Whether the name, the location or the short code fits a pattern, whatever the case. */
function fits(pattern: RawBuilder<string>, byIndex: boolean): RawBuilder<boolean> {
  return byIndex
    ? sql<boolean>`exists (select from sign_search where sign_id = sign.id and text ilike ${pattern})`
    : sql<boolean>`(name ilike ${pattern} or location ilike ${pattern} or short_code ilike ${pattern})`;
}

/** Comes before every identifier that is made. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The part of this filter's index that comes after a record, and its order. It says the same as `organization_id = … and id > … order by id`;
 * but that the planner answers in the order of the table's key, through all other organizations' records, as if ours were spread among them.
 */
export function rangeAfter(
  organizationId: RawBuilder<unknown>,
  eventId: RawBuilder<unknown> | undefined,
  status: RawBuilder<unknown> | undefined,
  afterId: RawBuilder<unknown>,
) {
  const columns: RawBuilder<unknown>[] = [sql`organization_id`];
  const values: RawBuilder<unknown>[] = [organizationId];
  if (eventId !== undefined) {
    columns.push(sql`event_id`);
    values.push(eventId);
  }
  if (status !== undefined) {
    columns.push(statusExpression());
    values.push(status);
  }
  const [names, given] = [sql.join(columns), sql.join(values)];
  return {
    isIn: sql<boolean>`(${names}, id) > (${given}, ${afterId}) and (${names}) <= (${given})`,
    order: sql`${names}, id`,
  };
}

/** The identifiers alone of up to `limit` records that fit. */
export async function listSignIds(db: Db, filter: SignFilter, limit: number): Promise<string[]> {
  const { organizationId, eventId, status, q } = filter;
  const value = (given: string | undefined) => (given === undefined ? undefined : sql.val(given));
  const { isIn, order } = rangeAfter(sql.val(organizationId), value(eventId), value(status), sql.val(BEFORE_ALL));
  const isFound = q === undefined ? sql`` : sql`and ${fits(sql.val(patternOf(q)), isIndexed(q))}`;
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

/** What a page is read by. */
interface PageValues extends Omit<SignFilter, 'q'> {
  userId: string;
  pattern: string | undefined;
  afterId: string;
}

/** In the place of a value, in a statement that is read with others each time. */
class Place {
  readonly of: keyof PageValues;

  constructor(of: keyof PageValues) {
    this.of = of;
  }
}
const placeOf = (of: keyof PageValues): RawBuilder<string> =>
  sql.val(new Place(of)) as RawBuilder<unknown> as RawBuilder<string>;

interface PageShape {
  isOfEvent: boolean;
  isOfStatus: boolean;
  search: 'none' | 'byIndex' | 'alongList';
  limit: number;
}

type PageRow = { role: Role; page: string | null };

/**
 * The user's role in the organization, and the texts of up to `limit` records there that fit, from after a record; no row for who is no member.
 * One statement, for one way to the database instead of two; its cost: see sign-list.bench.ts.
 */
function pageStatement({ isOfEvent, isOfStatus, search, limit }: PageShape): RawBuilder<PageRow> {
  // By the member's organization, which is the same and nothing that a plan is made for: so the plan is kept. A limit that it knows of keeps it good.
  // For a `q` the plan is made each time: along the list for what many have, by the index for what few have.
  const organizationId = search === 'none' ? sql`member.organization_id` : sql`${placeOf('organizationId')}::uuid`;
  const eventId = isOfEvent ? placeOf('eventId') : undefined;
  const status = isOfStatus ? placeOf('status') : undefined;
  const { isIn, order } = rangeAfter(organizationId, eventId, status, placeOf('afterId'));
  const isFound = search === 'none' ? sql`` : sql`and ${fits(placeOf('pattern'), search === 'byIndex')}`;
  return sql<PageRow>`
    select member.role, found.page from member left join lateral (
      select string_agg(part.text, chr(30)) as page from (
        select ${rowText} as text from sign where ${isIn} ${isFound} order by ${order} limit ${sql.lit(limit)}
      ) as part
    ) as found on true
    where member.organization_id = ${placeOf('organizationId')} and member.user_id = ${placeOf('userId')}
  `;
}

/** So many texts of statements are kept. A dozen kinds of filters there are, and clients of ours ask for pages of one size. */
const STATEMENTS_MOST = 100;

/** Reads pages. To put the statement together and have it compiled costs more than to send it: its text is kept. */
function createPageReader(db: Db) {
  const plain = db.withoutPlugins();
  const statements = new Map<string, CompiledQuery<PageRow>>();

  function statementOf(shape: PageShape): CompiledQuery<PageRow> {
    const key = Object.values(shape).join();
    const known = statements.get(key);
    if (known) return known;
    const made = pageStatement(shape).compile(plain);
    if (statements.size >= STATEMENTS_MOST) statements.clear();
    statements.set(key, made);
    return made;
  }

  return async (userId: string, { q, ...filter }: SignFilter, afterId: string | null, limit: number) => {
    const search = q === undefined ? 'none' : isIndexed(q) ? 'byIndex' : 'alongList';
    const { eventId, status } = filter;
    const shape = { isOfEvent: eventId !== undefined, isOfStatus: status !== undefined, search, limit } as const;
    const pattern = q === undefined ? undefined : patternOf(q);
    const values: PageValues = { ...filter, userId, pattern, afterId: afterId ?? BEFORE_ALL };
    const statement = statementOf(shape);
    const parameters = statement.parameters.map((each) => values[(each as Place).of]);
    const { rows } = await plain.executeQuery<PageRow>({ ...statement, parameters });
    const row = rows[0];
    return row ? { role: row.role, texts: row.page?.split(ROW_END) ?? [] } : null;
  };
}

/**
 * The JSON of a page of the organization's records (GET /api/signs), for a user with the role `needed` there. Pages that follow each other hold every
 * record that was there when the first was read, once; an event of another organization has no records here, whether there is such an event or
 * not (promise A1).
 */
export function createSignPages(db: Db) {
  const readPage = createPageReader(db);
  return async (
    asker: { userId: string; needed: Role },
    { limit = LIMITS.pageSize, ...filter }: SignListQuery,
    afterId: string | null,
  ): Promise<{ json: string } | RestRefusal> => {
    const found = await readPage(asker.userId, filter, afterId, limit + 1);
    const refused = refusalOf(found?.role ?? null, asker.needed);
    if (refused || !found) return refused ?? { code: 'not_found' };
    const shown = found.texts.slice(0, limit);
    const items = shown.map((text) => viewOfText(text, filter.organizationId));
    const nextCursor = found.texts.length > limit ? JSON.stringify(encodeCursor([idOfText(shown.at(-1)!)])) : 'null';
    return { json: `{"items":[${items.join(',')}],"nextCursor":${nextCursor}}` };
  };
}
