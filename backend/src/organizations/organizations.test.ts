import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandom } from '../adapters/system-random.ts';
import {
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../access/testing/test-service.ts';

let service: TestService;
let owner: Person;
let outsider: Person;
let organizationId: string;
let eventId: string;
const people = {} as Record<Role, Person>;

beforeAll(async () => {
  service = await startTestService({
    env: { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '100000000' },
  });
  owner = await service.makePerson('owner');
  outsider = await service.makePerson('outsider');
  organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
  eventId = idOf(await owner.call('POST', `/api/organizations/${organizationId}/events`, EVENT));
  for (const role of ROLES) {
    people[role] = await service.makePerson(role === 'owner' ? 'second-owner' : role);
    await service.setRole(organizationId, people[role].id, role);
  }
});
afterAll(() => service.close());

const EVENT = { name: 'Première', timeZone: 'Europe/Vienna' };
const idOf = (reply: Reply): string => (reply.body as { id: string }).id;
const someUuid = (): string => makeUuidV4(systemRandom);

/** The routes of this folder and of events, and a body that each of them takes. */
const SAMPLES: { key: RouteKey; body?: unknown; about: 'organization' | 'event' }[] = [
  { key: 'GET /api/organizations/:id', about: 'organization' },
  { key: 'PATCH /api/organizations/:id', body: { allowedUrlHosts: ['Example.org'] }, about: 'organization' },
  { key: 'GET /api/organizations/:id/members', about: 'organization' },
  {
    key: 'POST /api/organizations/:id/members',
    body: { email: 'guest@example.org', role: 'viewer' },
    about: 'organization',
  },
  { key: 'GET /api/organizations/:id/events', about: 'organization' },
  { key: 'POST /api/organizations/:id/events', body: EVENT, about: 'organization' },
  { key: 'GET /api/events/:id', about: 'event' },
  { key: 'PATCH /api/events/:id', body: { venue: 'Main hall' }, about: 'event' },
  { key: 'DELETE /api/events/:id', about: 'event' },
];

async function call(person: Person, key: RouteKey, id: string, body: unknown): Promise<Reply> {
  const { method, path } = routeAddress(key);
  if (key === 'PATCH /api/organizations/:id') return patchOrganization(person, id, body as object);
  return person.call(method, path.replace(':id', id), body);
}

describe.each(SAMPLES)('$key', ({ key, body, about }) => {
  const route: Route = ROUTES[key];

  test.each(ROLES)('A2: a(n) %s', async (role) => {
    const freshEventId = idOf(await owner.call('POST', `/api/organizations/${organizationId}/events`, EVENT));
    const reply = await call(people[role], key, about === 'event' ? freshEventId : organizationId, body);
    if (!roleSuffices(role, route.role as Role)) {
      expect(problemOf(reply).code).toBe('forbidden');
      return;
    }
    const [status, schema] = Object.entries(route.response)[0]!;
    expect(reply.status).toBe(Number(status));
    if (status !== '204') expect(Compile(schema).Errors(reply.body)).toEqual([]);
  });

  test('A1: what another organization has is told like what does not exist', async () => {
    const foreign = await call(outsider, key, about === 'event' ? eventId : organizationId, body);
    const nothing = await call(outsider, key, someUuid(), body);
    expect(problemOf(foreign).code).toBe('not_found');
    expect(foreign.body).toEqual(nothing.body);
  });
});

/** After these all that comes would be `unauthenticated`. */
const ENDS_ITS_OWN_SESSION: string[] = ['/api/auth/sign-out', '/api/auth/revoke-sessions'] satisfies ReturnType<
  typeof routeAddress
>['path'][];

test('A5: any JSON, of any shape, to every route is answered below 500', async () => {
  const keys = (Object.keys(ROUTES) as RouteKey[]).filter((key) => {
    const { method, path } = routeAddress(key);
    return !ENDS_ITS_OWN_SESSION.includes(path) && service.app.http.hasRoute({ method, url: path });
  });
  const id = fc.oneof(fc.constantFrom(organizationId, eventId), fc.uuid(), fc.string());
  const query = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  );
  const shape = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        name: fc.jsonValue(),
        timeZone: fc.oneof(fc.constantFrom('Europe/Vienna', 'Nowhere/City', 'utc'), fc.jsonValue()),
        venue: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        startsAt: fc.oneof(fc.constantFrom('2026-11-21T10:00:00Z', '2026-02-31T10:00:00Z'), fc.jsonValue()),
        allowedUrlHosts: fc.jsonValue(),
        linkHandshakeEnabled: fc.jsonValue(),
        language: fc.jsonValue(),
        email: fc.oneof(fc.emailAddress(), fc.jsonValue()),
        role: fc.oneof(fc.constantFrom(...ROLES), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
  );
  expect(keys.length).toBeGreaterThan(12);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...keys), id, id, query, shape, async (key, first, second, text, body) => {
      const { method, path } = routeAddress(key);
      const url = path
        .replace(':id', encodeURIComponent(first.toWellFormed()))
        .replace(/:(userId|token)/, encodeURIComponent(second.toWellFormed()));
      const reply = await owner.call(method, url + text, method === 'GET' ? undefined : body);
      expect(reply.status, `${key} ${JSON.stringify(body)}`).toBeLessThan(500);
      expect(reply.status).not.toBe(401);
      if (reply.status >= 400) problemOf(reply);
    }),
    { numRuns: 600 },
  );
});

describe('organizations', () => {
  test('who makes one is its owner, and sees it in their own page', async () => {
    const maker = await service.makePerson('maker');
    const made = await maker.call('POST', '/api/organizations', { name: 'Theatre' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Theatre', role: 'owner', linkHandshakeEnabled: null, allowedUrlHosts: [] },
    });
    const me = await maker.call('GET', '/api/me');
    expect(me.body).toEqual({
      user: {
        id: maker.id,
        email: maker.email,
        name: 'maker',
        language: null,
        totp: false,
        recoveryCodes: 0,
        passkeys: 0,
      },
      mfa: false,
      systemOwner: false,
      organizations: [{ id: idOf(made), name: 'Theatre', role: 'owner', mfaRequired: false }],
      mail: { configured: false, outbox: null },
    });
  });

  test('are changed in part, and what is not given stays', async () => {
    const id = idOf(await owner.call('POST', '/api/organizations', { name: 'Ballet' }));
    const patch = (body: object) => patchOrganization(owner, id, body);
    await patch({ linkHandshakeEnabled: false });
    await patch({ allowedUrlHosts: ['CDN.Example.org', 'cdn.example.org'] });
    expect((await patch({ name: 'Dance' })).body).toMatchObject({
      name: 'Dance',
      linkHandshakeEnabled: false,
      allowedUrlHosts: ['cdn.example.org'],
    });
    expect((await patch({ linkHandshakeEnabled: null })).body).toMatchObject({ linkHandshakeEnabled: null });
    expect(problemOf(await patch({})).code).toBe('validation_failed');
  });

  test('are listed in pages, each once, and only the caller’s own', async () => {
    const collector = await service.makePerson('collector');
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await collector.call('POST', '/api/organizations', { name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await collector.call('GET', `/api/organizations?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      const page = reply.body as { items: { name: string }[]; nextCursor: string | null };
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(names);
  });

  test('A1: a cursor of one list does not open another', async () => {
    const stolen = Buffer.from(JSON.stringify([organizationId])).toString('base64url');
    expect((await outsider.call('GET', `/api/organizations?cursor=${stolen}`)).body).toMatchObject({ items: [] });
    expect(problemOf(await outsider.call('GET', '/api/organizations?cursor=garbage')).code).toBe('validation_failed');
  });
});

test('a session that asks too often is told when to come back; what does not fit is told first', async () => {
  const strict = await startTestService({ database: service.database, env: { RATE_LIMIT_PER_MINUTE: '2' } });
  const busy = await strict.makePerson('busy');
  await busy.call('GET', '/api/me');
  await busy.call('GET', '/api/me');
  const reply = await busy.call('GET', '/api/me');
  const { retryAfterMs } = problemOf(reply);
  expect(reply.status).toBe(429);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  expect(Number(reply.headers['retry-after'])).toBe(Math.ceil(retryAfterMs! / 1_000));
  expect(problemOf(await busy.call('POST', '/api/organizations', {})).code).toBe('validation_failed');
  for (let index = 0; index < 5; index += 1) expect((await strict.call('GET', '/health/live')).status).toBe(200);
  await strict.close();
});

test('sign-in has a limit of its own, an address', async () => {
  const strict = await startTestService({ database: service.database, env: { SIGN_IN_LIMIT_PER_MINUTE: '3' } });
  const codes = [];
  for (let index = 0; index < 4; index += 1) codes.push(problemOf(await strict.signIn('x@example.org', 'guess')).code);
  expect(codes).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated', 'rate_limited']);
  await strict.close();
});
