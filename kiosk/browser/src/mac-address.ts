import { toHex } from '@sign-display/contracts/identifiers';
import { sha256 } from '@sign-display/contracts/sha256';

const LOCALLY_ADMINISTERED = '02';
const BYTES = 5;

/**
 * The `macAddress` of a sign in a browser, which can't read a network card: locally administered, `02:` and the first 40 bits of SHA-256 over the 36-character
 * `signId` (contract, details 100). So two signs in one browser are two devices.
 */
export function macAddressOf(signId: string): string {
  const digest = toHex(sha256(signId).subarray(0, BYTES));
  return [LOCALLY_ADMINISTERED, ...digest.match(/../g)!].join(':');
}
