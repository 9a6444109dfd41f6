import { Type, type Static } from 'typebox';
import { PASSWORD_CHARACTERS_LEAST } from '../field-messages.ts';
import { Language } from '../languages.ts';
import { Role } from '../roles.ts';
import type { RouteTable } from '../route.ts';
import {
  Count,
  Email,
  ListQuery,
  Name,
  Timestamp,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
  text,
} from '../common-schemas.ts';

/**
 * The signed-in caller (contract, section 3). Sessions and passwords are routes of better-auth (contract, 3.1). These
 * schemas check the bodies before better-auth reads them, and describe its responses.
 */

export const User = Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() });
export type User = Static<typeof User>;

/** GET /api/me */
export const MeResponse = Type.Object({
  user: Type.Object({
    ...User.properties,
    /** The language of mails to the caller; null for the organization’s language. */
    language: nullable(Language),
    /** True if a sign-in needs a code of an authenticator app after the password. */
    totp: Type.Boolean(),
    /** The number of unused recovery codes; 0 if `totp` is off. */
    recoveryCodes: Count,
    /** The number of the account's passkeys; 0 if `totp` is off. */
    passkeys: Count,
  }),
  /** True if this session was opened with a second factor. */
  mfa: Type.Boolean(),
  /** True if the caller is a system owner (SYSTEM_OWNERS). */
  systemOwner: Type.Boolean(),
  /**
   * True while the person has the printed first password and must replace it before anything else; absent otherwise.
   */
  passwordChangeRequired: Type.Optional(Type.Literal(true)),
  /** `mfaRequired`: a session without a second factor gets `mfa_required` from the organization's routes (A6). */
  organizations: Type.Array(Type.Object({ id: Uuid, name: Type.String(), role: Role, mfaRequired: Type.Boolean() })),
  /** The VAPID key (base64url) that a browser needs to subscribe to Web Push; absent if push is off. */
  pushPublicKey: Type.Optional(Type.String()),
  /**
   * The URL of the claim page for phones, below PUBLIC_URL. Absent if PUBLIC_URL leads only to the service’s own
   * machine.
   */
  claimUrl: Type.Optional(Type.String()),
  /**
   * Whether mail is configured. Without it, the service writes each mail to the folder `outbox`, which only system
   * owners see: null for others, and if mail is configured.
   */
  mail: Type.Object({ configured: Type.Boolean(), outbox: nullable(Type.String()) }),
});
export type MeResponse = Static<typeof MeResponse>;

/** A typed password. Its strength is checked only when a new password is set (`NewPassword`). */
export const Password = Type.String({ minLength: 1, maxLength: 128 });
/**
 * A new password. A password that is easy to guess also gives `validation_failed`, with a message that says what to do.
 */
export const NewPassword = Type.String({ minLength: PASSWORD_CHARACTERS_LEAST, maxLength: 128 });

/** POST /api/auth/sign-in/email → 200 with a `SecondFactorChallenge`, or with a session cookie, and a bearer token in the header `set-auth-token` unless the request has `x-session: cookie`. */
export const SignInRequest = strictObject({ email: Email, password: Password });

/** A user in better-auth's form. */
export const Account = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  emailVerified: Type.Boolean(),
  image: nullable(Type.String()),
  language: Type.Optional(nullable(Language)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** `token` is the session's token without the signature. The header `set-auth-token` has the signed bearer token. */
export const OpenedSession = Type.Object({ redirect: Type.Boolean(), token: Type.String(), user: Account });

/**
 * The response if the password was right but the person has turned on the second factor: no session was opened, and
 * there is no bearer token. A code within `CHALLENGE_TTL_MS` opens a session (`rest/second-factor.ts`). Browsers also
 * have the challenge in a cookie.
 */
export const SecondFactorChallenge = Type.Object({
  twoFactorRedirect: Type.Literal(true),
  twoFactorMethods: Type.Array(Type.String()),
  challenge: Type.String(),
});
export type SecondFactorChallenge = Static<typeof SecondFactorChallenge>;

/**
 * The security event of a right password that led to a challenge and opened no session. It shows a person that others
 * know the password.
 */
export const CHALLENGE_ACTION = 'session.challenge';

/** How long after the password a code is accepted. */
export const CHALLENGE_TTL_MS = 10 * 60 * 1_000;

export const SignInResponse = Type.Union([OpenedSession, SecondFactorChallenge]);
export type SignInResponse = Static<typeof SignInResponse>;

/** The empty body of a POST. */
export const EmptyRequest = strictObject({});
export const SignOutResponse = Type.Object({ success: Type.Boolean() });

/** The facts of a session that its person and admins see. */
export const SessionFacts = {
  /** `browser`: a page of the dashboard, which signs in by a cookie. */
  kind: oneOf(['browser', 'token'] as const),
  /** True if the person signed in with a second factor. */
  mfa: Type.Boolean(),
};

/** A session of the caller; `token` is what POST /api/auth/revoke-session takes. */
export const Session = Type.Object({
  id: Type.String(),
  token: Type.String(),
  userId: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  ipAddress: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  ...SessionFacts,
  /** The time of the last use, to the minute; null if the session was not used yet. */
  lastUsedAt: nullable(Timestamp),
});
export type Session = Static<typeof Session>;
/** GET /api/auth/list-sessions */
export const SessionList = Type.Array(Session);
/** GET /api/auth/get-session returns null if the caller is not signed in. */
export const CurrentSession = nullable(Type.Object({ session: Session, user: Account }));

/** POST /api/auth/revoke-session. A token that is not of a session of the caller changes nothing. */
export const RevokeSessionRequest = strictObject({ token: text(200, 1) });
export const StatusResponse = Type.Object({ status: Type.Boolean() });

/**
 * POST /api/auth/update-user changes the caller's name and the language of the caller's mails. Other fields that
 * better-auth supports are refused.
 */
export const UpdateUserRequest = Type.Object(
  { name: Type.Optional(Name), language: Type.Optional(nullable(Language)) },
  { additionalProperties: false, minProperties: 1 },
);

/** POST /api/auth/change-password. With `revokeOtherSessions`, the response's `token` is that of a new session. */
export const ChangePasswordRequest = strictObject({
  currentPassword: Password,
  newPassword: NewPassword,
  revokeOtherSessions: Type.Optional(Type.Boolean()),
});
export const ChangePasswordResponse = Type.Object({ token: nullable(Type.String()), user: Account });

/**
 * POST /api/auth/request-password-reset returns the same response in the same time, whether the address has an account
 * or not (A3).
 */
export const PasswordResetRequest = strictObject({ email: Email });
export const PasswordResetResponse = Type.Object({ status: Type.Boolean(), message: Type.String() });
/** How long the mail's link works. The link works once. */
export const PASSWORD_RESET_TTL_MS = 60 * 60 * 1_000;

/**
 * POST /api/auth/reset-password ends every session of the person. `token` comes from the mail's link,
 * `PUBLIC_URL/reset-password#token=…`.
 */
export const ResetPasswordRequest = strictObject({ token: text(200, 1), newPassword: NewPassword });

/**
 * An event of the caller's account, whoever caused it. `action` is `session.*`, `password.*`, `account.*`, `mfa.*` or
 * `passkey.*`, as in the rows of the routes.
 */
export const SecurityEvent = Type.Object({
  id: Uuid,
  at: Timestamp,
  action: Type.String(),
  outcome: oneOf(['ok', 'failed'] as const),
  ip: nullable(Type.String()),
});
export type SecurityEvent = Static<typeof SecurityEvent>;
/** GET /api/me/security-events: newest first, 90 days. */
export const SecurityEventPage = page(SecurityEvent);

export const BEARER_HEADER = 'set-auth-token';
/** A page sends this header with the value `cookie`: the answer then has no bearer token, which a script could read. */
export const SESSION_HEADER = 'x-session';

const ACCOUNT = { by: 'better-auth', load: 'operator' } as const;
/** `forbidden`: a page of another origin asked. */
const ACCOUNT_CHANGE = { ...ACCOUNT, refusals: ['forbidden'] } as const;

export const sessionRoutes = {
  'POST /api/auth/sign-in/email': {
    doc: {
      id: 'signIn',
      tag: 'sessions',
      summary:
        'Sign in and get a cookie for browsers and a bearer token in the `set-auth-token` header, or a challenge if the account also needs a code',
    },
    role: 'none',
    body: SignInRequest,
    response: { 200: SignInResponse },
    signsIn: true,
    limitedByAddress: true,
    ...ACCOUNT,
    refusals: ['unauthenticated', 'forbidden'],
    audit: 'session.sign_in',
  },
  'POST /api/auth/sign-out': {
    doc: { id: 'signOut', tag: 'sessions', summary: 'End the current session' },
    role: 'any',
    allowsFirstPassword: true,
    body: EmptyRequest,
    response: { 200: SignOutResponse },
    ...ACCOUNT_CHANGE,
    audit: 'session.sign_out',
  },
  'GET /api/auth/get-session': {
    doc: { id: 'getSession', tag: 'sessions', summary: 'Get the current session, or null if there is none' },
    role: 'none',
    response: { 200: CurrentSession },
    knowsCaller: true,
    ...ACCOUNT,
  },
  'GET /api/auth/list-sessions': {
    doc: { id: 'listSessions', tag: 'sessions', summary: 'List the sessions of the caller' },
    role: 'any',
    response: { 200: SessionList },
    ...ACCOUNT,
  },
  'POST /api/auth/revoke-session': {
    doc: { id: 'revokeSession', tag: 'sessions', summary: 'End one session of the caller' },
    role: 'any',
    body: RevokeSessionRequest,
    response: { 200: StatusResponse },
    ...ACCOUNT_CHANGE,
    audit: 'session.revoke',
  },
  'POST /api/auth/revoke-other-sessions': {
    doc: { id: 'revokeOtherSessions', tag: 'sessions', summary: 'End every other session of the caller' },
    role: 'any',
    body: EmptyRequest,
    response: { 200: StatusResponse },
    ...ACCOUNT_CHANGE,
    audit: 'session.revoke_others',
  },
  'POST /api/auth/revoke-sessions': {
    doc: { id: 'revokeSessions', tag: 'sessions', summary: 'End every session of the caller, including this one' },
    role: 'any',
    body: EmptyRequest,
    response: { 200: StatusResponse },
    ...ACCOUNT_CHANGE,
    audit: 'session.revoke_all',
  },
  'POST /api/auth/update-user': {
    doc: {
      id: 'updateUser',
      tag: 'sessions',
      summary: 'Change the caller’s name or the language of the caller’s e-mails',
    },
    role: 'any',
    body: UpdateUserRequest,
    response: { 200: StatusResponse },
    ...ACCOUNT_CHANGE,
    audit: 'account.update',
  },
  'POST /api/auth/change-password': {
    doc: { id: 'changePassword', tag: 'sessions', summary: 'Change the password; requires the current password' },
    role: 'any',
    allowsFirstPassword: true,
    body: ChangePasswordRequest,
    response: { 200: ChangePasswordResponse },
    ...ACCOUNT_CHANGE,
    audit: 'password.change',
  },
  'POST /api/auth/request-password-reset': {
    doc: {
      id: 'requestPasswordReset',
      tag: 'sessions',
      summary: 'Request a password reset link by e-mail; the response is the same for every address',
    },
    role: 'none',
    body: PasswordResetRequest,
    response: { 200: PasswordResetResponse },
    limitedByAddress: true,
    ...ACCOUNT_CHANGE,
    audit: 'password.reset_request',
  },
  'POST /api/auth/reset-password': {
    doc: {
      id: 'resetPassword',
      tag: 'sessions',
      summary: 'Set a new password with the token from the e-mailed link, and end all sessions',
    },
    role: 'none',
    body: ResetPasswordRequest,
    response: { 200: StatusResponse },
    limitedByAddress: true,
    ...ACCOUNT_CHANGE,
    audit: 'password.reset',
  },
  'GET /api/me': {
    doc: { id: 'me', tag: 'sessions', summary: 'Get the signed-in person and their organizations' },
    role: 'any',
    allowsFirstPassword: true,
    response: { 200: MeResponse },
    load: 'operator',
  },
  'GET /api/me/security-events': {
    doc: {
      id: 'listSecurityEvents',
      tag: 'sessions',
      summary:
        'List sign-ins (including failed ones), right passwords that wait for a code, ended sessions and changes of the password, the second factor and the passkeys of the caller’s account in the last 90 days, newest first',
    },
    role: 'any',
    query: ListQuery,
    response: { 200: SecurityEventPage },
  },
} as const satisfies RouteTable;
