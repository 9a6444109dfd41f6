import { join } from 'node:path';
import { pino } from 'pino';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock as clock } from '../../adapters/system-clock.ts';
import { systemRandom as random } from '../../adapters/system-random.ts';
import { openDatabase } from '../../db/open-database.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../../db/migrate.ts';
import { JOB_CONNECTIONS, startJobs } from '../../jobs/worker.ts';
import { createSmtpMailer } from '../../mail/smtp.ts';
import { createNodeWatch } from '../../cluster/node-watch.ts';
import { createPresence } from '../../presence/presence.ts';
import { startPresenceWriter } from '../../presence/presence-writer.ts';
import { createDashboardFeed } from '../../cluster/dashboard-feed.ts';
import { createRooms } from '../../cluster/node-messaging.ts';
import { insertOrganization } from '../../testing/claim-world.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createDeliveries } from './deliver-notifications.ts';
import { createPlanner } from '../planning/planner.ts';

/**
 * 500 signs go silent at once, 200 people are told by mail (promise N4: at most 200 mails; the first within 5 s of the verdict). Real Postgres,
 * jobs and a real mail server on loopback, beside the bare mailer that sends as many mails to it. The window in which signs are grouped is a
 * second here and the grace none: both are waited for by promise.
 *
 *     node backend/src/notifications/delivery/storm.bench.ts
 */

const SIGNS = 500;
const PEOPLE = 200;
const ROUNDS = 3;
const WINDOW_MS = 1_000;
const OFFLINE_AFTER_MS = 2_000;
const log = pino({ level: 'error' });

const folder = await makeTemporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: true });
await migrateDatabase({ poolConfig: postgres.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });
const forJobs = openDatabase({ poolConfig: postgres.poolConfig, log, maxConnections: JOB_CONNECTIONS });
const server = await startMailServer();
const mailer = createSmtpMailer({
  url: `smtp://127.0.0.1:${server.port}`,
  from: 'signs@example.org',
  publicUrl: () => 'http://127.0.0.1:3000',
  clock,
  random,
});
const feed = createDashboardFeed(createRooms());
const planner = createPlanner({
  db,
  clock,
  random,
  log,
  feed,
  settings: { offlineGraceMs: 0, groupWindowMs: WINDOW_MS },
});
const deliveries = createDeliveries({
  db,
  clock,
  log,
  publicUrl: () => 'http://127.0.0.1',
  secret: 'a secret that is long enough for a benchmark',
  sendMail: mailer.send,
  isOutbox: false,
  sendPush: async () => ({ result: 'taken' }),
  observe: () => {},
});
const jobs = startJobs({
  pool: forJobs.pool,
  clock,
  log,
  nodeId: makeUuidV7(clock, random),
  tasks: {
    plan_notices: ({ eventId }) => planner.planEvent(eventId),
    deliver_mail: ({ notificationId }) => deliveries.deliver(notificationId),
    deliver_notification: ({ notificationId }) => deliveries.deliver(notificationId),
  },
});

/** An event with its fleet and its subscribers. The devices. */
async function makeEvent(): Promise<{ eventId: string; devices: string[] }> {
  const people = Object.fromEntries(Array.from({ length: PEOPLE }, (_, nth) => [`p${nth}`, 'viewer' as const]));
  const organization = await insertOrganization(db, { clock, random }, people);
  const at = new Date(clock.now());
  const devices = Array.from({ length: SIGNS }, () => makeUuidV4(random));
  const { id: organizationId, eventId } = organization;
  const rows = devices.map((deviceSignId, nth) => ({
    id: makeUuidV7(clock, random),
    organizationId,
    eventId,
    name: `Sign ${nth}`,
    location: 'Hall 1',
    deviceSignId,
    macAddress: '00:00:00:00:00:01',
    shortCode: '000000',
    createdAt: at,
    updatedAt: at,
  }));
  await db.insertInto('sign').values(rows).execute();
  const members = await db.selectFrom('member').select('userId').where('organizationId', '=', organizationId).execute();
  const subscriptions = members.map(({ userId }) => ({
    eventId,
    userId,
    kinds: ['sign_offline' as const],
    channels: ['email' as const],
    snoozedSigns: '[]',
    createdAt: at,
    updatedAt: at,
  }));
  await db.insertInto('subscription').values(subscriptions).execute();
  return { eventId, devices };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

for (let round = 1; round <= ROUNDS; round += 1) {
  const bareAt = clock.monotonicMs();
  const mail = { to: 'ada@example.org', subject: 'Bare', text: 'Bare' };
  await Promise.all(Array.from({ length: PEOPLE }, () => mailer.send(mail)));
  const bareMs = clock.monotonicMs() - bareAt;

  const { eventId, devices } = await makeEvent();
  const before = server.taken.length;
  const limits = { offlineAfterMs: OFFLINE_AFTER_MS, heartbeatIntervalMs: OFFLINE_AFTER_MS / 2, warmUpMs: 0 };
  const presence = createPresence({ clock, ...limits });
  const writer = startPresenceWriter({
    db,
    nodeId: makeUuidV4(random),
    presence,
    clock,
    random,
    log,
    feed,
    ...limits,
    lease: { heldForMs: () => 0 },
    nodes: createNodeWatch(clock),
  });
  for (const device of devices) presence.beat(device, { mode: 'foreground', contentState: 'showing' });
  await server.takenSoMany(before + 1);
  const firstAtMs = clock.now();
  await server.takenSoMany(before + PEOPLE);
  const lastAtMs = clock.now();
  const { rows } = { rows: await db.selectFrom('outage').select('openedAt').where('eventId', '=', eventId).execute() };
  const verdictAtMs = Math.min(...rows.map(({ openedAt }) => openedAt.getTime()));
  await writer.stop();
  const mails = server.taken.length - before;
  console.log(
    `${rows.length} signs, ${mails} mails: the first ${seconds(firstAtMs - verdictAtMs)} after the verdict (${seconds(WINDOW_MS)} of it the window), ` +
      `the last ${seconds(lastAtMs - verdictAtMs)}; the bare mailer sent as many in ${seconds(bareMs)}`,
  );
}

await jobs.stop();
mailer.close();
await server.close();
await forJobs.close();
await close();
await postgres.stop();
await folder.remove();
