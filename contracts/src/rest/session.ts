import { Type, type Static } from 'typebox';
import { Role } from '../roles.ts';
import { Email, Timestamp, Uuid, nullable, strictObject, text } from '../schema.ts';

/**
 * Who is signed in (contract, section 3). Sessions and passwords themselves are better-auth's own routes (contract, 3.1): their bodies are
 * checked by these schemas before better-auth sees them, and its answers are written down as they are.
 */

export const User = Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() });
export type User = Static<typeof User>;

/** GET /api/me */
export const MeResponse = Type.Object({
  user: User,
  organizations: Type.Array(Type.Object({ id: Uuid, name: Type.String(), role: Role })),
  /** The VAPID key (base64url) that a browser needs to subscribe to Web Push; absent where push is off. */
  pushPublicKey: Type.Optional(Type.String()),
});
export type MeResponse = Static<typeof MeResponse>;

/** A password as it is typed; how strong a new one must be is decided where it is set. */
export const Password = Type.String({ minLength: 1, maxLength: 128 });
export const PASSWORD_CHARACTERS_LEAST = 10;
/** A password that is being chosen. One that is easy to guess is `validation_failed` too, with words that say what to do. */
export const NewPassword = Type.String({ minLength: PASSWORD_CHARACTERS_LEAST, maxLength: 128 });

/** POST /api/auth/sign-in/email → 200 with a session cookie, and a bearer token in the header `set-auth-token`. */
export const SignInRequest = strictObject({ email: Email, password: Password });
export type SignInRequest = Static<typeof SignInRequest>;

/** A user as better-auth tells of one. */
export const Account = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  emailVerified: Type.Boolean(),
  image: nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** `token` is the session's, without the signature that makes a bearer token of it: that one is in the header `set-auth-token`. */
export const SignInResponse = Type.Object({ redirect: Type.Boolean(), token: Type.String(), user: Account });

/** A POST without anything to say. */
export const EmptyRequest = strictObject({});
export const SignOutResponse = Type.Object({ success: Type.Boolean() });

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
});
/** GET /api/auth/list-sessions */
export const SessionList = Type.Array(Session);
/** GET /api/auth/get-session: null for who is not signed in. A browser's session is prolonged by it. */
export const CurrentSession = nullable(Type.Object({ session: Session, user: Account }));

/** POST /api/auth/revoke-session. A token that is not of a session of the caller changes nothing. */
export const RevokeSessionRequest = strictObject({ token: text(200, 1) });
export const StatusResponse = Type.Object({ status: Type.Boolean() });

/** POST /api/auth/change-password. `token` is that of a new session where `revokeOtherSessions` was asked for. */
export const ChangePasswordRequest = strictObject({
  currentPassword: Password,
  newPassword: NewPassword,
  revokeOtherSessions: Type.Optional(Type.Boolean()),
});
export const ChangePasswordResponse = Type.Object({ token: nullable(Type.String()), user: Account });

/** POST /api/auth/request-password-reset: the same answer, and as quick, whether the address has an account or not (A3). */
export const PasswordResetRequest = strictObject({ email: Email });
export const PasswordResetResponse = Type.Object({ status: Type.Boolean(), message: Type.String() });
/** How long the mail's link works: once. */
export const PASSWORD_RESET_TTL_MS = 60 * 60 * 1_000;

/** POST /api/auth/reset-password: `token` is of the mail's link, `PUBLIC_URL/reset-password?token=…`. Every session of the person ends. */
export const ResetPasswordRequest = strictObject({ token: text(200, 1), newPassword: NewPassword });

export const BEARER_HEADER = 'set-auth-token';
