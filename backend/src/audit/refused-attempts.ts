import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { Db } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { NoteRefusal, RefusedRequest } from '../http/router.ts';
import { recordAudits, type AuditEntry } from './audit-log.ts';

/**
 * Records the refused attempts of signed-in people for every route (promise M5; docs/decisions/0006-audit.md). An
 * attempt is `denied` if the person's role, or a session without a second factor, does not allow it, and `failed` if
 * the state of the data does not. The row is in the log of the organization that the request is about, but only if the
 * person is a member. Otherwise any stranger could fill that log, and its admins would read strangers' addresses.
 */

/** Requests that were refused before they reached a record: the form was wrong, or the service was busy. */
const NOT_AN_ATTEMPT: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'unauthenticated',
  'password_change_required',
  'precondition_required',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
  'internal',
]);

/** Refusals because the person's role or session does not allow the request. */
const DENIED: ReadonlySet<ErrorCode> = new Set(['forbidden', 'mfa_required']);

/** The outcome of a refusal in the log; null if the log leaves the refusal out. Pure. */
export function outcomeOf(key: RouteKey, refusal: RestRefusal): 'denied' | 'failed' | null {
  if (refusal.isAudited === true || NOT_AN_ATTEMPT.has(refusal.code)) return null;
  if (DENIED.has(refusal.code)) return 'denied';
  // A GET that finds nothing has attempted no change.
  return key.startsWith('GET ') ? null : 'failed';
}

type Place = Pick<AuditEntry, 'organizationId' | 'target' | 'eventId' | 'signId'>;
type Given = { id?: string; ids?: string[]; userId?: string; organizationId?: string; eventId?: string };

async function findPlace(db: Db, key: RouteKey, given: Given): Promise<Place | null> {
  const { id, ids, userId, organizationId, eventId } = given;
  if (id !== undefined && key.includes(' /api/signs/:id')) {
    const sign = await db
      .selectFrom('sign')
      .select(['organizationId', 'eventId'])
      .where('id', '=', id)
      .executeTakeFirst();
    return sign ? { ...sign, signId: id, target: { type: 'sign', id } } : null;
  }
  if (id !== undefined && key.includes(' /api/events/:id')) {
    const event = await db.selectFrom('event').select('organizationId').where('id', '=', id).executeTakeFirst();
    return event ? { ...event, eventId: id, target: { type: 'event', id } } : null;
  }
  if (id !== undefined && key.includes(' /api/organizations/:id')) {
    const target = userId === undefined ? { type: 'organization', id } : { type: 'member', id: userId };
    return { organizationId: id, target };
  }
  if (id !== undefined && key.includes(' /api/bulk/:id')) {
    const bulk = await db.selectFrom('bulk').select('organizationId').where('id', '=', id).executeTakeFirst();
    return bulk ? { ...bulk, target: { type: 'bulk', id } } : null;
  }
  if (ids?.[0] !== undefined && key.includes(' /api/outages/')) {
    const query = db.selectFrom('outage').select(['organizationId', 'eventId']).where('id', '=', ids[0]);
    const outage = await query.executeTakeFirst();
    return outage ? { ...outage, target: { type: 'outage', id: ids[0] } } : null;
  }
  if (organizationId === undefined) return null;
  return { organizationId, eventId: eventId ?? null, target: { type: 'organization', id: organizationId } };
}

const membershipsOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db.selectFrom('member').select('organizationId').where('userId', '=', userId).execute();
  return rows.map(({ organizationId }) => organizationId);
};

/**
 * A person starts a claim before choosing its organization, and a new organization or the installation belongs to no
 * organization. So the logs of all the person's organizations get the denied attempt.
 */
const NAMES_NO_ORGANIZATION: ReadonlySet<RouteKey> = new Set([
  'POST /api/signs/claim/start',
  'POST /api/organizations',
]);
const namesNoOrganization = (key: RouteKey): boolean => NAMES_NO_ORGANIZATION.has(key) || key.includes(' /api/system');

export function createRefusalNotes(deps: { db: Db; clock: Clock }): NoteRefusal {
  const { db, clock } = deps;

  async function placesOf({ key, author, params, query, body }: RefusedRequest, outcome: string): Promise<Place[]> {
    const own = await membershipsOf(db, author.person!.id);
    if (namesNoOrganization(key)) {
      if (outcome !== 'denied') return [];
      return own.map((organizationId) => ({ organizationId, target: { type: 'organization', id: organizationId } }));
    }
    const given = { ...Object(query), ...Object(body), ...Object(params) } as Given;
    const place = await findPlace(db, key, given);
    return place && own.includes(place.organizationId) ? [place] : [];
  }

  return async (request, refusal) => {
    const { key, author } = request;
    const { audit: action = null }: Route = ROUTES[key];
    const outcome = outcomeOf(key, refusal);
    if (author.person === null || action === null || outcome === null) return;
    const { code, reason } = refusal;
    const detail = { code, ...(reason !== undefined && { reason }) };
    const places = await placesOf(request, outcome);
    const entries = places.map((place) => ({ ...place, author, action, outcome, detail }));
    if (entries.length > 0) await db.transaction().execute((trx) => recordAudits(trx, entries, clock.now()));
  };
}
