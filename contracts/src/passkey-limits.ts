/** Limits of passkeys (contract, 3.3). A page's script imports them, so this file imports nothing. */

/** The most passkeys of one person. One more is refused with `quota_exceeded`. */
export const PASSKEYS_MOST = 20;

/** The most characters of a passkey's name. */
export const PASSKEY_NAME_LENGTH = 60;
