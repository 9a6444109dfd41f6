import { Unreachable } from '@sign-display/client/client';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { recordedFacts } from './outage-facts.ts';

/** What the made-up wall is answered: strips and outages that are made up, too; else that nobody has sent anything. */

const KINDS: Partial<Record<SignRow['status'], Outage['kind']>> = {
  offline: 'offline',
  content_error: 'error',
  content_unreachable: 'unreachable',
};
const TOLD_AFTER_MS = 45_000;

/** The open outage of a sign in trouble; empty for any other sign. */
export function outageOf(sign: SignRow): Outage[] {
  const { id, eventId, status, blank, lastSeenAt, statusSince, acknowledged } = sign;
  const kind = KINDS[status] ?? (blank === true ? 'blank' : undefined);
  const since = kind === 'offline' ? lastSeenAt : statusSince;
  if (kind === undefined || since === null) return [];
  const at = new Date(Date.parse(since) + TOLD_AFTER_MS).toISOString();
  const told = (['email', 'push'] as const).map((channel) => ({ channel, at, people: 3 }));
  const facts = recordedFacts(sign, null);
  const times = { since, openedAt: since, until: null, closedBy: null };
  return [{ id: `outage-${id}`, eventId, kind, signId: id, ...facts, address: null, ...times, told, acknowledged }];
}

/** What a test wants to be answered in place of what is made up, by route; `null`: no reply comes. */
export type Answers = Record<string, unknown>;

interface Given {
  params: { id: string };
  query: Record<string, string>;
  body: { target: { signIds: string[] }; action: unknown };
}

/** A bulk that nothing has come of yet, and that can be undone. */
const justTaken = (queued: number) => ({
  counts: { queued, sent: 0, acked: 0, failed: 0, expired: 0, refused: 0 },
  createdAt: '2026-11-14T20:00:00.000Z',
  undoableUntil: '2099-01-01T00:00:00.000Z',
});

/** As the service refuses a whole request for those signs that it has no more; undefined: it has all. */
function refusedOf(ids: readonly string[], isGone: (signId: string) => boolean) {
  const errors = ids.flatMap((id, place) => (isGone(id) ? [{ path: `/signIds/${place}`, message: 'is gone' }] : []));
  return errors.length > 0 ? { ok: false, body: { code: 'not_found', errors } } : undefined;
}

/** `isGone`: the service has no such sign any more, and the feed has not told so yet. `answers`: of the calls, and of the lists, as they are when asked. `calls`: what was asked for besides, in its order. */
export const madeUpClient = (
  rows: () => SignRow[],
  stripsOf: (signIds: string[]) => unknown,
  pictureOf: (signId: string) => unknown,
  answers: Answers,
  calls: { key: string; body: unknown }[],
  isGone: (signId: string) => boolean,
) => {
  const bulks = new Map<string, { total: number; [of: string]: unknown }>();
  async function answered(key: string): Promise<unknown> {
    const answer = await answers[key];
    if (answer === null) throw new Unreachable('a test cut it off', null);
    return answer;
  }
  return {
    list: async (key: string) => (key in answers ? answered(key) : { ok: true, items: rows().flatMap(outageOf) }),
    call: async (key: string, given: Given) => {
      if (!key.startsWith('GET')) calls.push({ key, body: given.body });
      if (key in answers) return answered(key);
      if (key === 'GET /api/signs/:id/screenshot') return pictureOf(given.params.id);
      if (key === 'GET /api/events/:id/strips') {
        const ids = given.query['signIds']!.split(',');
        return refusedOf(ids, isGone) ?? { ok: true, body: stripsOf(ids) };
      }
      if (key === 'POST /api/signs/bulk') {
        const { target, action } = given.body;
        const bulkId = crypto.randomUUID();
        bulks.set(bulkId, { bulkId, action, total: target.signIds.length, ...justTaken(target.signIds.length) });
        return { ok: true, body: { bulkId, accepted: target.signIds.length } };
      }
      if (key === 'POST /api/bulk/:id/undo') {
        const { total } = bulks.get(given.params.id)!;
        const bulkId = crypto.randomUUID();
        bulks.set(bulkId, { bulkId, action: { undo: given.params.id }, total, ...justTaken(total) });
        return { ok: true, body: { bulkId, accepted: total } };
      }
      if (key === 'GET /api/bulk/:id') return { ok: true, body: bulks.get(given.params.id) };
      return { ok: true, body: { items: [], nextCursor: null } };
    },
  };
};
