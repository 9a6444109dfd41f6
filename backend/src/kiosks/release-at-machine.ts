import type { Clock } from '@sign-display/contracts/clock-and-random';
import { recordAudit } from '../audit/audit-log.ts';
import { lockClaimsOfDevice } from '../claims/claims-repository.ts';
import type { Db } from '../db/database-types.ts';
import { lockDevice, writeVerdict, type HeldConnection } from '../devices/device-connections.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { SignRow } from '../signs/sign-view.ts';
import { lockSignOfDevice } from '../signs/signs-repository.ts';
import type { SignsService } from '../signs/signs-service.ts';

/**
 * `sign:released` (contract, 4.1; promise K13): somebody at the machine gives its identity up. Its record, if it has one, loses it as by an unregister
 * with no person behind it, and nobody is let in under the identity again: not the machine, which makes a new one, and no copy of its disk. An unclaimed
 * identity is retired in the same way, so that a claim of it that is under way can't be committed for a machine that is no more.
 */

/** What the contract says that the kiosk is told. */
const WORDS = { reason: 'released', detail: 'The sign was released on the device itself.' };

export function createReleaseAtMachine(deps: {
  db: Db;
  clock: Clock;
  signs: Pick<SignsService, 'unlink' | 'unlinked'>;
  claims: { abandon(deviceSignId: string): Promise<void> };
  /** Has the node of a device's connection look whether it is ended. */
  tellEvicted(deviceSignId: string): void;
  log: Logger;
}) {
  const { db, clock, signs, claims, tellEvicted, log } = deps;

  async function tell(signId: string, record: SignRow | null): Promise<void> {
    if (record) await signs.unlinked(record);
    await claims.abandon(signId);
    tellEvicted(signId);
  }

  return {
    /**
     * Null: the connection does not hold the device any more, and nothing was done. Once `tell` is called the kiosk hears `sign:unregistered`, and its
     * connection ends; the acknowledgement is to be sent before.
     */
    async release(connection: HeldConnection & { address: string }): Promise<{ tell(): Promise<void> } | null> {
      const { signId, connectionId, address } = connection;
      const done = await db.transaction().execute(async (trx) => {
        // Until the end of this transaction no attempt of the device begins, and none is committed.
        await lockClaimsOfDevice(trx, signId);
        const record = await lockSignOfDevice(trx, signId);
        const device = await lockDevice(trx, signId);
        // Said twice on one connection, it is done once.
        if (device && device.retiredAt !== null) return { record: null };
        const isHeld = device?.connectionId === connectionId && device.evictedConnectionId !== connectionId;
        if (!isHeld) return null;
        const nowMs = clock.now();
        await writeVerdict(trx, signId, { evicts: true, retiresAtMs: nowMs });
        if (!record) return { record: null };
        const author = { person: null, requestId: null, ip: address };
        await signs.unlink(trx, record, author, nowMs, WORDS);
        const { id, organizationId, eventId, deviceSignId, shortCode, macAddress } = record;
        const entry = { organizationId, eventId, signId: id, action: 'sign.release', target: { type: 'sign', id } };
        await recordAudit(trx, author, { ...entry, detail: { deviceSignId, shortCode, macAddress } }, nowMs);
        return { record };
      });
      if (!done) return null;
      const { record } = done;
      log.info({ signId, signRecordId: record?.id ?? null, address }, 'sign released on the device itself');
      return { tell: () => tell(signId, record) };
    },
  };
}

export type ReleaseAtMachine = ReturnType<typeof createReleaseAtMachine>;
