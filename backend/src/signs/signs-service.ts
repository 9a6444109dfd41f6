import type { Insertable, Kysely } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { CreateSignRequest, PatchSignRequest, Sign } from '@sign-display/contracts/rest/signs';
import { checkPageUrl } from '../content/url-policy.ts';
import type { Database, HistoryTable } from '../db/schema.ts';
import { appendHistory } from '../history/history-repository.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { Presence } from '../presence/presence.ts';
import type { DashboardFeed } from '../realtime/dashboard-feed.ts';
import type { KioskGateway } from '../realtime/kiosk-gateway.ts';
import type { KioskTruth } from './kiosk-truth.ts';
import { changeOf } from './sign-patch.ts';
import type { SignRow } from './sign-view.ts';
import { deleteSign, findSign, insertUnlinkedSign, lockSign, unlinkDevice, updateSign } from './signs-repository.ts';

export interface SignsDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  gateway: KioskGateway;
  truth: KioskTruth;
  /** Told after each commit which records changed. */
  feed: DashboardFeed;
  presence: Presence;
  describeSign(row: SignRow): Sign;
}

/** Who changes a record. */
interface Person {
  id: string;
  name: string;
}

/** Changes of sign records that are not claims. Whether the actor may is decided before. */
export function createSignsService(deps: SignsDeps) {
  const { db, clock, random, gateway, truth, presence, describeSign } = deps;

  /** `invalid_url` where the organization does not let its signs show `url`. */
  async function checkUrl(organizationId: string, url: string | null): Promise<Refusal | null> {
    if (url === null) return null;
    const organization = await db
      .selectFrom('organization')
      .select('allowedUrlHosts')
      .where('id', '=', organizationId)
      .executeTakeFirst();
    return organization ? checkPageUrl(url, organization.allowedUrlHosts) : { code: 'not_found' };
  }

  const historyOf = (kind: string, row: SignRow, actor: Person, nowMs: number): Insertable<HistoryTable> => ({
    id: makeUuidV7(clock, random),
    at: new Date(nowMs),
    kind,
    organizationId: row.organizationId,
    eventId: row.eventId,
    signRecordId: row.id,
    actorId: actor.id,
    actorName: actor.name,
    deviceSignId: row.deviceSignId,
    shortCode: row.shortCode,
    url: row.url,
    outcome: 'ok',
  });

  /** The device has just lost its record: its kiosk hears why, and then the truth, which is also what it hears when this was missed. */
  async function release(
    deviceSignId: string,
    event: 'sign:unregistered' | 'sign:deleted',
    reason: string,
  ): Promise<void> {
    presence.forget(deviceSignId);
    gateway.send(deviceSignId, event, { reason });
    await truth.tell(deviceSignId);
  }

  return {
    /** A pre-created record with empty device fields (Flow B; interface specification, section 1). */
    async create(body: CreateSignRequest): Promise<Sign | Refusal> {
      const { organizationId, eventId, name, location } = body;
      const url = body.url ?? null;
      const refused = await checkUrl(organizationId, url);
      if (refused) return refused;
      const event = await db.selectFrom('event').select('organizationId').where('id', '=', eventId).executeTakeFirst();
      if (event?.organizationId !== organizationId) return { code: 'not_found' };
      const id = makeUuidV7(clock, random);
      const contentId = url === null ? null : makeUuidV7(clock, random);
      return describeSign(
        await insertUnlinkedSign(db, { id, organizationId, eventId, name, location, url, contentId }, clock.now()),
      );
    },

    /**
     * Changes what the patch gives, if the record still has the version that its sender has seen (promise M4); else
     * `precondition_failed` with the record as it is, or `precondition_required` where `version` is null. A patch that changes nothing keeps the
     * version. Its kiosk is told the new truth.
     */
    async update(
      id: string,
      actor: Person,
      version: number | null,
      patch: PatchSignRequest,
    ): Promise<Sign | RestRefusal> {
      const seen = await findSign(db, id);
      if (!seen) return { code: 'not_found' };
      const refused = await checkUrl(seen.organizationId, patch.url ?? null);
      if (refused) return refused;
      if (version === null) return { code: 'precondition_required' };
      const change = await db.transaction().execute(async (trx) => {
        const before = await findSign(trx, id);
        if (!before) return null;
        if (before.version !== version) return { overtakenBy: before };
        const { columns, fields } = changeOf(before, patch, () => makeUuidV7(clock, random));
        if (fields.length === 0) return { after: before };
        const nowMs = clock.now();
        const after = await updateSign(trx, id, version, { ...columns, updatedAt: new Date(nowMs) });
        if (!after) {
          // Somebody else was quicker by a moment; theirs is committed, so it can be read.
          const current = await findSign(trx, id);
          return current && { overtakenBy: current };
        }
        await appendHistory(trx, [{ ...historyOf('update', after, actor, nowMs), detail: fields.join(', ') }]);
        return { after, tell: after.deviceSignId };
      });
      if (!change) return { code: 'not_found' };
      if (change.overtakenBy) return { code: 'precondition_failed', current: describeSign(change.overtakenBy) };
      if (change.tell) await truth.tell(change.tell);
      return describeSign(change.after);
    },

    /**
     * Takes the device off the record: its fields are wiped, the rest stays, the kiosk returns to the QR screen and may be claimed for any
     * event (promise C8; interface specification, section 3).
     */
    async unregister(id: string, actor: Person): Promise<Sign | Refusal> {
      const change = await db
        .transaction()
        .execute(async (trx): Promise<Refusal | { deviceSignId: string; after: SignRow }> => {
          const before = await lockSign(trx, id);
          if (!before) return { code: 'not_found' };
          if (before.deviceSignId === null) return { code: 'sign_not_linked' };
          const nowMs = clock.now();
          const after = await unlinkDevice(trx, id, nowMs);
          await appendHistory(trx, [historyOf('unregister', before, actor, nowMs)]);
          return { deviceSignId: before.deviceSignId, after };
        });
      if ('code' in change) return change;
      await release(change.deviceSignId, 'sign:unregistered', 'The sign was unregistered.');
      return describeSign(change.after);
    },

    /**
     * Removes the record and keeps its history (interface specification, section 3). Its device, if it has one, returns to the QR screen and may
     * be claimed for any event. A link of the record that is under way then finds nothing to commit to.
     */
    async remove(id: string, actor: Person): Promise<Refusal | null> {
      const removed = await db.transaction().execute(async (trx) => {
        const before = await lockSign(trx, id);
        if (!before) return null;
        await deleteSign(trx, id);
        await appendHistory(trx, [historyOf('delete', before, actor, clock.now())]);
        return before;
      });
      if (!removed) return { code: 'not_found' };
      if (removed.deviceSignId !== null)
        await release(removed.deviceSignId, 'sign:deleted', 'The sign was deleted from its event.');
      return null;
    },
  };
}

export type SignsService = ReturnType<typeof createSignsService>;
