import { Type, type Static } from 'typebox';
import { NAME_PATTERN } from '../allowed-characters.ts';
import { Timestamp, Uuid, line, nullable, oneOf, strictObject } from '../common-schemas.ts';
import { PASSKEY_NAME_LENGTH } from '../passkey-limits.ts';
import type { RouteTable } from '../route.ts';
import { VerifyResponse } from './second-factor.ts';
import { EmptyRequest, StatusResponse } from './session.ts';

/**
 * Passkeys of an account (contract, 3.3; promise A7): WebAuthn with user verification, available once the authenticator
 * app is on. A passkey alone opens a session with `mfa`. The messages have the names and forms of Web Authentication,
 * level 3, section 5.1 (`…JSON`), so `@simplewebauthn/browser` can use them unchanged.
 */

export const PasskeyName = Type.String({ minLength: 1, maxLength: PASSKEY_NAME_LENGTH, pattern: NAME_PATTERN });

/**
 * Where a passkey is stored, as the browser reported at its registration: `security_key` on a USB or NFC stick, `phone`
 * on a phone that was used from another machine, `synced` with the person's other devices, otherwise on one `device`.
 */
export const PASSKEY_KINDS = ['device', 'synced', 'security_key', 'phone'] as const;

export const Passkey = Type.Object({
  id: Uuid,
  name: Type.String(),
  createdAt: Timestamp,
  /** Null if the passkey was not used yet. */
  lastUsedAt: nullable(Timestamp),
  kind: oneOf(PASSKEY_KINDS),
});
export type Passkey = Static<typeof Passkey>;

/** GET /api/auth/passkey/list-user-passkeys lists the passkeys, oldest first. */
export const PasskeyList = Type.Object({ passkeys: Type.Array(Passkey) });
export type PasskeyList = Static<typeof PasskeyList>;

const PublicKey = Type.Literal('public-key');

/**
 * POST /api/auth/passkey/generate-register-options returns the options for `navigator.credentials.create`, valid for
 * `timeout` ms.
 */
export const PasskeyCreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKey, alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Type.Object({ id: Type.String(), type: PublicKey })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;
export const PasskeyCreationOptionsResponse = Type.Object({ options: PasskeyCreationOptions });

/**
 * POST /api/auth/passkey/generate-authenticate-options returns the options for `navigator.credentials.get`. The options
 * name no credential, so the browser offers the passkeys that it has.
 */
export const PasskeyRequestOptions = Type.Object({
  rpId: Type.String(),
  challenge: Type.String(),
  timeout: Type.Integer(),
  allowCredentials: Type.Array(Type.Object({ id: Type.String(), type: PublicKey }), { maxItems: 0 }),
  userVerification: Type.Literal('required'),
});
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;
export const PasskeyRequestOptionsResponse = Type.Object({ options: PasskeyRequestOptions });

export const BASE64URL_PATTERN = '^[A-Za-z0-9_-]*$';
const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: BASE64URL_PATTERN });
/** A credential's identifier has at most 1,023 bytes (Web Authentication, level 3, section 4). */
const CredentialId = base64url(1_364);
const ClientData = base64url(8_192);
const AuthenticatorData = base64url(8_192);
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: PublicKey,
  authenticatorAttachment: Type.Optional(oneOf(['platform', 'cross-platform'] as const)),
  /** Any form is accepted and ignored, because the service requests no extension. */
  clientExtensionResults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

/** The browser's credential for `PasskeyCreationOptions`. */
export const RegistrationCredential = strictObject({
  ...credential,
  response: strictObject({
    clientDataJSON: ClientData,
    attestationObject: base64url(32_768),
    transports: Type.Optional(Type.Array(line(32, 1), { maxItems: 10 })),
    /** These three fields copy parts of `attestationObject` and are ignored. */
    authenticatorData: Type.Optional(AuthenticatorData),
    publicKey: Type.Optional(base64url(8_192)),
    publicKeyAlgorithm: Type.Optional(Type.Integer({ minimum: -65_536, maximum: 65_536 })),
  }),
});
export type RegistrationCredential = Static<typeof RegistrationCredential>;

/** The browser's credential for `PasskeyRequestOptions`. */
export const AuthenticationCredential = strictObject({
  ...credential,
  response: strictObject({
    clientDataJSON: ClientData,
    authenticatorData: AuthenticatorData,
    signature: base64url(8_192),
    userHandle: Type.Optional(base64url(128)),
  }),
});
export type AuthenticationCredential = Static<typeof AuthenticationCredential>;

/** POST /api/auth/passkey/verify-registration. A wrong or late credential gives `validation_failed` with the path `/response`. */
export const AddPasskeyRequest = strictObject({ name: PasskeyName, response: RegistrationCredential });
export const AddPasskeyResponse = Type.Object({ passkey: Passkey });

/** POST /api/auth/passkey/delete-passkey */
export const RemovePasskeyRequest = strictObject({ id: Uuid });

/**
 * POST /api/auth/passkey/verify-authentication. A wrong or late credential gives `unauthenticated` with the path
 * `/response`.
 */
export const PasskeySignInRequest = strictObject({ response: AuthenticationCredential });

const OWN = { tag: 'sessions' } as const;
/** `conflict`: the authenticator app is off, PUBLIC_URL has an IP address, or the passkey is stored already. */
const ADDING = ['mfa_required', 'conflict', 'quota_exceeded'] as const;

export const passkeyRoutes = {
  'GET /api/auth/passkey/list-user-passkeys': {
    doc: { id: 'listPasskeys', ...OWN, summary: 'List the caller’s passkeys, oldest first' },
    role: 'any',
    response: { 200: PasskeyList },
    load: 'operator',
  },
  'POST /api/auth/passkey/generate-register-options': {
    doc: { id: 'makePasskeyCreationOptions', ...OWN, summary: 'Get the options with which a browser makes a passkey' },
    role: 'any',
    body: EmptyRequest,
    response: { 200: PasskeyCreationOptionsResponse },
    refusals: ADDING,
    load: 'operator',
    /** It changes nothing. */
    audit: null,
  },
  'POST /api/auth/passkey/verify-registration': {
    doc: { id: 'addPasskey', ...OWN, summary: 'Store a passkey that the browser has made' },
    role: 'any',
    body: AddPasskeyRequest,
    response: { 200: AddPasskeyResponse },
    refusals: ADDING,
    load: 'operator',
    audit: 'passkey.add',
  },
  'POST /api/auth/passkey/delete-passkey': {
    doc: { id: 'removePasskey', ...OWN, summary: 'Remove a passkey of the caller' },
    role: 'any',
    body: RemovePasskeyRequest,
    response: { 200: StatusResponse },
    refusals: ['mfa_required', 'not_found'],
    load: 'operator',
    audit: 'passkey.remove',
  },
  'POST /api/auth/passkey/generate-authenticate-options': {
    doc: {
      id: 'makePasskeyRequestOptions',
      ...OWN,
      summary: 'Get the options with which a browser signs in with a passkey',
    },
    role: 'none',
    body: EmptyRequest,
    response: { 200: PasskeyRequestOptionsResponse },
    /** `conflict`: PUBLIC_URL has an IP address, for which browsers have no passkeys. */
    refusals: ['conflict'],
    load: 'operator',
    /** It changes nothing. */
    audit: null,
  },
  'POST /api/auth/passkey/verify-authentication': {
    doc: { id: 'signInWithPasskey', ...OWN, summary: 'Sign in with a passkey alone' },
    role: 'none',
    body: PasskeySignInRequest,
    response: { 200: VerifyResponse },
    signsIn: true,
    limitedByAddress: true,
    refusals: ['unauthenticated'],
    load: 'operator',
    audit: 'session.sign_in',
  },
} as const satisfies RouteTable;
