import type { Refusal } from '@sign-display/contracts/error-codes';
import type { OrganizationUsage } from '@sign-display/contracts/rest/organizations';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';

/** How much of everything an organization may have (contract, 3.2; promise M5). Null: as much as it likes. */
export type Quotas = Record<keyof OrganizationUsage, number | null>;

export const NO_QUOTAS: Quotas = { signs: null, events: null, schedules: null, storageBytes: null };

const WORDS: Record<keyof OrganizationUsage, string> = {
  signs: 'signs',
  events: 'events',
  schedules: 'schedules',
  storageBytes: 'bytes of screenshots',
};

/** An organization's identifier, or the column that has it. */
type Id = string | RawBuilder<unknown>;
/** What it has of each. `but`: a claim by this requestId is not counted. */
const COUNTS = {
  // A claim that waits for its kiosk has its place already.
  signs: (id: Id, but: string | null) => sql<number>`
    (select count(*) from sign where organization_id = ${id}) + (
      select count(*) from claim
      where organization_id = ${id} and kind = 'claim' and state = 'awaiting_ack' and request_id is distinct from ${but}::uuid
    )`,
  events: (id: Id) => sql<number>`(select count(*) from event where organization_id = ${id})`,
  schedules: (id: Id) => sql<number>`(select count(*) from schedule where organization_id = ${id})`,
  // The images are stored uncompressed: their length is read without them.
  storageBytes: (id: Id) => sql<number>`(
    select coalesce(sum(octet_length(image)), 0)::bigint from screenshot
    where sign_record_id in (select id from sign where organization_id = ${id})
  )`,
};

/** What an organization has of each, and may have: one statement. */
export async function readUsage(db: Db, id: string, quotas: Quotas): Promise<OrganizationUsage> {
  const { rows } = await sql<Record<keyof OrganizationUsage, number>>`
    select (select count(*) from sign where organization_id = ${id}) as signs, ${COUNTS.events(id)} as events,
      ${COUNTS.schedules(id)} as schedules, ${COUNTS.storageBytes(id)} as "storageBytes"`.execute(db);
  const of = (name: keyof OrganizationUsage) => ({ used: rows[0]![name], most: quotas[name] });
  return { signs: of('signs'), events: of('events'), schedules: of('schedules'), storageBytes: of('storageBytes') };
}

type Quota = keyof OrganizationUsage;
type Question = [quotas: Quotas, organizationId: string, name: Quota, more: number, but?: string | null];

/** `quota_exceeded` where it has not room for `more` of `name`. Of a moment: `admit` is what holds while others make some too. */
export async function checkQuota(db: Db, ...question: Question): Promise<Refusal | null> {
  const [quotas, organizationId, name, more, but = null] = question;
  const most = quotas[name];
  if (most === null) return null;
  const { rows } = await sql<{ used: number }>`select ${COUNTS[name](organizationId, but)} as used`.execute(db);
  if (rows[0]!.used + more <= most) return null;
  const detail = `The organization’s quota of ${most} ${WORDS[name]} is used up. Delete something that is no longer needed, or ask the operator of the service to raise the limit.`;
  return { code: 'quota_exceeded', detail };
}

/** Those of `organizationIds` whose quota of `name` is used up, of a moment: one statement, and none without such a quota. */
export async function findFull(db: Db, quotas: Quotas, organizationIds: Iterable<string>, name: Quota) {
  const most = quotas[name];
  const ids = Array.from(new Set(organizationIds));
  if (most === null || ids.length === 0) return new Set<string>();
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::uuid[]) as asked (id) where ${COUNTS[name](sql.ref('asked.id'), null)} >= ${most}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the organization, where there is such a quota, until the end of the transaction. */
export async function lockForQuota(trx: Trx, quotas: Quotas, organizationId: string, name: keyof OrganizationUsage) {
  if (quotas[name] === null) return;
  await trx.selectFrom('organization').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute();
}

/**
 * As `checkQuota`, with the organization locked until the end of the transaction, so that of those who make something at once, on whatever node, no
 * more than the quota succeed. In the order of locks it is the organization's place (docs/locks.md). Without a quota nothing is asked.
 */
export async function admitToQuota(trx: Trx, ...question: Question): Promise<Refusal | null> {
  const [quotas, organizationId, name] = question;
  await lockForQuota(trx, quotas, organizationId, name);
  return await checkQuota(trx, ...question);
}
