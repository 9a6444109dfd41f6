import { expectTypeOf, test } from 'vitest';
import type { RouteTable } from './route.ts';
import { ROUTES, type RouteKey } from './routes.ts';

/** What the compiler asks of a row. `npm run check:types` fails where one of the errors that are expected here is no error. */

const row = {
  doc: { id: 'example', tag: 'signs', summary: 'An example' },
  response: {},
} as const;

test('a route that changes something does not compile without its audit action', () => {
  const changes = {
    'POST /api/a': { ...row, role: 'none', audit: 'a.create' },
    'PUT /api/a': { ...row, role: 'any', audit: null },
    // @ts-expect-error: Property 'audit' is missing.
    'POST /api/b': { ...row, role: 'operator' },
    // @ts-expect-error: Property 'audit' is missing, also where everybody may.
    'DELETE /api/b': { ...row, role: 'none' },
    // @ts-expect-error: Property 'audit' is missing.
    'PATCH /api/b': { ...row, role: 'admin' },
    'POST /api/d': { ...row, role: 'viewer', changesNothing: true, audit: null },
    // @ts-expect-error: only a POST can be a question with a body.
    'PUT /api/d': { ...row, role: 'viewer', changesNothing: true, audit: null },
    // @ts-expect-error: a member can be forbidden to ask it, and that needs an audit action.
    'POST /api/e': { ...row, role: 'operator', changesNothing: true, audit: null },
    // @ts-expect-error: null is for what concerns nobody but the person, and no role is needed for that.
    'POST /api/c': { ...row, role: 'viewer', audit: null },
  } as const satisfies RouteTable;
  expectTypeOf(changes).not.toBeAny();
});

test('a question that a member can be forbidden does not compile without its audit action, and no other has one', () => {
  const questions = {
    'GET /api/a': { ...row, role: 'viewer' },
    'GET /api/b': { ...row, role: 'admin', audit: 'b.read' },
    // @ts-expect-error: Property 'audit' is missing.
    'GET /api/c': { ...row, role: 'operator' },
    // @ts-expect-error: whoever is a member may ask it, so there is never a refused attempt to be named.
    'GET /api/d': { ...row, role: 'viewer', audit: 'd.read' },
  } as const satisfies RouteTable;
  expectTypeOf(questions).not.toBeAny();
});

test('a row has no field, method or refusal that is not known', () => {
  const unknown = {
    // @ts-expect-error: there is no such field.
    'GET /api/a': { ...row, role: 'none', roles: 'viewer' },
    // @ts-expect-error: there is no such code.
    'GET /api/b': { ...row, role: 'none', refusals: ['gone'] },
  } as const satisfies RouteTable;
  expectTypeOf(unknown).not.toBeAny();
  // @ts-expect-error: there is no such method.
  expectTypeOf({ 'FETCH /api/a': { ...row, role: 'none' } } as const satisfies RouteTable).not.toBeAny();
});

test('the table of all routes keeps every row’s own types', () => {
  expectTypeOf(ROUTES).toExtend<RouteTable>();
  expectTypeOf<RouteKey>().not.toEqualTypeOf<string>();
  expectTypeOf(ROUTES['POST /api/signs'].audit).toEqualTypeOf<'sign.create'>();
  expectTypeOf(ROUTES['PATCH /api/signs/:id'].role).toEqualTypeOf<'operator'>();
});
