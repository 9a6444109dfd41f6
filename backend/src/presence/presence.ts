import type { Clock } from '@sign-display/contracts/ports';
import type { ContentState, KioskMessage, KioskMode } from '@sign-display/contracts/kiosk-events';

/**
 * What this node knows of its signs from their heartbeats, in memory: nothing per heartbeat touches the database. Presence counts
 * heartbeats only; no other message keeps a sign alive (promise N1).
 */
export interface DevicePresence {
  lastHeartbeatAtMs: number;
  contentState: ContentState;
  mode: KioskMode;
}

export interface Presence {
  /** One heartbeat of the device `deviceSignId`, at the clock's now. */
  beat(deviceSignId: string, heartbeat: KioskMessage<'heartbeat'>): void;
  /** What the last heartbeat said; null if this node never had one. */
  of(deviceSignId: string): DevicePresence | null;
  /** Drops what is known of a device that has gone; that it was seen is still written. */
  forget(deviceSignId: string): void;
  /** The devices that had a heartbeat since the last call, with the time of the latest: what `lastSeenAt` is written from. */
  takeSeen(): { deviceSignId: string; atMs: number }[];
  /** Puts back what could not be written. */
  putBackSeen(seen: readonly { deviceSignId: string; atMs: number }[]): void;
}

export function createPresence({ clock }: { clock: Clock }): Presence {
  const devices = new Map<string, DevicePresence>();
  const seen = new Map<string, number>();

  return {
    beat(deviceSignId, { contentState, mode }) {
      const now = clock.now();
      const known = devices.get(deviceSignId);
      if (known) {
        known.lastHeartbeatAtMs = now;
        known.contentState = contentState;
        known.mode = mode;
      } else {
        devices.set(deviceSignId, { lastHeartbeatAtMs: now, contentState, mode });
      }
      seen.set(deviceSignId, now);
    },
    of: (deviceSignId) => devices.get(deviceSignId) ?? null,
    forget: (deviceSignId) => void devices.delete(deviceSignId),
    takeSeen() {
      const taken = Array.from(seen, ([deviceSignId, atMs]) => ({ deviceSignId, atMs }));
      seen.clear();
      return taken;
    },
    putBackSeen(taken) {
      for (const { deviceSignId, atMs } of taken) if (!seen.has(deviceSignId)) seen.set(deviceSignId, atMs);
    },
  };
}
