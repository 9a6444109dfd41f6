import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EVENT_MAKER_SUBSCRIPTION,
  type PutSubscriptionRequest,
  type SubscriptionPreview,
} from '@sign-display/contracts/rest/subscriptions';
import type { FailedDelivery, NotificationPage } from '@sign-display/contracts/rest/notifications';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import {
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { recordNotices, takeNotices } from '../../outages/notice-queue.ts';
import { insertNotifications } from '../testing/insert-notifications.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { insertFailedDelivery } from '../testing/insert-failed-delivery.ts';

let service: TestService;
let owner: Person;
let viewer: Person;
let organizationId: string;
let eventId: string;

const idOf = (reply: Reply): string => (reply.body as { id: string }).id;
const newId = () => makeUuidV7(systemClock, systemRandom);
const WANTED: PutSubscriptionRequest = {
  kinds: ['sign_offline'],
  channels: ['push', 'inbox'],
  graceSeconds: 120,
  quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Vienna' },
  snoozedUntil: null,
};

beforeAll(async () => {
  service = await startTestService();
  owner = await service.makePerson('owner');
  viewer = await service.makePerson('viewer');
  organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
  await service.setRole(organizationId, viewer.id, 'viewer');
  const event = { name: 'Ball', timeZone: 'Europe/Vienna' };
  eventId = idOf(await owner.call('POST', `/api/organizations/${organizationId}/events`, event));
});
afterAll(() => service.close());

describe('a subscription', () => {
  const path = () => `/api/events/${eventId}/subscription`;

  test('N6: only the person who makes an event is subscribed automatically', async () => {
    expect((await owner.call('GET', path())).body).toEqual(EVENT_MAKER_SUBSCRIPTION);
    expect((await viewer.call('GET', path())).body).toMatchObject({ kinds: [], channels: [] });
  });

  test('is the whole of what was put, each person’s own, and put twice the same', async () => {
    const put = await viewer.call('PUT', path(), WANTED);
    expect(put).toMatchObject({ status: 200, body: { ...WANTED, excluded: [], snoozedSigns: [] } });
    const excluded = [{ kind: 'sign_offline', channel: 'push' }] as const;
    expect((await viewer.call('PUT', path(), { ...WANTED, excluded })).body).toMatchObject({ excluded });
    expect((await viewer.call('PUT', path(), WANTED)).body).toEqual(put.body);
    expect((await viewer.call('GET', path())).body).toEqual(put.body);
    expect((await owner.call('GET', path())).body).toEqual(EVENT_MAKER_SUBSCRIPTION);
  });

  test.each([
    ['/quietHours/timeZone', { quietHours: { start: '22:00', end: '07:00', timeZone: 'Mars/Olympus' } }],
    ['/quietHours/end', { quietHours: { start: '22:00', end: '22:00', timeZone: 'UTC' } }],
    ['/snoozedSigns/0', { snoozedSigns: [{ signId: newId(), until: '2031-01-01T00:00:00.000Z' }] }],
    ['/excluded/0/kind', { excluded: [{ kind: 'sign_on_fire', channel: 'email' }] }],
    ['/excluded', { excluded: Array.from({ length: 2 }, () => ({ kind: 'sign_offline', channel: 'push' })) }],
    ['/kinds/0', { kinds: ['sign_on_fire'] }],
    ['/graceSeconds', { graceSeconds: -1 }],
  ])('A5: PUT and the preview of a subscription name the field that is wrong: %s', async (at, wrong) => {
    const asked = [await viewer.call('PUT', path(), { ...WANTED, ...wrong })];
    asked.push(await viewer.call('POST', `${path()}/preview`, { ...WANTED, ...wrong }));
    for (const { code, errors } of asked.map(problemOf))
      expect([code, errors?.[0]?.path]).toEqual(['validation_failed', at]);
  });

  test('D18: a viewer without a push endpoint can preview the last 24 hours; the preview stores nothing and writes no audit entry', async () => {
    const { db } = service.database;
    const guest = await service.makePerson('previewing');
    await service.setRole(organizationId, guest.id, 'viewer');
    const of = { organizationId, eventId, signRecordId: newId(), signName: 'Lobby', kind: 'claim_completed' as const };
    await db.transaction().execute((trx) => recordNotices(trx, [{ ...of, at: new Date(systemClock.now() - 60_000) }]));
    await db.transaction().execute((trx) => takeNotices(trx, eventId, systemClock.now() - 59_000));
    const stored = async () => ({
      audit: await db.selectFrom('audit').select('seq').orderBy('seq').execute(),
      subscription: await db.selectFrom('subscription').selectAll().orderBy('userId').orderBy('eventId').execute(),
      notification: await db.selectFrom('notification').select('id').orderBy('id').execute(),
      taken: await db.selectFrom('takenNotice').selectAll().orderBy('id').execute(),
    });
    const before = await stored();
    const body = { ...WANTED, kinds: ['claim_completed'], quietHours: null };
    const reply = await guest.call('POST', `${path()}/preview`, body);
    expect(reply).toMatchObject({ status: 200, body: { counts: { email: 0, push: 1, inbox: 1 } } });
    const { from, to } = reply.body as SubscriptionPreview;
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
    expect((await guest.call('POST', `${path()}/preview`, { ...body, kinds: [] })).body).toMatchObject({
      counts: { email: 0, push: 0, inbox: 0 },
    });
    expect(await stored()).toEqual(before);
    expect((await guest.call('GET', path())).body).toMatchObject({ kinds: [], channels: [] });
  });

  test('A1: a preview for an event of another organization is refused in the same way as for an event that does not exist', async () => {
    const stranger = await service.makePerson('stranger');
    for (const id of [eventId, newId()])
      expect(problemOf(await stranger.call('POST', `/api/events/${id}/subscription/preview`, WANTED)).code).toBe(
        'not_found',
      );
  });

  test('a subscription can be sent back as it was read, even if a sign that it snoozed was deleted', async () => {
    const made = { organizationId, eventId, name: 'Lobby', location: 'Hall 1' };
    const signs = [await owner.call('POST', '/api/signs', made), await owner.call('POST', '/api/signs', made)].map(
      idOf,
    );
    const snoozedSigns = signs.map((signId) => ({ signId, until: '2031-01-01T00:00:00.000Z' }));
    expect((await viewer.call('PUT', path(), { ...WANTED, snoozedSigns })).body).toMatchObject({ snoozedSigns });
    await owner.call('DELETE', `/api/signs/${signs[0]}`);
    const read = await viewer.call('GET', path());
    expect(read.body).toMatchObject({ snoozedSigns: snoozedSigns.slice(1) });
    expect((await viewer.call('PUT', path(), read.body)).status).toBe(200);
  });

  test('is over with the membership', async () => {
    const guest = await service.makePerson('guest');
    await service.setRole(organizationId, guest.id, 'viewer');
    await guest.call('PUT', path(), WANTED);
    await owner.call('DELETE', `/api/organizations/${organizationId}/members/${guest.id}`);
    await service.setRole(organizationId, guest.id, 'viewer');
    expect((await guest.call('GET', path())).body).toMatchObject({ kinds: [] });
  });
});

describe('the inbox', () => {
  const placeOf = (id: string): number => times.get(id)!;
  const times = new Map<string, number>();
  const tell = async (userId: string, count: number, entries: MessageEntry[] = [], of = eventId) => {
    const notifications = Array.from({ length: count }, (_, index) => ({
      id: newId(),
      userId,
      organizationId,
      eventId: of,
      eventName: 'Ball',
      channel: 'inbox' as const,
      kind: 'sign_offline' as const,
      title: `Message ${index}`,
      text: '',
      entries,
      at: new Date(systemClock.now() + index),
    }));
    await insertNotifications(service.database.db, notifications);
    for (const { id, at } of notifications) times.set(id, at.getTime());
    return notifications.map(({ id }) => id);
  };
  const read = async (person: Person, query = '') =>
    (await person.call('GET', `/api/notifications${query}`)).body as NotificationPage;

  test('is a person’s own, in pages, newest first, and is read one by one or at once', async () => {
    const ada = await service.makePerson('ada');
    const bob = await service.makePerson('bob');
    for (const person of [ada, bob]) await service.setRole(organizationId, person.id, 'viewer');
    const ids = await tell(ada.id, 5);
    const first = await read(ada, '?limit=3');
    const second = await read(ada, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed());
    expect([first.unreadCount, second.nextCursor]).toEqual([5, null]);
    expect((await read(bob)).items).toEqual([]);
    // Another's are passed over.
    await bob.call('POST', '/api/notifications/read', { ids });
    expect((await read(ada)).unreadCount).toBe(5);
    await ada.call('POST', '/api/notifications/read', { ids: [ids[0]] });
    expect((await read(ada)).unreadCount).toBe(4);
    await ada.call('POST', '/api/notifications/read', { all: true });
    expect((await read(ada)).items.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  test('N4: of a storm names fifty signs, and how many there are', async () => {
    const ada = await service.makePerson('stormy');
    await service.setRole(organizationId, ada.id, 'viewer');
    const times = { atMs: 0, sinceMs: null, closedAtMs: null, detail: null };
    const signs = Array.from({ length: 300 }, (_, index) => ({ signId: newId(), signName: `Sign ${index}` }));
    await tell(
      ada.id,
      1,
      signs.map((sign) => ({ kind: 'sign_offline', outageId: null, ...sign, ...times })),
    );
    const [message] = (await read(ada)).items;
    expect(message!.signs).toEqual(signs.slice(0, 50).map(({ signId: id, signName: name }) => ({ id, name })));
    expect(message!.signCount).toBe(300);
  });

  test('the inbox lists the unread messages or the messages of one event, page by page, and counts all unread messages', async () => {
    const ada = await service.makePerson('filtering');
    await service.setRole(organizationId, ada.id, 'viewer');
    const ids = await tell(ada.id, 4);
    const event = { name: 'Fair', timeZone: 'UTC' };
    const otherId = idOf(await owner.call('POST', `/api/organizations/${organizationId}/events`, event));
    const ofOther = await tell(ada.id, 1, [], otherId);
    const account = { id: newId(), userId: ada.id, at: new Date(systemClock.now() + 9), kind: 'push_ending' as const };
    await service.database.db
      .insertInto('accountMessage')
      .values({ ...account, title: 'T', text: 'T', readAt: null })
      .execute();
    const idsOf = async (query: string) => (await read(ada, query)).items.map(({ id }) => id);
    expect(await idsOf(`?eventId=${otherId}`)).toEqual(ofOther);
    expect(await idsOf(`?eventId=${eventId}`)).toEqual(ids.toReversed());
    // A1: an event that does not exist and an event that the reader can't see both have no messages.
    expect(await idsOf(`?eventId=${newId()}`)).toEqual([]);
    await ada.call('POST', '/api/notifications/read', { ids: [ids[1], ids[3], account.id] });
    expect(await idsOf(`?unread=true&eventId=${eventId}`)).toEqual([ids[2], ids[0]]);
    const first = await read(ada, '?unread=true&limit=2');
    const second = await read(ada, `?unread=true&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      [...ofOther, ids[2], ids[0]].toSorted((one, other) => placeOf(other!) - placeOf(one!)),
    );
    expect([first.unreadCount, (await read(ada, `?eventId=${otherId}`)).unreadCount]).toEqual([3, 3]);
    const { code } = problemOf(await ada.call('GET', '/api/notifications?unread=false'));
    expect(code).toBe('validation_failed');
  });

  test('the inbox names at most fifty outages of a message, and lists the mail about the same outages with its state', async () => {
    const ada = await service.makePerson('mailed');
    await service.setRole(organizationId, ada.id, 'viewer');
    const times = { atMs: 0, sinceMs: null, closedAtMs: null, detail: null };
    const entries = Array.from({ length: 60 }, (): MessageEntry => {
      return { kind: 'sign_offline', outageId: newId(), signId: newId(), signName: 'Lobby', ...times };
    });
    await tell(ada.id, 1, entries);
    const mail = { id: newId(), userId: ada.id, organizationId, eventId, eventName: 'Ball', channel: 'email' as const };
    const words = { kind: 'sign_offline' as const, title: 'Mail', text: '', at: new Date(systemClock.now()) };
    await insertNotifications(service.database.db, [{ ...mail, ...words, entries: entries.slice(59) }]);
    await service.database.db.updateTable('notification').set({ state: 'dropped' }).where('id', '=', mail.id).execute();
    const [message] = (await read(ada)).items;
    expect(message!.outageIds).toEqual(entries.slice(0, 50).map(({ outageId }) => outageId));
    expect(message!.channels).toEqual([
      { channel: 'email', state: 'dropped' },
      { channel: 'inbox', state: 'sent' },
    ]);
  });

  test('A1: says nothing of an organization that one has left', async () => {
    const ada = await service.makePerson('leaver');
    // Who is a member of another one.
    await ada.call('POST', '/api/organizations', { name: 'Elsewhere' });
    await tell(ada.id, 1);
    expect(await read(ada)).toMatchObject({ items: [], unreadCount: 0 });
  });
});

describe('N7: what could not be delivered', () => {
  const path = () => `/api/organizations/${organizationId}/failed-deliveries`;
  const failed = async () => ((await owner.call('GET', path())).body as { items: FailedDelivery[] }).items;

  test('is shown with the reason, and tried again once by whoever asks first', async () => {
    const id = await insertFailedDelivery(service.database.db, { organizationId, eventId, userId: viewer.id });
    expect(await failed()).toMatchObject([
      { id, user: { id: viewer.id, email: viewer.email }, error: 'The mail server refused the address.', attempts: 8 },
    ]);
    const both = await Promise.all([1, 2].map(() => owner.call('POST', `${path()}/${id}/retry`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 404]);
    expect(await failed()).toEqual([]);
  });
});
