import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * What the audit log keeps of large values (promise M5): their hash and their size, so that a row stays small whatever was sent, and who still has the
 * value can show that it is the one that was written. Small values stay as they are.
 */

/** A whole `detail`, and each value inside of one that is larger. In bytes of canonical JSON. */
export const DETAIL_BYTES = 8_192;
export const VALUE_BYTES = 2_048;
/** A detail names fields, and of each what it was and is; deeper is one value. */
const DEPTH = 4;

/** In the place of a value that is too large. */
interface CondensedValue {
  /** Of its canonical JSON (RFC 8785), in hex. */
  sha256: string;
  /** Of its canonical JSON, in UTF-8. */
  bytes: number;
  /** Elements of a list, fields of an object, UTF-16 units of a text. */
  count: number;
}

function countOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return Object.keys(value as object).length;
}

function condense(value: unknown, mostBytes: number, depth: number): unknown {
  if (value === undefined) return undefined;
  const text = canonicalize(value)!;
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return value;
  if (depth > 0 && typeof value === 'object' && !Array.isArray(value)) {
    const fields = Object.entries(value as object).map(([name, each]) => [
      name,
      condense(each, VALUE_BYTES, depth - 1),
    ]);
    const condensed: unknown = Object.fromEntries(fields);
    if (Buffer.byteLength(canonicalize(condensed)!) <= mostBytes) return condensed;
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { sha256, bytes, count: countOf(value) } satisfies CondensedValue;
}

/** `detail`, plain JSON, with its large values condensed: at most `DETAIL_BYTES` of canonical JSON. Pure. */
export const condenseDetail = (detail: unknown): unknown => condense(detail, DETAIL_BYTES, DEPTH);
