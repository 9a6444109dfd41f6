import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Compile } from 'typebox/compile';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { Notification } from '@sign-display/contracts/rest/notifications';
import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type Subscription,
} from '@sign-display/contracts/rest/subscriptions';
import { insertOrganization, insertRecord, type TestOrganization } from '../../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import type { Db } from '../../db/database-types.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { recordNotices, type NewNotice } from '../../outages/notice-queue.ts';
import { OUTAGE_KINDS, type OutageKind } from '@sign-display/contracts/rest/outages';
import { OUTAGE_NOTICES } from '../../outages/notice-types.ts';
import { insertOutages } from '../../outages/outages-repository.ts';
import { listInbox } from '../inbox/inbox-repository.ts';
import { createPlanner } from './planner.ts';

const random = createSeededRandom('planner');
const GRACE_MS = 30_000;
let database: TestDatabase;
let clock: ManualClock;
let organization: TestOrganization;
let told: { userId: string; message: unknown }[];
let planner: ReturnType<typeof createPlanner>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createManualClock();
  organization = await insertOrganization(database.db, { clock, random }, {});
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  told = [];
  planner = createOn(database.db);
});

const createOn = (db: Db) =>
  createPlanner({
    db,
    clock,
    random,
    log: pino({ level: 'silent' }),
    feed: { toUser: ({ userId }, _event, message) => void told.push({ userId, message }) },
    settings: { offlineGraceMs: GRACE_MS, groupWindowMs: 30_000 },
  });

async function subscribe(
  channels: NotificationChannel[],
  given: { graceSeconds?: number; snoozedUntil?: Date; excluded?: string } = {},
): Promise<string> {
  const id = makeUuidV7(clock, random);
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at };
  const user = { id, name: 'Ada', email: `${id}@example.org`, emailVerified: true, image: null, ...times };
  await database.db.insertInto('user').values(user).execute();
  const member = { organizationId: organization.id, userId: id, role: 'viewer' as const, createdAt: at };
  await database.db.insertInto('member').values(member).execute();
  await database.db
    .insertInto('subscription')
    .values({
      eventId: organization.eventId,
      userId: id,
      kinds: [...NOTIFICATION_KINDS],
      channels,
      ...given,
      snoozedSigns: '[]',
      ...times,
    })
    .execute();
  return id;
}

const happens = async (kind: NewNotice['kind'], outageId: string | null, signName = 'Foyer') => {
  const { id: organizationId, eventId } = organization;
  const at = new Date(clock.now());
  const notice = { organizationId, eventId, signRecordId: makeUuidV7(clock, random), signName, kind, outageId, at };
  await database.db.transaction().execute((trx) => recordNotices(trx, [notice]));
};
const plan = () => planner.planEvent(organization.eventId);
const sent = () =>
  database.db
    .selectFrom('notification')
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['userId', 'channel', 'title', 'state'])
    .where('notification.eventId', '=', organization.eventId)
    .orderBy('notification.at')
    .orderBy('channel')
    .execute();
const jobs = async () =>
  (
    await sql<{ key: string; at: Date }>`select key, run_at as at from graphile_worker.jobs order by key`.execute(
      database.db,
    )
  ).rows;

describe('the planner', () => {
  test('N7: writes messages and their jobs in one transaction, and says when it looks again', async () => {
    const ada = await subscribe(['email', 'inbox']);
    await happens('sign_offline', makeUuidV7(clock, random));
    await plan();
    expect(await sent()).toEqual([]);
    const wake = (await jobs()).find(({ key }) => key.startsWith('wake:'));
    expect(wake!.at.getTime()).toBe(clock.now() + GRACE_MS);
    clock.advance(GRACE_MS);
    await plan();
    expect(await sent()).toEqual([
      { userId: ada, channel: 'email', title: 'Foyer is offline – Event', state: 'queued' },
      { userId: ada, channel: 'inbox', title: 'Foyer is offline – Event', state: 'sent' },
    ]);
    expect((await jobs()).filter(({ key }) => key.startsWith('deliver:'))).toHaveLength(1);
    expect(told.map(({ userId }) => userId)).toEqual([ada]);
    expect(Compile(Notification).Errors(told[0]!.message)).toEqual([]);
    await plan();
    expect(await sent()).toHaveLength(2);
  });

  test('an inbox message is sent live even if the database fails after the commit; it then lists the inbox as its only channel', async () => {
    const ada = await subscribe(['email', 'inbox'], { graceSeconds: 0 });
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    let isCommitted = false;
    const { db } = gated.open(
      async () => {
        if (isCommitted) throw new Error('the database is away');
      },
      async () => void (isCommitted = true),
    );
    await happens('sign_offline', makeUuidV7(clock, random));
    await plan();
    clock.advance(GRACE_MS);
    await createOn(db).planEvent(organization.eventId);
    const channels = [{ channel: 'inbox', state: 'sent' }];
    expect(told).toMatchObject([{ userId: ada, message: { channels } }]);
  });

  test('an inbox message lists its other channels: a snoozed mail is delayed, a mail that waits for the server is queued', async () => {
    const [ada, bob] = [
      await subscribe(['email', 'inbox'], { snoozedUntil: new Date(clock.now() + 300_000) }),
      await subscribe(['email', 'push', 'inbox']),
    ];
    const outageId = makeUuidV7(clock, random);
    await happens('sign_offline', outageId);
    await plan();
    clock.advance(GRACE_MS);
    await plan();
    const channelsOf = (userId: string, nth = 0) =>
      told.filter((each) => each.userId === userId).map(({ message }) => message as Notification)[nth]!.channels;
    const inbox = { channel: 'inbox', state: 'sent' };
    expect(channelsOf(ada)).toEqual([{ channel: 'email', state: 'delayed' }, inbox]);
    expect(channelsOf(bob)).toEqual([
      { channel: 'email', state: 'queued' },
      { channel: 'push', state: 'queued' },
      inbox,
    ]);
    const read = async (userId: string) => {
      const asked = { after: null, limit: 10 };
      return (await listInbox(database.db, { userId, mfa: false }, asked)).map(({ channels }) => channels[0]);
    };
    expect(await read(ada)).toEqual([{ channel: 'email', state: 'delayed' }]);
    // The mail about the end is another message than the failed mail about the beginning.
    await database.db.updateTable('notification').set({ state: 'failed' }).where('userId', '=', bob).execute();
    await happens('sign_online', outageId);
    clock.advance(GRACE_MS);
    await plan();
    expect(channelsOf(bob, 1)[0]).toEqual({ channel: 'email', state: 'queued' });
    expect(await read(bob)).toEqual([
      { channel: 'email', state: 'queued' },
      { channel: 'email', state: 'failed' },
    ]);
  });

  describe('N14: a kind that a person excludes on a channel', () => {
    const open = async (kind: OutageKind) => {
      const id = makeUuidV7(clock, random);
      const at = new Date(clock.now());
      const place = { organizationId: organization.id, eventId: organization.eventId, location: '', host: null };
      const sign = { signRecordId: makeUuidV7(clock, random), signName: 'Foyer' };
      await database.db
        .transaction()
        .execute((trx) => insertOutages(trx, [{ id, ...place, ...sign, kind, since: at, openedAt: at }]));
      await happens(OUTAGE_NOTICES[kind].begins, id);
      return { id, end: () => happens(OUTAGE_NOTICES[kind].ends, id) };
    };
    const passes = async () => {
      await plan();
      clock.advance(GRACE_MS);
      await plan();
    };
    const kindsOf = async (userId: string, channel: NotificationChannel) => {
      const rows = await database.db
        .selectFrom('notification')
        .innerJoin('message', 'message.id', 'notification.messageId')
        .select('kind')
        .where('userId', '=', userId)
        .where('channel', '=', channel)
        .orderBy('notification.id')
        .execute();
      return rows.map(({ kind }) => kind);
    };
    const exclude = (userId: string, excluded: Subscription['excluded']) =>
      database.db
        .updateTable('subscription')
        .set({ excluded: JSON.stringify(excluded) })
        .where('userId', '=', userId)
        .execute();

    test.each(OUTAGE_KINDS)(
      'an excluded kind never comes on its channel, nor does the end of its outage, and both still come on other channels: %s',
      async (kind) => {
        const { begins, ends } = OUTAGE_NOTICES[kind];
        const excluded = JSON.stringify([{ kind: begins, channel: 'email' }]);
        const ada = await subscribe(['email', 'inbox'], { excluded });
        const bob = await subscribe(['email', 'inbox']);
        const outage = await open(kind);
        await passes();
        await outage.end();
        await passes();
        expect(await kindsOf(ada, 'email')).toEqual([]);
        for (const [person, channel] of [
          [ada, 'inbox'],
          [bob, 'inbox'],
          [bob, 'email'],
        ] as const)
          expect(await kindsOf(person, channel)).toEqual([begins, ends]);
      },
    );

    test.each(OUTAGE_KINDS)(
      'a waiting end and a held beginning are not sent once their kind is excluded: %s',
      async (kind) => {
        const { begins } = OUTAGE_NOTICES[kind];
        const snoozedUntil = new Date(clock.now() + 10 * GRACE_MS);
        const [ada, bob] = [await subscribe(['email']), await subscribe(['email'], { snoozedUntil })];
        const [told, other] = [await open(kind), await open('offline')];
        await passes();
        await told.end();
        await plan();
        // Ada's mail about the end waits for its grouping window, and Bob's mail about the beginning waits for the end
        // of his snooze.
        for (const person of [ada, bob]) await exclude(person, [{ kind: begins, channel: 'email' }]);
        await other.end();
        clock.advance(11 * GRACE_MS);
        await passes();
        const ended = kind === 'offline' ? [] : ['sign_online'];
        expect((await kindsOf(ada, 'email')).slice(1)).toEqual(ended);
        expect(await kindsOf(bob, 'email')).not.toContain(begins);
        expect(await kindsOf(bob, 'email')).not.toContain(OUTAGE_NOTICES[kind].ends);
      },
    );
  });

  test('N3: two planners at once tell once', async () => {
    for (let count = 0; count < 5; count += 1) await subscribe(['email', 'push', 'inbox']);
    await happens('claim_completed', null);
    await Promise.all([plan(), plan(), plan()]);
    clock.advance(30_000);
    await Promise.all([plan(), plan(), plan()]);
    expect(await sent()).toHaveLength(15);
  });

  test('N3: what fails half-way has told nobody, and is told when it is done again', async () => {
    await subscribe(['inbox']);
    await happens('claim_completed', null);
    await plan();
    clock.advance(30_000);
    await sql`alter table message add constraint broken check (false) not valid`.execute(database.db);
    await expect(plan()).rejects.toThrow('broken');
    await sql`alter table message drop constraint broken`.execute(database.db);
    expect([await sent(), told]).toEqual([[], []]);
    await plan();
    expect([(await sent()).length, told.length]).toEqual([1, 1]);
  });

  test('N4: who gives up a channel and chooses it again has no new hour by that', async () => {
    const [ada, ben] = [await subscribe(['inbox', 'email']), await subscribe(['inbox', 'email'])];
    const choose = async (channels: NotificationChannel[]) => {
      await database.db.updateTable('subscription').set({ channels }).where('userId', '=', ada).execute();
    };
    const tell = async () => {
      await happens('claim_completed', null);
      await plan();
      clock.advance(30_000);
      await plan();
    };
    for (let count = 0; count < 4; count += 1) await tell();
    await choose(['email']);
    await tell();
    await choose(['email', 'inbox']);
    for (let count = 0; count < 4; count += 1) await tell();
    const counts = Map.groupBy(await sent(), ({ userId, channel }) => `${userId} ${channel}`);
    for (const who of [ada, ben])
      for (const channel of ['inbox', 'email']) expect(counts.get(`${who} ${channel}`)).toHaveLength(6);
  });

  test('each has a grace of their own; who is no member any more is told nothing', async () => {
    const [quick, slow, gone] = [
      await subscribe(['inbox'], { graceSeconds: 0 }),
      await subscribe(['inbox'], { graceSeconds: 120 }),
      await subscribe(['inbox']),
    ];
    await database.db.deleteFrom('member').where('userId', '=', gone).execute();
    await happens('sign_offline', makeUuidV7(clock, random));
    await plan();
    clock.advance(30_000);
    await plan();
    expect((await sent()).map(({ userId }) => userId)).toEqual([quick]);
    clock.advance(90_000);
    await plan();
    expect((await sent()).map(({ userId }) => userId)).toEqual([quick, slow]);
  });

  test('who wants the same and has heard the same shares it: of a storm for many there is one message a channel', async () => {
    for (let count = 0; count < 10; count += 1) await subscribe(['email', 'inbox']);
    const late = await subscribe(['email'], { graceSeconds: 300 });
    for (let count = 0; count < 20; count += 1)
      await happens('sign_offline', makeUuidV7(clock, random), `Sign ${count}`);
    await plan();
    clock.advance(GRACE_MS);
    await plan();
    const { db } = database;
    const { eventId } = organization;
    const messages = await db
      .selectFrom('message')
      .select(['signCount', 'outageIds'])
      .where('eventId', '=', eventId)
      .execute();
    expect(messages.map(({ signCount, outageIds }) => [signCount, outageIds.length])).toEqual([
      [20, 20],
      [20, 20],
    ]);
    const states = await db.selectFrom('channelState').select('id').where('eventId', '=', eventId).execute();
    expect(states).toHaveLength(3);
    expect(await sent()).toHaveLength(20);
    clock.advance(270_000);
    await plan();
    expect((await sent()).at(-1)).toMatchObject({ userId: late, title: '20 signs offline – Event' });
  });

  test('N4: a message that follows says the cause of all that is open on its host, and how many they are', async () => {
    const { db } = database;
    await subscribe(['inbox']);
    const fail = async (signName: string) => {
      const signRecordId = await insertRecord(db, { clock, random }, organization, 'https://menu.example/a');
      const { id: organizationId, eventId } = organization;
      const at = new Date(clock.now());
      const id = makeUuidV7(clock, random);
      const sign = { organizationId, eventId, signRecordId, signName };
      const kind = 'content_unreachable' as const;
      await db.transaction().execute(async (trx) => {
        await insertOutages(trx, [
          { id, ...sign, location: 'Hall 1', host: 'menu.example', kind: 'unreachable', since: at, openedAt: at },
        ]);
        await recordNotices(trx, [{ ...sign, kind, outageId: id, since: at, at }]);
      });
    };
    const tell = async () => {
      await plan();
      clock.advance(30_000);
      await plan();
    };
    for (let nth = 0; nth < 6; nth += 1) await fail(`Bar ${nth}`);
    await tell();
    clock.advance(2_000);
    await fail('Tresen');
    await tell();
    expect((await sent()).map(({ title }) => title)).toEqual([
      '6 signs can’t reach pages from menu.example – Event',
      '1 more sign can’t reach pages from menu.example; 7 in all – Event',
    ]);
  });

  test('a channel that is chosen no more is told nothing that waited for it', async () => {
    const ada = await subscribe(['email', 'inbox']);
    await happens('claim_completed', null);
    await plan();
    await database.db
      .updateTable('subscription')
      .set({ channels: ['inbox'] })
      .where('userId', '=', ada)
      .execute();
    clock.advance(30_000);
    await plan();
    expect((await sent()).map(({ channel }) => channel)).toEqual(['inbox']);
  });

  test('of an event that is gone nothing is left', async () => {
    await subscribe(['inbox']);
    await happens('claim_completed', null);
    await database.db.deleteFrom('event').where('id', '=', organization.eventId).execute();
    await plan();
    const left = database.db.selectFrom('notice').selectAll().where('eventId', '=', organization.eventId);
    expect([await left.execute(), await sent()]).toEqual([[], []]);
  });
});
