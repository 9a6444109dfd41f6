import type { NotificationPage } from '@sign-display/contracts/rest/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  patchOrganization,
  startTestService,
  type Person,
  type TestService,
} from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { addPlanning, recordNotices } from '../../outages/notice-queue.ts';
import { insertOutage } from '../../outages/testing/insert-outage.ts';
import { insertRecord } from '../../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { startPushReceiver, type PushReceiver } from '../../testing/push-receiver.ts';
import { readReceivedMail } from '../../testing/received-mail.ts';

/**
 * Delivers messages by a real mail server and push service in their readers' languages: of the account, else of the
 * organization, else English (contract, 3.1).
 */

let clock: ManualClock;
let database: TestDatabase;
let mails: MailServer;
let pushes: PushReceiver;
let service: TestService;
let owner: Person;
let organizationId: string;
let eventId: string;
let count = 0;

beforeAll(async () => {
  clock = createManualClock();
  database = await createTestDatabase();
  mails = await startMailServer();
  pushes = await startPushReceiver();
  const push = { PUSH_CONTACT: 'ops@example.org', PUSH_ALLOW_PRIVATE: 'true' };
  service = await startTestService({ clock, database, env: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, ...push } });
});
afterAll(async () => {
  await service.close();
  await mails.close();
  await pushes.close();
  await database.drop();
});

beforeEach(async () => {
  owner = await service.makePerson(`owner${(count += 1)}`);
  organizationId = ((await owner.call('POST', '/api/organizations', { name: 'Oper' })).body as { id: string }).id;
  const event = { name: 'Ball', timeZone: 'Europe/Berlin' };
  const made = await owner.call('POST', `/api/organizations/${organizationId}/events`, event);
  eventId = (made.body as { id: string }).id;
});

async function makeMember(): Promise<Person> {
  const person = await service.makePerson(`person${(count += 1)}`);
  await service.setRole(organizationId, person.id, 'viewer');
  return person;
}
const choose = (person: Person, language: 'en' | 'de' | null) =>
  person.call('POST', '/api/auth/update-user', { language });

/** Subscribes the person on every channel, with one browser. Returns the browser's endpoint. */
async function subscribe(person: Person): Promise<string> {
  const browser = pushes.subscribe();
  await person.call('POST', '/api/push-subscriptions', browser);
  const wishes = { kinds: ['sign_offline'], channels: ['email', 'push', 'inbox'], graceSeconds: 0 };
  const rest = { quietHours: null, snoozedUntil: null };
  const { status } = await person.call('PUT', `/api/events/${eventId}/subscription`, { ...wishes, ...rest });
  expect(status).toBe(200);
  return browser.endpoint;
}

/** Makes a sign go offline and delivers all messages that are due. */
async function signGoesOffline(signName: string): Promise<void> {
  const { db } = database;
  const signRecordId = await insertRecord(db, { clock, random: systemRandom }, { id: organizationId, eventId });
  const place = { organizationId, eventId, signRecordId };
  const at = new Date(clock.now());
  const outageId = await insertOutage(db, place);
  const notice = { ...place, signName, kind: 'sign_offline' as const, at, since: at, outageId };
  await recordNotices(db, [notice]);
  await addPlanning(db, eventId);
  for (let atMs = await service.app.runDueJobs(); atMs !== null; atMs = await service.app.runDueJobs())
    clock.advance(atMs - clock.now());
}
const mailTo = (person: Person) => readReceivedMail(mails.taken.findLast(({ to }) => to === person.email)!.raw);
const pushTo = (endpoint: string) =>
  pushes.received.findLast((each) => each.endpoint === endpoint)!.payload as { title: string; text: string };
const inboxOf = async (person: Person) =>
  ((await person.call('GET', '/api/notifications')).body as NotificationPage).items;

test('a German owner and an English member each receive messages about the same outage in their own language', async () => {
  const member = await makeMember();
  await choose(owner, 'de');
  await choose(member, 'en');
  const [german, english] = [await subscribe(owner), await subscribe(member)];
  await signGoesOffline('Säule 4');

  expect(mailTo(owner).subject).toBe('Säule 4 ist offline (Ball)');
  expect(mailTo(owner).text).toMatch(/^Säule 4 ist offline\nBall, \d\d:\d\d:\d\d ME[SZ]+\n/);
  expect(mailTo(owner).text).toMatch(/\nStand \d\d:\d\d: keines von 0 Schildern offline\.\n/);
  expect(mailTo(owner).text).toContain('\nDiese E-Mails abbestellen: http');
  expect(mailTo(member).subject).toBe('Säule 4 is offline (Ball)');
  expect(mailTo(member).text).toMatch(/\nNow, \d\d:\d\d: none of 0 offline\.\n/);
  for (const person of [owner, member])
    expect(mails.taken.findLast(({ to }) => to === person.email)!.raw).toMatch(/^List-Unsubscribe:\s+</m);

  expect(pushTo(german).title).toBe('Säule 4 ist offline – Ball');
  expect(pushTo(german).text).toMatch(
    /^Stand \d\d:\d\d: keines von 0 Schildern offline\.\nSäule 4 ist offline, seit \d\d:\d\d$/,
  );
  expect(pushTo(english).title).toBe('Säule 4 is offline – Ball');
  expect(pushTo(english).text).toMatch(/\nSäule 4 is offline, since \d\d:\d\d$/);
});

test('the inbox stores one English text for all readers of a message, whatever their languages', async () => {
  const member = await makeMember();
  await choose(owner, 'de');
  for (const person of [owner, member]) await subscribe(person);
  await signGoesOffline('Tor 1');
  const [[germans], [members]] = [await inboxOf(owner), await inboxOf(member)];
  expect(germans!.title).toBe('Tor 1 is offline – Ball');
  expect(germans!.text).toBe(members!.text);
});

test('a person without a chosen language receives messages in the organization’s language, or in English if it has none', async () => {
  const member = await makeMember();
  const endpoint = await subscribe(member);
  await signGoesOffline('Tor 1');
  expect(mailTo(member).subject).toBe('Tor 1 is offline (Ball)');
  await patchOrganization(owner, organizationId, { language: 'de' });
  // The clock advances past the hourly limit, so that a new outage is sent.
  clock.advance(3_600_000);
  await signGoesOffline('Tor 2');
  expect(mailTo(member).subject).toBe('Tor 2 ist offline (Ball)');
  expect(pushTo(endpoint).title).toBe('Tor 2 ist offline – Ball');
});

test('a retried mail uses the language that its reader has at the time of the retry', async () => {
  await subscribe(owner);
  mails.refuse(owner.email, 451);
  const refused = mails.refused;
  const delivering = signGoesOffline('Tor 1');
  await mails.refusedSoMany(refused + 1);
  await choose(owner, 'de');
  mails.refuse(owner.email, null);
  await delivering;
  expect(mailTo(owner).subject).toBe('Tor 1 ist offline (Ball)');
});

test('N6: a test message uses the language of the person who requested it, in mail, push and inbox', async () => {
  await choose(owner, 'de');
  const endpoint = await subscribe(owner);
  const { status } = await owner.call('POST', `/api/events/${eventId}/subscription/test`);
  expect(status).toBe(200);
  const title = 'Dies ist ein Test: Es ist nichts passiert';
  const { subject, text } = mailTo(owner);
  expect(subject).toBe(`${title} (Ball)`);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Sie haben für „Ball“ eine Testnachricht angefordert. Die Nachricht ist angekommen.',
  );
  expect(pushTo(endpoint).title).toBe(`${title} – Ball`);
  expect((await inboxOf(owner))[0]).toMatchObject({ kind: 'test', title });
});
