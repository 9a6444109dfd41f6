import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * Every schema of the house is plain JSON Schema (2020-12, as in OpenAPI 3.1): nothing that only TypeBox knows, nothing that is lost
 * in JSON.
 */

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const KEYWORDS = new Set(
  `type const enum anyOf properties required additionalProperties patternProperties minProperties items minItems maxItems uniqueItems
   minLength maxLength pattern format minimum maximum exclusiveMinimum description default`.split(/\s+/),
);
const FORMATS = ['date-time', 'email'];

type Json = Record<string, unknown>;
const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && '~kind' in value;

const isPattern = (pattern: string) => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** What in `schema` is not plain JSON Schema, as JSON pointers. */
function faults(schema: Json, at: string): string[] {
  const { type, pattern, format, properties = {}, required = [], items, anyOf = [], patternProperties = {} } = schema;
  const found = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (type !== undefined && !TYPES.includes(String(type))) found.push('type');
  if (pattern !== undefined && !isPattern(String(pattern))) found.push('pattern');
  if (format !== undefined && !FORMATS.includes(String(format))) found.push('format');
  if ((required as string[]).some((name) => !(name in (properties as Json)))) found.push('required');
  const children = {
    ...(properties as Json),
    ...(patternProperties as Json),
    ...(anyOf as Json),
    ...(items ? { items } : {}),
  };
  const inner = Object.entries(children).flatMap(([key, child]) => faults(child as Json, `${at}/${key}`));
  return [...found.map((fault) => `${at}/${fault}`), ...inner];
}

/** The schemas that a module exports, also those inside of its tables. */
function schemasOf(value: unknown, at: string): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [];
  if (isSchema(value)) return [[at, value]];
  return Object.entries(value).flatMap(([key, inner]) => schemasOf(inner, `${at}.${key}`));
}

const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'),
);
const modules = await Promise.all(
  files.map(async (name) => [name, (await import(new URL(name, import.meta.url).href)) as object] as const),
);
const schemas = modules.flatMap(([name, exported]) => schemasOf({ ...exported }, name));

describe('every schema is JSON Schema for OpenAPI 3.1', () => {
  test('there are schemas to look at', () => {
    expect(schemas.length).toBeGreaterThan(100);
  });

  test.each(schemas)('%s', (at, schema) => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(faults(schema, at)).toEqual([]);
  });
});
