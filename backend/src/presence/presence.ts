import type { Clock } from '@sign-display/contracts/ports';
import type { ContentState, KioskMessage, KioskMode } from '@sign-display/contracts/kiosk-events';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';
import { verdictOf } from './verdict.ts';

/**
 * What this node knows of the devices it holds, from their heartbeats, in memory: nothing per heartbeat touches the database. What changes
 * is taken from here in batches and written into the records (presence-writer.ts). Presence counts heartbeats only; no other message
 * keeps a sign alive (promise N1).
 */

/** What is written of a device. `seenAtMs` is the wall clock's, of its last heartbeat. */
export interface DeviceFacts {
  deviceSignId: string;
  presence: PresenceWord;
  contentState: ContentState;
  mode: KioskMode;
  seenAtMs: number;
}

export interface Presence {
  /** One heartbeat of the device `deviceSignId`, at the clock's now. */
  beat(deviceSignId: string, heartbeat: Pick<KioskMessage<'heartbeat'>, 'contentState' | 'mode'>): void;
  /** What another message says of the device: facts, and never that it is alive. Nothing where no heartbeat came before: that tells. */
  report(deviceSignId: string, facts: Partial<Pick<DeviceFacts, 'contentState' | 'mode'>>): void;
  /** Has the facts of a device written again, changed or not: its record may be another now. */
  repeat(deviceSignId: string): void;
  /** The device's connection has ended. It is known until it is offline, here or wherever it went. */
  letGo(deviceSignId: string): void;
  /** Drops what is known of a device that has lost its record; its next heartbeat is as its first. */
  forget(deviceSignId: string): void;
  /** Finds those that have gone silent. 10,000 in well under a millisecond. */
  sweep(): void;
  /** The devices whose facts changed since the last call. */
  takeChanged(): DeviceFacts[];
  /** Of those taken: what could not be written is taken again. */
  putBackChanged(facts: readonly DeviceFacts[]): void;
  /** Of those taken: what is written. Who is offline and not connected any more is forgotten. */
  written(facts: readonly DeviceFacts[]): void;
  /** The devices that had a heartbeat since the last call: what `lastSeenAt` is written from. */
  takeSeen(): DeviceFacts[];
  /** Puts back what could not be written. */
  putBackSeen(seen: readonly DeviceFacts[]): void;
  /** How many devices have which verdict. */
  counts(): Record<PresenceWord, number>;
  /** Called whenever there is something to take by `takeChanged` where there was nothing before. */
  onChange(tell: () => void): void;
}

interface Known extends DeviceFacts {
  /** By the monotonic clock. */
  heardAtMs: number;
  isHeld: boolean;
}

const factsOf = ({ deviceSignId, presence, contentState, mode, seenAtMs }: Known): DeviceFacts => ({
  deviceSignId,
  presence,
  contentState,
  mode,
  seenAtMs,
});

export function createPresence(deps: {
  clock: Clock;
  offlineAfterMs: number;
  /** Told of each verdict that changed, and of a device's first. */
  observe?: (presence: PresenceWord) => void;
}): Presence {
  const { clock } = deps;
  const devices = new Map<string, Known>();
  const changed = new Set<string>();
  const seen = new Set<string>();
  let tell = (): void => {};

  const markChanged = (deviceSignId: string): void => {
    changed.add(deviceSignId);
    if (changed.size === 1) tell();
  };
  const takeFrom = (ids: Set<string>): DeviceFacts[] => {
    const taken = Array.from(ids, (id) => devices.get(id)).filter((known) => known !== undefined);
    ids.clear();
    return taken.map(factsOf);
  };
  const setFacts = (known: Known, facts: Partial<Pick<Known, 'presence' | 'contentState' | 'mode'>>): void => {
    const { presence = known.presence, contentState = known.contentState, mode = known.mode } = facts;
    if (presence === known.presence && contentState === known.contentState && mode === known.mode) return;
    if (presence !== known.presence) deps.observe?.(presence);
    Object.assign(known, { presence, contentState, mode });
    markChanged(known.deviceSignId);
  };

  return {
    beat(deviceSignId, { contentState, mode }) {
      const times = { seenAtMs: clock.now(), heardAtMs: clock.monotonicMs() };
      const known = devices.get(deviceSignId);
      if (known) {
        known.seenAtMs = times.seenAtMs;
        known.heardAtMs = times.heardAtMs;
        known.isHeld = true;
        setFacts(known, { presence: 'online', contentState, mode });
      } else {
        devices.set(deviceSignId, { deviceSignId, presence: 'online', contentState, mode, ...times, isHeld: true });
        deps.observe?.('online');
        markChanged(deviceSignId);
      }
      seen.add(deviceSignId);
    },
    report(deviceSignId, facts) {
      const known = devices.get(deviceSignId);
      if (known) setFacts(known, facts);
    },
    repeat(deviceSignId) {
      if (devices.has(deviceSignId)) markChanged(deviceSignId);
    },
    letGo(deviceSignId) {
      const known = devices.get(deviceSignId);
      if (!known) return;
      known.isHeld = false;
      if (known.presence === 'offline' && !changed.has(deviceSignId)) devices.delete(deviceSignId);
    },
    forget: (deviceSignId) => void devices.delete(deviceSignId),
    sweep() {
      const nowMs = clock.monotonicMs();
      for (const known of devices.values())
        if (known.presence === 'online') setFacts(known, { presence: verdictOf(known, nowMs, deps) });
    },
    takeChanged: () => takeFrom(changed),
    putBackChanged(facts) {
      for (const { deviceSignId } of facts) markChanged(deviceSignId);
    },
    written(facts) {
      for (const { deviceSignId } of facts) {
        const known = devices.get(deviceSignId);
        if (known?.presence === 'offline' && !known.isHeld && !changed.has(deviceSignId)) devices.delete(deviceSignId);
      }
    },
    takeSeen: () => takeFrom(seen),
    putBackSeen(taken) {
      for (const { deviceSignId } of taken) seen.add(deviceSignId);
    },
    counts() {
      const counts = { online: 0, offline: 0 };
      for (const { presence } of devices.values()) counts[presence] += 1;
      return counts;
    },
    onChange(given) {
      tell = given;
      if (changed.size > 0) tell();
    },
  };
}
