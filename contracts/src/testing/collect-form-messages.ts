import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { fieldWords } from '../describe-validation-finding.ts';
import { ROUTES, type Route, type RouteKey } from '../routes.ts';

type Json = Record<string, unknown>;

/** Texts of which each form refuses some; and numbers of which each bound does. */
const TEXTS = ['', ' ', '\u0000', '\ud800', 'x y', '%', 'a\nb', '0'.repeat(400), 'x'.repeat(5_000)];
const NUMBERS = [-1, 1.5, 1e12];

/** The schemas that a person fills in by typing, `null` beside them or not. */
const typed = (schema: Json): Json[] =>
  Array.isArray(schema['anyOf'])
    ? schema['anyOf'].flatMap(typed)
    : ['string', 'integer'].includes(String(schema['type'])) && !('const' in schema)
      ? [schema]
      : [];

const bodies = (schema: Json): Json[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'].flatMap(bodies) : [(schema['properties'] ?? {}) as Json];

/** Each thing that the schema of a route can say of a field that somebody typed into, with its path: `/name must not have more than 200 characters`. */
export function typedMessages(key: RouteKey): { path: string; message: string }[] {
  const { body }: Route = ROUTES[key];
  if (body === undefined) return [];
  const fields = bodies(body as unknown as Json).flatMap((properties) => Object.entries(properties));
  return fields.flatMap(([name, schema]) =>
    typed(schema as Json).flatMap((one) => {
      const values = one['type'] === 'integer' ? NUMBERS : TEXTS;
      const found = values.flatMap((value) => Errors(one as unknown as TSchema, value));
      const messages = new Set([FIELD_MESSAGES.required as string, ...found.map(fieldWords)]);
      return [...messages].map((message) => ({ path: `/${name}`, message }));
    }),
  );
}
