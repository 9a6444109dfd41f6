import { Type, type TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { expect, test } from 'vitest';
import { DashboardToBackend } from './dashboard-events.ts';
import { fieldWords } from './describe-validation-finding.ts';
import { KioskHandshake, KioskToBackend } from './kiosk-events.ts';
import { ROUTES, type Route, type RouteKey } from './routes.ts';

/** Every schema that something from outside is held against: REST, both sockets. */
const schemas: TSchema[] = [
  ...(Object.keys(ROUTES) as RouteKey[]).flatMap((key) => {
    const { params, query, body }: Route = ROUTES[key];
    return [params, query, body].filter((part) => part !== undefined);
  }),
  KioskHandshake,
  ...Object.values(KioskToBackend),
  ...Object.values(DashboardToBackend),
];

type Json = Record<string, unknown>;

/** Each text of a schema that must have a form, whatever it is a part of. */
function formsIn(schema: object): Json[] {
  const inner = Object.values(schema).flatMap((part) =>
    typeof part === 'object' && part !== null ? formsIn(part) : [],
  );
  const known = schema as Json;
  // A property may have one of these names.
  return [known['pattern'], known['format']].some((form) => typeof form === 'string') ? [known, ...inner] : inner;
}
const forms = new Map(schemas.flatMap((schema) => formsIn(schema)).map((form) => [JSON.stringify(form), form]));
/** Texts of which each form refuses some. */
const STRANGE = ['', '\u0000', '\ud800', 'x y', '%', 'a\nb', '0'.repeat(400)];
const UNKNOWN = fieldWords({ keyword: 'pattern', params: { pattern: 'of nobody' } });

test('the contract asks for many forms', () => {
  expect(forms.size).toBeGreaterThan(20);
});

test.each([...forms.values()])('what does not fit %j is told in words, without a regular expression', (form) => {
  const found = STRANGE.flatMap((text) => Errors(form as unknown as TSchema, text));
  const ofForm = found.filter(({ keyword }) => keyword === 'pattern' || keyword === 'format');
  expect(ofForm.length).toBeGreaterThan(0);
  for (const error of found) {
    const words = fieldWords(error);
    expect(words).toMatch(/^must /);
    expect(words).not.toBe(UNKNOWN);
    if (typeof form['pattern'] === 'string') expect(words).not.toContain(form['pattern']);
    expect(words).not.toMatch(/[\^$\\]|\[[^\]]*-|must match/);
  }
});

test('the error for a pattern without its own message does not show the regular expression', () => {
  const error = { keyword: 'pattern', params: { pattern: '^a+$' }, message: 'must match pattern "^a+$"' };
  expect(fieldWords(error)).toBe('does not match the schema');
});

test('the error of a field that takes a single value names that value', () => {
  const [error] = Errors(Type.Object({ unread: Type.Literal('true') }), { unread: 'false' });
  expect(fieldWords(error!)).toBe('must be "true"');
});
