import type { Selectable } from 'kysely';
import type { Shown, Sign, SignDevice } from '@sign-display/contracts/rest/signs';
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
  'unstableUntil',
  'screenshotAt',
  'createdAt',
  'updatedAt',
] as const;
const SHOWN = ['shownUrl', 'shownSource', 'shownUntil'] as const;
export const VIEW_COLUMNS = [...OWN, ...DEVICE, ...FACTS, ...SHOWN] as const;
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

const NOTHING_SHOWN: Shown = { url: null, source: null, until: null };

/** Rows say what is right at every commit, and after it the sign is told (content/update-page-to-show.ts). */
function shownView({ deviceSignId, url, shownUrl, shownSource, shownUntil }: ViewRow): Shown {
  if (deviceSignId === null) return NOTHING_SHOWN;
  if (shownSource !== null) return { url: shownUrl, source: shownSource, until: shownUntil?.toISOString() ?? null };
  return url === null ? NOTHING_SHOWN : { url, source: 'assigned', until: null };
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
    unstable: device !== null && row.unstableUntil !== null,
    restartingUntil: (device && row.restartingUntil?.toISOString()) ?? null,
    acknowledged: device && row.acknowledged,
    screenshotAt: (device && row.screenshotAt?.toISOString()) ?? null,
    shown: shownView(row),
    settings: row.settings,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
