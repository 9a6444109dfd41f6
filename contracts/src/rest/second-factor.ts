import { Type, type Static } from 'typebox';
import { strictObject, text } from '../common-schemas.ts';
import type { RouteTable } from '../route.ts';
import { Account, Password, StatusResponse } from './session.ts';

/**
 * The second factor of an account: codes of an authenticator app (TOTP, RFC 6238) and recovery codes (contract, 3.3;
 * promise A7). To turn the second factor on, `enable` returns the secret and ten recovery codes, and the first right
 * code to `verify-totp` turns it on. That session then has `mfa`, and every other session of the person ends. At a
 * sign-in, `SignInResponse` is a challenge, and a right code opens the session.
 *
 * A wrong code gives `unauthenticated`. After `WRONG_CODES.most` wrong codes, the service checks no code for a while
 * and answers `rate_limited` with `retryAfterMs`.
 */

/**
 * The password protects the second factor at an unlocked computer. A wrong password gives `validation_failed` without
 * `errors`.
 */
export const SecondFactorPasswordRequest = strictObject({ password: Password });

export const RECOVERY_CODES = 10;
/** A code as people write it down: two groups of five characters, without letters that look like digits. */
export const RecoveryCode = Type.String({ pattern: '^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$' });
/**
 * POST /api/auth/two-factor/generate-backup-codes returns new codes, which are shown only once. The earlier codes no
 * longer work.
 */
export const RecoveryCodesResponse = Type.Object({ backupCodes: Type.Array(RecoveryCode) });
/**
 * POST /api/auth/two-factor/enable. The second factor stays off until the first right code. `totpURI`
 * (`otpauth://totp/…`) is for a QR code.
 */
export const EnableSecondFactorResponse = Type.Object({
  totpURI: Type.String(),
  ...RecoveryCodesResponse.properties,
});
export type EnableSecondFactorResponse = Static<typeof EnableSecondFactorResponse>;

/**
 * The challenge from the sign-in's response. Absent if the browser's cookie has it, or if the caller is signed in and
 * turns the second factor on.
 */
const challenge = Type.Optional(text(200, 1));
/** The digits that the app shows at this time. */
export const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });
/** POST /api/auth/two-factor/verify-totp */
export const VerifyTotpRequest = strictObject({ code: TotpCode, challenge });
/**
 * POST /api/auth/two-factor/verify-backup-code takes the code as typed. Case, spaces and hyphens don't count; `O` is
 * read as zero, `I` and `L` as one.
 */
export const VerifyRecoveryCodeRequest = strictObject({ code: text(32, 1), challenge });
/**
 * The opened session has `mfa`. As after a sign-in, `token` has no signature, and the header `set-auth-token` has the
 * bearer token.
 */
export const VerifyResponse = Type.Object({ token: Type.String(), user: Account });
/**
 * The response to a code has one more field. `turnedOn`: this code turned the second factor on, so the codes that `enable` returned last are the account’s recovery codes.
 */
export const VerifyCodeResponse = Type.Object({ ...VerifyResponse.properties, turnedOn: Type.Boolean() });

const OWN = { tag: 'sessions' } as const;
const VERIFYING = {
  role: 'none',
  knowsCaller: true,
  signsIn: true,
  load: 'operator',
  /** `conflict`: the caller is signed in and has no second factor to check the code with. */
  refusals: ['unauthenticated', 'password_change_required', 'conflict'],
  audit: 'session.sign_in',
} as const;

export const secondFactorRoutes = {
  'POST /api/auth/two-factor/enable': {
    doc: {
      id: 'enableSecondFactor',
      ...OWN,
      summary: 'Get a TOTP secret and recovery codes; the first correct code turns the second factor on',
    },
    role: 'any',
    body: SecondFactorPasswordRequest,
    response: { 200: EnableSecondFactorResponse },
    /** `conflict`: the second factor is already on. */
    refusals: ['conflict'],
    load: 'operator',
    audit: 'mfa.enable',
  },
  'POST /api/auth/two-factor/disable': {
    doc: {
      id: 'disableSecondFactor',
      ...OWN,
      summary: 'Turn the second factor off and delete its recovery codes and the passkeys',
    },
    role: 'any',
    body: SecondFactorPasswordRequest,
    response: { 200: StatusResponse },
    /** `conflict`: there is no second factor to turn off. */
    refusals: ['mfa_required', 'conflict'],
    load: 'operator',
    audit: 'mfa.disable',
  },
  'POST /api/auth/two-factor/generate-backup-codes': {
    doc: { id: 'makeRecoveryCodes', ...OWN, summary: 'Replace the recovery codes by ten new ones' },
    role: 'any',
    body: SecondFactorPasswordRequest,
    response: { 200: RecoveryCodesResponse },
    /** `conflict`: the second factor is off. */
    refusals: ['mfa_required', 'conflict'],
    load: 'operator',
    audit: 'mfa.recovery_codes',
  },
  'POST /api/auth/two-factor/verify-totp': {
    doc: {
      id: 'verifyTotp',
      ...OWN,
      summary: 'Finish a sign-in, or turn the second factor on, with a code of the authenticator app',
    },
    body: VerifyTotpRequest,
    response: { 200: VerifyCodeResponse },
    ...VERIFYING,
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    doc: { id: 'verifyRecoveryCode', ...OWN, summary: 'Finish a sign-in with a recovery code, which works once' },
    body: VerifyRecoveryCodeRequest,
    response: { 200: VerifyCodeResponse },
    ...VERIFYING,
  },
} as const satisfies RouteTable;
