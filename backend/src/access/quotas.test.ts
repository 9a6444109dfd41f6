import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { OrganizationWithUsage } from '@sign-display/contracts/rest/organizations';
import { openDatabase, type OpenDatabase } from '../db/open-database.ts';
import { authorOf } from '../testing/test-author.ts';
import { CLAIM_SETTINGS, composeMemoryNode, insertOrganization, insertRecord } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import { NO_QUOTAS } from './check-quotas.ts';
import {
  changeVersion,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from './testing/test-service.ts';

/** Quotas of an organization, while two nodes are asked for more than there is room for at once. */

let database: TestDatabase;
let other: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  other = openDatabase({ ...database, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

describe('M5: over REST', () => {
  const env = {
    QUOTA_EVENTS: '10',
    QUOTA_SIGNS: '10',
    QUOTA_SCHEDULES: '5',
    QUOTA_STORAGE_BYTES: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  let nodes: TestService[];
  let owners: Person[];
  let organizationId: string;
  let eventId: string;
  beforeAll(async () => {
    const keep = { ...database, drop: async () => {} };
    nodes = [
      await startTestService({ env, database: keep }),
      await startTestService({ env, database: { ...keep, db: other.db } }),
    ];
    const owner = await nodes[0]!.makePerson('owner');
    // The same person and session at both.
    const headers = { authorization: `Bearer ${owner.token}` };
    owners = nodes.map((node) => ({
      ...owner,
      call: (method, url, body, more) => node.call(method, url, body, { ...headers, ...more }),
    }));
    organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
    eventId = idOf(await makeEvent(owner, 0));
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  const idOf = (reply: Reply): string => (reply.body as { id: string }).id;
  const makeEvent = (person: Person, nth: number) =>
    person.call('POST', `/api/organizations/${organizationId}/events`, { name: `Event ${nth}`, timeZone: 'UTC' });
  const makeSign = (person: Person, nth: number) =>
    person.call('POST', '/api/signs', { organizationId, eventId, name: `Sign ${nth}`, location: 'Hall' });
  const usage = async () =>
    ((await owners[0]!.call('GET', `/api/organizations/${organizationId}`)).body as OrganizationWithUsage).usage;
  const atOnce = async (make: (person: Person, nth: number) => Promise<Reply>) => {
    const replies = await Promise.all(Array.from({ length: 50 }, (_, nth) => make(owners[nth % 2]!, nth)));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((reply) => [reply.status, problemOf(reply).code].join()))).toEqual(
      new Set(['409,quota_exceeded']),
    );
    return { made: replies.length - refused.length, detail: problemOf(refused[0]!).detail };
  };

  test('of 50 that are made at once on two nodes exactly as many are made as there is room for', async () => {
    expect(await atOnce(makeEvent)).toEqual({
      made: 9,
      detail:
        'The organization’s quota of 10 events is used up. Delete something that is no longer needed, or ask the operator of the service to raise the limit.',
    });
    expect(await atOnce(makeSign)).toEqual({
      made: 10,
      detail:
        'The organization’s quota of 10 signs is used up. Delete something that is no longer needed, or ask the operator of the service to raise the limit.',
    });
    expect(await usage()).toMatchObject({ events: { used: 10, most: 10 }, signs: { used: 10, most: 10 } });
  });

  test('schedules of all signs and events count together; a set may always get smaller', async () => {
    const { items } = (await owners[0]!.call('GET', `/api/signs?organizationId=${organizationId}`)).body as {
      items: { id: string }[];
    };
    const schedule = {
      url: 'https://example.org/',
      startsAt: '2026-11-20T19:00:00.000Z',
      endsAt: '2026-11-20T20:00:00.000Z',
      timeZone: 'UTC',
      priority: 0,
      enabled: true,
    };
    const put = (id: string, count: number, nth = 0) =>
      changeVersion(owners[nth % 2]!, 'PUT', `/api/signs/${id}/schedules`, {
        schedules: Array.from({ length: count }, () => schedule),
      });
    const replies = await Promise.all(items.slice(0, 6).map(({ id }, nth) => put(id, 2, nth)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(problemOf(replies.find(({ status }) => status === 409)!).code).toBe('quota_exceeded');
    const used = items[replies.findIndex(({ status }) => status === 200)]!.id;
    expect((await put(used, 3)).status).toBe(200);
    expect((await put(used, 4)).status).toBe(409);
    expect((await put(used, 1)).status).toBe(200);
    expect((await usage()).schedules).toEqual({ used: 3, most: 5 });
  });

  test('storage counts screenshots, and past it none is asked for', async () => {
    const { items } = (await owners[0]!.call('GET', `/api/signs?organizationId=${organizationId}`)).body as {
      items: { id: string }[];
    };
    const [{ id }] = items as [{ id: string }];
    const at = new Date();
    const image = {
      deviceSignId: makeUuidV4(createSeededRandom('quotas')),
      claimRequestId: null,
      commandId: id,
      capturedAt: at,
      receivedAt: at,
      image: Buffer.alloc(3_000),
    };
    await database.db
      .insertInto('screenshot')
      .values({ signRecordId: id, ...image })
      .execute();
    expect((await usage()).storageBytes).toEqual({ used: 3_000, most: 0 });
    const refused = await owners[0]!.call('POST', `/api/signs/${id}/commands`, { command: 'screenshot' });
    expect(problemOf(refused)).toMatchObject({
      code: 'quota_exceeded',
      detail:
        'The organization’s quota of 0 bytes of screenshots is used up. Delete something that is no longer needed, or ask the operator of the service to raise the limit.',
    });
  });

  test('what is not there and what is malformed are told before the quota, a wrong code after it', async () => {
    const codeOf = async (body: object) => problemOf(await owners[0]!.call('POST', '/api/signs', body)).code;
    const sign = { organizationId, eventId, name: 'Sign', location: 'Hall' };
    expect(await codeOf({ ...sign, eventId: organizationId })).toBe('not_found');
    expect(await codeOf({ ...sign, name: 7 })).toBe('validation_failed');
    expect(await codeOf(sign)).toBe('quota_exceeded');
    const claim = await owners[0]!.call('POST', '/api/signs/claim', { ...sign, shortCode: 'ABC123' });
    expect(problemOf(claim).code).toBe('quota_exceeded');
  });
});

test('M5: where no quota is set, an organization reads what it uses, and that it may have as much as it likes', async () => {
  const node = await startTestService({ database: { ...database, drop: async () => {} } });
  onTestFinished(node.close);
  const owner = await node.makePerson('unbounded');
  const { id } = (await owner.call('POST', '/api/organizations', { name: 'Fair' })).body as { id: string };
  await owner.call('POST', `/api/organizations/${id}/events`, { name: 'Event', timeZone: 'UTC' });
  const { usage } = (await owner.call('GET', `/api/organizations/${id}`)).body as OrganizationWithUsage;
  const of = (used: number) => ({ used, most: null });
  expect(usage).toEqual({ signs: of(0), events: of(1), schedules: of(0), storageBytes: of(0) });
});

describe('M5: claims', () => {
  const random = createSeededRandom('quota-claims');
  const clock = createManualClock();
  const alice = authorOf('alice');

  async function play(quota: number, devices: number, options: { linkHandshakeEnabled?: boolean } = {}) {
    const organization = await insertOrganization(database.db, { clock, random }, { alice: 'operator' }, options);
    const quotas = { ...NO_QUOTAS, signs: quota };
    const nodes = [database.db, other.db].map((db) => composeMemoryNode({ db, clock, random, quotas }));
    const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Lobby', location: 'Hall' };
    let told = 0;
    let refusedAll = () => {};
    const refused = new Promise<void>((resolve) => (refusedAll = resolve));
    const claims = await Promise.all(
      Array.from({ length: devices }, async (_, nth) => {
        const device = createVirtualDevice(random);
        await device.connect(nodes[nth % 2]!);
        const { signId, shortCode } = device;
        return { signId, shortCode, requestId: makeUuidV4(random), node: nodes[nth % 2]! };
      }),
    );
    const outcomes = claims.map(async ({ node, ...proof }) => {
      const reply = await node.claims.claim(alice, { ...place, ...proof });
      if ('code' in reply && reply.code === 'quota_exceeded' && (told += 1) === devices - quota) refusedAll();
      return 'code' in reply ? reply.code : 'claimed';
    });
    return { organization, outcomes, refused, claims, place };
  }

  test('of many at once on two nodes exactly as many are committed as there is room for, and a replay is no new one', async () => {
    const { outcomes, claims, place } = await play(5, 20, { linkHandshakeEnabled: false });
    const told = await Promise.all(outcomes);
    expect(told.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'claimed'),
      ...Array.from({ length: 15 }, () => 'quota_exceeded'),
    ]);
    const { node, ...proof } = claims[told.indexOf('claimed')]!;
    expect(await node.claims.claim(alice, { ...place, ...proof })).toMatchObject({ replayed: true });
  });

  test('one that waits for its kiosk has its place; when it fails there is room again', async () => {
    const { outcomes, refused, organization } = await play(2, 6);
    await refused;
    const settled = Promise.all(outcomes);
    const state = { isSettled: false };
    void settled.then(() => (state.isSettled = true));
    // The others may still be on their way to waiting.
    while (!state.isSettled) {
      clock.advance(CLAIM_SETTINGS.ackTimeoutMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await settled).toSorted()).toEqual([
      'device_no_ack',
      'device_no_ack',
      ...Array.from({ length: 4 }, () => 'quota_exceeded'),
    ]);
    await insertRecord(database.db, { clock, random }, organization);
  });
});
