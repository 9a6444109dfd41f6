import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import { pino } from 'pino';
import { pruneSessions } from '../../access/sessions-pruning.ts';
import {
  AUTH_SECRET,
  openSession,
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Mail } from '../../mail/message.ts';
import { createDeliveries } from '../delivery/deliver-notifications.ts';
import { insertNotifications } from '../testing/insert-notifications.ts';
import { listPushSubscriptions } from './push-subscriptions-repository.ts';

let service: TestService;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  service = await startTestService({ env: { PUSH_CONTACT: 'ops@example.org' } });
  ada = await service.makePerson('ada');
  bob = await service.makePerson('bob');
});
afterAll(() => service.close());

const PATH = '/api/push-subscriptions';
// No name is looked up: it is a public address.
const endpointOf = (name: string) => `https://1.1.1.1/${name}`;
const browser = (endpoint: string) => {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { endpoint, expirationTime: null, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
};
const kept = (person: Person) =>
  service.database.db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'p256dh'])
    .where('userId', '=', person.id)
    .orderBy('createdAt')
    .execute();

/** Stopped endpoints of another session of the person, newer than all others. A registration removes those of its own session anyway. */
async function insertStopped({ id: userId }: Person, names: readonly string[]): Promise<void> {
  const { db } = service.database;
  const [token] = (await openSession(db, systemClock, userId)).split('.');
  const { id: sessionId } = await db
    .selectFrom('session')
    .select('id')
    .where('token', '=', token!)
    .executeTakeFirstOrThrow();
  const inAnHour = Date.now() + 3_600_000;
  const rows = names.map((name, nth) => {
    const { endpoint, keys } = browser(endpointOf(name));
    const at = new Date(inAnHour + nth);
    return { id: randomUUID(), userId, sessionId, endpoint, ...keys, createdAt: at, stoppedAt: at };
  });
  await db.insertInto('pushSubscription').values(rows).execute();
}

describe('a browser that takes notifications', () => {
  test('is given the service’s key, which stays the same', async () => {
    const key = await ada.call('GET', `${PATH}/key`);
    expect(Buffer.from((key.body as { publicKey: string }).publicKey, 'base64url')).toHaveLength(65);
    expect((await bob.call('GET', `${PATH}/key`)).body).toEqual(key.body);
    expect((await ada.call('GET', '/api/me')).body).toMatchObject({
      pushPublicKey: (key.body as { publicKey: string }).publicKey,
    });
  });

  test('is kept once, with its newest keys, for who is signed in there', async () => {
    const first = browser(endpointOf('shared'));
    expect(await ada.call('POST', PATH, first)).toMatchObject({ status: 201, body: { endpoint: first.endpoint } });
    const second = browser(first.endpoint);
    await bob.call('POST', PATH, second);
    expect([await kept(ada), await kept(bob)]).toEqual([
      [],
      [{ endpoint: first.endpoint, p256dh: second.keys.p256dh }],
    ]);
    // Another's stays.
    expect((await ada.call('DELETE', PATH, { endpoint: first.endpoint })).status).toBe(204);
    expect(await kept(bob)).toHaveLength(1);
    await bob.call('DELETE', PATH, { endpoint: first.endpoint });
    expect(await kept(bob)).toEqual([]);
  });

  test('of many the newest twenty stay', async () => {
    for (let count = 0; count < 22; count += 1) await ada.call('POST', PATH, browser(endpointOf(`many-${count}`)));
    const names = (await kept(ada)).map(({ endpoint }) => endpoint);
    expect([names.length, names.includes(endpointOf('many-21')), names.includes(endpointOf('many-0'))]).toEqual([
      20,
      true,
      false,
    ]);
  });

  test('of too many, stopped ones are removed before any that takes messages, and the oldest of them first', async () => {
    const jan = await service.makePerson('jan');
    for (let nth = 0; nth < 18; nth += 1) await jan.call('POST', PATH, browser(endpointOf(`jan-${nth}`)));
    await insertStopped(jan, ['stopped-old', 'stopped-new']);
    await jan.call('POST', PATH, browser(endpointOf('jan-18')));
    const stopped = async () => (await kept(jan)).filter(({ endpoint }) => endpoint.includes('stopped'));
    expect((await kept(jan)).length).toBe(20);
    expect((await stopped()).map(({ endpoint }) => endpoint)).toEqual([endpointOf('stopped-new')]);
    await jan.call('POST', PATH, browser(endpointOf('jan-19')));
    expect([(await kept(jan)).length, await stopped()]).toEqual([20, []]);
  });

  test.each([
    ['http', 'http://push.example.org/1'],
    ['loopback', 'https://127.0.0.1/1'],
    ['loopback in disguise', 'https://[::ffff:127.0.0.1]/1'],
    ['a private network', 'https://10.1.2.3/1'],
    ['link-local', 'https://169.254.169.254/latest/meta-data'],
    ['user info', 'https://ada:secret@1.1.1.1/1'],
    ['no URL', 'push'],
  ])('A5: at a place that is refused: %s', async (_what, endpoint) => {
    const problem = problemOf(await ada.call('POST', PATH, browser(endpoint)));
    expect([problem.code, problem.errors?.[0]?.path]).toEqual(['validation_failed', '/endpoint']);
  });

  test('A5: with a key that nothing can be encrypted for', async () => {
    const { endpoint, keys } = browser(endpointOf('broken'));
    const broken = { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } };
    expect(problemOf(await ada.call('POST', PATH, broken)).errors?.[0]?.path).toBe('/keys/p256dh');
  });
});

/** Reads the list that a person sees on their account page. */
describe('the list of a person’s browsers', () => {
  const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const list = async (person: Person) => ((await person.call('GET', PATH)).body as { items: PushBrowser[] }).items;
  /** Runs a delivery job whose push service accepts every message. */
  const deliver = (id: string) =>
    createDeliveries({
      db: service.database.db,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      publicUrl: () => 'https://signs.example.org',
      secret: AUTH_SECRET,
      sendMail: async () => {},
      isOutbox: false,
      sendPush: async () => ({ result: 'taken' }),
      observe: () => {},
    }).deliver(id);

  test('the list has the newest 20 browsers, even if two parallel registrations have stored one more', async () => {
    const una = await service.makePerson('una');
    for (let nth = 0; nth < 20; nth += 1) await una.call('POST', PATH, browser(endpointOf(`una-${nth}`)));
    const { db } = service.database;
    const row = await db
      .selectFrom('pushSubscription')
      .selectAll()
      .where('userId', '=', una.id)
      .executeTakeFirstOrThrow();
    const oldest = { id: randomUUID(), endpoint: endpointOf('una-oldest'), createdAt: new Date(0) };
    await db
      .insertInto('pushSubscription')
      .values({ ...row, ...oldest })
      .execute();
    const endpoints = (await list(una)).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(20);
    expect(endpoints).not.toContain(oldest.endpoint);
  });

  test('it leaves out stopped browsers before any that takes messages', async () => {
    const kim = await service.makePerson('kim');
    for (let nth = 0; nth < 19; nth += 1) await kim.call('POST', PATH, browser(endpointOf(`kim-${nth}`)));
    await insertStopped(kim, ['gone-old', 'gone-new']);
    const names = (await list(kim)).map(({ endpoint }) => endpoint);
    const live = Array.from({ length: 19 }, (_, nth) => endpointOf(`kim-${18 - nth}`));
    expect(names).toEqual([endpointOf('gone-new'), ...live]);
  });

  test('A1: the list has only the caller’s browsers, newest first, each with the user agent of the session that registered it', async () => {
    const [eve, fay] = [await service.makePerson('eve'), await service.makePerson('fay')];
    expect(await list(eve)).toEqual([]);
    const signIn = { email: eve.email, password: PASSWORD };
    const signedIn = await service.call('POST', '/api/auth/sign-in/email', signIn, { 'user-agent': USER_AGENT });
    const bearer = { authorization: `Bearer ${String(signedIn.headers['set-auth-token'])}` };
    await service.call('POST', PATH, browser(endpointOf('eve-1')), bearer);
    await eve.call('POST', PATH, browser(endpointOf('eve-2')));
    await fay.call('POST', PATH, browser(endpointOf('fay')));
    expect(await list(eve)).toEqual([
      {
        endpoint: endpointOf('eve-2'),
        userAgent: null,
        createdAt: expect.any(String),
        lastSentAt: null,
        stoppedAt: null,
      },
      {
        endpoint: endpointOf('eve-1'),
        userAgent: USER_AGENT,
        createdAt: expect.any(String),
        lastSentAt: null,
        stoppedAt: null,
      },
    ]);
    // Another member of the organization must not see these browsers either.
    expect((await list(fay)).map(({ endpoint }) => endpoint)).toEqual([endpointOf('fay')]);
    await service.call('POST', '/api/auth/sign-out', {}, bearer);
    expect((await list(eve)).map(({ endpoint }) => endpoint)).toEqual([endpointOf('eve-2')]);
  });

  test('the list shows when a browser last got a notification', async () => {
    const gil = await service.makePerson('gil');
    const organization = await gil.call('POST', '/api/organizations', { name: 'Opera' });
    const organizationId = (organization.body as { id: string }).id;
    const events = `/api/organizations/${organizationId}/events`;
    const event = await gil.call('POST', events, { name: 'Ball', timeZone: 'UTC' });
    const eventId = (event.body as { id: string }).id;
    const rest = { graceSeconds: null, quietHours: null, snoozedUntil: null };
    const wanted = { kinds: ['sign_offline', 'sign_online'], channels: ['push'], ...rest };
    await gil.call('PUT', `/api/events/${eventId}/subscription`, wanted);
    await gil.call('POST', PATH, browser(endpointOf('gil-1')));
    for (const kind of ['sign_offline', 'sign_online'] as const) {
      const id = makeUuidV7(systemClock, systemRandom);
      const text = { title: 'Lobby', text: 'Lobby', entries: [], kind };
      const message = { id, organizationId, eventId, eventName: 'Ball', at: new Date(systemClock.now()), ...text };
      await insertNotifications(service.database.db, [{ ...message, userId: gil.id, channel: 'push' }]);
      await deliver(id);
    }
    await gil.call('POST', PATH, browser(endpointOf('gil-2')));
    const { finishedAt } = await service.database.db
      .selectFrom('notification')
      .select('finishedAt')
      .where('userId', '=', gil.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(finishedAt).not.toBeNull();
    expect((await list(gil)).map(({ lastSentAt }) => lastSentAt)).toEqual([null, finishedAt!.toISOString()]);
  });

  test('A1: a browser in which another person signs in is listed with the time of that sign-in, not of the first person’s', async () => {
    const [hal, ida] = [await service.makePerson('hal'), await service.makePerson('ida')];
    const shared = endpointOf('hal-and-ida');
    const first = (await hal.call('POST', PATH, browser(shared))).body as { createdAt: string };
    const again = (await hal.call('POST', PATH, browser(shared))).body as { createdAt: string };
    expect(again.createdAt).toBe(first.createdAt);
    await ida.call('POST', PATH, browser(shared));
    expect(await list(hal)).toEqual([]);
    const [hers] = await list(ida);
    expect(hers!.endpoint).toBe(shared);
    expect(hers!.createdAt > first.createdAt).toBe(true);
  });
});

/** X4: an endpoint ends with the session that made it (details 105). */
describe('X4: a push endpoint', () => {
  const sent: string[] = [];
  const mails: Mail[] = [];
  let node: TestService;
  let organizationId: string;
  let eventId: string;
  let mia: Person;
  let people = 0;
  beforeAll(async () => {
    node = await startTestService({
      database: service.database,
      env: { SIGN_IN_LIMIT_PER_MINUTE: '100000', PUSH_CONTACT: 'ops@example.org' },
      outside: {
        sendMail: async (mail) => void mails.push(mail),
        sendPush: async ({ endpoint }) => {
          sent.push(endpoint);
          return { result: 'taken' };
        },
      },
    });
    const made = await ada.call('POST', '/api/organizations', { name: 'Opera' });
    organizationId = (made.body as { id: string }).id;
    const event = { name: 'Ball', timeZone: 'UTC' };
    eventId = ((await ada.call('POST', `/api/organizations/${organizationId}/events`, event)).body as { id: string })
      .id;
  });
  afterAll(() => node.close());
  beforeEach(async () => {
    mia = await service.makePerson(`mia${(people += 1)}`);
    await service.setRole(organizationId, mia.id, 'viewer');
    const never = { graceSeconds: null, quietHours: null, snoozedUntil: null };
    const wanted = { kinds: ['sign_offline'], channels: ['push'], ...never };
    await mia.call('PUT', `/api/events/${eventId}/subscription`, wanted);
    sent.length = 0;
  });

  const as = (token: string, path: string, body: unknown = {}, method: 'POST' | 'GET' = 'POST'): Promise<Reply> =>
    node.call(method, path, body, { authorization: `Bearer ${token}` });
  const addBrowser = async (token: string): Promise<string> => {
    const { endpoint, ...rest } = browser(endpointOf(randomBytes(8).toString('hex')));
    expect((await as(token, PATH, { endpoint, ...rest })).status).toBe(201);
    return endpoint;
  };
  /** The endpoints that a message to the person goes to now. */
  const reached = async (token = mia.token): Promise<string[]> => {
    sent.length = 0;
    expect((await as(token, `/api/events/${eventId}/subscription/test`)).status).toBe(200);
    return sent.toSorted();
  };
  const session = () => openSession(service.database.db, systemClock, mia.id);
  const tokenOf = (signed: string): string => signed.split('.')[0]!;
  const resetPassword = async (): Promise<void> => {
    await as('none', '/api/auth/request-password-reset', { email: mia.email });
    await expect.poll(() => mails.some(({ to }) => to === mia.email)).toBe(true);
    const token = /token=(\S+)/.exec(mails.find(({ to }) => to === mia.email)!.text)![1]!;
    await as('none', '/api/auth/reset-password', { token, newPassword: 'seven marmots whistle' });
  };
  const expire = () =>
    service.database.db
      .updateTable('session')
      .set({ expiresAt: new Date() })
      .where('userId', '=', mia.id)
      .where('token', '!=', tokenOf(mia.token))
      .execute();

  const ENDINGS: [string, (token: string) => Promise<unknown>][] = [
    ['a sign-out', (token) => as(token, '/api/auth/sign-out')],
    ['a revoked session', (token) => as(mia.token, '/api/auth/revoke-session', { token: tokenOf(token) })],
    ['revoked other sessions', () => as(mia.token, '/api/auth/revoke-other-sessions')],
    [
      'a changed password that ends other sessions',
      async () => {
        const change = { currentPassword: PASSWORD, newPassword: 'seven marmots whistle', revokeOtherSessions: true };
        const { headers } = await as(mia.token, '/api/auth/change-password', change);
        mia = { ...mia, token: String(headers['set-auth-token']) };
      },
    ],
    [
      'a password reset',
      async () => {
        await resetPassword();
        mia = { ...mia, token: await session() };
      },
    ],
    ['an expired session', expire],
  ];
  test.each(ENDINGS)('X4: ends with %s', async (_title, end) => {
    const token = await session();
    const endpoint = await addBrowser(token);
    expect(await reached()).toEqual([endpoint]);
    await end(token);
    expect(await reached()).toEqual([]);
    await pruneSessions(service.database.db, Date.now());
    expect(await kept(mia)).toEqual([]);
  });

  test('X4: a sign-out keeps the push endpoints of the other sessions of the person', async () => {
    const [one, two] = [await session(), await session()];
    const [first, second] = [await addBrowser(one), await addBrowser(two)];
    await as(one, '/api/auth/sign-out');
    expect([await reached(), first === second]).toEqual([[second], false]);
  });

  test('X4: belongs to the session that stored it last', async () => {
    const [one, two] = [await session(), await session()];
    const target = browser(endpointOf('moved'));
    for (const token of [one, two]) await as(token, PATH, target);
    await as(one, '/api/auth/sign-out');
    expect(await reached()).toEqual([target.endpoint]);
    await as(two, '/api/auth/sign-out');
    expect(await reached()).toEqual([]);
  });

  test('X4: a browser that is stored while its session signs out is removed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await session();
      await Promise.all([as(token, PATH, browser(endpointOf(`race-${round}`))), as(token, '/api/auth/sign-out')]);
    }
    expect(await kept(mia)).toEqual([]);
  });

  test('X4: gets nothing of an organization that its person was removed from', async () => {
    const endpoint = await addBrowser(mia.token);
    expect(await reached()).toEqual([endpoint]);
    await ada.call('DELETE', `/api/organizations/${organizationId}/members/${mia.id}`);
    sent.length = 0;
    expect(problemOf(await as(mia.token, `/api/events/${eventId}/subscription/test`)).code).toBe('not_found');
    expect(sent).toEqual([]);
  });

  test('X4: of an older node, which stores no session, lasts while its person has a session', async () => {
    const { endpoint, keys } = browser(endpointOf('older'));
    const row = { id: crypto.randomUUID(), userId: mia.id, endpoint, ...keys, createdAt: new Date() };
    await service.database.db.insertInto('pushSubscription').values(row).execute();
    expect(await reached()).toEqual([endpoint]);
    await as(mia.token, '/api/auth/revoke-sessions');
    expect(await listPushSubscriptions(service.database.db, mia.id, Date.now())).toEqual([]);
  });
});

test('G18: a service without a public contact has push off, and gives the reason to browsers and to who tests their channels', async () => {
  const plain = await startTestService();
  onTestFinished(() => plain.close());
  const eve = await plain.makePerson('eve');
  const organization = await eve.call('POST', '/api/organizations', { name: 'Opera' });
  const events = `/api/organizations/${(organization.body as { id: string }).id}/events`;
  const event = await eve.call('POST', events, { name: 'Ball', timeZone: 'UTC' });
  const subscription = `/api/events/${(event.body as { id: string }).id}/subscription`;
  const rest = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  await eve.call('PUT', subscription, { kinds: ['sign_offline'], channels: ['push'], ...rest });

  const detail = expect.stringContaining('Set PUSH_CONTACT');
  expect(problemOf(await eve.call('GET', `${PATH}/key`))).toMatchObject({ code: 'conflict', detail });
  expect((await eve.call('GET', '/api/me')).body).not.toHaveProperty('pushPublicKey');
  const tested = await eve.call('POST', `${subscription}/test`);
  expect(tested.body).toMatchObject({ results: [{ channel: 'push', ok: false, outcome: 'off', detail }] });
});
