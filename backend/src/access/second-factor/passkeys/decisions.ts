import type { Passkey } from '@sign-display/contracts/rest/passkeys';

/** Pure decisions about passkeys. */

const SECURITY_KEY = ['usb', 'nfc', 'ble', 'smart-card'];

/** Where a passkey is, by the transports that the browser reported at its registration. */
export function kindOf({
  transports,
  backedUp,
}: {
  transports: readonly string[];
  backedUp: boolean;
}): Passkey['kind'] {
  if (transports.some((transport) => SECURITY_KEY.includes(transport))) return 'security_key';
  if (transports.length > 0 && transports.every((transport) => transport === 'hybrid')) return 'phone';
  return backedUp ? 'synced' : 'device';
}

/**
 * Whether an authenticator's counter is later than the stored one (Web Authentication, level 3, section 6.1.1). Two zeros: the authenticator does not count.
 * A counter that goes back shows that the passkey was copied.
 */
export const isCounterLater = (given: number, stored: number): boolean =>
  (given === 0 && stored === 0) || given > stored;

/** The person as a credential names them (`userHandle`), in base64url. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');
