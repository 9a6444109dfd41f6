import { sql } from 'kysely';
import { Replacement } from '@sign-display/contracts/rest/claims';
import type { Db } from '../db/database-types.ts';
import type { TimePosition } from '../http/pagination.ts';
import { viewOf } from '../http/row-to-response.ts';

/** Devices that were replaced, from the history, which is kept for ever (promise D14; contract, 3.3). */

interface ReplacementRow {
  id: string;
  at: Date;
  signRecordId: string;
  name: string | null;
  location: string | null;
  actorId: string | null;
  actorName: string | null;
  note: string | null;
  old: Replacement['old'];
  new: Replacement['new'];
  oldNow: Replacement['oldNow'];
  oldSignId: string | null;
  oldSignName: string | null;
}

const deviceOf = (table: 'replace' | 'gone') => sql`jsonb_build_object(
  'signId', ${sql.ref(`${table}.device_sign_id`)}, 'shortCode', ${sql.ref(`${table}.short_code`)},
  'macAddress', ${sql.ref(`${table}.attempt`)}->>'macAddress', 'address', ${sql.ref(`${table}.attempt`)}->>'address')`;

/**
 * Up to `limit` replacements of an event, newest first, from after `after`. The item of the device that was replaced has the moment and the request of the
 * replacement. A device that another organization has claimed counts as disconnected (promise A1), and so does one whose connection was to a node of `dead`.
 */
export async function listReplacements(
  db: Db,
  { eventId, dead }: { eventId: string; dead: readonly string[] },
  after: TimePosition | null,
  limit: number,
) {
  const later = after ? sql`and (replace.at, replace.id) < (${after.at}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<ReplacementRow>`
    select replace.id, replace.at, replace.sign_record_id as "signRecordId",
      coalesce(sign.name, replace.attempt->>'name') as name, coalesce(sign.location, replace.attempt->>'location') as location,
      replace.actor_id as "actorId", replace.actor_name as "actorName", replace.note,
      ${deviceOf('gone')} as old, ${deviceOf('replace')} as new,
      case
        when holder.organization_id = replace.organization_id then 'claimed'
        when holder.id is null and device.retired_at is null and device.connection_registered and node.id is not null then 'unclaimed'
        else 'disconnected'
      end as "oldNow",
      case when holder.organization_id = replace.organization_id then holder.id end as "oldSignId",
      case when holder.organization_id = replace.organization_id then holder.name end as "oldSignName"
    from history as replace
    join history as gone on gone.sign_record_id = replace.sign_record_id and gone.at = replace.at
      and gone.kind = 'unregister' and gone.request_id = replace.request_id
    left join sign on sign.id = replace.sign_record_id
    left join device on device.sign_id = gone.device_sign_id
    left join node on node.id = device.node_id and node.id <> all(${dead}::uuid[])
    left join sign as holder on holder.device_sign_id = gone.device_sign_id
    where replace.event_id = ${eventId} and replace.kind = 'replace' and replace.outcome = 'committed' ${later}
    order by replace.at desc, replace.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** A replacement as operators see it. */
export function replacementView(row: ReplacementRow): Replacement {
  const { signRecordId: id, name, location, actorId, actorName, oldSignId, oldSignName } = row;
  return viewOf(Replacement, {
    ...row,
    sign: { id, name, location },
    by: actorId === null ? null : { id: actorId, name: actorName ?? '' },
    oldSign: oldSignId === null ? null : { id: oldSignId, name: oldSignName ?? '' },
  });
}
