import { ROUTES } from '@sign-display/contracts/routes';
import { roleSuffices } from '@sign-display/contracts/roles';
import { BY_USER_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import { invite, type InvitationDependencies } from './invitations-service.ts';
import { readActivity } from './read-member-activity.ts';
import { listMembers, memberView, type MemberRow } from './members-repository.ts';
import { changeMember, type MemberDependencies } from './change-member.ts';
import { checkRole, refusalOf, roleOf } from './role-checks.ts';

/** Who may manage members sees how active they are. */
const SEES_ACTIVITY = ROUTES['PATCH /api/organizations/:id/members/:userId'].role;

/** Who is in an organization, and who is invited (contract, section 3). */
export function addMemberRoutes(router: Router, deps: InvitationDependencies & MemberDependencies): void {
  const { db, clock } = deps;
  async function withActivity(rows: readonly MemberRow[]) {
    const userIds = rows.map(({ id }) => id);
    const activity = await readActivity(db, userIds, clock.now());
    return rows.map((row) => ({ ...row, activity: activity.get(row.id) }));
  }

  router.route('GET /api/organizations/:id/members', async ({ caller, params, query, role }) => {
    const page = openPage(BY_USER_ID, query);
    if ('code' in page) return page;
    const own = await roleOf(db, caller.userId, params.id);
    const refused = refusalOf(own, role);
    if (refused) return refused;
    const seesActivity = own !== null && roleSuffices(own, SEES_ACTIVITY);
    const list = async (after: string | null, most: number) => {
      const rows = await listMembers(db, params.id, after, most);
      return seesActivity ? await withActivity(rows) : rows;
    };
    return answer(200, await page.read(list, (row) => memberView(row, seesActivity)));
  });

  router.route('POST /api/organizations/:id/members', async ({ caller, params, body, role, author }) => {
    const own = await roleOf(db, caller.userId, params.id);
    if (own === null) return { code: 'not_found' };
    // Nobody gives a role above their own.
    if (!roleSuffices(own, role) || !roleSuffices(own, body.role)) return { code: 'forbidden' };
    const invited = await invite(deps, author, params.id, body);
    if ('code' in invited) return invited;
    const { createdAt: since, expiresAt: invitationExpiresAt, url } = invited;
    const inviter = { inviterId: caller.userId, inviterName: caller.name };
    const view = memberView({ ...invited, ...inviter, name: null, since, invitationExpiresAt }, true);
    return answer(201, { ...view, url });
  });

  router.route('PATCH /api/organizations/:id/members/:userId', async ({ caller, params, body, role, author }) => {
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const target = { organizationId: params.id, memberId: params.userId };
    const changed = await changeMember(deps, author, target, body.role);
    if ('code' in changed) return changed;
    const [row] = await withActivity([changed]);
    return answer(200, memberView(row!, true));
  });

  router.route('DELETE /api/organizations/:id/members/:userId', async ({ caller, params, role, author }) => {
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const target = { organizationId: params.id, memberId: params.userId };
    const removed = await changeMember(deps, author, target, null);
    return 'code' in removed ? removed : answer(204);
  });
}
