import { sql } from 'kysely';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { createBatchedWrite } from '../db/batched-write.ts';
import type { Db } from '../db/database.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';

interface Told {
  deviceSignId: string;
  bootId: string;
  device: KioskMessage<'sign:register'>['device'];
}

/** Of records that have a device: whether what they say of its machine is what its kiosk says. */
const isSame = sql<boolean>`(app_version, platform, screen) is not distinct from (told_app_version, told_platform, told_screen)`;

/** It was told to restart, and this is another boot: it is back (promise N9). */
const isBack = sql<boolean>`(restarting_until is not null and restarting_boot_id is distinct from told_boot_id)`;

/**
 * What a kiosk says of its machine at each register (version, platform, screen) stands in its record too, where lists and dashboards read it: after
 * an update, or with another screen, they show what is there now; and that it is back ends a restart that was ordered. Of those who come at once one read
 * tells who says anything new, which few do.
 */
export function createDeviceFacts(deps: {
  db: Db;
  feed: DashboardFeed;
  /** Told of each that is back. */
  restartEnded(deviceSignId: string): void;
}) {
  const { db, feed } = deps;
  const toldOf = (all: readonly Told[]) => sql`unnest(
      ${all.map(({ deviceSignId }) => deviceSignId)}::uuid[], ${all.map(({ device }) => device.appVersion)}::text[],
      ${all.map(({ device }) => device.platform)}::text[], ${all.map(({ device }) => JSON.stringify(device.screen))}::jsonb[],
      ${all.map(({ bootId }) => bootId)}::uuid[]
    ) as told (told_device_sign_id, told_app_version, told_platform, told_screen, told_boot_id)`;

  async function areSame(all: readonly Told[]): Promise<boolean[]> {
    const { rows } = await sql<{ deviceSignId: string }>`
      select device_sign_id from sign join ${toldOf(all)} on device_sign_id = told_device_sign_id where not ${isSame} or ${isBack}`.execute(
      db,
    );
    const others = new Set(rows.map(({ deviceSignId }) => deviceSignId));
    return all.map(({ deviceSignId }) => !others.has(deviceSignId));
  }

  async function write(one: Told): Promise<boolean> {
    const { rows } = await sql<{ id: string; organizationId: string; isSteady: boolean }>`
      update sign set app_version = told_app_version, platform = told_platform, screen = told_screen,
        restarting_until = case when not ${isBack} then restarting_until end
      from ${toldOf([one])} where device_sign_id = told_device_sign_id and (not ${isSame} or ${isBack})
      returning id, organization_id, restarting_until is null as is_steady`.execute(db);
    for (const { organizationId, id, isSteady } of rows) {
      feed.signsChanged(organizationId, [id]);
      if (isSteady) deps.restartEnded(one.deviceSignId);
    }
    return true;
  }

  return { renew: createBatchedWrite(areSame, write) };
}
