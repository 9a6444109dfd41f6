import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Outage, OutagePage, OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Static } from 'typebox';
import { problemOf, type Person } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { insertOutage } from '../../outages/testing/insert-outage.ts';
import { updateAcknowledgement } from '../../signs/update-sign-acknowledgement.ts';
import {
  beat,
  connectKiosk,
  linkKiosk,
  startSignsWorld,
  type SignsWorld,
  type TestKiosk,
} from '../../signs/testing/signs-world.ts';
import { insertMessage } from '../delivery/notifications-repository.ts';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';

let world: SignsWorld;
beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());

const db = () => world.service.database.db;
const newId = () => makeUuidV7(systemClock, systemRandom);
const PATH = '/api/outages/acknowledge';

/** A sign with a device, of an event of its own, and an open outage of it. */
async function makeOutage(place: Partial<{ eventId: string; kind: 'blank' }> & { signId?: string } = {}) {
  const { organizationId, eventId: first } = world;
  const { eventId = first, kind } = place;
  const linked = async () => (await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id)).id;
  const signRecordId = place.signId ?? (await linked());
  const id = await insertOutage(db(), { organizationId, eventId, signRecordId }, kind);
  return { id, signId: signRecordId };
}
async function makeEvent(): Promise<string> {
  const body = { name: 'Ball', timeZone: 'UTC' };
  const reply = await world.people.admin.call('POST', `/api/organizations/${world.organizationId}/events`, body);
  return (reply.body as { id: string }).id;
}
const close = (id: string) =>
  db().updateTable('outage').set({ closedAt: new Date(), closedBy: 'recovered' }).where('id', '=', id).execute();
const acknowledgedOf = async (signId: string) =>
  ((await world.people.viewer.call('GET', `/api/signs/${signId}`)).body as Sign).acknowledged;
const noticesOf = (outageId: string) =>
  db().selectFrom('notice').select('kind').where('outageId', '=', outageId).execute();
async function know(by: Person, ids: string[], note?: string | null): Promise<Outage[]> {
  const reply = await by.call('POST', PATH, { ids, ...(note !== undefined && { note }) });
  expect(reply.status).toBe(200);
  return (reply.body as { items: Outage[] }).items;
}

test('N10: who is at an outage, since when and with what note is told of the outage and of its sign', async () => {
  const { operator, viewer, admin } = world.people;
  const { id, signId } = await makeOutage();
  expect(await acknowledgedOf(signId)).toBeNull();
  const [known] = await know(operator, [id], 'The breaker tripped.');
  const by = { id: operator.id, name: 'operator' };
  expect(known).toMatchObject({ id, signId, kind: 'offline', until: null, told: [] });
  expect(known!.acknowledged).toEqual({ by, at: expect.any(String) as string, note: 'The breaker tripped.' });
  expect(await acknowledgedOf(signId)).toEqual(known!.acknowledged);
  const list = await viewer.call('GET', `/api/signs?organizationId=${world.organizationId}&limit=200`);
  const listed = (list.body as { items: Sign[] }).items.find((sign) => sign.id === signId);
  expect(listed!.acknowledged).toEqual(known!.acknowledged);
  // The later word counts, and one without a note takes none away; the planner is told once.
  await know(admin, [id]);
  expect(await acknowledgedOf(signId)).toMatchObject({ by: { id: admin.id }, note: 'The breaker tripped.' });
  await know(admin, [id], null);
  expect(await acknowledgedOf(signId)).toMatchObject({ by: { id: admin.id }, note: null });
  expect(await noticesOf(id)).toEqual([{ kind: 'outage_acknowledged' }]);
  const back = await operator.call('DELETE', PATH, { ids: [id] });
  expect(back).toMatchObject({ status: 200, body: { items: [{ id, acknowledged: null }] } });
  expect(await acknowledgedOf(signId)).toBeNull();
});

test('N10: a sign is acknowledged where all its open outages are, by the latest word', async () => {
  const { operator, admin } = world.people;
  const { id, signId } = await makeOutage();
  const other = await makeOutage({ signId, kind: 'blank' });
  await know(operator, [id]);
  expect(await acknowledgedOf(signId)).toBeNull();
  await know(admin, [other.id], 'Later.');
  expect(await acknowledgedOf(signId)).toMatchObject({ by: { id: admin.id }, note: 'Later.' });
  // What ends with it, as heartbeats end it.
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .updateTable('outage')
        .set({ closedAt: new Date(), closedBy: 'recovered' })
        .where('id', '=', other.id)
        .execute();
      await updateAcknowledgement(trx, [signId]);
    });
  expect(await acknowledgedOf(signId)).toMatchObject({ by: { id: operator.id }, note: null });
  await admin.call('POST', `/api/signs/${signId}/unregister`);
  expect(await acknowledgedOf(signId)).toBeNull();
});

test('N10: all are acknowledged or none: one that is over, or of somebody else, or not there', async () => {
  const { operator, stranger, viewer } = world.people;
  const [open, over] = [await makeOutage(), await makeOutage()];
  await close(over.id);
  const codeOf = async (by: Person, ids: string[]) => problemOf(await by.call('POST', PATH, { ids })).code;
  expect(await codeOf(operator, [open.id, over.id])).toBe('conflict');
  expect(await codeOf(operator, [open.id, newId()])).toBe('not_found');
  expect(await codeOf(stranger, [open.id])).toBe('not_found');
  expect(await codeOf(viewer, [open.id])).toBe('forbidden');
  const foreignSign = { ...world.foreign, signRecordId: newId() };
  expect(await codeOf(operator, [open.id, await insertOutage(db(), foreignSign)])).toBe('not_found');
  expect(await codeOf(operator, [])).toBe('validation_failed');
  const line = { ids: [open.id], note: 'Known.\nSubject: a line of its own' };
  expect(problemOf(await operator.call('POST', PATH, line)).code).toBe('validation_failed');
  expect(await acknowledgedOf(open.signId)).toBeNull();
  expect(problemOf(await operator.call('DELETE', PATH, { ids: [over.id] })).code).toBe('conflict');
  expect(await know(operator, [open.id, open.id])).toHaveLength(1);
});

test('N10: a refusal names the outages that stand in the way, so that the others can be acknowledged', async () => {
  const { operator, stranger } = world.people;
  const [open, over] = [await makeOutage(), await makeOutage()];
  await close(over.id);
  const foreign = await insertOutage(db(), { ...world.foreign, signRecordId: newId() });
  const refused = async (by: Person, ids: string[], method: 'POST' | 'DELETE' = 'POST') => {
    const { code, errors } = problemOf(await by.call(method, PATH, { ids }));
    return { code, errors };
  };
  const isOver = { path: '/ids/1', message: 'is over' };
  for (const method of ['POST', 'DELETE'] as const)
    expect(await refused(operator, [open.id, over.id], method)).toEqual({ code: 'conflict', errors: [isOver] });
  const message = 'is not an outage of this organization';
  const errors = ['/ids/0', '/ids/2'].map((path) => ({ path, message }));
  // A1: of one that is another organization's the same is told as of one that is nowhere, wherever it stands in the list.
  expect(await refused(operator, [foreign, open.id, newId()])).toEqual({ code: 'not_found', errors });
  expect(await refused(operator, [newId(), open.id, foreign])).toEqual({ code: 'not_found', errors });
  expect(await refused(stranger, [open.id])).toEqual({ code: 'not_found', errors: [errors[0]] });
});

test('an event’s outages come newest first, open or closed, page by page', async () => {
  const eventId = await makeEvent();
  const made: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) made.unshift((await makeOutage({ eventId })).id);
  await close(made[1]!);
  await close(made[3]!);
  const read = async (query: string) => {
    const reply = await world.people.viewer.call('GET', `/api/events/${eventId}/outages${query}`);
    expect(reply.status).toBe(200);
    return reply.body as Static<typeof OutagePage>;
  };
  const idsOf = ({ items }: { items: Outage[] }) => items.map(({ id }) => id);
  expect(idsOf(await read(''))).toEqual(made);
  expect(idsOf(await read('?state=open'))).toEqual([made[0], made[2], made[4]]);
  const closed = await read('?state=closed');
  expect(idsOf(closed)).toEqual([made[1], made[3]]);
  expect(closed.items.every(({ until }) => until !== null)).toBe(true);
  const first = await read('?limit=3');
  const second = await read(`?limit=3&cursor=${encodeURIComponent(first.nextCursor!)}`);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(made);
  expect(second.nextCursor).toBeNull();
});

test('U12: the API returns an outage’s sign name, place and page as they were at its opening, after a bulk set, its undo, a move and a rename', async () => {
  const { operator, viewer } = world.people;
  const { organizationId } = world;
  const eventId = await makeEvent();
  const signIds: string[] = [];
  const kiosks: TestKiosk[] = [];
  for (const side of ['left', 'right']) {
    const record = { eventId, location: `Bars, ${side}`, name: `Bar ${side}`, url: 'https://menu.example/a' };
    const kiosk = await connectKiosk(world);
    signIds.push((await linkKiosk(world, kiosk, (await world.makeRecord(record)).id)).id);
    kiosks.push(kiosk);
  }
  for (const kiosk of kiosks) beat(kiosk, { contentState: 'error' });
  const read = async () => {
    const reply = await viewer.call('GET', `/api/events/${eventId}/outages`);
    return (reply.body as { items: Outage[] }).items.toSorted((one, other) => (one.signName < other.signName ? -1 : 1));
  };
  await vi.waitFor(async () => expect(await read()).toHaveLength(2), { timeout: 30_000 });
  const before = await read();
  const facts = { place: 'Bars', placeSigns: 2, host: 'menu.example', kind: 'error' };
  expect(before).toMatchObject([
    { signName: 'Bar left', location: 'Bars, left', ...facts },
    { signName: 'Bar right', location: 'Bars, right', ...facts },
  ]);
  const action = { url: 'https://other.example/b' };
  const set = await operator.call('POST', '/api/signs/bulk', { organizationId, target: { signIds }, action });
  const { bulkId } = set.body as { bulkId: string };
  await vi.waitFor(async () => {
    const { url } = (await viewer.call('GET', `/api/signs/${signIds[0]!}`)).body as Sign;
    expect(url).toBe(action.url);
  });
  expect(await read()).toEqual(before);
  expect((await operator.call('POST', `/api/bulk/${bulkId}/undo`)).status).toBe(202);
  for (const id of signIds) {
    const readSign = async () => (await viewer.call('GET', `/api/signs/${id}`)).body as Sign;
    await vi.waitFor(async () => expect((await readSign()).url).toBe('https://menu.example/a'), { timeout: 30_000 });
    const { version } = await readSign();
    const patched = await world.patch(operator, id, { name: 'Renamed', location: 'Store' }, `"${version}"`);
    expect(patched.status).toBe(200);
  }
  expect(await read()).toEqual(before);
});

test('an outage says which messages about it reached how many people, by channel', async () => {
  const { operator, viewer, admin } = world.people;
  const { organizationId, eventId } = world;
  const { id: outageId, signId } = await makeOutage();
  const at = new Date(Math.trunc(systemClock.now()));
  const entry = { kind: 'sign_offline', outageId, signId, signName: 'Lobby', detail: null } as const;
  const entries = [{ ...entry, atMs: at.getTime(), sinceMs: null, closedAtMs: null }];
  const of = { organizationId, eventId, eventName: 'Ball', kind: 'sign_offline', title: 'T', text: 'T' } as const;
  const tell = (people: Person[], channel: NotificationChannel) =>
    insertMessage(
      db(),
      { id: newId(), ...of, entries, at },
      people.map(({ id: userId }) => ({ id: newId(), userId, channel })),
    );
  await tell([operator, viewer], 'inbox');
  await tell([admin], 'inbox');
  // It has not left yet.
  await tell([admin], 'email');
  const reply = await viewer.call('GET', `/api/events/${eventId}/outages?state=open&limit=200`);
  const found = (reply.body as { items: Outage[] }).items.find(({ id }) => id === outageId);
  expect(found!.told).toEqual([{ channel: 'inbox', at: at.toISOString(), people: 3 }]);
});

test('an outage’s response has its event, when it was recorded, what closed it, and every delivery by person and channel', async () => {
  const { operator, viewer, admin, stranger } = world.people;
  const { organizationId, eventId } = world;
  const { id: outageId, signId } = await makeOutage();
  const at = new Date(Math.trunc(systemClock.now()));
  const entry = { kind: 'sign_offline', outageId, signId, signName: 'Lobby', detail: null } as const;
  const entries = [{ ...entry, atMs: at.getTime(), sinceMs: null, closedAtMs: null }];
  const of = { organizationId, eventId, eventName: 'Ball', kind: 'sign_offline', title: 'T', text: 'T' } as const;
  const recipients = [operator, admin].map(({ id: userId }) => ({ id: newId(), userId, channel: 'email' as const }));
  await insertMessage(db(), { id: newId(), ...of, entries, at }, recipients);
  await insertMessage(db(), { id: newId(), ...of, entries, at }, [
    { id: newId(), userId: viewer.id, channel: 'inbox' },
  ]);
  const error = 'The mail server refused the address.';
  const failed = { state: 'failed' as const, error, finishedAt: at };
  await db().updateTable('notification').set(failed).where('id', '=', recipients[0]!.id).execute();
  // The planner holds a push to the operator.
  const held = JSON.stringify({ waiting: [], held: [{ ...entries[0], wasSnoozed: true }], told: [], sentAtMs: [] });
  const stateId = newId();
  await db().insertInto('channelState').values({ id: stateId, eventId, state: held }).execute();
  const times = { createdAt: at, updatedAt: at, snoozedSigns: '[]' };
  await db()
    .insertInto('subscription')
    .values({ eventId, userId: operator.id, kinds: ['sign_offline'], channels: ['push'], ...times })
    .execute();
  await db()
    .insertInto('subscriberChannel')
    .values({ eventId, userId: operator.id, channel: 'push', stateId })
    .execute();
  await close(outageId);
  const reply = await admin.call('GET', `/api/outages/${outageId}`);
  expect(reply.status).toBe(200);
  const outage = reply.body as OutageWithDeliveries;
  expect(outage).toMatchObject({ id: outageId, eventId, signId, closedBy: 'recovered', address: null });
  expect(Date.parse(outage.openedAt)).toBeGreaterThanOrEqual(Date.parse(outage.since));
  const personOf = ({ id }: Person, name: string) => ({ user: { id, name } });
  expect(outage.deliveries).toEqual([
    { ...personOf(admin, 'admin'), channel: 'email', state: 'queued', at: null, detail: null },
    { ...personOf(operator, 'operator'), channel: 'email', state: 'failed', at: at.toISOString(), detail: error },
    { ...personOf(operator, 'operator'), channel: 'push', state: 'delayed', at: null, detail: null },
    { ...personOf(viewer, 'viewer'), channel: 'inbox', state: 'sent', at: at.toISOString(), detail: null },
  ]);
  // Only admins and owners see why a delivery failed.
  for (const person of [viewer, operator]) {
    const { body } = await person.call('GET', `/api/outages/${outageId}`);
    const withoutDetail = outage.deliveries!.map((delivery) => ({ ...delivery, detail: null }));
    expect(body).toEqual({ ...outage, deliveries: withoutDetail });
  }
  // The other fields equal those of the list.
  const list = await viewer.call('GET', `/api/events/${eventId}/outages?signId=${signId}`);
  const { deliveries: _deliveries, ...listed } = outage;
  expect((list.body as { items: Outage[] }).items).toEqual([listed]);
  expect(problemOf(await stranger.call('GET', `/api/outages/${outageId}`)).code).toBe('not_found');
  expect(problemOf(await viewer.call('GET', `/api/outages/${newId()}`)).code).toBe('not_found');
  const day = 24 * 3_600_000;
  await db()
    .updateTable('outage')
    .set({ openedAt: new Date(at.getTime() - 91 * day) })
    .where('id', '=', outageId)
    .execute();
  expect((await viewer.call('GET', `/api/outages/${outageId}`)).body).toMatchObject({ deliveries: null });
});

test('an event’s outages are filtered by sign and by overlap: the filter selects outages open at any time from `from` up to, but not including, `to`', async () => {
  const eventId = await makeEvent();
  const hour = (nth: number) => new Date(Date.UTC(2026, 10, 20, nth));
  const spans: [number, number | null][] = [
    [1, 2],
    [1, 5],
    [3, 4],
    [4, null],
    [6, 7],
  ];
  const ids: string[] = [];
  const signIds: string[] = [];
  for (const [since, until] of spans) {
    const { id, signId } = await makeOutage({ eventId });
    const closed = until !== null && { closedAt: hour(until), closedBy: 'recovered' as const };
    const times = { since: hour(since), openedAt: hour(since), ...closed };
    await db().updateTable('outage').set(times).where('id', '=', id).execute();
    ids.push(id);
    signIds.push(signId);
  }
  const found = async (query: string) => {
    const reply = await world.people.viewer.call('GET', `/api/events/${eventId}/outages?${query}`);
    expect(reply.status).toBe(200);
    const items = (reply.body as { items: Outage[] }).items.map(({ id }) => ids.indexOf(id));
    return items.toSorted();
  };
  const [from, to] = [`from=${hour(2).toISOString()}`, `to=${hour(4).toISOString()}`];
  expect(await found(`${from}&${to}`)).toEqual([1, 2]);
  expect(await found(from)).toEqual([1, 2, 3, 4]);
  expect(await found(to)).toEqual([0, 1, 2]);
  expect(await found(`${from}&state=open`)).toEqual([3]);
  expect(await found(`signId=${signIds[1]}`)).toEqual([1]);
  expect(await found(`signId=${newId()}`)).toEqual([]);
});

test('U12: an outage has the network address that its sign’s device had when the outage opened', async () => {
  const { viewer } = world.people;
  const eventId = await makeEvent();
  const kiosk = await connectKiosk(world);
  const page = 'https://menu.example/a';
  const record = await world.makeRecord({ eventId, url: page });
  await linkKiosk(world, kiosk, record.id);
  beat(kiosk, { contentState: 'error' });
  const read = async () =>
    ((await viewer.call('GET', `/api/events/${eventId}/outages`)).body as { items: Outage[] }).items;
  await vi.waitFor(async () => expect(await read()).toHaveLength(1), { timeout: 30_000 });
  expect((await read())[0]!.address).toBe('127.0.0.1');
});
