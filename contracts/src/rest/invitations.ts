import { Type, type Static } from 'typebox';
import { Role } from '../roles.ts';
import type { RouteTable } from '../route.ts';
import { Name, Uuid, strictObject } from '../common-schemas.ts';
import { MeResponse, NewPassword } from './session.ts';

/** Invitations (contract, section 3): the mail's link is `PUBLIC_URL/invite/:token`, good for 7 days, once. */

export const INVITATION_TTL_MS = 7 * 24 * 60 * 60 * 1_000;

/** Loose on purpose: a token that never was is `not_found`, whatever it looks like. */
export const InvitationParams = strictObject({ token: Type.String({ minLength: 1, maxLength: 200 }) });

/** GET /api/invitations/:token */
export const Invitation = Type.Object({
  organization: Type.Object({ id: Uuid, name: Type.String() }),
  role: Role,
  email: Type.String(),
  /** True if the address already has an account. Its owner then signs in first, and accepts with an empty body. */
  hasAccount: Type.Boolean(),
});
export type Invitation = Static<typeof Invitation>;

/**
 * POST /api/invitations/:token/accept: name and password make the account; `{}` or no body where the invited person is signed in.
 * → 200 with the body of GET /api/me, signed in (cookie and `set-auth-token`, as after signing in).
 */
export const AcceptInvitationRequest = Type.Union([
  strictObject({ name: Name, password: NewPassword }),
  strictObject({}),
]);

export const invitationRoutes = {
  'GET /api/invitations/:token': {
    doc: { id: 'getInvitation', tag: 'organizations', summary: 'Get an invitation' },
    role: 'none',
    params: InvitationParams,
    response: { 200: Invitation },
    refusals: ['not_found'],
  },
  /**
   * Counted per address against the limit of sign-ins, although it has no `limitedByAddress`: its handler counts (`access/invitations-routes.ts`),
   * after the form check, and on top of the router's ordinary count. With the flag a malformed body would also use up a sign-in.
   */
  'POST /api/invitations/:token/accept': {
    doc: {
      id: 'acceptInvitation',
      tag: 'organizations',
      summary: 'Accept an invitation, with a new account or as the signed-in person; works once',
    },
    role: 'none',
    params: InvitationParams,
    body: AcceptInvitationRequest,
    response: { 200: MeResponse },
    signsIn: true,
    knowsCaller: true,
    refusals: ['unauthenticated', 'password_change_required', 'forbidden', 'not_found', 'conflict'],
    audit: 'invitation.accept',
  },
} as const satisfies RouteTable;
