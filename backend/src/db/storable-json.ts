/**
 * JSON of any shape from outside, made fit to be kept: Postgres refuses NUL and half surrogate pairs, also within JSON, and nobody reads a
 * result of a megabyte (A5).
 */
interface JsonBounds {
  /** Of the text that is kept. */
  bytes: number;
  depth: number;
  /** Of each list and each object. */
  entries: number;
}

export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** `value` without what cannot be kept; what lies too deep or is no JSON becomes null. */
function clean(value: unknown, { depth, entries, bytes }: JsonBounds): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null || depth === 0 || ArrayBuffer.isView(value)) return null;
  const inner = { depth: depth - 1, entries, bytes };
  if (Array.isArray(value)) return value.slice(0, entries).map((each) => clean(each, inner));
  const kept = Object.entries(value).slice(0, entries);
  return Object.fromEntries(kept.map(([key, each]) => [storableText(key), clean(each, inner)]));
}

/** The text of `value` as it may be kept; `{"omitted":true}` where that is still too long, null for nothing. */
export function storableJson(value: unknown, bounds: JsonBounds): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(clean(value, bounds));
  return Buffer.byteLength(text) > bounds.bytes ? '{"omitted":true}' : text;
}
