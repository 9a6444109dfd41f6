import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { systemRandom } from '../../adapters/system-random.ts';
import { isDatabaseUnavailable, openDatabase } from '../../db/open-database.ts';
import type { Db } from '../../db/database-types.ts';
import { addJob } from '../../jobs/add-job.ts';
import { createDueJobs } from '../../jobs/virtual-job-runner.ts';
import { createOutbox, IN_OUTBOX } from '../../mail/file-outbox.ts';
import { createSmtpMailer } from '../../mail/smtp.ts';
import { createDatabaseSwitch } from '../../process/testing/database-switch.ts';
import { authorOf } from '../../testing/test-author.ts';
import { insertOrganization, type TestOrganization } from '../../testing/claim-world.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { startPushReceiver, type PushReceiver } from '../../testing/push-receiver.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createDeliveries, RETRY_AFTER_MS } from './deliver-notifications.ts';
import { insertMessage } from './notifications-repository.ts';
import { listFailedDeliveries, retryDelivery } from './list-and-retry-failed-deliveries.ts';
import { createUnfinishedDeliveries, failUnfinished } from './fail-unfinished-deliveries.ts';
import { insertOutage } from '../../outages/testing/insert-outage.ts';
import { readOutages } from '../outages/outages-repository.ts';
import { insertNotifications } from '../testing/insert-notifications.ts';
import { insertSession } from '../testing/insert-session.ts';
import { createPushEndpoints } from './guard-push-endpoints.ts';
import { createPushSender } from './push-sender.ts';
import { readQueueFigures } from './queue-metrics.ts';
import { readMailLink } from '../inbox/mail-link-token.ts';
import { createVapidKeys } from './vapid-keys.ts';
import { sql } from 'kysely';

const SECRET = 'a secret that is long enough for a test';
const PUBLIC_URL = 'https://signs.example.org';
const random = systemRandom;
let database: TestDatabase;
let clock: ManualClock;
let organization: TestOrganization;
let server: MailServer;
let receiver: PushReceiver;
let logged: string[];
/** The `reason` of each log entry. */
let reasons: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  clock = createManualClock();
  organization = await insertOrganization(database.db, { clock, random }, { ada: 'viewer', ben: 'viewer' });
  server = await startMailServer();
  receiver = await startPushReceiver();
  logged = [];
  reasons = [];
});
afterEach(async () => {
  await server.close();
  await receiver.close();
  await database.drop();
});

/** Makes the deliveries of one process. */
function makeNode(
  db: Db = database.db,
  afterMail: () => Promise<void> = async () => {},
  beforePush: (endpoint: string) => Promise<void> = async () => {},
  outbox: string | null = null,
) {
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'signs@example.org',
    publicUrl: () => 'http://127.0.0.1:3000',
    clock,
    random,
  });
  const ports = { clock, random, publicUrl: () => PUBLIC_URL, from: 'signs@example.org' };
  const send = outbox === null ? mailer.send : createOutbox({ ...ports, folder: outbox });
  const endpoints = createPushEndpoints({ allowPrivate: true });
  onTestFinished(() => {
    mailer.close();
    endpoints.close();
  });
  const sendPush = createPushSender({
    clock,
    endpoints,
    vapidKeys: createVapidKeys({ db, clock }),
    contact: () => ({ subject: 'mailto:signs@example.org' }),
  });
  const note = ({ reason }: { reason?: string }, message?: string) => {
    logged.push(String(message));
    reasons.push(String(reason));
  };
  const counts: Record<string, number> = {};
  const deliveries = createDeliveries({
    db,
    clock,
    log: { debug: note, info: note, warn: note, error: note } as never,
    publicUrl: () => PUBLIC_URL,
    secret: SECRET,
    isOutbox: outbox !== null,
    async sendMail(mail) {
      await send(mail);
      await afterMail();
    },
    async sendPush(target, ...rest) {
      await beforePush(target.endpoint);
      return await sendPush(target, ...rest);
    },
    observe: (channel, result) => void (counts[`${channel} ${result}`] = (counts[`${channel} ${result}`] ?? 0) + 1),
  });
  const deliver = (each: { notificationId: string }) => deliveries.deliver(each.notificationId);
  const tasks = { deliver_mail: deliver, deliver_notification: deliver };
  return { ...createDueJobs({ db, clock, nodeId: 'node', tasks }), counts, deliver: deliveries.deliver };
}

async function write(
  channel: NotificationChannel,
  userId: string,
  count = 1,
  outageId: string | null = null,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => makeUuidV7(clock, random));
  const at = new Date(clock.now());
  const entry = { kind: 'sign_offline' as const, outageId, signId: 'sign-1', signName: 'Foyer' };
  const times = { atMs: at.getTime(), sinceMs: at.getTime() - 15_000, closedAtMs: null, detail: null };
  await insertNotifications(
    database.db,
    ids.map((id) => ({
      id,
      userId,
      organizationId: organization.id,
      eventId: organization.eventId,
      eventName: 'Opera',
      channel,
      kind: 'sign_offline',
      title: 'Foyer is offline – Opera',
      text: 'Foyer is offline, since 00:59',
      entries: [{ ...entry, ...times }],
      at,
    })),
  );
  return ids;
}
const rows = () =>
  database.db.selectFrom('notification').select(['id', 'state', 'attempts', 'error']).orderBy('id').execute();

async function subscribe(userId: string) {
  const { endpoint, keys } = receiver.subscribe();
  const id = makeUuidV7(clock, random);
  const createdAt = new Date(clock.now());
  const sessionId = await insertSession({ db: database.db, clock, random }, userId);
  await database.db
    .insertInto('pushSubscription')
    .values({ id, userId, sessionId, endpoint, ...keys, createdAt })
    .execute();
  return { id, endpoint };
}

describe('N7: a mail', () => {
  test('a mail that is only written to the outbox is dropped with the reason, and no outage reports it', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const node = makeNode(database.db, undefined, undefined, folder.path);
    const outageId = await insertOutage(database.db, {
      organizationId: organization.id,
      eventId: organization.eventId,
      signRecordId: makeUuidV7(clock, random),
    });
    const [id] = await write('email', 'ada', 1, outageId);
    await write('inbox', 'ada', 1, outageId);
    expect([await node.runDue(), await node.runDue()]).toEqual([1, 0]);
    expect(await readdir(folder.path)).toEqual([`${id}.eml`]);
    expect(await rows()).toContainEqual({ id, state: 'dropped', attempts: 1, error: IN_OUTBOX });
    expect(node.counts).toEqual({ 'email dropped': 1 });
    const [outage] = await readOutages(database.db, [outageId]);
    expect(outage!.told.map(({ channel }) => channel)).toEqual(['inbox']);
  });

  test('is delivered once, as text and HTML, and can be ended with one click', async () => {
    const node = makeNode();
    const [id] = await write('email', 'ada');
    expect([await node.runDue(), await node.runDue()]).toEqual([1, 0]);
    expect(server.taken).toMatchObject([{ to: 'ada@example.com', messageId: `<${id}@example.org>` }]);
    const raw = server.taken[0]!.raw.replaceAll('=\r\n', '').replaceAll(/\r\n[ \t]+/g, ' ');
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const [, token] = /^List-Unsubscribe: <https:\/\/signs\.example\.org\/api\/unsubscribe\/(\S+)>$/m.exec(raw)!;
    const [, snoozeToken] = /https:\/\/signs\.example\.org\/api\/snooze\/([\w.-]+)/.exec(raw)!;
    const { eventId } = organization;
    for (const [purpose, sent] of [
      ['unsubscribe', token],
      ['snooze', snoozeToken],
    ] as const)
      expect(readMailLink(sent!, { purposes: [purpose], secret: SECRET, nowMs: clock.now() })).toMatchObject({
        is: 'valid',
        link: { purpose, userId: 'ada', eventId, issuedAtMs: clock.now() },
      });
    expect(await rows()).toEqual([{ id, state: 'sent', attempts: 1, error: null }]);
    expect(node.counts).toEqual({ 'email sent': 1 });
  });

  test('is there as soon as a server that refused takes mails again', async () => {
    const node = makeNode();
    server.refuse('*', 451);
    const [id] = await write('email', 'ada');
    for (let passedMs = 0; passedMs < 60_000; passedMs += 1_000, clock.advance(1_000)) await node.runDue();
    expect(await rows()).toMatchObject([{ id, state: 'queued', attempts: 5, error: expect.stringMatching(/451/) }]);
    server.refuse('*', null);
    for (let passedMs = 0; passedMs < 10_000; passedMs += 1_000, clock.advance(1_000)) await node.runDue();
    expect([await rows(), server.taken.length]).toMatchObject([[{ state: 'sent', error: null }], 1]);
  });

  test('N11: that waited says how things stand when it is sent: what it tells of is over, or acknowledged', async () => {
    const node = makeNode();
    server.refuse('*', 451);
    const { id: organizationId, eventId } = organization;
    const signs = [makeUuidV7(clock, random), makeUuidV7(clock, random)];
    const [over, known] = await Promise.all(
      signs.map((signRecordId) => insertOutage(database.db, { organizationId, eventId, signRecordId })),
    );
    for (const outageId of [over!, known!]) await write('email', 'ada', 1, outageId);
    await node.runDue();
    const at = new Date(clock.now());
    const change = (id: string) => database.db.updateTable('outage').where('id', '=', id);
    await change(over!).set({ closedAt: at, closedBy: 'recovered' }).execute();
    await change(known!).set({ acknowledgedAt: at, acknowledgedBy: 'ben', acknowledgedName: 'Ben' }).execute();
    server.refuse('*', null);
    for (let passedMs = 0; passedMs < 10_000; passedMs += 1_000, clock.advance(1_000)) await node.runDue();
    const said = server.taken.map(({ raw }) => /^Now, .*$/m.exec(raw.replaceAll('=\r\n', ''))![0].trim());
    expect(said.toSorted()).toEqual([
      expect.stringMatching(/^Now, \d\d:\d\d: none of 0 offline\. Ben acknowledged it\.$/),
      expect.stringMatching(/^Now, \d\d:\d\d: none of 0 offline\. It is over\.$/),
    ]);
    const subjects = server.taken.map(({ raw }) => /^Subject: (Over: )?/m.exec(raw)![1]);
    expect(subjects.filter((prefix) => prefix === 'Over: ')).toHaveLength(1);
  });

  test('is given up after the last attempt, within some hours, and an admin sees why and has it tried again', async () => {
    const node = makeNode();
    server.refuse('*', 450);
    const [id] = await write('email', 'ada');
    await node.runDue();
    for (const retryAfterMs of RETRY_AFTER_MS) {
      clock.advance(retryAfterMs - 1);
      expect(await node.runDue()).toBe(0);
      clock.advance(1);
      expect(await node.runDue()).toBe(1);
    }
    clock.advance(100 * 3_600_000);
    expect(await node.runDue()).toBe(0);
    expect(RETRY_AFTER_MS.reduce((sum, each) => sum + each)).toBeLessThan(2 * 3_600_000);
    const listed = await listFailedDeliveries(database.db, organization.id, null, 10);
    const why = { error: expect.stringMatching(/450/), user: { id: 'ada', name: 'ada', email: 'ada@example.com' } };
    expect(listed).toMatchObject([{ id, attempts: RETRY_AFTER_MS.length + 1, channel: 'email', ...why }]);
    expect(await listFailedDeliveries(database.db, organization.id, id!, 10)).toEqual([]);

    server.refuse('*', null);
    const retry = (organizationId: string) =>
      retryDelivery({ db: database.db, clock }, authorOf('ben'), { organizationId, deliveryId: id! });
    const none = { code: 'not_found' };
    expect(await retry(makeUuidV7(clock, random))).toEqual(none);
    expect([await retry(organization.id), await retry(organization.id)]).toEqual([null, none]);
    await node.runDue();
    expect([await rows(), server.taken.length]).toMatchObject([[{ state: 'sent', attempts: 1 }], 1]);
    const audit = await database.db.selectFrom('audit').select(['action', 'actorId', 'targetId']).execute();
    expect(audit).toEqual([{ action: 'delivery.retry', actorId: 'ben', targetId: id }]);
  });

  test('a mail that one person’s server refuses permanently fails immediately, and affects no other mail', async () => {
    const node = makeNode();
    server.refuse('ada@example.com', 550);
    const [bad] = await write('email', 'ada');
    await write('email', 'ben');
    await node.runDue();
    expect(server.taken.map(({ to }) => to)).toEqual(['ben@example.com']);
    expect((await listFailedDeliveries(database.db, organization.id, null, 10)).map(({ id }) => id)).toEqual([bad]);
  });

  test('A3: a mail that finds no mail server shows admins a reason without the server’s address, which only the log has', async () => {
    const node = makeNode();
    await write('email', 'ada');
    await server.close();
    await node.runDue();
    const [row] = await database.db.selectFrom('notification').select(['state', 'error']).execute();
    expect(row).toEqual({ state: 'queued', error: 'The mail server could not be reached.' });
    expect(reasons.join()).toContain(`127.0.0.1:${server.port}`);
  });

  test('a message to forty people is read from the database once', async () => {
    await write('email', 'ada');
    const message = await database.db.selectFrom('message').selectAll().executeTakeFirstOrThrow();
    const recipients = Array.from({ length: 40 }, () => ({
      id: makeUuidV7(clock, random),
      userId: 'ada',
      channel: 'email' as const,
    }));
    await insertMessage(database.db, { ...message, id: makeUuidV7(clock, random) }, recipients);
    const gated = await createGatedDatabase(database);
    try {
      let reads = 0;
      const { db } = gated.open(async (statement) => void (reads += Number(statement.includes('from "message"'))));
      const node = makeNode(db);
      for (const each of recipients) await node.deliver(each.id);
      expect([server.taken.length, reads]).toEqual([40, 1]);
    } finally {
      await gated.close();
    }
  });

  test('a message to readers of two languages takes as many SQL statements as a message to readers of one language, and reads the status once', async () => {
    const countStatements = async (): Promise<{ all: number; status: number; languages: number }> => {
      const [first] = await write('email', 'ada');
      const { messageId } = await database.db
        .selectFrom('notification')
        .select('messageId')
        .where('id', '=', first!)
        .executeTakeFirstOrThrow();
      const message = await database.db
        .selectFrom('message')
        .selectAll()
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow();
      const recipients = ['ada', 'ben', 'ada', 'ben'].map((userId) => ({
        id: makeUuidV7(clock, random),
        userId,
        channel: 'email' as const,
      }));
      await insertNotifications(database.db, [
        { ...message, id: makeUuidV7(clock, random), userId: 'ben', channel: 'inbox' },
      ]);
      await insertMessage(database.db, { ...message, id: makeUuidV7(clock, random) }, recipients);
      const gated = await createGatedDatabase(database);
      const seen = { all: 0, status: 0, languages: 0 };
      try {
        const { db } = gated.open(async (statement) => {
          seen.all += 1;
          seen.status += Number(statement.includes('as total'));
          seen.languages += Number(statement.includes('"language"'));
        });
        const node = makeNode(db);
        for (const each of recipients) await node.deliver(each.id);
      } finally {
        await gated.close();
      }
      return seen;
    };
    const oneLanguage = await countStatements();
    await database.db.updateTable('user').set({ language: 'de' }).where('id', '=', 'ada').execute();
    const twoLanguages = await countStatements();
    expect(twoLanguages).toEqual(oneLanguage);
    expect(twoLanguages).toMatchObject({ status: 1, languages: 4 });
    const greetings = server.taken.slice(-4).map(({ raw }) => /^Subject: Foyer (\w+) offline/m.exec(raw)?.[1]);
    expect(greetings).toEqual(['ist', 'is', 'ist', 'is']);
  });

  test('a mail to a person who is no longer a member is dropped', async () => {
    await write('email', 'ada');
    await database.db.deleteFrom('member').where('userId', '=', 'ada').execute();
    await makeNode().runDue();
    expect([await rows(), server.taken]).toMatchObject([[{ state: 'dropped' }], []]);
  });

  const set = (values: { channels?: ('email' | 'push' | 'inbox')[]; kinds?: NotificationKind[] }) =>
    database.db.updateTable('subscription').set(values).execute();
  test.each<[string, () => Promise<unknown>]>([
    ['has ended mails', () => set({ channels: ['push', 'inbox'] })],
    ['does not want to hear of it', () => set({ kinds: ['sign_online'] })],
    ['is not subscribed', () => database.db.deleteFrom('subscription').execute()],
    ['is no member', () => database.db.deleteFrom('member').execute()],
  ])('N7: to somebody who %s any more is not tried again', async (_what, end) => {
    const node = makeNode();
    server.refuse('*', 451);
    await write('email', 'ada');
    await node.runDue();
    server.refuse('*', null);
    await end();
    clock.advance(RETRY_AFTER_MS[0]!);
    await node.runDue();
    expect([await rows(), server.taken]).toMatchObject([[{ state: 'dropped', attempts: 2 }], []]);
  });

  test('N7: about an event that is deleted meanwhile is delivered', async () => {
    await write('email', 'ada');
    await database.db.deleteFrom('event').execute();
    await makeNode().runDue();
    expect([await rows(), server.taken.length]).toMatchObject([[{ state: 'sent' }], 1]);
  });

  test('R2: that the server took while the database went away is not sent again by this process', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const way = createDatabaseSwitch(folder.path, database.poolConfig);
    await way.up();
    onTestFinished(way.down);
    const poolConfig = { ...database.poolConfig, host: folder.path };
    const { db, close } = openDatabase({ poolConfig, log: { warn: () => {} } as never });
    onTestFinished(close);
    const node = makeNode(db, way.down);
    const [id] = await write('email', 'ada');
    await expect(node.deliver(id!)).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    await way.up();
    // A person who unsubscribes now has already received this mail.
    await database.db.deleteFrom('subscription').execute();
    await node.deliver(id!);
    expect([await rows(), server.taken.length]).toMatchObject([[{ state: 'sent' }], 1]);
  });

  test('R2: that is at the server already when its job is taken again is sent once', async () => {
    const node = makeNode();
    const go = Promise.withResolvers<void>();
    const there = Promise.withResolvers<void>();
    server.beforeTaking(async () => {
      there.resolve();
      await go.promise;
    });
    const [id] = await write('email', 'ada');
    const both = [node.deliver(id!)];
    await there.promise;
    both.push(node.deliver(id!));
    // Time enough for it to read the row, and to be at the server too if it went there.
    for (let looks = 0; looks < 100; looks += 1) await rows();
    go.resolve();
    await Promise.all(both);
    expect([await rows(), server.taken.length]).toMatchObject([[{ state: 'sent', attempts: 1 }], 1]);
  });

  test('R2: whose job is taken again and again is tried by one at a time', async () => {
    const go = Promise.withResolvers<void>();
    const there = Promise.withResolvers<void>();
    let tries = 0;
    const node = makeNode(database.db, async () => {
      tries += 1;
      if (tries > 1) {
        // Time enough for the third to be at the server too.
        for (let looks = 0; looks < 100; looks += 1) await rows();
        return;
      }
      there.resolve();
      await go.promise;
      throw Object.assign(new Error('try later'), { responseCode: 451 });
    });
    const [id] = await write('email', 'ada');
    const first = node.deliver(id!);
    await there.promise;
    const others = [node.deliver(id!), node.deliver(id!)];
    go.resolve();
    await Promise.all([first, ...others]);
    expect([await rows(), tries]).toMatchObject([[{ state: 'sent', attempts: 2 }], 2]);
  });

  test('R2: that another node has delivered meanwhile is not tried again by one whose server refused it', async () => {
    const other = makeNode();
    const [id] = await write('email', 'ada');
    const node = makeNode(database.db, async () => {
      await other.deliver(id!);
      throw Object.assign(new Error('try later'), { responseCode: 451 });
    });
    await node.deliver(id!);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, error: null }]);
  });
});

describe('N7: a push', () => {
  const endpointsLeft = async () =>
    (await database.db.selectFrom('pushSubscription').select('endpoint').where('stoppedAt', 'is', null).execute()).map(
      ({ endpoint }) => endpoint,
    );

  test('a push goes to each browser once: a dead endpoint gets no more messages, and a retry goes only to browsers that failed', async () => {
    const node = makeNode();
    const [well, gone, ill] = [await subscribe('ada'), await subscribe('ada'), await subscribe('ada')];
    receiver.answer(gone.endpoint, 410);
    receiver.answer(ill.endpoint, 503);
    const [id] = await write('push', 'ada');
    await node.runDue();
    expect(receiver.received.map(({ endpoint }) => endpoint)).toEqual([well.endpoint]);
    expect(await rows()).toMatchObject([{ state: 'queued', error: expect.stringMatching(/503/) }]);
    expect((await endpointsLeft()).toSorted()).toEqual([well.endpoint, ill.endpoint].toSorted());

    receiver.answer(ill.endpoint, 201);
    clock.advance(RETRY_AFTER_MS[0]!);
    // Another process: what was done stands in the row.
    await makeNode().runDue();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect([receiver.received.length, receiver.faults]).toEqual([1, []]);
    expect(receiver.received[0]!.payload).toMatchObject({
      notificationId: id,
      title: 'Foyer is offline – Opera',
      eventId: organization.eventId,
      kind: 'sign_offline',
      url: `${PUBLIC_URL}/signs/sign-1`,
    });
  });

  test('a push that finds its endpoint gone keeps the endpoint if a browser has subscribed with it again meanwhile', async () => {
    const { endpoint } = await subscribe('ada');
    receiver.answer(endpoint, 410);
    const { keys } = receiver.subscribe();
    const node = makeNode(database.db, undefined, async () => {
      await database.db.updateTable('pushSubscription').set(keys).execute();
    });
    await write('push', 'ada');
    await node.runDue();
    expect(await endpointsLeft()).toEqual([endpoint]);
  });

  test('a push that fails in this process for one browser is not sent twice to the other browsers, by any node', async () => {
    const [well, ill] = [await subscribe('ada'), await subscribe('ada')];
    const wellHasIt = receiver.receivedSoMany(1);
    const node = makeNode(database.db, undefined, async (endpoint) => {
      if (endpoint === ill.endpoint) throw new Error('out of memory');
    });
    await write('push', 'ada');
    await node.runDue();
    await wellHasIt;
    // Only the log gets the exception's message.
    const error = 'The service could not send a push message.';
    expect(await rows()).toMatchObject([{ state: 'queued', error }]);
    clock.advance(RETRY_AFTER_MS[0]!);
    await makeNode().runDue();
    expect(receiver.received.map(({ endpoint }) => endpoint)).toEqual([well.endpoint, ill.endpoint]);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('a push that one browser has received when its person turns push off goes to no other browser', async () => {
    const node = makeNode();
    await subscribe('ada');
    const ill = await subscribe('ada');
    receiver.answer(ill.endpoint, 503);
    await write('push', 'ada');
    await node.runDue();
    receiver.answer(ill.endpoint, 201);
    await database.db
      .updateTable('subscription')
      .set({ channels: ['email'] })
      .execute();
    clock.advance(RETRY_AFTER_MS[0]!);
    await node.runDue();
    expect([await rows(), receiver.received.length]).toMatchObject([[{ state: 'sent', error: null }], 1]);
  });

  test('a push to a person without a browser is dropped, even if the last browser has just been removed', async () => {
    const node = makeNode();
    await write('push', 'ada');
    await node.runDue();
    receiver.answer((await subscribe('ben')).endpoint, 404);
    await write('push', 'ben');
    await node.runDue();
    expect((await rows()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    expect(await endpointsLeft()).toEqual([]);
  });

  test('is signed with the same keys by all nodes', async () => {
    const readers = [1, 2, 3].map(() => createVapidKeys({ db: database.db, clock }));
    const keys = await Promise.all(readers.map((read) => read()));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    await subscribe('ada');
    await write('push', 'ada');
    await makeNode().runDue();
    expect(receiver.received[0]!.vapidPublicKey).toBe(keys[0]!.publicKey);
  });
});

test('R5: how long the oldest has been waiting is known, and how many there are', async () => {
  const figures = () => readQueueFigures(database.db, clock);
  expect(await figures()).toMatchObject({ queued: { email: 0, push: 0 }, oldestMs: 0 });
  await write('email', 'ada', 3);
  clock.advance(7_000);
  await write('push', 'ada');
  expect(await figures()).toMatchObject({ queued: { email: 3, push: 1 }, oldestMs: 7_000 });
  await makeNode().runDue();
  expect(await figures()).toEqual({
    queued: { email: 0, push: 0 },
    failed: { email: 0, push: 0 },
    oldestMs: 0,
    jobs: { waiting: 0, due: 0, running: 0, dead: 0 },
  });
});

test('N7: what never came to an end is failed, not forgotten', async () => {
  const [dead] = await write('email', 'ada', 2);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`deliver:${dead}`}`.execute(
    database.db,
  );
  expect((await readQueueFigures(database.db, clock)).jobs.dead).toBe(1);
  await failUnfinished(database.db, clock);
  expect((await rows()).find(({ state }) => state === 'failed')).toMatchObject({ id: dead });
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['failed', 'queued']);
  expect((await readQueueFigures(database.db, clock)).jobs.dead).toBe(0);
});

test('N7: an event that can’t be planned for however long is planned within a minute of when it can', async () => {
  let isBroken = true;
  let planned = 0;
  const plan_notices = async () => {
    if (isBroken) throw new Error('not now');
    planned += 1;
  };
  const jobs = createDueJobs({ db: database.db, clock, nodeId: 'node', tasks: { plan_notices } });
  for (const key of ['plan:event', 'wake:event'])
    await addJob(database.db, 'plan_notices', { eventId: 'event' }, { atMs: clock.now(), key, mode: 'sooner' });
  const sweeper = createUnfinishedDeliveries(database.db, clock);
  // Longer than the library's 25 attempts.
  for (let minutes = 0; minutes < 40; minutes += 1) {
    clock.advance(60_000);
    await jobs.runDue();
    const { rows: answers } = await sql<{ isDue: boolean }>`select (${sweeper.due}) as "isDue"`.execute(database.db);
    if (answers[0]!.isDue) await sweeper.sweep(() => true);
  }
  expect((await readQueueFigures(database.db, clock)).jobs).toEqual({ waiting: 2, due: 0, running: 0, dead: 0 });
  isBroken = false;
  clock.advance(60_000);
  expect([await jobs.runDue(), planned]).toEqual([2, 2]);
});

describe('F6: a push service that asks to wait (Retry-After)', () => {
  const WAIT_S = 600;
  /** A second at a time, on two nodes in turns. */
  async function pass(nodes: ReturnType<typeof makeNode>[], seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1, clock.advance(1_000))
      await nodes[passed % nodes.length]!.runDue();
  }

  test.each([
    { status: 429, form: 'seconds' },
    { status: 503, form: 'seconds' },
    { status: 429, form: 'a date' },
  ])('$status with $form: 20 messages wait for it, on any node, and then each goes once', async ({ status, form }) => {
    const nodes = [makeNode(), makeNode()];
    // A date has whole seconds.
    clock.advance(1_000 - (clock.now() % 1_000));
    const { endpoint } = await subscribe('ada');
    const until = new Date(clock.now() + WAIT_S * 1_000);
    receiver.answer(endpoint, status, { retryAfter: form === 'seconds' ? String(WAIT_S) : until.toUTCString() });
    await write('push', 'ada', 20);
    await pass(nodes, WAIT_S);
    expect(receiver.asked(endpoint)).toBe(1);
    for (const row of await rows())
      expect(row).toMatchObject({ state: 'queued', error: expect.stringMatching(until.toISOString()) as string });
    receiver.answer(endpoint, 201);
    await pass(nodes, 2);
    expect(receiver.asked(endpoint)).toBe(21);
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'sent'));
  });

  test('holds back no other browser, channel or person, and nothing is pushed twice', async () => {
    const node = makeNode();
    const [well, ill, busy] = [await subscribe('ada'), await subscribe('ada'), await subscribe('ada')];
    const other = await subscribe('ben');
    receiver.answer(busy.endpoint, 429, { retryAfter: String(WAIT_S) });
    receiver.answer(ill.endpoint, 500);
    await write('push', 'ada');
    await write('email', 'ada');
    await write('push', 'ben');
    await node.runDue();
    const asked = () => [well, ill, busy, other].map(({ endpoint }) => receiver.asked(endpoint));
    expect([asked(), server.taken.length]).toEqual([[1, 1, 1, 1], 1]);
    // An endpoint that failed without asking for a delay is retried as usual.
    receiver.answer(ill.endpoint, 201);
    clock.advance(RETRY_AFTER_MS[0]!);
    await node.runDue();
    expect(asked()).toEqual([1, 2, 1, 1]);
    // A message of now goes to the others at once, too.
    await write('push', 'ada');
    await node.runDue();
    expect(asked()).toEqual([2, 3, 1, 1]);
    receiver.answer(busy.endpoint, 201);
    await pass([node], WAIT_S);
    expect(asked()).toEqual([2, 3, 3, 1]);
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'sent'));
  });

  test('a requested delay that is shorter than the next attempt’s changes nothing', async () => {
    const node = makeNode();
    const { endpoint } = await subscribe('ada');
    receiver.answer(endpoint, 429, { retryAfter: '0' });
    await write('push', 'ada');
    await node.runDue();
    clock.advance(RETRY_AFTER_MS[0]! - 1);
    expect(await node.runDue()).toBe(0);
    clock.advance(1);
    expect(await node.runDue()).toBe(1);
    expect(receiver.asked(endpoint)).toBe(2);
  });

  test('again and again for a day is given up after two days, and an admin sees why', async () => {
    const node = makeNode();
    const { endpoint } = await subscribe('ada');
    receiver.answer(endpoint, 429, { retryAfter: '999999999' });
    await write('push', 'ada');
    for (let hours = 0; hours < 96; hours += 1, clock.advance(3_600_000)) await node.runDue();
    expect(receiver.asked(endpoint)).toBe(3);
    const [failed] = await listFailedDeliveries(database.db, organization.id, null, 10);
    expect(failed).toMatchObject({ channel: 'push', error: expect.stringMatching(/429.*asks to wait/) as string });
  });
});
