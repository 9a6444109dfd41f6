import { lockForQuota, checkQuota, type Quotas } from '../../access/check-quotas.ts';
import type { Insertable } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { PutSchedulesRequest, ScheduleSet } from '@sign-display/contracts/rest/schedules';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Author } from '../../http/change-author-types.ts';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import type { ScheduleTable } from '../tables.ts';
import { historyOfSign } from '../../history/create-history-item.ts';
import { appendHistory } from '../../history/history-repository.ts';
import type { RestRefusal } from '../../http/problem.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import type { SignPublisher } from '../sign-change-publisher.ts';
import { lockSign, lockSignsOfEvent } from '../signs-repository.ts';
import { findAllowedHosts } from '../../access/is-page-url-allowed.ts';
import type { OccurrenceLookup } from '../../recurrence/occurrences.ts';
import type { RecurrenceThinker } from '../../recurrence/recurrence-questions.ts';
import { checkIds, checkPages, checkSchedules } from './schedule-checks.ts';
import { occurrenceColumns } from './schedule-occurrences.ts';
import {
  countChange,
  listSchedules,
  readScheduleSet,
  replaceSchedules,
  scheduleView,
  type ScheduleOwner,
  type ScheduleRow,
} from './schedules-repository.ts';
import { updateShownContent } from './update-page-to-show.ts';
import type { PrivatePages } from '../../urls/url-policy.ts';

/** A set in the version that its author has seen; null: the request names none. */
interface SeenSet {
  owner: ScheduleOwner;
  version: number | null;
}

/**
 * Sets of schedules, of a sign or of an event (contract, 3 and 3.1; promise M2). A set is replaced as a whole, and what is right now on its
 * signs is written in the same transaction. Whether the author may is decided before.
 */
export function createSchedulesService(
  deps: ServiceDeps & {
    telling: SignPublisher;
    thinker: RecurrenceThinker;
    privatePages: PrivatePages;
    quotas: Quotas;
  },
) {
  const { db, clock, random, telling, thinker, privatePages } = deps;

  /**
   * Locks the owner, then the signs. New signs wait for the event's lock (`insertSettled`), so that none is made into the event without being
   * looked at; one after the other, two sets for one owner are as if put one after the other.
   */
  /** What a set of schedules belongs to, found and locked. `signs`: those whose content the set decides on. */
  async function lockOwner(trx: Trx, owner: ScheduleOwner) {
    if ('signId' in owner) {
      const sign = await lockSign(trx, owner.signId);
      return sign && { organizationId: sign.organizationId, eventId: sign.eventId, signs: [sign] };
    }
    const { eventId } = owner;
    const event = await trx
      .selectFrom('event')
      .select('organizationId')
      .where('id', '=', eventId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return event ? { ...event, eventId, signs: await lockSignsOfEvent(trx, eventId) } : null;
  }
  type Owned = NonNullable<Awaited<ReturnType<typeof lockOwner>>>;

  /** `invalid_url` where the organization does not let its signs show a page of the set. */
  async function checkPolicy(organizationId: string, body: PutSchedulesRequest): Promise<RestRefusal | null> {
    const allowedHosts = await findAllowedHosts(db, organizationId);
    return allowedHosts ? checkPages(body, { allowedHosts, privatePages }) : { code: 'not_found' };
  }

  /** A schedule that stays keeps its identifier, and its content's as long as it is the same page. */
  function rowsOf(
    body: PutSchedulesRequest,
    looks: readonly OccurrenceLookup[],
    before: readonly ScheduleRow[],
    owner: ScheduleOwner,
    organizationId: string,
  ): Insertable<ScheduleTable>[] {
    const known = new Map(before.map((row) => [row.id, row]));
    return body.schedules.map((given, position) => {
      const { id, url, startsAt, endsAt, recurrence, exdates, timeZone, priority, enabled } = given;
      const old = id === undefined ? undefined : known.get(id);
      return {
        id: id ?? makeUuidV7(clock, random),
        organizationId,
        eventId: null,
        signId: null,
        ...owner,
        position,
        url,
        contentId: old?.url === url ? old.contentId : makeUuidV7(clock, random),
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        recurrence: recurrence?.toUpperCase() ?? null,
        exdates: [...new Set(exdates)].toSorted(),
        timeZone,
        priority,
        enabled,
        ...occurrenceColumns(looks[position]!),
      };
    });
  }

  async function note(
    trx: Trx,
    author: Author,
    owner: ScheduleOwner,
    { organizationId, eventId, signs }: Owned,
    after: readonly ScheduleRow[],
    nowMs: number,
  ): Promise<void> {
    const [sign] = signs;
    const isOfSign = 'signId' in owner;
    if (isOfSign && sign) {
      const happened = { kind: 'schedules', detail: `${after.length} schedules` };
      await appendHistory(trx, [historyOfSign({ clock, random }, sign, author.person, happened, nowMs)]);
    }
    const target = isOfSign ? { type: 'sign', id: owner.signId } : { type: 'event', id: owner.eventId };
    const entry = {
      organizationId,
      action: 'schedules.replace',
      target,
      eventId,
      signId: isOfSign ? owner.signId : null,
    };
    await recordAudit(trx, author, { ...entry, detail: { schedules: after.map(scheduleView) } }, nowMs);
  }

  /**
   * Replaces a set, if it still has the version that its author has seen (promise D9); else `precondition_failed` with the set as it is. `not_found` where
   * the owner is gone; `validation_failed` for an `id` that is not of this set.
   */
  async function write(
    { owner, version }: SeenSet,
    organizationId: string | null,
    body: PutSchedulesRequest,
    looks: readonly OccurrenceLookup[],
    author: Author,
  ) {
    return await db
      .transaction()
      .execute(async (trx): Promise<RestRefusal | { set: ScheduleSet; changes: CommittedChange[] }> => {
        if (organizationId !== null) await lockForQuota(trx, deps.quotas, organizationId, 'schedules');
        const owned = await lockOwner(trx, owner);
        if (!owned) return { code: 'not_found' };
        const current = await readScheduleSet(trx, owner);
        if (current.version !== version) return { code: 'precondition_failed', current };
        const before = await listSchedules(trx, owner);
        const refused = checkIds(body, before);
        if (refused) return refused;
        // Where there are too many already, there may be fewer.
        const more = body.schedules.length - before.length;
        const full = more > 0 && (await checkQuota(trx, deps.quotas, owned.organizationId, 'schedules', more));
        if (full) return full;
        const nowMs = clock.now();
        await countChange(trx, owner, author.person?.id ?? null, new Date(nowMs));
        await replaceSchedules(trx, owner, rowsOf(body, looks, before, owner, owned.organizationId));
        const changes = await updateShownContent(trx, owned.signs, nowMs);
        const after = await listSchedules(trx, owner);
        await note(trx, author, owner, owned, after, nowMs);
        return { set: await readScheduleSet(trx, owner), changes };
      });
  }

  return {
    list: (owner: ScheduleOwner): Promise<ScheduleSet> => readScheduleSet(db, owner),

    /** Puts a set in the place of the present one. */
    async replace(
      seen: SeenSet,
      organizationId: string,
      body: PutSchedulesRequest,
      author: Author,
    ): Promise<ScheduleSet | RestRefusal> {
      const checked = await checkSchedules(body, thinker, clock.now());
      if ('code' in checked) return checked;
      if (seen.version === null) return { code: 'precondition_required' };
      const refused = await checkPolicy(organizationId, body);
      if (refused) return refused;
      const written = await write(seen, organizationId, body, checked.looks, author);
      if ('code' in written) return written;
      await telling.changed(written.changes);
      return written.set;
    },

    /** Empties a set. Its version grows: 0 is only that of a set that was never written. */
    async clear(seen: SeenSet, author: Author): Promise<RestRefusal | null> {
      if (seen.version === null) return { code: 'precondition_required' };
      const written = await write(seen, null, { schedules: [] }, [], author);
      if ('code' in written) return written;
      await telling.changed(written.changes);
      return null;
    },
  };
}

export type SchedulesService = ReturnType<typeof createSchedulesService>;
