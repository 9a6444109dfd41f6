import type { World } from '../world.ts';

/** Which devices the records name, and since when: a node blames itself by its claimed devices alone (promise N2). */
export interface ClaimedDevices {
  /** Told of all records after each change of them. */
  saw(records: Iterable<{ device_sign_id: string | null }>): void;
  /** Whether a record names it now, and has without a gap since `sinceMs`. */
  throughout(deviceSignId: string, sinceMs: number): boolean;
  /** Whether a record named it at any time since `sinceMs`. */
  ever(deviceSignId: string, sinceMs: number): boolean;
}

export function watchClaimed({ timeline }: Pick<World, 'timeline'>): ClaimedDevices {
  const claimedMs = new Map<string, number>();
  const releasedMs = new Map<string, number>();
  return {
    saw(records) {
      const now = new Set(Array.from(records, ({ device_sign_id: device }) => device));
      const nowMs = timeline.nowMs();
      for (const device of claimedMs.keys()) {
        if (now.has(device)) continue;
        claimedMs.delete(device);
        releasedMs.set(device, nowMs);
      }
      for (const device of now) if (device !== null && !claimedMs.has(device)) claimedMs.set(device, nowMs);
    },
    throughout: (device, sinceMs) => (claimedMs.get(device) ?? Infinity) <= sinceMs,
    ever: (device, sinceMs) => claimedMs.has(device) || (releasedMs.get(device) ?? -Infinity) >= sinceMs,
  };
}
