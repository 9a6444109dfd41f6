import type { Refusal } from '@sign-display/contracts/error-codes';
import type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';
import { recordAudit } from '../audit/audit-log.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { ServiceDeps, Trx } from '../db/database-types.ts';
import { holderMachineOf, lockDevice, writeVerdict } from '../devices/device-connections.ts';
import { historyOfSign } from '../history/create-history-item.ts';
import { appendHistory } from '../history/history-repository.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import { changeMachine, lockSign } from '../signs/signs-repository.ts';
import type { SignsService } from '../signs/signs-service.ts';
import type { SignRow } from '../signs/sign-view.ts';
import { cloneView } from './clone-view.ts';
import { isOfPresentClaim, lockClones, writeDecision, type CloneRow } from './clones-repository.ts';
import { settle, settleOther } from './machine-matching.ts';

/** What an admin decides about machines under one identity (promise N8). Whether they may is decided before. */
export function createClonesService(
  deps: ServiceDeps & {
    signs: SignsService;
    feed: DashboardFeed;
    /** Has the node of a device's connection look whether it is ended. */
    tellEvicted(deviceSignId: string): void;
  },
) {
  const { db, clock, random, signs, feed, tellEvicted } = deps;

  async function note(
    trx: Trx,
    { sign, row, author, nowMs }: { sign: SignRow; row: CloneRow; author: SignedInAuthor; nowMs: number },
  ): Promise<void> {
    const { id, organizationId, eventId } = sign;
    const happened = { kind: 'clone_decision', detail: row.decision, url: null };
    await appendHistory(trx, [historyOfSign({ clock, random }, sign, author.person, happened, nowMs)]);
    const { decision, first, newcomer } = row;
    const detail = { cloneId: row.id, decision, first, newcomer };
    const entry = { organizationId, action: 'sign.clone_decision', target: { type: 'sign', id }, eventId, signId: id };
    await recordAudit(trx, author, { ...entry, detail }, nowMs);
  }

  return {
    /**
     * `not_found`: no such row of this record. `conflict`: it is decided; `reset_both` may follow another decision as long as the record has the device by
     * the same claim. Rows about the same two machines are settled with it. The machine that is not to be the sign is cut off within two seconds, on whichever node it is.
     */
    async decide(
      signRecordId: string,
      cloneId: string,
      decision: CloneDecision,
      author: SignedInAuthor,
    ): Promise<Clone | Refusal> {
      const done = await db.transaction().execute(async (trx) => {
        const sign = await lockSign(trx, signRecordId);
        if (!sign) return null;
        const device = sign.deviceSignId === null ? null : await lockDevice(trx, sign.deviceSignId);
        const rows = await lockClones(trx, sign, cloneId);
        const row = rows.find(({ id }) => id === cloneId);
        if (!row) return null;
        if (row.decision !== null) {
          if (decision !== 'reset_both' || row.decision === 'reset_both') return { over: decidedAlready(row) };
          // The device may be another organization's by now.
          if (!isOfPresentClaim(row, sign)) return { over: UNREGISTERED_SINCE };
        }
        if (!device) return null;
        const nowMs = clock.now();
        const settlement = settle(decision, row, holderMachineOf(device));
        const made = { by: author.person, atMs: nowMs };
        const refused = settlement.marks?.refused ?? null;
        const decided = [await writeDecision(trx, sign, row.id, { ...made, decision, refused })];
        for (const other of rows) {
          const same = other === row ? null : settleOther(settlement, other);
          if (same) decided.push(await writeDecision(trx, sign, other.id, { ...made, decision: same, refused: null }));
        }
        const retiresAtMs = decision === 'reset_both' ? nowMs : null;
        await writeVerdict(trx, device.signId, { evicts: settlement.evicts, retiresAtMs });
        if (decision === 'accept_newcomer') await changeMachine(trx, sign.id, row.newcomer.macAddress, nowMs);
        if (retiresAtMs !== null) await signs.unlink(trx, sign, author, nowMs);
        await note(trx, { sign, row: decided[0]!, author, nowMs });
        return { sign, decided, evicts: settlement.evicts, isReset: retiresAtMs !== null };
      });
      if (!done) return { code: 'not_found' };
      if ('over' in done) return { code: 'conflict', detail: done.over };
      const { sign, decided } = done;
      for (const { id, decision: told } of decided)
        feed.toOrganization(sign.organizationId, 'clone:update', { signId: sign.id, cloneId: id, decision: told });
      if (done.isReset) await signs.unlinked(sign);
      else if (decision === 'accept_newcomer') feed.signsChanged(sign.organizationId, [sign.id]);
      if (done.evicts) tellEvicted(sign.deviceSignId!);
      return cloneView(decided[0]!, sign);
    },
  };
}

const decidedAlready = ({ decidedByName }: CloneRow): string =>
  `${decidedByName!} has already decided which machine is the sign.`;
const UNREGISTERED_SINCE = 'The sign was unregistered after the decision, so its device no longer belongs to it.';

export type ClonesService = ReturnType<typeof createClonesService>;
