import type { Selectable } from 'kysely';
import type { Sign, SignDevice } from '@sign-display/contracts/rest/signs';
import type { SignTable } from './tables.ts';
import { statusOf } from './sign-status.ts';

export type SignRow = Selectable<SignTable>;

/** What a record's view is made of. */
const OWN = ['id', 'organizationId', 'eventId', 'name', 'location', 'url', 'settings', 'version'] as const;
const DEVICE = ['deviceSignId', 'macAddress', 'shortCode', 'appVersion', 'platform', 'screen'] as const;
const FACTS = [
  'presence',
  'contentState',
  'mode',
  'lastSeenAt',
  'statusSince',
  'blank',
  'restartingUntil',
  'acknowledged',
  'createdAt',
  'updatedAt',
] as const;
export const VIEW_COLUMNS = [...OWN, ...DEVICE, ...FACTS] as const;
type ViewRow = Pick<SignRow, (typeof VIEW_COLUMNS)[number]>;

function deviceView(row: ViewRow): SignDevice | null {
  const { deviceSignId, shortCode, macAddress } = row;
  if (deviceSignId === null || shortCode === null || macAddress === null) return null;
  return {
    deviceSignId,
    shortCode,
    macAddress,
    appVersion: row.appVersion ?? 'unknown',
    platform: row.platform ?? 'unknown',
    screen: row.screen ?? { width: 1, height: 1, scaleFactor: 1 },
  };
}

/** A sign record as REST and dashboards show it: its row says it all, on any node. */
export function describeSign(row: ViewRow): Sign {
  const device = deviceView(row);
  return {
    id: row.id,
    organizationId: row.organizationId,
    eventId: row.eventId,
    name: row.name,
    location: row.location,
    url: row.url,
    status: statusOf(row),
    presence: device && (row.presence ?? 'offline'),
    contentState: device && row.contentState,
    mode: device && row.mode,
    device,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    statusSince: row.statusSince?.toISOString() ?? null,
    blank: device && row.presence === 'online' ? row.blank : null,
    restartingUntil: (device && row.restartingUntil?.toISOString()) ?? null,
    acknowledged: device && row.acknowledged,
    settings: row.settings,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
