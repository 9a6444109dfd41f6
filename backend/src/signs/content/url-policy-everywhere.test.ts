import { routeAddress, type RouteKey } from '@sign-display/contracts/routes';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeVersion, patchOrganization, problemOf, type Reply } from '../../access/testing/test-service.ts';
import { unknownDevice } from '../../access/testing/role-table-world.ts';
import { startSignsWorld, type SignsWorld } from '../testing/signs-world.ts';

/** A4, wherever a person names a page: the organization's hosts, and nothing but web pages. */

let world: SignsWorld;
let sign: Sign;
beforeAll(async () => {
  world = await startSignsWorld();
  sign = await world.makeRecord({ url: 'https://good.example/' });
  const allowedUrlHosts = ['good.example', '*.good.example'];
  await patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts });
});
afterAll(() => world.service.close());

interface Taker {
  key: RouteKey;
  what?: string;
  params?(): { id: string };
  body(url: string): object;
}

const schedules = (url: string) => ({
  schedules: [
    {
      url,
      startsAt: '2031-01-01T00:00:00.000Z',
      endsAt: '2031-01-01T01:00:00.000Z',
      timeZone: 'UTC',
      priority: 0,
      enabled: true,
    },
  ],
});
const place = () => ({
  organizationId: world.organizationId,
  eventId: world.eventId,
  name: 'Lobby',
  location: 'Hall 1',
});
const bulk = (action: object) => ({
  organizationId: world.organizationId,
  target: { signIds: [sign.id] },
  action,
});
const ofSign = () => ({ id: sign.id });
const ofEvent = () => ({ id: world.eventId });

const TAKERS: Taker[] = [
  { key: 'POST /api/signs', body: (url) => ({ ...place(), url }) },
  { key: 'PATCH /api/signs/:id', params: ofSign, body: (url) => ({ url }) },
  { key: 'POST /api/signs/claim', body: (url) => ({ ...place(), url, ...unknownDevice() }) },
  { key: 'PUT /api/signs/:id/schedules', params: ofSign, body: schedules },
  { key: 'PUT /api/events/:id/schedules', params: ofEvent, body: schedules },
  {
    key: 'POST /api/signs/:id/commands',
    params: ofSign,
    body: (url) => ({ command: 'display_content', args: { url } }),
  },
  { key: 'POST /api/signs/bulk', what: 'a page', body: (url) => bulk({ url }) },
  {
    key: 'POST /api/signs/bulk',
    what: 'a command',
    body: (url) => bulk({ command: 'display_content', args: { url } }),
  },
];

function give({ key, params, body }: Taker, url: string): Promise<Reply> {
  const { method, path } = routeAddress(key);
  const address = path.replace(':id', params?.().id ?? '');
  const { operator } = world.people;
  return method === 'PATCH' || method === 'PUT'
    ? changeVersion(operator, method, address, body(url))
    : operator.call('POST', address, body(url));
}

describe.each(TAKERS)('A4: $key $what', (taker) => {
  test.each([
    'https://elsewhere.example/',
    'https://good.example.elsewhere.example/',
    'https://someone@good.example/',
    'https://someone:secret@good.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//good.example/',
    'good.example',
    ' https://good.example/',
  ])('refuses %j', async (url) => {
    expect(problemOf(await give(taker, url)).code).toBe('invalid_url');
  });

  test('lets the organization’s own hosts through', async () => {
    const { body } = await give(taker, 'https://screens.GOOD.example:8443/lobby');
    expect((body as { code?: string } | null)?.code).not.toBe('invalid_url');
  });
});

const restrict = (allowedUrlHosts: string[]) =>
  patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts });

describe.each(TAKERS)('A4: a page inside of a network: $key $what', (taker) => {
  const NAMED = ['192.168.1.20', '[fd00::20]', 'printer', '*.venue.internal'];
  const PAGES = [
    'http://192.168.1.20/',
    'http://0xc0a80114:8080/',
    'http://3232235796/',
    'http://[fd00::20]/',
    'http://printer/',
    'http://Menu.Venue.Internal./',
  ];
  test.each([[], ['*']])('is refused where its organization has not named it, and told how (%j)', async (...hosts) => {
    await restrict(hosts);
    const never = problemOf(await give(taker, 'http://169.254.169.254/latest/'));
    expect(never).toMatchObject({ code: 'invalid_url' });
    expect(never.detail).toContain('No setting allows it for a sign in a browser tab.');
    for (const url of [...PAGES, 'http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/']) {
      const problem = problemOf(await give(taker, url));
      expect(problem).toMatchObject({ code: 'invalid_url' });
      expect(problem.detail).toMatch(
        /on a private network. An admin can allow it: add .* to the organization's allowedUrlHosts/,
      );
    }
    const { body } = await give(taker, 'https://public.example.org/');
    expect((body as { code?: string } | null)?.code).not.toBe('invalid_url');
  });

  test('is let through where it is named, and "*" keeps every public one', async () => {
    await restrict(['*', ...NAMED]);
    for (const url of [...PAGES, 'https://public.example.org/']) {
      const { body } = await give(taker, url);
      expect((body as { code?: string } | null)?.code).not.toBe('invalid_url');
    }
    expect(problemOf(await give(taker, 'http://192.168.1.21/')).code).toBe('invalid_url');
    await restrict(NAMED);
    expect(problemOf(await give(taker, 'https://public.example.org/')).code).toBe('invalid_url');
  });
});

test('A4: a record with a private page from before it had to be named gets no device for it', async () => {
  await restrict(['printer']);
  const record = await world.makeRecord({ url: 'http://printer/' });
  await restrict([]);
  for (const kind of ['link', 'replace']) {
    const reply = await world.people.operator.call('POST', `/api/signs/${record.id}/${kind}`, unknownDevice());
    expect(problemOf(reply).code).toBe('invalid_url');
  }
});

test('A4: a record from before its organization restricted its hosts gets no device for that page', async () => {
  const { people } = world;
  await restrict([]);
  const record = await world.makeRecord({ url: 'https://elsewhere.example/' });
  await restrict(['good.example']);
  for (const kind of ['link', 'replace']) {
    const reply = await people.operator.call('POST', `/api/signs/${record.id}/${kind}`, unknownDevice());
    expect(problemOf(reply).code).toBe('invalid_url');
  }
});
