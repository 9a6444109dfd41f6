import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, FIXTURES } from './testing/role-table-requests.ts';
import { startRoleTableWorld, type RoleTableWorld } from './testing/role-table-world.ts';
import { problemOf } from './testing/test-service.ts';

/** "Unknown fields are refused on REST" (contract, introduction), of every route. */

const keys = Object.keys(ROUTES) as RouteKey[];
const strict = keys.filter((key) => !(ROUTES[key] as Route).ignoresUnknown);
const reading = strict.filter((key) => routeAddress(key).method === 'GET');
const changing = strict.filter((key) => routeAddress(key).method !== 'GET');

let world: RoleTableWorld;
beforeAll(async () => {
  world = await startRoleTableWorld();
});
afterAll(() => world.service.close());

/** A request that is right in everything, but for what `more` adds. */
async function ask(key: RouteKey, more: { query?: Record<string, string>; body?: object }) {
  const { query, body, headers = {}, ...fixture } = await FIXTURES[key](world.own);
  const address = addressOf(key, { ...fixture, query: { ...query, ...more.query } });
  const given = more.body === undefined ? body : { ...(body as object | undefined), ...more.body };
  return await world.ask('owner', {
    method: routeAddress(key).method,
    url: address,
    headers,
    ...(given !== undefined && { body: given }),
  });
}

test('only what programs of others ask for ignores what it does not know', () => {
  expect(keys.filter((key) => !strict.includes(key))).toEqual([
    'GET /health',
    'GET /health/ready',
    'GET /health/live',
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /api/unsubscribe/:token',
    'POST /api/unsubscribe/:token',
    'GET /api/snooze/:token',
    'POST /api/snooze/:token',
  ]);
});

test.each(strict)('%s refuses an unknown field of the query, and names it', async (key) => {
  const { code, errors } = problemOf(await ask(key, { query: { ofNobody: '1' } }));
  expect({ code, errors }).toEqual({
    code: 'validation_failed',
    errors: [{ path: '/ofNobody', message: 'is not a known field' }],
  });
});

test.each(changing)('%s refuses an unknown field of the body, and names it', async (key) => {
  const { code, errors } = problemOf(await ask(key, { body: { ofNobody: 1 } }));
  expect(code).toBe('validation_failed');
  expect(errors).toContainEqual({ path: '/ofNobody', message: 'is not a known field' });
});

test.each(reading)('%s refuses a body', async (key) => {
  const { code, detail } = problemOf(await ask(key, { body: { ofNobody: 1 } }));
  expect({ code, detail }).toEqual({ code: 'validation_failed', detail: 'This request must not have a body.' });
});

describe('a body where the row has none', () => {
  const undo = async (payload: string, type = 'application/json') => {
    const { params } = await FIXTURES['POST /api/bulk/:id/undo'](world.own);
    const token = await world.openSession('owner');
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    return await world.service.app.http.inject({
      method: 'POST',
      url: `/api/bulk/${params!['id']}/undo`,
      headers,
      payload,
    });
  };

  test('is taken where there is nothing in it: an empty object has no unknown field', async () => {
    // Whether there is something to undo is asked after the form.
    expect((await undo('{}')).statusCode).not.toBe(400);
    expect((await undo('')).statusCode).not.toBe(400);
  });

  test.each(['null', '[]', '7', '"text"', '{"a":1}'])('%s is validation_failed', async (payload) => {
    expect((await undo(payload)).json()).toMatchObject({ code: 'validation_failed' });
  });

  test('a form is unsupported_media_type', async () => {
    const reply = await undo('a=1', 'application/x-www-form-urlencoded');
    expect(reply.json()).toMatchObject({ code: 'unsupported_media_type' });
  });
});
