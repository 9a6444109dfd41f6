import { createECDH, randomBytes } from 'node:crypto';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_TTL_MS } from '../../access/prolong-used-sessions.ts';
import { openSession, startTestService, type Person, type TestService } from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { createPostOffice } from '../../mail/send-mail-with-retries.ts';
import type { Mail } from '../../mail/message.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createEndingEndpoints, type EndingEndpoints } from './warn-of-expiring-push.ts';

/** X4: a person is warned a week before a push endpoint ends with its session (details 105). */

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const PUBLIC_URL = 'https://signs.example';
const clock = createManualClock(Date.UTC(2031, 0, 1));
const mails: Mail[] = [];
let service: TestService;
/** Receives the mails that the service sends through `sendMail`. */
let take: (mail: Mail) => void = () => {};
/** The warning jobs of two nodes on one database. */
let nodes: EndingEndpoints[];
let ada: Person;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, outside: { sendMail: async (mail) => take(mail) } });
  const log = pino({ level: 'silent' });
  const mail = createPostOffice({ send: async (each) => void mails.push(each), isOutbox: false, clock, log });
  const { db } = service.database;
  const deps = { db, clock, random: systemRandom, feed: { toUser() {} }, mail, publicUrl: () => PUBLIC_URL };
  nodes = [createEndingEndpoints(deps), createEndingEndpoints(deps)];
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.database.db.deleteFrom('pushSubscription').execute();
  ada = await service.makePerson(`ada${(count += 1)}`);
  mails.length = 0;
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
async function addBrowser(token: string): Promise<void> {
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const body = { endpoint: `https://1.1.1.1/${randomBytes(8).toString('hex')}`, expirationTime: null, keys };
  await service.call('POST', '/api/push-subscriptions', body, bearer(token));
}
/** Time passes, and both nodes warn at its end. */
async function pass(ms: number): Promise<void> {
  clock.stepWall(ms);
  await Promise.all(nodes.map((node) => node.warn()));
}
const inbox = async (token: string) =>
  (await service.call('GET', '/api/notifications', undefined, bearer(token))).body as {
    items: Notification[];
    unreadCount: number;
  };
const session = () => openSession(service.database.db, clock, ada.id);

test('X4: a mail and an inbox message warn once, a week before the session ends, whatever the number of nodes', async () => {
  await addBrowser(ada.token);
  await pass(SESSION_TTL_MS - WEEK_MS);
  await pass(24 * HOUR_MS);
  expect(mails).toMatchObject([{ to: ada.email, subject: 'A browser will stop receiving notifications' }]);
  expect(mails[0]!.text.replaceAll(/\s+/g, ' ')).toContain('signed out on 31 January 2031');
  const { items, unreadCount } = await inbox(await session());
  expect(unreadCount).toBe(1);
  expect(items).toMatchObject([
    { kind: 'push_ending', organizationId: null, event: null, signs: [], signCount: 0, readAt: null },
  ]);
});

test('X4: one mail warns a person of two browsers', async () => {
  await addBrowser(ada.token);
  await addBrowser(await session());
  await pass(SESSION_TTL_MS - WEEK_MS);
  expect(mails).toMatchObject([{ to: ada.email, subject: '2 browsers will stop receiving notifications' }]);
});

test('X4: a node waits for a browser that another node has locked, so that one mail covers both browsers', async () => {
  const { db } = service.database;
  await addBrowser(ada.token);
  await addBrowser(await session());
  clock.stepWall(SESSION_TTL_MS - WEEK_MS);
  let warned = false;
  const warning = await db.transaction().execute(async (trx) => {
    await sql`select from push_subscription order by id limit 1 for update`.execute(trx);
    const running = nodes[0]!.warn().then(() => void (warned = true));
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => warned || (await waiting.execute(db)).rows.length > 0, { timeout: 30_000 });
    return { running };
  });
  await warning.running;
  await nodes[1]!.warn();
  expect(mails).toMatchObject([{ to: ada.email, subject: '2 browsers will stop receiving notifications' }]);
});

test('X4: a person who chose German gets the warning in German, by mail and in the inbox', async () => {
  await service.call('POST', '/api/auth/update-user', { language: 'de' }, bearer(ada.token));
  await addBrowser(ada.token);
  await pass(SESSION_TTL_MS - WEEK_MS);
  const title = 'Ein Browser erhält bald keine Benachrichtigungen mehr';
  expect(mails).toMatchObject([{ subject: title, html: expect.stringContaining('<html lang="de">') as string }]);
  expect(mails[0]!.text.replaceAll(/\s+/g, ' ')).toMatch(/Er wird am \d+\. \p{L}+ 2031 abgemeldet/u);
  expect((await inbox(await session())).items).toMatchObject([{ title }]);
});

test('X4: a session that is used after the warning is warned of again before its new end', async () => {
  await addBrowser(ada.token);
  for (let round = 1; round <= 2; round += 1) {
    await pass(SESSION_TTL_MS - WEEK_MS);
    expect(mails).toHaveLength(round);
    expect((await inbox(ada.token)).items).toHaveLength(round);
  }
});

test('X4: sessions without a push endpoint, and those that end later, are not warned of', async () => {
  await session();
  await pass(HOUR_MS);
  await addBrowser(ada.token);
  await pass(SESSION_TTL_MS - WEEK_MS - 1);
  expect((await inbox(await session())).items).toEqual([]);
  expect(mails).toEqual([]);
});

test('X4: the message is the person’s own, is marked as read like others, and stands in the inbox by its time', async () => {
  await addBrowser(ada.token);
  await pass(SESSION_TTL_MS - WEEK_MS);
  const token = await session();
  const [message] = (await inbox(token)).items;
  const eve = await service.makePerson(`eve${count}`);
  const read = (who: string) => service.call('POST', '/api/notifications/read', { ids: [message!.id] }, bearer(who));
  expect((await inbox(eve.token)).items).toEqual([]);
  await read(eve.token);
  expect((await inbox(token)).unreadCount).toBe(1);
  await read(token);
  expect(await inbox(token)).toMatchObject({ unreadCount: 0, items: [{ id: message!.id }] });
});

test('X4: a service warns hourly', async () => {
  await addBrowser(ada.token);
  const mailed = Promise.withResolvers<Mail>();
  take = mailed.resolve;
  clock.stepWall(SESSION_TTL_MS - WEEK_MS);
  clock.advance(HOUR_MS);
  expect(await mailed.promise).toMatchObject({ to: ada.email });
});
