import type { Db } from '../db/database-types.ts';
import { findReleases, type Release } from '../devices/devices-repository.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedRead } from '../db/batched-read.ts';
import { signClaimed, signConfig, type ClaimedSign, type KioskLimits } from './build-sign-config.ts';
import { findSignsOfDevices } from './signs-repository.ts';

/**
 * Tells devices what the record says (promise C7). One telling per device at a time, each from a read of its own: whoever changes a
 * record asks for a telling after the commit, so the last word a kiosk hears was always read after the last change, whatever
 * was on its way before. A device that could not be told is cut off: it comes back by itself, registers, and is told then.
 */
export function createKioskRecordSync(deps: {
  db: Db;
  pace: Pace;
  gateway: KioskGateway;
  kioskLimits: KioskLimits;
  /** Null: a phone could not open it. */
  claimUrl(): string | null;
  log: Logger;
}) {
  const { db, pace, gateway, kioskLimits, claimUrl, log } = deps;
  const telling = new Map<string, { running: Promise<void>; queued: Promise<void> | null }>();

  const load = createBatchedRead<ClaimedSign>((ids) => findSignsOfDevices(db, ids), { pace });
  const loadRelease = createBatchedRead<Release>((ids) => findReleases(db, ids), { pace });

  async function read(deviceSignId: string): Promise<void> {
    const claimed = await load(deviceSignId);
    const release = claimed ? null : await loadRelease(deviceSignId);
    if (claimed?.sign.claimRequestId && !claimed.sign.claimConfirmedAt) {
      gateway.send(deviceSignId, 'sign:claimed', signClaimed(claimed, claimed.sign.claimRequestId));
    }
    if (release) {
      const { as, reason, atMs } = release;
      gateway.sendOnce(deviceSignId, `released ${atMs}`, `sign:${as}`, { reason });
    }
    gateway.send(deviceSignId, 'sign:config', signConfig(claimed, kioskLimits, claimUrl()));
  }

  async function tellOnce(deviceSignId: string): Promise<void> {
    try {
      await read(deviceSignId);
    } catch (error) {
      log.error({ err: error, signId: deviceSignId }, 'config not sent, disconnecting the kiosk');
      gateway.cutOff(deviceSignId);
    }
  }

  function start(deviceSignId: string): Promise<void> {
    const turn = { running: tellOnce(deviceSignId), queued: null as Promise<void> | null };
    telling.set(deviceSignId, turn);
    const end = () => {
      if (telling.get(deviceSignId) === turn && turn.queued === null) telling.delete(deviceSignId);
    };
    turn.running.then(end, end);
    return turn.running;
  }

  /**
   * Resolves when a `sign:config` that was read after this call has been sent (a claim that is not confirmed yet, or why the last one is over,
   * comes first), or the device was cut off. Never rejects: what was committed stays committed, whoever hears of it when.
   */
  function tell(deviceSignId: string): Promise<void> {
    const turn = telling.get(deviceSignId);
    if (!turn) return start(deviceSignId);
    // One read that starts after the present one serves everybody who asks until then.
    const next = () => start(deviceSignId);
    turn.queued ??= turn.running.then(next, next);
    return turn.queued;
  }

  return {
    tell,
    /** The same for many. */
    async syncMany(deviceSignIds: readonly string[]): Promise<void> {
      await Promise.all(deviceSignIds.map(tell));
    },
  };
}

export type KioskRecordSync = ReturnType<typeof createKioskRecordSync>;
