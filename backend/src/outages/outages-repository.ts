import { sql, type RawBuilder } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { Db, Trx } from '../db/database-types.ts';
import { PRUNED_AT_ONCE, pruneInSteps } from '../db/run-pruning-tasks.ts';
import type { NewOutage, OpenOutage, OutageChanges } from './compute-outage-changes.ts';
import type { Stability } from './judge-stability.ts';

/** Outages and the stability of signs, in one statement each, whatever the number. Who calls it has the signs locked: they guard both. */

export async function findOpenOutages(trx: Trx, signRecordIds: readonly string[]): Promise<Map<string, OpenOutage[]>> {
  const rows = await trx
    .selectFrom('outage')
    .select(['id', 'signRecordId', 'kind', 'since', 'openedAt'])
    .where('signRecordId', '=', sql<string>`any(${signRecordIds}::uuid[])`)
    .where('closedAt', 'is', null)
    .orderBy('openedAt')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ signRecordId }) => signRecordId);
}

/** `placeOf` a location. */
const placeIn = (location: RawBuilder<unknown>) => sql`btrim(split_part(${location}, ',', 1))`;

/**
 * Records with each outage how many signs of its place have a device, so that later changes of signs regroup no outage (docs/outages.md), and the address
 * of the sign's device, if the last connection was recorded with its machine.
 */
export async function insertOutages(trx: Trx, outages: readonly NewOutage[]): Promise<void> {
  if (outages.length === 0) return;
  await sql`
    with opened as materialized (
      select * from unnest(
        ${outages.map(({ id }) => id)}::uuid[],
        ${outages.map(({ organizationId }) => organizationId)}::uuid[],
        ${outages.map(({ eventId }) => eventId)}::uuid[],
        ${outages.map(({ signRecordId }) => signRecordId)}::uuid[],
        ${outages.map(({ signName }) => signName)}::text[],
        ${outages.map(({ location }) => location)}::text[],
        ${outages.map(({ host }) => host)}::text[],
        ${outages.map(({ kind }) => kind)}::text[],
        ${outages.map(({ since }) => since.toISOString())}::timestamptz[],
        ${outages.map(({ openedAt }) => openedAt.toISOString())}::timestamptz[]
      ) as opened (id, organization_id, event_id, sign_record_id, sign_name, location, host, kind, since, opened_at)
    ), counted as (
      select event_id, ${placeIn(sql.ref('sign.location'))} as place, count(*)::integer as signs from sign
      where event_id in (select event_id from opened) and device_sign_id is not null
      group by 1, 2
    )
    insert into outage (
      id, organization_id, event_id, sign_record_id, sign_name, location, host, kind, since, opened_at, place_signs,
      address
    )
    select opened.*, counted.signs, nullif(device.connection_machine ->> 'address', '')
    from opened
    left join counted
      on counted.event_id = opened.event_id and counted.place = ${placeIn(sql.ref('opened.location'))}
    left join sign on sign.id = opened.sign_record_id
    left join device on device.sign_id = sign.device_sign_id and (
      device.connection_boot_id is null or device.connection_machine ->> 'bootId' = device.connection_boot_id::text
    )`.execute(trx);
}

export async function closeOutages(trx: Trx, closed: OutageChanges['closed']): Promise<void> {
  if (closed.length === 0) return;
  await sql`
    update outage set closed_at = over.closed_at, closed_by = 'recovered'
    from unnest(
      ${closed.map(({ id }) => id)}::uuid[],
      ${closed.map(({ closedAt }) => closedAt.toISOString())}::timestamptz[]
    ) as over (id, closed_at)
    where outage.id = over.id and outage.closed_at is null`.execute(trx);
}

/** Ends what is open of a sign that has lost its device, no earlier than it began, and forgets how stable it was. What has ended. */
export async function endOutages(trx: Trx, signRecordId: string, nowMs: number) {
  const { rows } = await sql<NewOutage & { closedAt: Date }>`
    with forgotten as (
      delete from sign_stability where sign_record_id = ${signRecordId}::uuid
    )
    update outage set closed_at = greatest(opened_at, ${new Date(nowMs)}::timestamptz), closed_by = 'left'
    where sign_record_id = ${signRecordId}::uuid and closed_at is null
    returning *`.execute(trx);
  return rows;
}

export async function findStability(trx: Trx, signRecordIds: readonly string[]): Promise<Map<string, Stability>> {
  const rows = await trx
    .selectFrom('signStability')
    .selectAll()
    .where('signRecordId', '=', sql<string>`any(${signRecordIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ signRecordId, verdictChanges, unstableSince }) => [
      signRecordId,
      {
        changesAtMs: verdictChanges.map((at) => at.getTime()),
        unstableSinceMs: unstableSince?.getTime() ?? null,
      },
    ]),
  );
}

export async function writeStability(trx: Trx, judged: OutageChanges['stability']): Promise<void> {
  if (judged.length === 0) return;
  // As JSON: lists of different lengths make no array.
  const rows = judged.map(({ signRecordId, stability: { changesAtMs, unstableSinceMs } }) => ({
    sign_record_id: signRecordId,
    verdict_changes: changesAtMs.map((atMs) => new Date(atMs).toISOString()),
    unstable_since: unstableSinceMs === null ? null : new Date(unstableSinceMs).toISOString(),
  }));
  await sql`
    insert into sign_stability (sign_record_id, verdict_changes, unstable_since)
    select sign_record_id, verdict_changes, unstable_since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as judged (sign_record_id uuid, verdict_changes timestamptz[], unstable_since timestamptz)
    on conflict (sign_record_id) do update
      set verdict_changes = excluded.verdict_changes, unstable_since = excluded.unstable_since`.execute(trx);
}

/** Removes outages that began, and ended, before `beforeMs`. Found by their identifiers, which begin with their time. */
export async function pruneOutages(db: Db, beforeMs: number): Promise<void> {
  await pruneInSteps(() =>
    sql`
      delete from outage where id in (
        select id from outage where id < ${firstUuidV7At(beforeMs)} and closed_at < ${new Date(beforeMs)} order by id limit ${PRUNED_AT_ONCE}
      )`.execute(db),
  );
}
