import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { insertNotifications } from '../notifications/testing/insert-notifications.ts';
import { insertSession } from '../notifications/testing/insert-session.ts';
import { insertOrganization } from '../testing/claim-world.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { startPushReceiver } from '../testing/push-receiver.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createDatabaseSwitch, type DatabaseSwitch } from './testing/database-switch.ts';
import { createServiceProcesses } from './testing/service-process.ts';

/** Deliveries of a real process, to a real mail server and a real push service, while things are killed. */

const clock = systemClock;
const random = systemRandom;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
let way: DatabaseSwitch;
let server: MailServer;
const services = createServiceProcesses();

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  database = await createTestDatabase();
  way = createDatabaseSwitch(folder.path, database.poolConfig);
  await way.up();
  server = await startMailServer();
});
afterEach(async () => {
  await services.end();
  await server.close();
  await way.down();
  await database.drop();
  await folder.remove();
});
const start = () =>
  services.start({
    DATA_DIR: join(folder.path, 'data'),
    DATABASE_URL: way.url,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PUSH_CONTACT: 'ops@example.org',
    PUSH_ALLOW_PRIVATE: 'true',
  });

/** One message to each of so many people, as the planner writes them. */
async function writeTo(people: number, channel: 'email' | 'push'): Promise<string[]> {
  const names = Array.from({ length: people }, (_, number) => `person${number}`);
  const roles = Object.fromEntries(names.map((name) => [name, 'viewer' as const]));
  const organization = await insertOrganization(database.db, { clock, random }, roles);
  await tell(organization, names, channel);
  return names;
}
async function tell(organization: { id: string; eventId: string }, names: string[], channel: 'email' | 'push') {
  const { id: organizationId, eventId } = organization;
  const about = { organizationId, eventId, eventName: 'Opera', channel, kind: 'sign_offline' as const, entries: [] };
  const messages = names.map((userId) => {
    const id = makeUuidV7(clock, random);
    return { ...about, id, userId, title: 'Foyer is offline', text: '', at: new Date(clock.now()) };
  });
  await database.db.transaction().execute((trx) => insertNotifications(trx, messages));
}
const states = async () =>
  (await database.db.selectFrom('notification').select('state').distinct().execute()).map(({ state }) => state);
/** By person: the Message-IDs that the server took. */
const takenBy = () => Map.groupBy(server.taken, ({ to }) => to.replace('@example.com', ''));

/** What the process writes down is there when it has ended: it ends what it has begun. */
async function endOf(service: ReturnType<typeof start>): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
}

test('N7: two hundred mails and two hundred pushes of a storm arrive once each', async () => {
  const receiver = await startPushReceiver();
  onTestFinished(receiver.close);
  const service = start();
  await service.ready();
  await writeTo(200, 'email');
  await server.takenSoMany(200);
  expect(takenBy().size).toBe(200);

  const names = await database.db.selectFrom('member').select('userId').where('userId', 'like', 'person%').execute();
  const createdAt = new Date(clock.now());
  const browsers = await Promise.all(
    names.map(async ({ userId }) => {
      const { endpoint, keys } = receiver.subscribe();
      const sessionId = await insertSession({ db: database.db, clock, random }, userId);
      return { id: makeUuidV7(clock, random), userId, sessionId, endpoint, ...keys, createdAt };
    }),
  );
  await database.db.insertInto('pushSubscription').values(browsers).execute();
  const event = await database.db
    .selectFrom('notification')
    .select(['organizationId as id', 'eventId'])
    .executeTakeFirstOrThrow();
  await tell(
    event,
    names.map(({ userId }) => userId),
    'push',
  );
  await receiver.receivedSoMany(200);
  await endOf(service);
  expect([receiver.received.length, receiver.faults, server.taken.length]).toEqual([200, [], 200]);
  expect(await states()).toEqual(['sent']);
});

test('N7: each mail arrives once though the database goes away and comes back in the middle of it', async () => {
  const service = start();
  await service.ready();
  let count = 0;
  const cut = Promise.withResolvers<void>();
  server.beforeTaking(async () => {
    count += 1;
    if (count === 20) {
      await way.down();
      cut.resolve();
    }
  });
  const names = await writeTo(60, 'email');
  await cut.promise;
  await service.logged('job worker failed, retrying');
  await way.up();
  await server.takenSoMany(names.length);
  // What was taken while it was away is written down by the next attempt, some seconds later.
  await expect.poll(states, { timeout: 30_000 }).toEqual(['sent']);
  await endOf(service);
  expect([takenBy().size, server.taken.length]).toEqual([names.length, names.length]);
  expect(await states()).toEqual(['sent']);
});

test('R2: a process that is killed in the middle loses no mail; one that comes twice is known by its Message-ID', async () => {
  const first = start();
  await first.ready();
  let count = 0;
  server.beforeTaking(async () => {
    count += 1;
    // It has the mail, and whoever sent it never hears so.
    if (count === 10) first.kill('SIGKILL');
  });
  const names = await writeTo(30, 'email');
  await first.exited;
  const second = start();
  await second.ready();
  const open = async () =>
    (await database.db.selectFrom('notification').select('id').where('state', '=', 'queued').execute()).length;
  await expect.poll(open, { timeout: 40_000 }).toBe(0);
  await endOf(second);
  expect(await states()).toEqual(['sent']);
  expect(takenBy().size).toBe(names.length);
  for (const mails of takenBy().values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  // Four at a time were under way.
  expect(server.taken.length - names.length).toBeLessThanOrEqual(4);
}, 60_000);
