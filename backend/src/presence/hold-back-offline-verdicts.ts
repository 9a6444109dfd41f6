import type { WarmUpReason } from '@sign-display/contracts/backend-warm-up';

/**
 * Whether a node blames itself for silence (promise N2): after its own start, and when at least two and more than a third of its claimed devices vanish within 10 s,
 * offline verdicts wait for a warm-up. Devices without a record are not counted: anybody can make up any number of them. No clock and no timers: all times are given, in milliseconds of one monotonic clock.
 *
 * A device is *present* from when it is heard until it vanishes. It vanishes when it is disconnected or silent, whichever is first, and then
 * not again before it was heard again. A device that has vanished and is claimed then is counted from when it is heard again. One that was told to restart (promise N9)
 * leaves instead, and does not vanish before it was heard again.
 *
 *   none ── started, or one vanishing too many ──▶ warm-up ── end, at its time or later ──▶ none, or the next warm-up
 *
 * - One too many: claimed devices that vanished within the window and have not come back are more than one, and more than a third of those that were present at its beginning.
 * - A warm-up is never made longer, and stands until `end`: whoever calls it gives the verdicts that have waited first, so that none is missed.
 * - Each event is O(1), amortised: vanishings are counted by their moment, and each device holds its own.
 */

/** A device in the guard's eyes; written by the guard alone. `vanishedAtMs` null: it is present. */
export interface Watched {
  vanishedAtMs: number | null;
  isClaimed: boolean;
}

/** No offline verdict from `sinceMs` to before `untilMs`. One object for all the time that it lasts. */
export interface WarmUp {
  reason: WarmUpReason;
  sinceMs: number;
  untilMs: number;
  /** What it was judged by: how many claimed devices vanished, of how many. */
  vanished: number;
  of: number;
}

/** Promise N2. */
const WINDOW_MS = 10_000;
/** The silence of a device that vanished then is not counted. */
const IN_NO_WINDOW = -Infinity;
/** One device's silence doesn't suggest that the node is at fault; with one or two signs, each verdict would wait a minute (decision 43). */
const MASS_FROM = 2;
const isTooMany = (vanished: number, of: number): boolean => vanished >= MASS_FROM && vanished * 3 > of;

/** `warmUpMs` 0: there are no warm-ups. `changed` is told of each that begins, and with null when one ends and no other begins. */
export function createPresenceGuard(
  { warmUpMs }: { warmUpMs: number },
  changed: (warmUp: WarmUp | null) => void = () => {},
) {
  /** Of claimed devices, all three. */
  let present = 0;
  /** How many vanished at which moment of the window and have not come back, the earliest first; `gone` is their sum. */
  const goneAt = new Map<number, number>();
  let gone = 0;
  let warmUp: WarmUp | null = null;

  function begin(reason: WarmUpReason, nowMs: number): void {
    warmUp = { reason, sinceMs: nowMs, untilMs: nowMs + warmUpMs, vanished: gone, of: present + gone };
    changed(warmUp);
  }

  function judge(nowMs: number): void {
    for (const [atMs, count] of goneAt) {
      if (nowMs - atMs <= WINDOW_MS) break;
      goneAt.delete(atMs);
      gone -= count;
    }
    if (warmUp || warmUpMs === 0) return;
    if (isTooMany(gone, present + gone)) begin('mass_silence', nowMs);
  }

  /** Takes it out of the counts. */
  function takeOut({ vanishedAtMs, isClaimed }: Watched): void {
    if (!isClaimed) return;
    if (vanishedAtMs === null) present -= 1;
    else {
      const count = goneAt.get(vanishedAtMs);
      if (count === undefined) return;
      goneAt.set(vanishedAtMs, count - 1);
      gone -= 1;
    }
  }

  return {
    /** Null: offline verdicts are given. */
    get warmUp(): WarmUp | null {
      return warmUp;
    },
    /** How many claimed devices are present now. */
    get present(): number {
      return present;
    },
    /** The node takes devices from now on. */
    started(nowMs: number): void {
      if (warmUpMs > 0) begin('start', nowMs);
    },
    /** A device that was not watched until now is heard. */
    watch(isClaimed: boolean): Watched {
      if (isClaimed) present += 1;
      return { vanishedAtMs: null, isClaimed };
    },
    /** The device has got a record, or has lost it. */
    claimed(device: Watched, isClaimed: boolean): void {
      if (device.isClaimed === isClaimed) return;
      takeOut(device);
      device.isClaimed = isClaimed;
      if (!isClaimed) return;
      if (device.vanishedAtMs === null) present += 1;
      else device.vanishedAtMs = IN_NO_WINDOW;
    },
    heard(device: Watched): void {
      if (device.vanishedAtMs === null) return;
      takeOut(device);
      device.vanishedAtMs = null;
      if (device.isClaimed) present += 1;
    },
    vanished(device: Watched, nowMs: number): void {
      if (device.vanishedAtMs !== null) return;
      device.vanishedAtMs = nowMs;
      if (!device.isClaimed) return;
      present -= 1;
      goneAt.set(nowMs, (goneAt.get(nowMs) ?? 0) + 1);
      gone += 1;
      judge(nowMs);
    },
    /** The device is away because it was told to: it is present no more, and has not vanished. */
    left(device: Watched): void {
      if (device.vanishedAtMs !== null) return;
      if (device.isClaimed) present -= 1;
      device.vanishedAtMs = IN_NO_WINDOW;
    },
    /** The device is watched no more: it neither is there nor has vanished. To be called once. */
    forget: takeOut,
    /** Ends a warm-up whose time is over, and begins the next where the window says so by now. */
    end(nowMs: number): void {
      if (!warmUp || nowMs < warmUp.untilMs) return;
      warmUp = null;
      judge(nowMs);
      if (!warmUp) changed(null);
    },
  };
}

export type PresenceGuard = ReturnType<typeof createPresenceGuard>;

/**
 * After how much silence a device counts as vanished. What goes silent at one moment was last seen within one heartbeat interval: so one
 * interval before the first of them is offline all of them count, and the warm-up comes before the first verdict. Where that would be no more than
 * an interval itself, half-way between the two.
 */
export const vanishAfterMs = (offlineAfterMs: number, heartbeatIntervalMs: number): number =>
  Math.max(offlineAfterMs - heartbeatIntervalMs, (offlineAfterMs + heartbeatIntervalMs) / 2);
