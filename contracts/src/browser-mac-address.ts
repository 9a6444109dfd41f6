import { sha256 } from './sha256.ts';

/** A sign in a browser tab (details 100). Pure. */

/** `device.platform` of a sign that runs in a browser tab. */
export const BROWSER_PLATFORM = 'browser';

const MAC_BYTES = 5;

/**
 * A browser can't read a network card, so a sign in a tab uses a locally administered hardware address: `02:` and the
 * first 40 bits of SHA-256 over the 36-character signId. No other platform may use it.
 */
export function browserMacAddress(signId: string): string {
  const bytes = sha256(signId).subarray(0, MAC_BYTES);
  return ['02', ...Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))].join(':');
}
