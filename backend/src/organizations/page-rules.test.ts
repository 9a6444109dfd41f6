import type { UrlCheck } from '@sign-display/contracts/rest/organizations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  changeVersion,
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type TestService,
} from '../access/testing/test-service.ts';

/** The hosts of an organization's pages, and the check of a URL before it is saved (contract, 3.1). */

let service: TestService;
let owner: Person;
let organizationId: string;
let eventId: string;
let viewer: Person;
let count = 0;

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;
const path = (rest: string) => `/api/organizations/${organizationId}/${rest}`;

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PER_MINUTE: '1000000', PRIVATE_PAGES: 'ask' } });
  owner = await service.makePerson('owner');
  viewer = await service.makePerson('viewer');
});
beforeEach(async () => {
  organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
  await service.setRole(organizationId, viewer.id, 'viewer');
  eventId = idOf(await owner.call('POST', path('events'), { name: 'Ball', timeZone: 'UTC' }));
});
afterAll(() => service.close());

const makeSign = async (url: string | null): Promise<string> => {
  const place = { organizationId, eventId, name: `Sign ${(count += 1)}`, location: 'Hall' };
  return idOf(await owner.call('POST', '/api/signs', { ...place, ...(url !== null && { url }) }));
};
const schedule = (url: string, enabled: boolean) => ({
  url,
  startsAt: '2031-01-01T00:00:00.000Z',
  endsAt: '2031-01-01T01:00:00.000Z',
  timeZone: 'UTC',
  priority: 0,
  enabled,
});
const hosts = async (): Promise<unknown> => (await viewer.call('GET', path('hosts'))).body;
const check = async (url: string): Promise<UrlCheck> =>
  (await viewer.call('GET', path(`url-check?${new URLSearchParams({ url })}`))).body as UrlCheck;

describe('hosts', () => {
  test('counts signs and schedules on each host, disabled schedules too, whatever the port and the spelling', async () => {
    for (const url of ['https://a.example/1', 'HTTPS://A.Example:8443/2', 'http://a.example?x=1', null])
      await makeSign(url);
    const sign = await makeSign('https://b.example./wall');
    const given = { schedules: [schedule('https://b.example/on', true), schedule('https://c.example#off', false)] };
    expect((await changeVersion(owner, 'PUT', `/api/signs/${sign}/schedules`, given)).status).toBe(200);
    await changeVersion(owner, 'PUT', `/api/events/${eventId}/schedules`, {
      schedules: [schedule('https://b.example/all', true)],
    });
    await patchOrganization(owner, organizationId, { allowedUrlHosts: ['a.example', '*.b.example'] });
    expect(await hosts()).toEqual({
      items: [
        { host: 'a.example', signs: 3, schedules: 0, allowed: true },
        { host: 'b.example', signs: 1, schedules: 2, allowed: false },
        { host: 'c.example', signs: 0, schedules: 1, allowed: false },
      ],
    });
  });

  test('A1: names no host of another organization', async () => {
    await makeSign('https://secret.example/');
    const other = idOf(await owner.call('POST', '/api/organizations', { name: 'Other' }));
    expect((await owner.call('GET', `/api/organizations/${other}/hosts`)).body).toEqual({ items: [] });
    const stranger = await service.makePerson(`stranger${(count += 1)}`);
    expect(problemOf(await stranger.call('GET', path('hosts'))).code).toBe('not_found');
  });
});

describe('url-check', () => {
  test('without a list every public page is allowed, by no rule', async () => {
    expect(await check('https://example.org/page')).toEqual({ allowed: true, rule: null, detail: null });
  });

  test('with a list it names the entry that allows the page', async () => {
    await patchOrganization(owner, organizationId, {
      allowedUrlHosts: ['example.org', '*.example.org', '*', '10.0.4.2'],
    });
    expect(await check('https://EXAMPLE.org:8443/')).toMatchObject({ allowed: true, rule: 'example.org' });
    expect(await check('https://menu.example.org/')).toMatchObject({ allowed: true, rule: '*.example.org' });
    expect(await check('https://elsewhere.example/')).toMatchObject({ allowed: true, rule: '*' });
    expect(await check('http://10.0.4.2/')).toMatchObject({ allowed: true, rule: '10.0.4.2' });
    expect(await check('http://10.0.4.3/')).toMatchObject({ allowed: false, rule: null });
  });

  test.each(['', 'example.org', 'https:example.org', 'https://maren@example.org/', 'ftp://example.org/', 'http://'])(
    'answers false with a reason for %j, which is no page',
    async (url) => {
      const { detail, ...rest } = await check(url);
      expect(rest).toEqual({ allowed: false, rule: null });
      expect(detail).toMatch(/\w/);
    },
  );

  test('A4: answers as saving the page does', async () => {
    await patchOrganization(owner, organizationId, { allowedUrlHosts: ['example.org'] });
    for (const url of [
      'https://example.org/',
      'https://menu.example.org/',
      'http://printer/',
      'https://a b.example/',
    ]) {
      const { allowed, detail } = await check(url);
      const saved = await owner.call('POST', '/api/signs', {
        organizationId,
        eventId,
        name: 'S',
        location: 'Hall',
        url,
      });
      if (allowed) expect(saved.status).toBe(201);
      else expect(problemOf(saved)).toMatchObject({ code: 'invalid_url', detail });
    }
  });
});
