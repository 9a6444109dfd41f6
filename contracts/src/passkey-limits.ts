/** Limits of passkeys (contract, 3.3). A page's script imports them, so this file imports nothing. */

/** Passkeys of one person: one more is `quota_exceeded`. */
export const PASSKEYS_MOST = 20;

/** Characters of a passkey's name. */
export const PASSKEY_NAME_LENGTH = 60;
