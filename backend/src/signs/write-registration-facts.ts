import { sql } from 'kysely';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedWrite } from '../db/batched-write.ts';
import type { Db } from '../db/database-types.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';

interface Told {
  deviceSignId: string;
  bootId: string;
  device: KioskMessage<'sign:register'>['device'];
}

/** A record that was written anew. `isSteady`: no restart that was ordered is waited for. */
interface Renewed {
  deviceSignId: string;
  id: string;
  organizationId: string;
  isSteady: boolean;
}

/** It was told to restart, and this is another boot: it is back (promise N9). */
const isBack = sql<boolean>`(restarting_until is not null and restarting_boot_id is distinct from told_boot_id)`;
/** Of the record that has the device: its kiosk says of its machine what the record does not, or is back. Few do. */
const isNews = sql<boolean>`((app_version, platform, screen) is distinct from (told_app_version, told_platform, told_screen) or ${isBack})`;

/**
 * What a kiosk says of its machine at each register (version, platform, screen) stands in its record too, where lists and dashboards read it: after
 * an update, or with another screen, they show what is there now; and that it is back ends a restart that was ordered. Those who come at
 * once are some statements: each for itself would be a flush of the database's log, behind which all else that comes with it would wait.
 */
export function createDeviceFacts(deps: {
  db: Db;
  pace: Pace;
  feed: DashboardFeed;
  /** Told of each that is back. */
  restartEnded(deviceSignId: string): void;
}) {
  const { db, feed, pace } = deps;
  const toldOf = (all: readonly Told[]) => sql`unnest(
      ${all.map(({ deviceSignId }) => deviceSignId)}::uuid[], ${all.map(({ device }) => device.appVersion)}::text[],
      ${all.map(({ device }) => device.platform)}::text[], ${all.map(({ device }) => JSON.stringify(device.screen))}::jsonb[],
      ${all.map(({ bootId }) => bootId)}::uuid[]
    ) as told (told_device_sign_id, told_app_version, told_platform, told_screen, told_boot_id)`;

  /** The last word of each device that is being written: one that had to wait must not come after it. */
  const latest = new Map<string, Told>();

  function tell(renewed: readonly Renewed[]): void {
    for (const { organizationId, id, isSteady, deviceSignId } of renewed) {
      feed.signsChanged(organizationId, [id]);
      if (isSteady) deps.restartEnded(deviceSignId);
    }
  }

  async function writeOne(one: Told): Promise<true> {
    if (latest.get(one.deviceSignId) !== one) return true;
    const { rows } = await sql<Renewed>`
      update sign set app_version = told_app_version, platform = told_platform, screen = told_screen,
        restarting_until = case when not ${isBack} then restarting_until end
      from ${toldOf([one])} where device_sign_id = told_device_sign_id and ${isNews}
      returning device_sign_id, id, organization_id, restarting_until is null as is_steady`.execute(db);
    tell(rows);
    return true;
  }

  /**
   * False for a record that another has locked, or has changed since this statement began (docs/locks.md). Where no kiosk says
   * anything new, the statement writes nothing, and the database's log is not flushed.
   */
  async function writeMany(all: readonly Told[]): Promise<boolean[]> {
    // Of a device that came twice the later word counts.
    const last = [...new Map(all.map((one) => [one.deviceSignId, one])).values()];
    const { rows } = await sql<Renewed | { deviceSignId: string; id: null }>`
      with told as materialized (
        select * from ${toldOf(last)}
      ), news as materialized (
        select sign.id as sign_id, sign.ctid as version, told.* from sign join told on device_sign_id = told_device_sign_id where ${isNews}
        for no key update of sign skip locked
      ), renewed as (
        update sign set app_version = told_app_version, platform = told_platform, screen = told_screen,
          restarting_until = case when not ${isBack} then restarting_until end
        from news where sign.id = news.sign_id and sign.ctid = news.version
        returning sign.id, sign.organization_id, restarting_until is null as is_steady
      )
      select device_sign_id, renewed.* from sign join told on device_sign_id = told_device_sign_id left join renewed on renewed.id = sign.id
      where ${isNews}`.execute(db);
    const isRenewed = (row: (typeof rows)[number]): row is Renewed => row.id !== null;
    tell(rows.filter(isRenewed));
    const leftOut = new Set(rows.flatMap((row) => (isRenewed(row) ? [] : row.deviceSignId)));
    return all.map(({ deviceSignId }) => !leftOut.has(deviceSignId));
  }

  const write = createBatchedWrite(writeMany, writeOne, pace);
  return {
    async renew(told: Told): Promise<void> {
      latest.set(told.deviceSignId, told);
      try {
        await write(told);
      } finally {
        if (latest.get(told.deviceSignId) === told) latest.delete(told.deviceSignId);
      }
    },
  };
}
