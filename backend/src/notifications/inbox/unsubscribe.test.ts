import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_MAKER_SUBSCRIPTION, type Subscription } from '@sign-display/contracts/rest/subscriptions';
import {
  AUTH_SECRET,
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type TestService,
} from '../../access/testing/test-service.ts';
import { signUnsubscribeToken } from './unsubscribe-token.ts';

let service: TestService;
let owner: Person;
let organizationId: string;
let eventId: string;
let path: string;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.makePerson('owner');
  const made = await owner.call('POST', '/api/organizations', { name: 'Opera' });
  organizationId = (made.body as { id: string }).id;
  const event = { name: 'Ball <b>of</b> "1900"', timeZone: 'UTC' };
  const reply = await owner.call('POST', `/api/organizations/${organizationId}/events`, event);
  eventId = (reply.body as { id: string }).id;
  path = `/api/unsubscribe/${signUnsubscribeToken({ userId: owner.id, eventId }, AUTH_SECRET)}`;
});
afterAll(() => service.close());

const channels = async () =>
  ((await owner.call('GET', `/api/events/${eventId}/subscription`)).body as Subscription).channels;

describe('the link of a mail', () => {
  test('RFC 8058: a mail program’s GET changes nothing, its POST ends the mails, also twice', async () => {
    const page = await service.app.http.inject({ url: path });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.payload).toContain('Ball &#60;b&#62;of&#60;/b&#62; &#34;1900&#34;');
    expect(await channels()).toEqual(EVENT_MAKER_SUBSCRIPTION.channels);
    for (let count = 0; count < 2; count += 1) {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await service.app.http.inject({
        method: 'POST',
        url: path,
        payload: 'List-Unsubscribe=One-Click',
        headers: form,
      });
      expect(reply.statusCode).toBe(200);
      expect(await channels()).toEqual(['inbox']);
    }
  });

  test('shows its pages in the language that mails have for the person: the account’s, else the organization’s', async () => {
    const choose = (language: 'en' | 'de' | null) => owner.call('POST', '/api/auth/update-user', { language });
    const show = async (method: 'GET' | 'POST', url = path) => (await service.app.http.inject({ method, url })).payload;
    expect(await show('GET')).toContain('<html lang="en">');
    await choose('de');
    const asking = await show('GET');
    expect(asking).toContain('<html lang="de">');
    expect(asking).toContain('<h1>E-Mails zu „Ball &#60;b&#62;of&#60;/b&#62; &#34;1900&#34;“ abbestellen?</h1>');
    expect(asking).toContain('<button>Abbestellen</button>');
    expect(await show('POST')).toContain('<h1>Sie erhalten keine E-Mails mehr zu „Ball');
    await choose(null);
    await patchOrganization(owner, organizationId, { language: 'de' });
    expect(await show('GET')).toContain('<html lang="de">');
    await choose('en');
    const done = await show('POST');
    expect(done).toContain('<html lang="en">');
    expect(done).toContain('<h1>You will no longer receive mails about “Ball');
  });

  test('works in English for an event and a person that were deleted', async () => {
    const gone = { userId: 'gone', eventId: '018f0000-0000-7000-8000-000000000000' };
    const url = `/api/unsubscribe/${signUnsubscribeToken(gone, AUTH_SECRET)}`;
    const page = await service.app.http.inject({ url });
    expect(page.payload).toContain('<html lang="en">');
    expect(page.payload).toContain('<h1>Unsubscribe from mails about this event?</h1>');
    expect((await service.app.http.inject({ method: 'POST', url })).statusCode).toBe(200);
  });

  test('A5: one that this service has not signed is nothing', async () => {
    const other = signUnsubscribeToken({ userId: owner.id, eventId }, 'another secret of the same length, as it is');
    for (const token of [other, 'x', `${path.split('/').at(-1)}x`]) {
      expect(problemOf(await service.call('GET', `/api/unsubscribe/${token}`)).code).toBe('not_found');
      expect(problemOf(await service.call('POST', `/api/unsubscribe/${token}`)).code).toBe('not_found');
    }
  });

  test('other routes take JSON only, as before', async () => {
    const reply = await service.app.http.inject({
      method: 'POST',
      url: '/api/organizations',
      payload: 'name=Opera',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reply.statusCode).toBe(415);
  });
});
