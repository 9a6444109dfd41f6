import * as fc from 'fast-check';
import type { TSchema } from 'typebox';

/** The keywords of JSON Schema that the contract uses, and no others: a new one is added here with what it means. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  patternProperties?: Record<string, JsonSchema>;
  minProperties?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

function stringOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 1_000, pattern } = schema;
  if (schema.format === 'date-time') {
    const range = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  if (schema.format === 'email') return fc.emailAddress();
  if (!pattern) return fc.string({ minLength, maxLength });
  const fits = new RegExp(pattern, 'u');
  // Generating from a pattern knows no \p{…}: those patterns refuse little, so that free text filtered by them is quick enough.
  if (pattern.includes('\\p{'))
    return fc.string({ minLength, maxLength, unit: 'grapheme' }).filter((x) => fits.test(x));
  return fc.stringMatching(fits).filter((x) => x.length >= minLength && x.length <= maxLength);
}

function objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, ofJson(value)] as const);
  return fc
    .record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
    .filter((value) => Object.keys(value).length >= (schema.minProperties ?? 0));
}

function ofJson(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(ofJson));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -(2 ** 31),
        max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({
        min: schema.exclusiveMinimum ?? schema.minimum ?? -1e9,
        max: schema.maximum ?? 1e9,
        minExcluded: schema.exclusiveMinimum !== undefined,
        noNaN: true,
      });
    case 'string':
      return stringOf(schema);
    case 'array': {
      const bounds = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 5) };
      const item = ofJson(schema.items ?? {});
      return schema.uniqueItems
        ? fc.uniqueArray(item, { ...bounds, selector: (each) => JSON.stringify(each) })
        : fc.array(item, bounds);
    }
    case 'object':
      return schema.patternProperties ? fc.dictionary(fc.string(), fc.jsonValue()) : objectOf(schema);
    default:
      return fc.jsonValue();
  }
}

/**
 * Messages that fit `schema`, for property tests here and elsewhere: optional fields come and go, texts and lists stay within their
 * bounds. No unknown fields.
 */
export function arbitraryOf(schema: TSchema): fc.Arbitrary<unknown> {
  return ofJson(schema as JsonSchema);
}
