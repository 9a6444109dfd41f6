import { createHash } from 'node:crypto';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import { ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { FastifyBaseLogger } from 'fastify';
import { verifyPassword } from 'better-auth/crypto';
import type { ServiceDeps } from '../db/database-types.ts';
import type { Author, SignedInAuthor } from '../http/change-author-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { PostOffice } from '../mail/send-mail-with-retries.ts';
import { recordAccountEvent, wordsAbout } from './account-events.ts';
import { refuseFirstPassword, releaseFirstPassword } from './require-new-first-password.ts';
import { languageOfMail } from './mail-language.ts';
import { endChallenges } from './second-factor/challenge.ts';
import { refuseWeak } from './password-strength.ts';
import { normalizeEmail } from './users-repository.ts';
import { createWrongPasswords } from './delay-after-wrong-passwords.ts';
import { wrongPasswordsMail } from './wrong-passwords-mail.ts';

/**
 * What happens before and after better-auth answers one of its routes: how good a new password must be, how often a password may be wrong, and what
 * the person's security events have of it (docs/decisions/0020-passwords-and-sessions.md).
 */

/** A request for one of better-auth's routes, checked against its schema. */
export interface AccountRequest {
  key: RouteKey;
  author: Author;
  /** Null: nobody is signed in. */
  sessionId: string | null;
  body: {
    email?: string;
    token?: string;
    password?: string;
    currentPassword?: string;
    newPassword?: string;
    revokeOtherSessions?: boolean;
  };
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Compares two passwords as better-auth does, which normalizes what it hashes. */
const isSamePassword = (one: string, other: string): boolean => one.normalize('NFKC') === other.normalize('NFKC');

const WRONG_PASSWORD: RestRefusal = { code: 'validation_failed', detail: 'The password is wrong.' };

type Answer = Response | RestRefusal;
const isDone = (answer: Answer): answer is Response => answer instanceof Response;

/** As better-auth stores the token of a link: SHA-256, base64url (`verification.storeIdentifier: 'hashed'`). */
const identifierOf = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** Whose password the request has better-auth check; null if it shows none. */
function checkedAccount({ author, body }: AccountRequest): string | null {
  if (body.password === undefined && body.currentPassword === undefined) return null;
  return body.email ?? author.person!.email;
}

export function createAccountSecurity(
  deps: ServiceDeps & { log: Pick<FastifyBaseLogger, 'error'>; mail: PostOffice; publicUrl(): string },
) {
  const { db, clock, log, mail, publicUrl } = deps;
  const underWay = new Set<Promise<void>>();

  function afterwards(doing: Promise<void>, failed: string): void {
    const over: Promise<void> = doing
      .catch((error: unknown) => log.error({ err: error }, failed))
      .finally(() => underWay.delete(over));
    underWay.add(over);
  }

  const findUser = (email: string) =>
    db.selectFrom('user').select(['id', 'email']).where('email', '=', normalizeEmail(email)).executeTakeFirst();

  async function mailWarning({ email, ip }: { email: string; ip: string }): Promise<void> {
    const user = await findUser(email);
    if (!user) return;
    const link = addressOf(publicUrl(), pathOf('forgotPassword'));
    const language = await languageOfMail(db, user.email, null);
    const warning = wrongPasswordsMail({ to: user.email, ip, at: new Date(clock.now()), link }, language);
    await mail.post(warning, { kind: 'wrong passwords' });
  }

  const wrongPasswords = createWrongPasswords({
    db,
    clock,
    warn: (attempt) => afterwards(mailWarning(attempt), 'wrong passwords not mailed to their account'),
  });

  /** The person of a mailed link; better-auth decides whether it still works. */
  async function ownerOfLink(token: string): Promise<string | null> {
    const link = await db
      .selectFrom('verification')
      .select('value')
      .where('identifier', '=', identifierOf(token))
      .executeTakeFirst();
    return link?.value ?? null;
  }

  /** The account that the request is about, as far as that is known beforehand. */
  const userIdOf = async ({ key, author, body }: AccountRequest): Promise<string | null> =>
    key === 'POST /api/auth/reset-password' ? await ownerOfLink(body.token!) : (author.person?.id ?? null);

  async function refuseNewPassword({ body }: AccountRequest, userId: string | null): Promise<RestRefusal | null> {
    const { currentPassword, newPassword } = body;
    if (newPassword === undefined) return null;
    if (userId === null) return refuseWeak(newPassword, [], '/newPassword');
    const weak = refuseWeak(newPassword, await wordsAbout(db, userId), '/newPassword');
    // better-auth hashes and checks the current password next. If that is right, a different one is not the printed one.
    if (weak || (currentPassword !== undefined && !isSamePassword(currentPassword, newPassword))) return weak;
    return await refuseFirstPassword(db, userId, newPassword);
  }

  async function noteNewPassword({ body, sessionId }: AccountRequest, userId: string): Promise<void> {
    if (body.newPassword === undefined) return;
    // Otherwise better-auth has ended them, and has opened another one for the caller.
    const endsSessions = body.revokeOtherSessions !== true;
    await releaseFirstPassword(db, { userId, sessionId, endsSessions });
    // A sign-in with the old password that waits for its code, and the links by which another one could be chosen.
    await endChallenges(db, userId);
  }

  /** It changes nothing: the session to be ended is not the caller's. */
  async function isIdle({ key, body }: AccountRequest, userId: string | null): Promise<boolean> {
    if (key !== 'POST /api/auth/revoke-session') return false;
    const session = db.selectFrom('session').select('id').where('token', '=', body.token!);
    return (await session.where('userId', '=', userId!).executeTakeFirst()) === undefined;
  }

  function askChecked(request: AccountRequest, ask: () => Promise<Answer>): Promise<Answer> {
    const email = checkedAccount(request);
    return email === null ? ask() : wrongPasswords.check({ email, ip: request.author.ip! }, ask, isDone);
  }

  async function noteFailedSignIn({ author, body }: AccountRequest, action: string): Promise<void> {
    const user = await findUser(body.email!);
    if (user) await recordAccountEvent(deps, { userId: user.id, author, action, outcome: 'failed' });
  }

  /** Records the outcome before the response is sent. A failed sign-in is recorded after it, so that response times reveal nothing. */
  async function note(request: AccountRequest, known: string | null, answer: Answer, action: string): Promise<void> {
    const { key, author, log: requestLog } = request;
    const isSignIn = isDone(answer) && (ROUTES[key] as Route).signsIn === true;
    const signedIn = isSignIn ? await signedInId(answer) : undefined;
    // A challenge, which has its own event.
    if (isSignIn && signedIn === undefined) return;
    const userId = signedIn ?? known;
    const line = { action, ip: author.ip, userId };
    if (!isDone(answer)) {
      requestLog.warn({ ...line, code: answer.code }, 'credentials rejected');
      // Nothing was checked.
      if (answer.code === 'rate_limited') return;
      if (key === 'POST /api/auth/sign-in/email')
        return afterwards(noteFailedSignIn(request, action), 'failed sign-in not written to the security events');
    } else requestLog.info(line, 'security event');
    if (userId === null) return;
    await recordAccountEvent(deps, { userId, author, action, outcome: isDone(answer) ? 'ok' : 'failed' });
    if (isDone(answer) && key === 'POST /api/auth/reset-password') {
      const { email } = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
      await wrongPasswords.forget(email);
    }
  }

  async function isPasswordOf(userId: string, password: string): Promise<boolean> {
    const account = db.selectFrom('account').select('password').where('userId', '=', userId);
    const hash = (await account.where('providerId', '=', 'credential').executeTakeFirst())?.password ?? null;
    return hash !== null && (await verifyPassword({ hash, password }));
  }

  return {
    /** Checks the password of a signed-in person for one of our own routes, and counts a wrong one. Null if it is right. */
    async checkPassword(
      { author, action, log: requestLog }: Pick<AccountRequest, 'log'> & { author: SignedInAuthor; action: string },
      password: string,
    ): Promise<RestRefusal | null> {
      const { id: userId, email } = author.person;
      const checked = await wrongPasswords.check<{ isRight: boolean }>(
        { email, ip: author.ip! },
        async () => ({ isRight: await isPasswordOf(userId, password) }),
        ({ isRight }) => isRight,
      );
      if ('isRight' in checked && checked.isRight) return null;
      const refusal = 'code' in checked ? checked : WRONG_PASSWORD;
      requestLog.warn({ action, ip: author.ip, userId, code: refusal.code }, 'credentials rejected');
      if (refusal === WRONG_PASSWORD) await recordAccountEvent(deps, { userId, author, action, outcome: 'failed' });
      return refusal;
    },
    /** Has better-auth answer by `ask`, if the request may go on. */
    async answer(request: AccountRequest, ask: () => Promise<Answer>): Promise<Answer> {
      const userId = await userIdOf(request);
      const refused = await refuseNewPassword(request, userId);
      if (refused) return refused;
      const { audit: action = null }: Route = ROUTES[request.key];
      if (action === null || (await isIdle(request, userId))) return await ask();
      const answer = await askChecked(request, ask);
      if (isDone(answer) && userId !== null) await noteNewPassword(request, userId);
      await note(request, userId, answer, action);
      return answer;
    },
    /** Resolves when nothing is being written any more. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

async function signedInId(answer: Response): Promise<string | undefined> {
  const { user } = (await answer.clone().json()) as { user?: { id: string } };
  return user?.id;
}

export type AccountSecurity = ReturnType<typeof createAccountSecurity>;
