/** Nothing of ours is deeper; what a hostile kiosk nests past it would overflow a stack, ours or the database's. */
const DEEPEST = 20;

const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/**
 * A JSON value from outside as Postgres can keep it: texts and keys without NUL and half surrogates, nothing below `DEEPEST` levels (null
 * stands there). Everything else is as it was.
 */
export function keepableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((each) => keepableJson(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [cleanText(key), keepableJson(each, depth + 1)]),
  );
}
