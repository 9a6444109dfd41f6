import { sql } from 'kysely';
import type { Trx } from '../db/database-types.ts';
import { lockSignsThat } from './signs-repository.ts';
import type { CommittedChange } from './committed-change-type.ts';

/**
 * The next version for the configurations of all signs of an event or an organization, in which its name or its zone stands and has changed
 * (contract, 4.2). The rows are locked first, in the order in which everybody locks them; the lock on the event or the organization comes
 * before. Gives what to tell after the commit.
 */
export async function renewConfigs(trx: Trx, of: { eventId: string } | { organizationId: string }) {
  const ids = await lockSignsThat(
    trx,
    'eventId' in of ? sql`event_id = ${of.eventId}` : sql`organization_id = ${of.organizationId}`,
  );
  const { rows } = await sql<CommittedChange>`
    update sign set config_version = config_version + 1
    where id = any(${ids}::uuid[])
    returning sign.id as sign_record_id, organization_id, device_sign_id
  `.execute(trx);
  return rows;
}
