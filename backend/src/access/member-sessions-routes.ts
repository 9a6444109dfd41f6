import type { ServiceDeps } from '../db/database-types.ts';
import { answer, type Router } from '../http/router.ts';
import type { PostOffice } from '../mail/send-mail-with-retries.ts';
import { endMemberSessions, listMemberSessions, refuseMemberSessions } from './member-sessions.ts';

/** The sessions of members, for admins (contract, 3.3; promise A9). */
export function addMemberSessionsRoutes(
  router: Router,
  deps: ServiceDeps & { mail: PostOffice; publicUrl(): string },
): void {
  const { db, clock } = deps;

  router.route('GET /api/organizations/:id/members/:userId/sessions', async ({ caller, params }) => {
    const target = { organizationId: params.id, userId: params.userId };
    const refused = await refuseMemberSessions(db, caller.userId, target);
    return refused ?? answer(200, { items: await listMemberSessions(db, params.userId, clock.now()) });
  });

  router.route('DELETE /api/organizations/:id/members/:userId/sessions', async ({ params, author }) => {
    const target = { organizationId: params.id, userId: params.userId };
    return (await endMemberSessions(deps, author, target, null)) ?? answer(204);
  });

  router.route('DELETE /api/organizations/:id/members/:userId/sessions/:sessionId', async ({ params, author }) => {
    const target = { organizationId: params.id, userId: params.userId };
    return (await endMemberSessions(deps, author, target, params.sessionId)) ?? answer(204);
  });
}
