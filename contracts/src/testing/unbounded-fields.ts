import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** A pattern that names no end by itself: a star, a plus or an open count outside of a character class. */
const isEndless = (pattern: unknown) =>
  typeof pattern !== 'string' || /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]|\\./g, '.'));

function walk(schema: Json, at: string): string[] {
  const { type, maxLength, maxItems, maximum, pattern } = schema;
  const endless =
    !('const' in schema) &&
    ((type === 'string' && maxLength === undefined && isEndless(pattern)) ||
      (type === 'array' && maxItems === undefined) ||
      ((type === 'integer' || type === 'number') && maximum === undefined));
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? walk(value as Json, `${at}/${key}`) : [],
  );
  return endless ? [at, ...inner] : inner;
}

/** JSON pointers of the texts, lists and numbers of `schema` that have no upper bound: none of them should come from outside. */
export function unbounded(schema: TSchema): string[] {
  return walk(JSON.parse(JSON.stringify(schema)) as Json, '');
}
