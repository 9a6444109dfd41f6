import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import { fieldWords } from '@sign-display/contracts/describe-validation-finding';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { shortenInvalid } from './invalid-value-shortening.ts';
import { createNameReader } from './name-normalizer.ts';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { narrowUnions } from './narrow-union-schema.ts';

/** Enough to mend a form; a body of a megabyte must not come back as an answer of several. */
const ERRORS_TOLD = 20;
const PATH_LENGTH = 200;
const NUMBER = /^-?\d+(\.\d+)?$/;

interface ObjectSchema {
  properties?: Record<string, { type?: string; default?: unknown }>;
}

/** What a text in a query or a path means, by its property's type: `limit=5` is a number. All else stays the text it is, and is refused. */
function coerce(text: unknown, type: string | undefined): unknown {
  if ((type === 'integer' || type === 'number') && typeof text === 'string' && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function coerceProperties(schema: ObjectSchema, given: Record<string, unknown>): Record<string, unknown> {
  const coerced: Record<string, unknown> = { ...given };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(given, name)) coerced[name] = coerce(given[name], property.type);
    else if (property.default !== undefined) coerced[name] = property.default;
  }
  return coerced;
}

/** The fields of a query that were given several times: no field takes a list. */
function findRepeated(schema: ObjectSchema, given: Record<string, unknown>): FastifySchemaValidationError[] {
  return Object.keys(schema.properties ?? {})
    .filter((name) => Object.hasOwn(given, name) && Array.isArray(given[name]))
    .map((name) => ({
      keyword: 'repeated',
      schemaPath: '#',
      instancePath: `/${name}`,
      params: {},
      message: 'must be given once',
    }));
}

/** Of schemas that never change: a process that makes a second server (tests, virtual time) does not compile them again. */
const compiled = new WeakMap<TSchema, Validator>();

function compileOnce(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validator = Compile(schema) as Validator;
  compiled.set(schema, validator);
  return validator;
}

/**
 * Fastify's way to our schemas. Queries and paths are texts, so they are coerced and get their defaults; bodies are taken as they
 * are. A schema that several routes share is compiled once.
 */
export function makeValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    const validator = compileOnce(schema);
    const namesAsRead = createNameReader(schema);
    return (given: unknown) => {
      const value = namesAsRead(
        httpPart === 'body' ? given : coerceProperties(schema as ObjectSchema, Object(given)),
      ) as Record<string, unknown>;
      if (validator.Check(value)) return { value };
      const repeated =
        httpPart === 'querystring' ? findRepeated(schema as ObjectSchema, value as Record<string, unknown>) : [];
      if (repeated.length > 0) return { error: repeated };
      // The whole schema says that it does not fit; where it is a union, the branch that was meant says why.
      const narrow = narrowUnions(schema, value);
      const meant = Value.Errors(narrow, shortenInvalid(narrow, value));
      const errors = meant.length > 0 ? meant : validator.Errors(value);
      return { error: errors as unknown as FastifySchemaValidationError[] };
    };
  };
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function describe(error: FastifySchemaValidationError): FieldError[] {
  const { requiredProperties, additionalProperties } = error.params as Record<string, string[] | undefined>;
  const each = (names: string[], message: string) =>
    names.slice(0, ERRORS_TOLD).map((name) => ({ path: `${error.instancePath}/${escapePointer(name)}`, message }));
  // What the schema of a field that must not be there says; that it must not be there is an error of its own.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'required') return each(requiredProperties ?? [], FIELD_MESSAGES.required);
  if (error.keyword === 'additionalProperties') return each(additionalProperties ?? [], 'is not a known field');
  return [{ path: error.instancePath, message: fieldWords(error) }];
}

/** What a validator found, each with its JSON pointer; the first twenty. */
export function fieldErrors(found: readonly FastifySchemaValidationError[]): FieldError[] {
  const told = found.flatMap(describe).map(({ path, message }) => ({ path: path.slice(0, PATH_LENGTH), message }));
  // A time has a format and a pattern, with the same words.
  const each = new Map(told.map((error) => [`${error.path} ${error.message}`, error]));
  return [...each.values()].slice(0, ERRORS_TOLD);
}
