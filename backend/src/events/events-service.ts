import type { CreateEventRequest, PatchEventRequest } from '@sign-display/contracts/rest/events';
import { admitToQuota, type Quotas } from '../access/check-quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author } from '../http/change-author-types.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { isForeignKeyViolation } from '../db/open-database.ts';
import type { ServiceDeps, Trx } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import { renewConfigs } from '../signs/increment-config-versions.ts';
import type { CommittedChange } from '../signs/committed-change-type.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import { checkEventTimes } from './check-start-and-end.ts';
import { deleteEvent, hasSigns, insertEvent, lockEvent, updateEvent, type EventRow } from './events-repository.ts';

/** Changes of events, each with its row in the audit log. Whether the author may is decided before. */

export interface EventMaking {
  quotas: Quotas;
  /** Subscribes whoever makes an event to its notifications, in the same transaction. */
  subscribeMaker(trx: Trx, eventId: string, userId: string, at: Date): Promise<void>;
}

const FIELDS = ['name', 'timeZone', 'venue', 'startsAt', 'endsAt', 'offlineGraceSeconds'] as const;

const entryOf = (word: string, { id, organizationId }: EventRow, detail: Record<string, unknown>) => ({
  organizationId,
  action: `event.${word}`,
  target: { type: 'event', id },
  eventId: id,
  detail,
});

export function createEvent(
  deps: ServiceDeps & EventMaking,
  author: Author,
  organizationId: string,
  body: CreateEventRequest,
): Promise<EventRow | RestRefusal> {
  return deps.db.transaction().execute(async (trx) => {
    const full = await admitToQuota(trx, deps.quotas, organizationId, 'events', 1);
    if (full) return full;
    const made = await insertEvent(trx, deps, organizationId, body);
    const { name, timeZone } = made;
    if (author.person) await deps.subscribeMaker(trx, made.id, author.person.id, made.createdAt);
    await recordAudit(trx, author, entryOf('create', made, { name, timeZone }), deps.clock.now());
    return made;
  });
}

/** Changes what the patch gives; refuses what makes the event end before it begins. Its signs' kiosks hear of another name or zone. */
export async function changeEvent(
  { db, clock, telling }: ServiceDeps & { telling: SignPublisher },
  author: Author,
  id: string,
  patch: PatchEventRequest,
): Promise<EventRow | RestRefusal> {
  let told: CommittedChange[] = [];
  const changed = await db.transaction().execute(async (trx): Promise<EventRow | RestRefusal> => {
    const before = await lockEvent(trx, id);
    if (!before) return { code: 'not_found' };
    const refused = checkEventTimes({ ...before, ...patch });
    if (refused) return refused;
    const after = await updateEvent(trx, clock, id, patch);
    const isOtherToKiosks = after.name !== before.name || after.timeZone !== before.timeZone;
    told = isOtherToKiosks ? await renewConfigs(trx, { eventId: id }) : [];
    const changes = changedFields(before, after, FIELDS);
    await recordAudit(trx, author, entryOf('update', after, { changes }), clock.now());
    return after;
  });
  await telling.changed(told);
  return changed;
}

const STILL_HAS_SIGNS: RestRefusal = { code: 'conflict', detail: 'The event still has signs. Delete them first.' };

/** Null where it is gone; `conflict` where the event still has signs. */
export async function removeEvent({ db, clock }: ServiceDeps, author: Author, id: string): Promise<RestRefusal | null> {
  try {
    return await db.transaction().execute(async (trx) => {
      const before = await lockEvent(trx, id);
      if (!before) return { code: 'not_found' };
      // Looked at before it is tried: to try it waits for those who change the signs, and they for the event's key.
      if (await hasSigns(trx, id)) return STILL_HAS_SIGNS;
      await deleteEvent(trx, id);
      await recordAudit(trx, author, entryOf('delete', before, { name: before.name }), clock.now());
      return null;
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return STILL_HAS_SIGNS;
  }
}
