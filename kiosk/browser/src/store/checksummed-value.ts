import { toHex } from '@sign-display/contracts/identifier-generation';
import { sha256 } from '@sign-display/contracts/sha256';

/** Stores a JSON value with the hash of its text, so that a damaged copy is detected (promise K3). */
export interface Sealed {
  hash: string;
  text: string;
}

const hashOf = (text: string): string => toHex(sha256(text));

export function seal(value: unknown): Sealed {
  const text = JSON.stringify(value);
  return { hash: hashOf(text), text };
}

/** The value in `{ value }`; null for a damaged copy. */
export function unseal(stored: unknown): { value: unknown } | null {
  const { hash, text } = (stored ?? {}) as Partial<Record<keyof Sealed, unknown>>;
  if (typeof text !== 'string' || hashOf(text) !== hash) return null;
  return { value: JSON.parse(text) as unknown };
}
