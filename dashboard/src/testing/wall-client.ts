import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** What the made-up wall is answered: strips and outages that are made up, too; else that nobody has sent anything. */

const KINDS: Partial<Record<SignRow['status'], Outage['kind']>> = {
  offline: 'offline',
  content_error: 'error',
  content_unreachable: 'unreachable',
};
const TOLD_AFTER_MS = 45_000;

function outageOf({ id, status, blank, lastSeenAt, statusSince, acknowledged }: SignRow): Outage[] {
  const kind = KINDS[status] ?? (blank === true ? 'blank' : undefined);
  const since = kind === 'offline' ? lastSeenAt : statusSince;
  if (kind === undefined || since === null) return [];
  const at = new Date(Date.parse(since) + TOLD_AFTER_MS).toISOString();
  const told = (['email', 'push'] as const).map((channel) => ({ channel, at, people: 3 }));
  return [{ id: `outage-${id}`, kind, signId: id, since, until: null, told, acknowledged }];
}

export const madeUpClient = (
  rows: () => SignRow[],
  stripsOf: (signIds: string[]) => unknown,
  pictureOf: (signId: string) => unknown,
) => ({
  list: async () => ({ ok: true, items: rows().flatMap(outageOf) }),
  call: async (key: string, given: { params: { id: string }; query: Record<string, string> }) => {
    if (key === 'GET /api/signs/:id/screenshot') return pictureOf(given.params.id);
    if (key === 'GET /api/events/:id/strips') return { ok: true, body: stripsOf(given.query['signIds']!.split(',')) };
    return { ok: true, body: { items: [], nextCursor: null } };
  },
});
