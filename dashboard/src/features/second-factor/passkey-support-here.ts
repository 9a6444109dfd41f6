import { whyNoPasskeys, type NoPasskeys } from './passkey-support.ts';

/** Why this page can't use passkeys; undefined: it can. */
export const passkeySupport = (): NoPasskeys | undefined =>
  whyNoPasskeys({
    hostname: location.hostname,
    isSecureContext,
    hasWebAuthn: typeof PublicKeyCredential === 'function',
  });
