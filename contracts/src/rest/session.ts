import { Type, type Static } from 'typebox';
import { Role } from '../roles.ts';
import { Email, Uuid, strictObject } from '../schema.ts';

/** Who is signed in (contract, section 3). Sessions and passwords themselves are better-auth's own routes (contract, 3.1). */

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
/** A password that is being chosen: better-auth's own bounds. */
export const NewPassword = Type.String({ minLength: 8, maxLength: 128 });

/** POST /api/auth/sign-in/email → 200 with a session cookie, and a bearer token in the header `set-auth-token`. */
export const SignInRequest = strictObject({ email: Email, password: Password });
export type SignInRequest = Static<typeof SignInRequest>;

export const BEARER_HEADER = 'set-auth-token';
