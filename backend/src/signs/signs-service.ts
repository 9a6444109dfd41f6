import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { CreateSignRequest, PatchSignRequest, Sign } from '@sign-display/contracts/rest/signs';
import { admitToQuota, type Quotas } from '../access/check-quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author } from '../http/change-author-types.ts';
import { checkOrganizationUrl } from '../access/is-page-url-allowed.ts';
import type { PrivatePages } from '../urls/url-policy.ts';
import type { ServiceDeps, Trx } from '../db/database-types.ts';
import { endOverrides } from './content/end-overrides.ts';
import { updateShownContent } from './content/update-page-to-show.ts';
import { storeRelease } from '../devices/devices-repository.ts';
import { historyOfSign } from '../history/create-history-item.ts';
import { appendHistory } from '../history/history-repository.ts';
import type { RestRefusal } from '../http/problem.ts';
import { recordNotices, type NewNotice } from '../outages/notice-queue.ts';
import { changeOf } from './compute-patched-columns.ts';
import type { SignPublisher } from './sign-change-publisher.ts';
import type { SignRow } from './sign-view.ts';
import {
  deleteSign,
  findSign,
  insertUnlinkedSign,
  lockSign,
  lockSignToRemove,
  unlinkDevice,
  updateSign,
} from './signs-repository.ts';

interface SignsDeps extends ServiceDeps {
  telling: SignPublisher;
  /** Whoever judges presence: forgets a device that has left its record. */
  presence: { forget(deviceSignId: string): void };
  privatePages: PrivatePages;
  quotas: Quotas;
  describeSign(row: SignRow): Sign;
}

const unregisteredNotice = ({ id, organizationId, eventId, name }: SignRow, nowMs: number): NewNotice => ({
  organizationId,
  eventId,
  signRecordId: id,
  signName: name,
  kind: 'sign_unregistered',
  at: new Date(nowMs),
});

/** Changes of sign records that are not claims, each with its row of history and of the audit log. Whether the author may is decided before. */
export function createSignsService(deps: SignsDeps) {
  const { db, clock, random, telling, presence, privatePages, describeSign } = deps;

  const audit = (
    trx: Trx,
    author: Author,
    action: string,
    { id, organizationId, eventId }: SignRow,
    detail: Record<string, unknown>,
    nowMs: number,
  ) =>
    recordAudit(
      trx,
      author,
      { organizationId, action, target: { type: 'sign', id }, eventId, signId: id, detail },
      nowMs,
    );

  const nameOf = ({ name, location, url }: SignRow) => ({ name, location, url });

  /** The device has just lost its record: its kiosk hears why, and that it is nobody's, now or when it is back. */
  async function released({ id, organizationId, deviceSignId }: SignRow): Promise<void> {
    if (deviceSignId !== null) presence.forget(deviceSignId);
    await telling.changed([{ signRecordId: id, organizationId, deviceSignId }]);
  }

  /**
   * Takes the device off a locked record that has one, with all that is written of it but the audit log, which has its own word for why. `reason` is told to
   * the kiosk, `detail` stands in the history.
   */
  async function unlink(
    trx: Trx,
    before: SignRow,
    author: Author,
    nowMs: number,
    words: { reason: string; detail: string | null } = { reason: 'The sign was unregistered.', detail: null },
  ): Promise<SignRow> {
    const after = await unlinkDevice(trx, before.id, nowMs);
    const { reason, detail } = words;
    await storeRelease(trx, before.deviceSignId!, { as: 'unregistered', reason, atMs: nowMs });
    await appendHistory(trx, [historyOfSign(deps, before, author.person, { kind: 'unregister', detail }, nowMs)]);
    await recordNotices(trx, [unregisteredNotice(before, nowMs)]);
    return after;
  }

  return {
    unlink,
    /** To be called when an `unlink` is committed, with the record as it was. */
    unlinked: released,

    /** A pre-created record with empty device fields (Flow B; interface specification, section 1). */
    async create(body: CreateSignRequest, author: Author): Promise<Sign | Refusal> {
      const { organizationId, eventId, name, location } = body;
      const url = body.url ?? null;
      const refused = await checkOrganizationUrl(db, organizationId, url, privatePages);
      if (refused) return refused;
      const id = makeUuidV7(clock, random);
      const contentId = url === null ? null : makeUuidV7(clock, random);
      const made = await db.transaction().execute(async (trx) => {
        const full = await admitToQuota(trx, deps.quotas, organizationId, 'signs', 1);
        const event = await trx
          .selectFrom('event')
          .select('organizationId')
          .where('id', '=', eventId)
          .forShare()
          .executeTakeFirst();
        if (event?.organizationId !== organizationId) return null;
        if (full) return { full };
        const nowMs = clock.now();
        const row = await insertUnlinkedSign(
          trx,
          { id, organizationId, eventId, name, location, url, contentId },
          nowMs,
        );
        await audit(trx, author, 'sign.create', row, nameOf(row), nowMs);
        return row;
      });
      if (!made) return { code: 'not_found' };
      if ('full' in made) return made.full;
      await telling.changed([{ signRecordId: id, organizationId, deviceSignId: null }]);
      return describeSign(made);
    },

    /**
     * Changes what the patch gives, if the record still has the version that its sender has seen (promise M4); else
     * `precondition_failed` with the record as it is, or `precondition_required` where `version` is null. A patch that changes nothing keeps the
     * version. Its kiosk is told what changed, and the new truth.
     */
    async update(
      id: string,
      author: Author,
      version: number | null,
      patch: PatchSignRequest,
    ): Promise<Sign | RestRefusal> {
      const seen = await findSign(db, id);
      if (!seen) return { code: 'not_found' };
      const refused = await checkOrganizationUrl(db, seen.organizationId, patch.url ?? null, privatePages);
      if (refused) return refused;
      if (version === null) return { code: 'precondition_required' };
      const change = await db.transaction().execute(async (trx) => {
        // Locked, because the version says nothing of overrides and schedules, which are read here as well.
        const before = await lockSign(trx, id);
        if (!before) return null;
        if (before.version !== version) return { overtakenBy: before };
        const { columns, fields, changes, settings } = changeOf(before, patch, () => makeUuidV7(clock, random));
        if (fields.length === 0) return { after: before };
        const nowMs = clock.now();
        const after = await updateSign(trx, id, version, { ...columns, updatedAt: new Date(nowMs) });
        if (!after) throw new Error('a locked record has no version');
        const shown = new Map([[id, before]]);
        const [other] =
          columns.url === undefined
            ? []
            : await updateShownContent(trx, [after], nowMs, { before: shown, isCounted: true });
        const happened = { kind: 'update', detail: fields.join(', ') };
        await appendHistory(trx, [historyOfSign(deps, after, author.person, happened, nowMs)]);
        await audit(trx, author, 'sign.update', after, { changes }, nowMs);
        const { configVersion } = after;
        const update = settings && { commandId: makeUuidV7(clock, random), configVersion, patch: settings };
        return { after, tell: { ...other, ...(update && { settings: update }) } };
      });
      if (!change) return { code: 'not_found' };
      if (change.overtakenBy) return { code: 'precondition_failed', current: describeSign(change.overtakenBy) };
      const { organizationId, deviceSignId } = change.after;
      if (change.tell) await telling.changed([{ signRecordId: id, organizationId, deviceSignId, ...change.tell }]);
      return describeSign(change.after);
    },

    /**
     * Ends the manual override of the record, if there is one: its kiosk shows the page of its schedule or the assigned page then, now or when it is
     * back (promise D10). The record's version stays. Null, or why not.
     */
    async endOverride(id: string, author: Author): Promise<Refusal | null> {
      const changes = await db.transaction().execute(async (trx) => {
        const before = await lockSign(trx, id);
        if (!before) return null;
        const nowMs = clock.now();
        const { overrideUrl: url, overrideUntil } = before;
        const ended = await endOverrides(trx, deps, [before], author, nowMs);
        const until = overrideUntil?.toISOString() ?? null;
        await audit(trx, author, 'sign.override_end', before, { url, until }, nowMs);
        return ended;
      });
      if (!changes) return { code: 'not_found' };
      await telling.changed(changes);
      return null;
    },

    /**
     * Takes the device off the record: its fields are wiped, the rest stays, the kiosk returns to the QR screen and may be claimed for any
     * event (promise C8; interface specification, section 3).
     */
    async unregister(id: string, author: Author): Promise<Sign | Refusal> {
      const change = await db
        .transaction()
        .execute(async (trx): Promise<Refusal | { before: SignRow; after: SignRow }> => {
          const before = await lockSign(trx, id);
          if (!before) return { code: 'not_found' };
          if (before.deviceSignId === null) return { code: 'sign_not_linked' };
          const nowMs = clock.now();
          const after = await unlink(trx, before, author, nowMs);
          const { deviceSignId, shortCode, macAddress } = before;
          await audit(trx, author, 'sign.unregister', before, { deviceSignId, shortCode, macAddress }, nowMs);
          return { before, after };
        });
      if ('code' in change) return change;
      await released(change.before);
      return describeSign(change.after);
    },

    /**
     * Removes the record with its schedules, and keeps its history (interface specification, section 3). Its device, if it has one, returns to the QR
     * screen and may be claimed for any event. A link of the record that is under way then finds nothing to commit to.
     */
    async remove(id: string, author: Author): Promise<Refusal | null> {
      const removed = await db.transaction().execute(async (trx) => {
        const before = await lockSignToRemove(trx, id);
        if (!before) return null;
        const nowMs = clock.now();
        await deleteSign(trx, id, nowMs);
        const reason = 'The sign was deleted from its event.';
        if (before.deviceSignId !== null)
          await storeRelease(trx, before.deviceSignId, { as: 'deleted', reason, atMs: nowMs });
        await appendHistory(trx, [historyOfSign(deps, before, author.person, { kind: 'delete' }, nowMs)]);
        // Nobody else would tell that the sign is gone.
        if (before.deviceSignId !== null) await recordNotices(trx, [unregisteredNotice(before, nowMs)]);
        await audit(trx, author, 'sign.delete', before, nameOf(before), nowMs);
        return before;
      });
      if (!removed) return { code: 'not_found' };
      await released(removed);
      return null;
    },
  };
}

export type SignsService = ReturnType<typeof createSignsService>;
