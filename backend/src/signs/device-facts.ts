import { sql } from 'kysely';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { createBatchedWrite } from '../db/batched-write.ts';
import type { Db } from '../db/database.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';

interface Told {
  deviceSignId: string;
  device: KioskMessage<'sign:register'>['device'];
}

/** Of records that have a device: whether what they say of its machine is what its kiosk says. */
const isSame = sql<boolean>`(app_version, platform, screen) is not distinct from (told_app_version, told_platform, told_screen)`;

/**
 * What a kiosk says of its machine at each register (version, platform, screen) stands in its record too, where lists and dashboards read it: after
 * an update, or with another screen, they show what is there now. Of those who come at once one read tells who says anything new, which few do.
 */
export function createDeviceFacts({ db, feed }: { db: Db; feed: DashboardFeed }) {
  const toldOf = (all: readonly Told[]) => sql`unnest(
      ${all.map(({ deviceSignId }) => deviceSignId)}::uuid[], ${all.map(({ device }) => device.appVersion)}::text[],
      ${all.map(({ device }) => device.platform)}::text[], ${all.map(({ device }) => JSON.stringify(device.screen))}::jsonb[]
    ) as told (told_device_sign_id, told_app_version, told_platform, told_screen)`;

  async function areSame(all: readonly Told[]): Promise<boolean[]> {
    const { rows } = await sql<{ deviceSignId: string }>`
      select device_sign_id from sign join ${toldOf(all)} on device_sign_id = told_device_sign_id where not ${isSame}`.execute(
      db,
    );
    const others = new Set(rows.map(({ deviceSignId }) => deviceSignId));
    return all.map(({ deviceSignId }) => !others.has(deviceSignId));
  }

  async function write(one: Told): Promise<boolean> {
    const { rows } = await sql<{ id: string; organizationId: string }>`
      update sign set app_version = told_app_version, platform = told_platform, screen = told_screen
      from ${toldOf([one])} where device_sign_id = told_device_sign_id and not ${isSame}
      returning id, organization_id`.execute(db);
    for (const { organizationId, id } of rows) feed.signsChanged(organizationId, [id]);
    return true;
  }

  return { renew: createBatchedWrite(areSame, write) };
}
