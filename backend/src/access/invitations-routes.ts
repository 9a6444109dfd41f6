import { BEARER_HEADER, SESSION_HEADER } from '@sign-display/contracts/rest/session';
import { ROUTES } from '@sign-display/contracts/routes';
import type { Invitation } from '@sign-display/contracts/rest/invitations';
import type { FastifyRequest } from 'fastify';
import type { RequestLimits } from '../http/rate-limits.ts';
import { answer, PASSWORD_CHANGE_REQUIRED, type Router } from '../http/router.ts';
import { recordAccountEvent } from './account-events.ts';
import type { SessionLookup } from './find-caller.ts';
import { AUTH_BASE_PATH, ADDRESS_HEADER, type BetterAuth } from './better-auth.ts';
import { acceptInvitation, DEAD_INVITATION, type InvitationDependencies } from './invitations-service.ts';
import { findOpenInvitation } from './invitations-repository.ts';
import type { AnswerMe } from './me.ts';

const SIGN_IN = ROUTES['POST /api/auth/sign-in/email'].audit;

/** Signs in who has just chosen this password: the headers that `POST /api/auth/sign-in/email` would answer with. */
async function signedIn(
  betterAuth: BetterAuth,
  request: FastifyRequest,
  publicUrl: string,
  credentials: { email: string; password: string },
): Promise<Record<string, string | string[]>> {
  const headers = new Headers({ 'content-type': 'application/json', [ADDRESS_HEADER]: request.ip });
  for (const name of ['user-agent', SESSION_HEADER]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = new URL(`${AUTH_BASE_PATH}/sign-in/email`, publicUrl);
  const response = await betterAuth.handler(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(credentials) }),
  );
  const token = response.headers.get(BEARER_HEADER);
  if (token === null) throw new Error(`better-auth returned ${response.status} for a password that had just been set`);
  return { 'set-cookie': response.headers.getSetCookie(), [BEARER_HEADER]: token, 'cache-control': 'no-store' };
}

/** Invitations, as the invited person meets them (contract, section 3). The token is the credential. */
export function addInvitationRoutes(
  router: Router,
  deps: InvitationDependencies & {
    betterAuth: () => BetterAuth;
    sessions: SessionLookup;
    limits: RequestLimits;
    tellMe: AnswerMe;
  },
): void {
  const { db, clock, betterAuth, sessions, limits, publicUrl, tellMe } = deps;

  router.route('GET /api/invitations/:token', async ({ params }) => {
    const invitation = await findOpenInvitation(db, params.token, new Date(clock.now()));
    if (!invitation) return DEAD_INVITATION;
    const { organizationId, organizationName, role, email, hasAccount } = invitation;
    const body: Invitation = { organization: { id: organizationId, name: organizationName }, role, email, hasAccount };
    return answer(200, body);
  });

  router.route('POST /api/invitations/:token/accept', async ({ params, body, raw, author }) => {
    // Each request may guess a token and make the service hash a password, so it counts as a sign-in. Its row in contracts/ says why it is counted here.
    const limited = limits.ofGuess(raw.ip);
    if (limited) return limited;
    const caller = await sessions.findCaller(raw.headers);
    if (caller?.passwordChangeRequired) return PASSWORD_CHANGE_REQUIRED;
    const accepted = await acceptInvitation(deps, author, caller, params.token, body);
    if ('code' in accepted) return accepted;
    const { userId, email, isNew } = accepted;
    const user = await db
      .selectFrom('user')
      .select(['id', 'email', 'name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const me = await tellMe(user);
    const password = isNew && 'password' in body ? body.password : undefined;
    if (password === undefined) return answer(200, me);
    const headers = await signedIn(betterAuth(), raw, publicUrl(), { email, password });
    await recordAccountEvent(deps, { userId, author, action: SIGN_IN, outcome: 'ok' });
    return answer(200, me, headers);
  });
}
