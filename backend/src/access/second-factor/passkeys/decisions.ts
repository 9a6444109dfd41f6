import type { Passkey } from '@sign-display/contracts/rest/passkeys';

/** Which counters, signatures and kinds of passkeys are accepted or shown. Nothing here reads the database or a clock. */

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
 * A counter that goes back can mean that the passkey was copied.
 */
export const isCounterLater = (given: number, stored: number): boolean =>
  (given === 0 && stored === 0) || given > stored;

/** One DER integer at `start`: its end, or null if it is negative, too short or not minimal (ITU-T X.690, 8.3 and 10.1). */
function endOfInteger(bytes: Uint8Array, start: number): number | null {
  const [tag, length, first, second] = bytes.subarray(start);
  if (tag !== 2 || length === undefined || length === 0 || first === undefined || first >= 0x80) return null;
  if (first === 0 && length > 1 && second! < 0x80) return null;
  return start + 2 + length;
}

/** Whether an ECDSA signature of P-256 is DER, as Web Authentication requires. SimpleWebAuthn reads some other encodings too. */
export function isDerSignature(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) return false;
  const middle = endOfInteger(bytes, 2);
  return middle !== null && endOfInteger(bytes, middle) === bytes.length;
}

/** The person as a credential names them (`userHandle`), in base64url. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');
