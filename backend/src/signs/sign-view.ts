import type { Selectable } from 'kysely';
import type { Presence as PresenceWord, Sign, SignDevice, SignStatus } from '@sign-display/contracts/rest/signs';
import type { SignTable } from '../db/schema.ts';
import type { DevicePresence } from '../presence/presence.ts';

export type SignRow = Selectable<SignTable>;

/**
 * Whether a sign is alive: heartbeats only, whatever the socket says (promise N1). Null for a record without a device.
 */
export function presenceWord(
  row: SignRow,
  presence: DevicePresence | null,
  nowMs: number,
  offlineAfterMs: number,
): PresenceWord | null {
  if (row.deviceSignId === null) return null;
  const lastSeenAtMs = Math.max(presence?.lastHeartbeatAtMs ?? 0, row.lastSeenAt?.getTime() ?? 0);
  return nowMs - lastSeenAtMs < offlineAfterMs ? 'online' : 'offline';
}

/** One word for people, derived, never stored (contract, section 3). */
function statusWord(word: PresenceWord | null, presence: DevicePresence | null, url: string | null): SignStatus {
  if (word === null) return 'unlinked';
  if (word === 'offline') return 'offline';
  if (presence?.contentState === 'unreachable') return 'content_unreachable';
  if (presence?.contentState === 'error') return 'content_error';
  if (presence?.mode === 'background') return 'background';
  return url === null ? 'idle' : 'showing';
}

function deviceView(row: SignRow): SignDevice | null {
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

/** A sign record as REST shows it, from its row and what this node knows of its heartbeats. */
export function signView(row: SignRow, presence: DevicePresence | null, nowMs: number, offlineAfterMs: number): Sign {
  const device = deviceView(row);
  const known = device === null ? null : presence;
  const word = presenceWord(row, known, nowMs, offlineAfterMs);
  const lastSeenAtMs = Math.max(known?.lastHeartbeatAtMs ?? 0, row.lastSeenAt?.getTime() ?? 0);
  return {
    id: row.id,
    organizationId: row.organizationId,
    eventId: row.eventId,
    name: row.name,
    location: row.location,
    url: row.url,
    status: statusWord(word, known, row.url),
    presence: word,
    contentState: known?.contentState ?? null,
    mode: known?.mode ?? null,
    device,
    lastSeenAt: lastSeenAtMs === 0 ? null : new Date(lastSeenAtMs).toISOString(),
    statusSince: row.statusSince?.toISOString() ?? null,
    settings: row.settings,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
