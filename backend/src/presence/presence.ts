import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';
import type { DeviceFacts } from '../signs/heartbeat-facts-repository.ts';
import { createHeartbeatCounts } from './heartbeat-counts.ts';
import { createPresenceGuard, vanishAfterMs, type Watched, type WarmUp } from './hold-back-offline-verdicts.ts';
import { verdictOf } from './judge-offline-verdict.ts';

interface Known extends Omit<DeviceFacts, 'seenAtMs'> {
  /** By the monotonic clock. */
  heardAtMs: number;
  /** From then on its silence counts: its last heartbeat, a claim that this node has committed, or the end of a restart that was ordered (promise N9). Monotonic. */
  countsFromMs: number;
  watched: Watched;
  /** Whether its last heartbeat is to be taken by `takeSeen`. */
  isSeen: boolean;
  /** It has lost its record, and was not heard since: it is there, and nothing is said of it. */
  isForgotten: boolean;
}

/**
 * What this node knows of the devices it holds, from their heartbeats, in memory: nothing per heartbeat touches the database. What changes
 * is taken from here in batches and written into the records (presence-writer.ts). Presence counts heartbeats only; no other message
 * keeps a sign alive (promise N1).
 */
export function createPresence(deps: {
  clock: Clock;
  offlineAfterMs: number;
  heartbeatIntervalMs: number;
  /** 0: verdicts never wait. */
  warmUpMs: number;
  /** Whether a device was told to restart, and may be silent (promise N9). */
  isRestarting?: (deviceSignId: string) => boolean;
  /** Whether a device of this node has a record; all have one where nothing is said. */
  isClaimed?: (deviceSignId: string) => boolean;
  /** Told of each warm-up that begins, and with null when there is none any more. */
  observeWarmUp?: (warmUp: WarmUp | null) => void;
}) {
  const { clock, offlineAfterMs, heartbeatIntervalMs, isClaimed = () => true, isRestarting = () => false } = deps;
  const goneAfterMs = vanishAfterMs(offlineAfterMs, heartbeatIntervalMs);
  /** Before it no silence means anything. */
  const silentAfterMs = Math.min(goneAfterMs, offlineAfterMs);
  const devices = new Map<string, Known>();
  const kept = createHeartbeatCounts(clock);
  const changed = new Set<string>();
  let tell = (): void => {};
  let isDraining = false;
  /** What is told of the guard's, with times of the wall clock. */
  let warmUp: WarmUp | null = null;
  /**
   * One that has begun as the one before ended. It is told of when the verdicts that waited for that one are written: whoever reads of a warm-up
   * reads of no verdict inside of it. `isTaken`: they are being written.
   */
  let next: { begun: WarmUp; isTaken: boolean } | null = null;
  const wallTime = (monotonicMs: number): number => Math.round(monotonicMs + clock.now() - clock.monotonicMs());
  const factsOf = (known: Known): DeviceFacts => {
    const { deviceSignId, presence, contentState, mode, blank, tellsBlank, problem } = known;
    const { writtenSeenAtMs, claimedAtMs, isHeld } = known;
    const times = { seenAtMs: wallTime(known.heardAtMs), writtenSeenAtMs, claimedAtMs };
    return { deviceSignId, presence, contentState, mode, blank, tellsBlank, problem, ...times, isHeld };
  };
  const tellWarmUp = (begun: WarmUp | null, sinceMs: number): void => {
    next = null;
    warmUp = begun && { ...begun, sinceMs, untilMs: wallTime(begun.untilMs) };
    deps.observeWarmUp?.(warmUp);
  };
  const guard = createPresenceGuard(deps, (begun) => {
    if (begun && warmUp && changed.size > 0) next = { begun, isTaken: false };
    else tellWarmUp(begun, wallTime(begun?.sinceMs ?? 0));
  });

  const markChanged = (deviceSignId: string): void => {
    changed.add(deviceSignId);
    if (changed.size === 1) tell();
  };
  const setFacts = (
    known: Known,
    facts: Partial<Pick<Known, 'presence' | 'contentState' | 'mode' | 'blank' | 'tellsBlank' | 'problem'>>,
  ): void => {
    const {
      presence = known.presence,
      contentState = known.contentState,
      mode = known.mode,
      blank = known.blank,
    } = facts;
    const isSameContent = contentState === known.contentState;
    const problem = facts.problem ?? (isSameContent ? known.problem : null);
    const isSameProblem = problem?.kind === known.problem?.kind;
    known.tellsBlank = facts.tellsBlank ?? known.tellsBlank;
    if (presence === known.presence && isSameContent && mode === known.mode && blank === known.blank && isSameProblem)
      return;
    known.presence = presence;
    known.contentState = contentState;
    known.mode = mode;
    known.blank = blank;
    known.problem = problem;
    markChanged(known.deviceSignId);
  };

  /** It is gone by itself, or because it was told to restart: that is nobody's fault (promises N2, N9). */
  const noteGone = ({ deviceSignId, watched }: Known, nowMs: number): void => {
    if (isRestarting(deviceSignId)) guard.left(watched);
    else guard.vanished(watched, nowMs);
  };

  const drop = ({ deviceSignId, watched }: Known): void => {
    devices.delete(deviceSignId);
    guard.forget(watched);
  };

  return {
    /** Heartbeats that are not written yet. */
    kept,
    /** The node takes devices from now on: its first warm-up begins. */
    start: (): void => guard.started(clock.monotonicMs()),
    /** The node goes down, and it is itself that ends the connections: nobody vanishes any more, and there are no more verdicts. */
    drain: (): void => void (isDraining = true),
    /**
     * Why offline verdicts wait now (promise N2), by the wall clock; null where they don't. One object for all the time that it lasts. Where one follows
     * another it is the earlier one until its verdicts are `written`.
     */
    warmUp: (): WarmUp | null => warmUp,
    /** How many claimed devices are there now: heard, and not vanished since (promise N2). */
    heard: (): number => guard.present,
    /** One heartbeat of the device `deviceSignId`, at the clock's now. */
    beat(deviceSignId: string, heartbeat: Pick<KioskMessage<'heartbeat'>, 'contentState' | 'mode' | 'blank'>): void {
      const { contentState, mode, blank = null } = heartbeat;
      const said = { contentState, mode, blank, tellsBlank: heartbeat.blank !== undefined };
      const heardAtMs = clock.monotonicMs();
      kept.heard(deviceSignId);
      const known = devices.get(deviceSignId);
      if (known && !known.isForgotten) {
        known.heardAtMs = heardAtMs;
        known.countsFromMs = heardAtMs;
        // Another node has heard it meanwhile, perhaps, and is to know soon that it is heard here.
        if (!known.isHeld) markChanged(deviceSignId);
        known.isHeld = true;
        known.isSeen = true;
        guard.heard(known.watched);
        setFacts(known, { presence: 'online', ...said });
      } else {
        const watched = known?.watched ?? guard.watch(isClaimed(deviceSignId));
        guard.claimed(watched, isClaimed(deviceSignId));
        guard.heard(watched);
        const isAlive = {
          presence: 'online',
          heardAtMs,
          countsFromMs: heardAtMs,
          watched,
          isHeld: true,
          isSeen: true,
        } as const;
        const unknown = { problem: null, writtenSeenAtMs: null, claimedAtMs: null, isForgotten: false };
        devices.set(deviceSignId, { deviceSignId, ...said, ...isAlive, ...unknown });
        markChanged(deviceSignId);
      }
    },
    /**
     * What another message says of the device: facts, and never that it is alive. Nothing where no heartbeat came before: that tells. That a page
     * shows is no word on a blank screen, where an older kiosk loads it again as well: only heartbeats end that.
     */
    report(deviceSignId: string, facts: Partial<Pick<DeviceFacts, 'contentState' | 'mode' | 'problem'>>): void {
      const known = devices.get(deviceSignId);
      const isHeard = known && !known.isForgotten && known.contentState !== null;
      if (!isHeard || (known.problem?.kind === 'blank' && facts.contentState === 'showing')) return;
      setFacts(known, facts);
    },
    /**
     * The device has ended a restart that was ordered: it has the time of a verdict to be heard. A verdict that was given before, and is not written yet, is
     * judged anew.
     */
    restartEnded(deviceSignId: string): void {
      const known = devices.get(deviceSignId);
      if (!known) return;
      known.countsFromMs = clock.monotonicMs();
      if (known.presence === 'offline' && changed.has(deviceSignId)) known.presence = 'online';
    },
    /** The device has got a record, or has lost it, as `isClaimed` says now: only claimed devices count for warm-ups (promise N2). */
    claimChanged(deviceSignId: string): void {
      const known = devices.get(deviceSignId);
      if (known) guard.claimed(known.watched, isClaimed(deviceSignId));
    },
    /**
     * This node has committed a claim of the device at `atMs`, by the wall clock: its record has that time now, and says online. The silence of the device
     * counts from then. Until another node hears it, it is this one's to judge: what others heard before the claim says nothing of a device that may have moved.
     */
    claimCommitted(deviceSignId: string, atMs: number): void {
      const known = devices.get(deviceSignId);
      const nowMs = clock.monotonicMs();
      const claimed = { presence: 'online', countsFromMs: nowMs, claimedAtMs: atMs } as const;
      if (known && !known.isForgotten) return void Object.assign(known, claimed);
      const watched = known?.watched ?? guard.watch(isClaimed(deviceSignId));
      const times = { ...claimed, heardAtMs: nowMs, writtenSeenAtMs: atMs, isSeen: false };
      const isAlive = { watched, isHeld: known?.isHeld ?? false, isForgotten: false };
      const unknown = { contentState: null, mode: null, blank: null, tellsBlank: false, problem: null };
      devices.set(deviceSignId, { deviceSignId, ...times, ...isAlive, ...unknown });
    },
    /** Has the facts of a device written again, changed or not: its record may be another now. Nothing where no heartbeat has said any. */
    repeat(deviceSignId: string): void {
      const known = devices.get(deviceSignId);
      if (known && known.contentState !== null) markChanged(deviceSignId);
    },
    /** The same, unless it is not connected here any more: another node, or a claim, has written its time. */
    repeatHeld(deviceSignId: string): void {
      if (devices.get(deviceSignId)?.isHeld) markChanged(deviceSignId);
    },
    /** The times of their last heartbeats stand in the records. */
    seenWritten(facts: readonly DeviceFacts[]): void {
      for (const { deviceSignId, seenAtMs } of facts) {
        const known = devices.get(deviceSignId);
        if (known) known.writtenSeenAtMs = seenAtMs;
      }
    },
    /** The device's connection has ended. It is known until it is offline, here or wherever it went. */
    letGo(deviceSignId: string): void {
      const known = devices.get(deviceSignId);
      if (!known) return;
      known.isHeld = false;
      if (!isDraining) noteGone(known, clock.monotonicMs());
      if (known.presence === 'offline' && (known.isForgotten || !changed.has(deviceSignId))) drop(known);
    },
    /**
     * Drops what is known of a device that has lost its record; its next heartbeat is as its first. It counts for warm-ups no more.
     */
    forget(deviceSignId: string): void {
      kept.forget(deviceSignId);
      const known = devices.get(deviceSignId);
      if (!known) return;
      if (!known.isHeld) return drop(known);
      known.isForgotten = true;
      guard.claimed(known.watched, false);
    },
    /** Finds those that have gone silent, and gives the verdicts that are due. 10,000 in about a millisecond (presence.bench.ts). */
    sweep(): void {
      if (isDraining) return;
      const nowMs = clock.monotonicMs();
      const silent: Known[] = [];
      for (const known of devices.values())
        if (known.presence === 'online' && nowMs - known.countsFromMs >= silentAfterMs) silent.push(known);
      // All that are gone before the first verdict: of many that are the backend's own fault none is to be offline.
      for (const known of silent) if (nowMs - known.countsFromMs >= goneAfterMs) noteGone(known, nowMs);
      for (const known of silent) {
        if (isRestarting(known.deviceSignId)) continue;
        const verdict = verdictOf(known, nowMs, guard.warmUp, deps);
        if (!known.isForgotten) setFacts(known, { presence: verdict });
        else if (verdict === 'offline' && !known.isHeld) drop(known);
      }
      // After the verdicts that have waited: the next warm-up begins with none of them left.
      guard.end(nowMs);
    },
    /** The devices whose facts changed since the last call. */
    takeChanged(): DeviceFacts[] {
      if (next) next.isTaken = true;
      const taken: DeviceFacts[] = [];
      for (const known of Array.from(changed, (id) => devices.get(id)))
        if (known && !known.isForgotten) taken.push(factsOf(known));
      changed.clear();
      return taken;
    },
    /** Of those taken: what could not be written is taken again. */
    putBackChanged(facts: readonly DeviceFacts[]): void {
      if (next) next.isTaken = false;
      for (const { deviceSignId } of facts) markChanged(deviceSignId);
    },
    /** Of those taken: verdicts that nobody can give yet. The next sweep judges them anew. */
    withdraw(facts: readonly DeviceFacts[]): void {
      for (const { deviceSignId } of facts) {
        const known = devices.get(deviceSignId);
        if (known?.presence === 'offline') known.presence = 'online';
      }
    },
    /** For how long a device has been silent when it should not, by a clock that nobody sets; null where it is not known. */
    silentForMs(deviceSignId: string): number | null {
      const known = devices.get(deviceSignId);
      return known ? clock.monotonicMs() - known.countsFromMs : null;
    },
    /** Of those taken: what is written, or another's to write. Who is offline and not connected any more is forgotten. */
    written(facts: readonly DeviceFacts[]): void {
      for (const { deviceSignId } of facts) {
        const known = devices.get(deviceSignId);
        if (known?.presence === 'offline' && !known.isHeld && !changed.has(deviceSignId)) drop(known);
      }
      if (next?.isTaken) tellWarmUp(next.begun, wallTime(clock.monotonicMs()));
    },
    /** The devices that had a heartbeat since the last call: what `lastSeenAt` is written from. */
    takeSeen(): DeviceFacts[] {
      const taken: DeviceFacts[] = [];
      for (const known of devices.values()) {
        if (!known.isSeen || known.isForgotten) continue;
        known.isSeen = false;
        taken.push(factsOf(known));
      }
      return taken;
    },
    /** Puts back what could not be written. */
    putBackSeen(taken: readonly DeviceFacts[]): void {
      for (const { deviceSignId } of taken) {
        const known = devices.get(deviceSignId);
        if (known) known.isSeen = true;
      }
    },
    /** How many devices have which verdict. */
    counts(): Record<PresenceWord, number> {
      const counts = { online: 0, offline: 0 };
      for (const { presence, isForgotten } of devices.values()) if (!isForgotten) counts[presence] += 1;
      return counts;
    },
    /** Called whenever there is something to take by `takeChanged` where there was nothing before. */
    onChange(given: () => void): void {
      tell = given;
      if (changed.size > 0) tell();
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
