import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/**
 * Counts, over all organizations, the devices that show a code (connected to a node that is not `dead`, without a
 * record), the machines that wait for an admin's decision, and the claimed signs by the version of their kiosk, newest
 * version first.
 */
export async function countFleet(db: Db, dead: readonly string[]) {
  const { rows } = await sql<{
    unclaimed: number;
    quarantined: number;
    byAppVersion: { version: string; signs: number }[];
  }>`select (
      select count(*)::int from device join node on node.id = device.node_id
      where device.connection_registered and node.id <> all(${dead}::uuid[])
        and not exists (select from sign where sign.device_sign_id = device.sign_id)
    ) as unclaimed, (
      select count(*)::int from clone left join sign on sign.device_sign_id = clone.device_sign_id
      where decision is null
        and (clone.sign_record_id, clone.claim_request_id) is not distinct from (sign.id, sign.claim_request_id)
    ) as quarantined, (
      select coalesce(json_agg(json_build_object('version', version, 'signs', signs)), '[]') from (
        select device.app_version as version, count(*)::int as signs
        from sign join device on device.sign_id = sign.device_sign_id group by device.app_version
      ) as versions
    ) as by_app_version`.execute(db);
  const { byAppVersion, ...counts } = rows[0]!;
  const collator = new Intl.Collator('en', { numeric: true });
  return {
    ...counts,
    byAppVersion: byAppVersion.toSorted((one, other) => collator.compare(other.version, one.version)),
  };
}
