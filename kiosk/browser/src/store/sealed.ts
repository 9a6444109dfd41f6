import { toHex } from '@sign-display/contracts/identifiers';
import { sha256 } from '@sign-display/contracts/sha256';

/** A JSON value with the hash of its text, so that a copy that is not whole is seen (promise K3). */
export interface Sealed {
  hash: string;
  text: string;
}

const hashOf = (text: string): string => toHex(sha256(text));

export function seal(value: unknown): Sealed {
  const text = JSON.stringify(value);
  return { hash: hashOf(text), text };
}

/** The value in `{ value }`; null for a copy that is not whole. */
export function unseal(stored: unknown): { value: unknown } | null {
  const { hash, text } = (stored ?? {}) as Partial<Record<keyof Sealed, unknown>>;
  if (typeof text !== 'string' || hashOf(text) !== hash) return null;
  return { value: JSON.parse(text) as unknown };
}
