import { sql } from 'kysely';
import type { Trx } from '../db/database-types.ts';

/**
 * What a sign's row says of who is at its outages (contract, section 3: where all open ones are acknowledged, the latest word), so that a list reads it as fast
 * as the rest. To be called where outages of locked signs began, ended, or were acknowledged. A device that leaves its record takes its outages along
 * (signs-repository.ts).
 */
export async function updateAcknowledgement(trx: Trx, signRecordIds: readonly string[]): Promise<void> {
  if (signRecordIds.length === 0) return;
  // Whoever is at none of them comes first, and is null.
  await sql`
    with latest as (
      select given.id, (
        select case when acknowledged_at is not null then jsonb_build_object(
          'by', jsonb_build_object('id', acknowledged_by, 'name', acknowledged_name),
          'at', to_char(acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'note', acknowledged_note
        ) end
        from outage where sign_record_id = given.id and closed_at is null
        order by acknowledged_at desc nulls first, id desc limit 1
      ) as acknowledged
      from unnest(${signRecordIds}::uuid[]) as given (id)
    )
    update sign set acknowledged = latest.acknowledged from latest
    where sign.id = latest.id and sign.acknowledged is distinct from latest.acknowledged`.execute(trx);
}
