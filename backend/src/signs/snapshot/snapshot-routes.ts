import type { OpenRecord } from '../../access/open-record-with-role.ts';
import { checkRole } from '../../access/role-checks.ts';
import type { Db } from '../../db/database-types.ts';
import { acceptsGzip } from '../../http/accept-encoding.ts';
import type { GuardedStreams } from '../../http/guard-response-streams.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { answer, answerHead, type Router } from '../../http/router.ts';
import { plainPiecesOf } from './read-all-sign-records.ts';
import type { Snapshots } from './snapshots.ts';

const TOO_MANY: RestRefusal = {
  code: 'rate_limited',
  detail: 'You are already reading three other snapshots.',
  retryAfterMs: 5_000,
};

interface SnapshotRouteDeps {
  db: Db;
  snapshots: Snapshots;
  streams: GuardedStreams;
  openEvent: OpenRecord<{ organizationId: string }>;
}

/** All signs for a wall that opens (contract, 3.2). It is read whole before the first byte is sent: a database that is away is `unavailable`. */
export function addSnapshotRoute(router: Router, { db, snapshots, streams, openEvent }: SnapshotRouteDeps): void {
  router.route('GET /api/signs/snapshot', async ({ query, caller, role, raw }) => {
    const { organizationId, eventId = null } = query;
    const refused = await checkRole(db, caller, organizationId, role);
    if (refused) return refused;
    if (eventId !== null) {
      const event = await openEvent(db, eventId, caller, role);
      if ('code' in event) return event;
      if (event.organizationId !== organizationId) return { code: 'not_found' };
    }
    const isCompressed = acceptsGzip(raw.headers['accept-encoding']);
    const headers = {
      'content-type': 'application/x-ndjson',
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    };
    if (raw.method === 'HEAD') return answerHead(headers);
    const snapshot = await snapshots.find({ organizationId, eventId });
    if (snapshots.isOneTooMany(snapshot, caller.userId)) return TOO_MANY;
    const pieces = isCompressed ? snapshot.chunks : plainPiecesOf(snapshot);
    const reader = streams.open(raw, { organizationId, role }, pieces);
    snapshots.addReader(snapshot, caller.userId, reader);
    return answer(200, reader, headers);
  });
}
