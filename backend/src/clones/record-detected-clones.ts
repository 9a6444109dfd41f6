import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ServiceDeps } from '../db/database-types.ts';
import { lockDevice } from '../devices/device-connections.ts';
import { historyOfSign } from '../history/create-history-item.ts';
import { appendHistory } from '../history/history-repository.ts';
import { createGate } from '../flow/gate.ts';
import { recordNotices } from '../outages/notice-queue.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import { lockSignOfDevice } from '../signs/signs-repository.ts';
import type { Logger } from '../logging/logger-type.ts';
import { adoptClone, countAttempt, insertClone, type CloneRow, type Encounter } from './clones-repository.ts';

/** Machines that nobody has decided about, of one device: more tell an admin nothing new. */
export const MOST_OPEN_CLONES = 10;
/** A hall of copies that is switched on at once leaves the pool to others. */
const NOTES = { atOnce: 2, mostWaiting: 500 };

type Noted = Encounter & { decisions: number };

/** Writes down which machines were turned away because another one lives under their identity, and tells admins of each once (promise N8). */
export function createCloneNotes(deps: ServiceDeps & { feed: DashboardFeed; log: Logger }) {
  const { db, clock, random, feed, log } = deps;
  const gate = createGate(NOTES);

  /** Opens a row, or gives one from when the device was nobody's to its record. Null: there is nothing new to tell of. */
  async function open(encounter: Noted) {
    return await db.transaction().execute(async (trx) => {
      const sign = await lockSignOfDevice(trx, encounter.signId);
      // Of nodes that note the same machine at once one opens the row.
      const device = await lockDevice(trx, encounter.signId);
      if (device?.decisions !== encounter.decisions) return null;
      const nowMs = clock.now();
      if (await countAttempt(trx, encounter, nowMs)) return null;
      const id = makeUuidV7(clock, random);
      const adopted = sign && (await adoptClone(trx, encounter, sign, nowMs));
      const row = adopted ?? (await insertClone(trx, { ...encounter, id }, sign, nowMs, MOST_OPEN_CLONES));
      if (!row || !sign) return null;
      const happened = { kind: 'clone_detected', outcome: 'clone_quarantined', detail: wordsOf(row), url: null };
      const seenAtMs = row.lastSeenAt.getTime();
      await appendHistory(trx, [historyOfSign({ clock, random }, sign, null, happened, seenAtMs)]);
      const { organizationId, eventId, id: signRecordId, name: signName } = sign;
      const notice = { organizationId, eventId, signRecordId, signName, at: row.lastSeenAt, detail: wordsOf(row) };
      await recordNotices(trx, [{ ...notice, kind: 'clone_detected' }]);
      return { row, sign };
    });
  }

  async function write(encounter: Noted): Promise<void> {
    if (await countAttempt(db, encounter, clock.now())) return;
    const opened = await open(encounter);
    if (!opened?.sign) return;
    const { organizationId, id: signId } = opened.sign;
    feed.toOrganization(organizationId, 'clone:update', { signId, cloneId: opened.row.id, decision: null });
  }

  return {
    /**
     * Notes it behind the handshake's back: whatever becomes of it, the kiosk is answered. What can't be noted now is noted when the machine
     * comes again. `decisions`: how many there were when it was turned away; nothing is noted where there is another one since.
     */
    note(encounter: Noted): void {
      gate
        .run(() => write(encounter))
        .catch((error: unknown) =>
          log.warn(
            { err: error, signId: encounter.signId },
            'quarantined machine not recorded, retrying when it reconnects',
          ),
        );
    },
  };
}

export type CloneNotes = ReturnType<typeof createCloneNotes>;

/** Whoever reads the alert may be the one who decides. */
const ADVICE =
  'If its disk was copied, reset both machines. With any other decision, the copy can take the place of the sign while that is off.';

/** Which machines, and what is advised. */
function wordsOf({ first, newcomer }: Pick<CloneRow, 'first' | 'newcomer'>): string {
  const [there, came] = [first, newcomer].map(
    ({ address, macAddress, appVersion }) =>
      `${macAddress} (version ${appVersion}) at ${address || 'an unknown address'}`,
  );
  return `${came} came under the identity of ${there}. ${ADVICE}`;
}
