import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOf, startTestService, type Person, type TestService } from '../../access/testing/test-service.ts';

let service: TestService;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  service = await startTestService();
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

describe('a browser that takes notifications', () => {
  test('is given the service’s key, which stays the same', async () => {
    const key = await ada.call('GET', `${PATH}/key`);
    expect(Buffer.from((key.body as { publicKey: string }).publicKey, 'base64url')).toHaveLength(65);
    expect((await bob.call('GET', `${PATH}/key`)).body).toEqual(key.body);
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
