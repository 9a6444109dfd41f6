import { roleSuffices } from '@sign-display/contracts/roles';
import { BY_USER_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import { invite, type InvitationDependencies } from './invitations.ts';
import { listMembers, memberView } from './members-repository.ts';
import { changeMember, type MemberDependencies } from './members.ts';
import { checkRole, roleOf } from './role-checks.ts';

/** Who is in an organization, and who is invited (contract, section 3). */
export function addMemberRoutes(router: Router, deps: InvitationDependencies & MemberDependencies): void {
  const { db } = deps;

  router.route('GET /api/organizations/:id/members', async ({ caller, params, query, role }) => {
    const page = openPage(BY_USER_ID, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    return answer(200, await page.read((after, most) => listMembers(db, params.id, after, most), memberView));
  });

  router.route('POST /api/organizations/:id/members', async ({ caller, params, body, role, author }) => {
    const own = await roleOf(db, caller.userId, params.id);
    if (own === null) return { code: 'not_found' };
    // Nobody gives a role above their own.
    if (!roleSuffices(own, role) || !roleSuffices(own, body.role)) return { code: 'forbidden' };
    const invited = await invite(deps, author, params.id, body);
    if ('code' in invited) return invited;
    const { createdAt: since, expiresAt: invitationExpiresAt } = invited;
    return answer(201, memberView({ ...invited, name: null, since, invitationExpiresAt }));
  });

  router.route('PATCH /api/organizations/:id/members/:userId', async ({ caller, params, body, role, author }) => {
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const target = { organizationId: params.id, memberId: params.userId };
    const changed = await changeMember(deps, author, target, body.role);
    return 'code' in changed ? changed : answer(200, memberView(changed));
  });

  router.route('DELETE /api/organizations/:id/members/:userId', async ({ caller, params, role, author }) => {
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const target = { organizationId: params.id, memberId: params.userId };
    const removed = await changeMember(deps, author, target, null);
    return 'code' in removed ? removed : answer(204);
  });
}
