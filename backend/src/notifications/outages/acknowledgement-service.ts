import type { Role } from '@sign-display/contracts/roles';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { membershipsOf, refusalOf } from '../../access/role-checks.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { DashboardFeed } from '../../cluster/dashboard-feed.ts';
import type { Db } from '../../db/database-types.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import { idErrors } from '../../http/list-id-errors.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { findOutages, writeAcknowledgement } from '../../outages/acknowledgements-repository.ts';
import { recordNotices } from '../../outages/notice-queue.ts';
import { updateAcknowledgement } from '../../signs/update-sign-acknowledgement.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import { readOutages } from './outages-repository.ts';

export interface AcknowledgeDeps {
  db: Db;
  clock: Clock;
  feed: Pick<DashboardFeed, 'signsChanged'>;
}

/** Somebody is at the outages, with a note, without one any more (null), or with that of before; or nobody after all. */
export type Word = { is: 'known'; note?: string | null | undefined } | { is: 'taken back' };

const NOT_THERE = { code: 'not_found', detail: 'Some of these outages do not exist.' } as const;
const OVER = { code: 'conflict', detail: 'Some of these outages have already ended.' } as const;

/**
 * Acknowledges outages of one organization, or takes that back: all or none (contract, section 3; promise N10). In the same transaction the planner is told of
 * those that were not known before, so that nobody is told of them who was not yet. `role`: what the person needs in the organization.
 */
export async function acknowledge(
  { db, clock, feed }: AcknowledgeDeps,
  author: SignedInAuthor,
  role: Role,
  given: { ids: readonly string[]; word: Word },
): Promise<{ items: Outage[] } | RestRefusal> {
  const { word } = given;
  const ids = [...new Set(given.ids)];
  const found = await findOutages(db, ids);
  const memberships = await membershipsOf(db, author.person.id);
  // The first outage in an organization of the person decides which organization is meant. The response reveals nothing
  // about outages elsewhere (promise A1).
  const organizationId = found.find((outage) => memberships.has(outage.organizationId))?.organizationId;
  const errorsBut = (outages: typeof found, message: string) =>
    idErrors('/ids', given.ids, { fitting: outages.map(({ id }) => id), message });
  const own = found.filter((outage) => outage.organizationId === organizationId);
  if (organizationId === undefined || own.length < ids.length)
    return { ...NOT_THERE, errors: errorsBut(own, 'is not an outage of this organization') };
  const refused = refusalOf(memberships.get(organizationId) ?? null, author, role);
  if (refused) return refused;
  const signIds = [...new Set(found.map(({ signRecordId }) => signRecordId))];
  const over = await db.transaction().execute(async (trx) => {
    // They guard their outages: what is open now stays open until the commit.
    await lockSigns(trx, signIds);
    const outages = await findOutages(trx, ids);
    const open = outages.filter(({ closedAt }) => closedAt === null);
    if (open.length < ids.length) return errorsBut(open, 'is over');
    const at = new Date(clock.now());
    const { id, name } = author.person;
    await writeAcknowledgement(trx, ids, word.is === 'known' ? { id, name, at, note: word.note } : null);
    await updateAcknowledgement(trx, signIds);
    if (word.is === 'known') {
      const unknown = outages.filter(({ acknowledgedAt }) => acknowledgedAt === null);
      await recordNotices(
        trx,
        unknown.map(({ id: outageId, eventId, signRecordId, signName }) => {
          const of = { organizationId, eventId, signRecordId, signName, outageId };
          return { ...of, kind: 'outage_acknowledged', at };
        }),
      );
    }
    const [eventId, ...otherEvents] = new Set(outages.map((outage) => outage.eventId));
    const entry = {
      organizationId,
      action: word.is === 'known' ? 'outage.acknowledge' : 'outage.take_back',
      target: { type: 'outage', id: ids[0]! },
      eventId: otherEvents.length === 0 ? eventId! : null,
      signId: signIds.length === 1 ? signIds[0]! : null,
      detail: { ids, ...(word.is === 'known' && word.note !== undefined && { note: word.note }) },
    };
    await recordAudit(trx, author, entry, clock.now());
    return null;
  });
  if (over) return { ...OVER, errors: over };
  feed.signsChanged(organizationId, signIds);
  return { items: await readOutages(db, ids) };
}
