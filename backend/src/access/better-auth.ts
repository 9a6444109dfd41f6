import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { PASSWORD_RESET_TTL_MS, SESSION_HEADER } from '@sign-display/contracts/rest/session';
import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServiceDeps } from '../db/database-types.ts';
import { isFactorOn } from './second-factor/factor-repository.ts';
import { SecondFactorMissing } from './second-factor/second-factor-missing.ts';
import { SESSION_TTL_MS, storeSignIn } from './prolong-used-sessions.ts';
import { COOKIE_SECONDS, cookiePrefix } from './verify-session-token.ts';

interface AuthDependencies extends ServiceDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
  /** The key that signs sessions (AUTH_SECRET). */
  secret: string;
  /** How browsers reach the service; asked when the first request is there, because a free port is known only after listening. */
  publicUrl(): string;
  /** Mails a link with this token by which another password can be chosen. */
  sendPasswordReset(email: string, token: string): Promise<void>;
}

/** The header in which better-auth is told where a request came from; one of the same name from outside is overwritten. */
export const ADDRESS_HEADER = 'x-sign-display-address';
export const AUTH_BASE_PATH = '/api/auth';

interface SessionOpener {
  path?: string;
  context: { session?: { session: Record<string, unknown> } | null };
}

/** The caller's session where it makes place for a new one of the same person: a new password ends all others. Null where somebody signs in. */
function replacedSession(opener: SessionOpener | null | undefined, userId: string) {
  const session = opener?.path === '/change-password' ? opener.context.session?.session : undefined;
  if (session?.['userId'] !== userId) return null;
  return { kind: session['kind'] === 'browser' ? 'browser' : 'token', mfa: session['mfa'] === true };
}

function makeBetterAuth(deps: AuthDependencies) {
  const { db, clock, random, log, secret, publicUrl, sendPasswordReset } = deps;
  return betterAuth({
    appName: 'Sign Display Service',
    baseURL: publicUrl(),
    basePath: AUTH_BASE_PATH,
    secret,
    database: { db: db as unknown as Kysely<Record<string, Record<string, unknown>>>, type: 'postgres' },
    // Users come from the bootstrap and from invitations.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      sendResetPassword: async ({ user, token }) => sendPasswordReset(user.email, token),
      resetPasswordTokenExpiresIn: PASSWORD_RESET_TTL_MS / 1_000,
      revokeSessionsOnPasswordReset: true,
      // The other links that they asked for lead nowhere any more.
      onPasswordReset: async ({ user }) => {
        await db.deleteFrom('verification').where('value', '=', user.id).execute();
      },
    },
    // Who reads the database (a backup) finds no link that works.
    verification: { storeIdentifier: 'hashed' },
    // What it takes for the session's life is the cookie's. The lookup (find-caller.ts) prolongs sessions, for cookies and bearer tokens alike.
    user: { additionalFields: { language: { type: 'string', required: false } } },
    session: {
      expiresIn: COOKIE_SECONDS,
      disableSessionRefresh: true,
      // Nobody sends them: the hook below and the service set them.
      additionalFields: {
        kind: { type: 'string', required: false, input: false },
        mfa: { type: 'boolean', required: false, input: false },
        lastUsedAt: { type: 'date', required: false, input: false },
      },
    },
    // Times and tokens are of the service's own clock and chance, which in a simulation are not the machine's.
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, request) => {
            const at = new Date(clock.now());
            const expiresAt = new Date(clock.now() + SESSION_TTL_MS);
            const { kind, mfa } = replacedSession(request, userId) ?? {
              kind: request?.headers?.get(SESSION_HEADER) === 'cookie' ? 'browser' : 'token',
              mfa: false,
            };
            // Whatever route it is: a password alone opens no session (promise A7).
            if (!mfa && (await isFactorOn(db, userId))) throw new SecondFactorMissing(userId);
            return { data: { token: makeSecret(random), createdAt: at, updatedAt: at, expiresAt, kind, mfa } };
          },
          after: async ({ userId }) => storeSignIn(db, userId, clock.now()),
        },
      },
    },
    plugins: [bearer({ requireSignature: true })],
    // Ours counts (http/rate-limits.ts), and answers in the form of the contract.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.error({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    // What fails comes out, to the one error handler: a database that is away is `unavailable`, not a 500.
    onAPIError: { throw: true },
    advanced: {
      // Checked at our own door for every route (is-foreign-origin.ts); better-auth's check depends on NODE_ENV.
      disableOriginCheck: true,
      disableCSRFCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // By itself it would name them `__Secure-`.
      cookiePrefix: cookiePrefix(publicUrl()),
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: publicUrl().startsWith('https:'),
      },
      // The tables are our own migrations', and tested with it.
      database: { generateId: () => makeUuidV7(clock, random), validateSchema: false },
    },
  });
}

export type BetterAuth = ReturnType<typeof makeBetterAuth>;

/** better-auth on our own tables, made at its first use and then kept by whoever holds the returned function. */
export function createAuth(deps: AuthDependencies): () => BetterAuth {
  let made: BetterAuth | undefined;
  return () => (made ??= makeBetterAuth(deps));
}
