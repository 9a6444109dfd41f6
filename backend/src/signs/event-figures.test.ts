import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { DASHBOARD_NAMESPACE, type DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { STRIPS_MOST } from '@sign-display/contracts/limits';
import { STRIP_MINUTES, type EventSummary, type Strips } from '@sign-display/contracts/rest/event-figures';
import type { Sign, SignStatus } from '@sign-display/contracts/rest/signs';
import { problemOf } from '../access/testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { STORED_MINUTES, MINUTE_MS, minuteOf } from './store-heartbeat-minutes.ts';
import { startSignsWorld, type SignsWorld } from './testing/signs-world.ts';

let world: SignsWorld;
let other: ListeningApp;
beforeAll(async () => {
  const [one, two] = createMemoryCarriers(2).of;
  world = await startSignsWorld({}, one!);
  other = await startListeningApp(world.service.database.db, { carrier: two! });
});
afterAll(async () => {
  await other.close();
  await world.service.close();
});

const db = () => world.service.database.db;
async function makeEvent(): Promise<string> {
  const body = { name: 'Ball', timeZone: 'UTC' };
  const reply = await world.people.admin.call('POST', `/api/organizations/${world.organizationId}/events`, body);
  return (reply.body as { id: string }).id;
}
async function summaryOf(eventId: string): Promise<EventSummary> {
  const { status, body } = await world.people.viewer.call('GET', `/api/events/${eventId}/summary`);
  expect(status).toBe(200);
  return body as EventSummary;
}
const askStrips = (eventId: string, ids: readonly string[], person = world.people.viewer) =>
  person.call('GET', `/api/events/${eventId}/strips?signIds=${ids.join()}`);
async function stripsOf(eventId: string, ids: readonly string[]): Promise<Strips> {
  const { status, body } = await askStrips(eventId, ids);
  expect(status).toBe(200);
  return body as Strips;
}

/** Rows as heartbeats leave them, in one of ten places. */
async function insertSigns(eventId: string, count: number): Promise<void> {
  const { organizationId } = world;
  const oneOf = <const Value>(...values: Value[]): Value => values[Math.floor(systemRandom.float() * values.length)]!;
  const at = new Date();
  // A node looks every two seconds for those whose time is over.
  const later = new Date(at.getTime() + 3_600_000);
  const rows = Array.from({ length: count }, () => ({
    id: makeUuidV7(systemClock, systemRandom),
    organizationId,
    eventId,
    name: 'Lobby',
    location: oneOf(
      'Foyer, left',
      'Foyer ,right',
      ' Foyer',
      'Bars, Hall 5, north',
      'Bars',
      ', nowhere',
      'Zürich',
      'ballroom',
    ),
    ...(oneOf(true, true, false) && {
      deviceSignId: makeUuidV4(systemRandom),
      macAddress: '00:00:00:00:00:01',
      shortCode: '000000',
      presence: oneOf('online', 'offline', null),
      contentState: oneOf('idle', 'loading', 'showing', 'unreachable', 'error', null),
      mode: oneOf('foreground', 'background', null),
    }),
    blank: oneOf(true, false, null),
    unstableUntil: oneOf(later, null),
    createdAt: at,
    updatedAt: at,
  }));
  await db().insertInto('sign').values(rows).execute();
}

const countStatuses = (signs: readonly Sign[]): Partial<Record<SignStatus, number>> => {
  const counts: Partial<Record<SignStatus, number>> = {};
  for (const { status } of signs) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the summary of an event', () => {
  test('says of its signs what the list says of them one by one, and nothing of those of another event', async () => {
    const eventId = await makeEvent();
    await insertSigns(eventId, 200);
    await insertSigns(await makeEvent(), 5);
    const query = `organizationId=${world.organizationId}&eventId=${eventId}&limit=200`;
    const { items } = (await world.people.viewer.call('GET', `/api/signs?${query}`)).body as { items: Sign[] };
    const { warmUps, ...summary } = await summaryOf(eventId);
    const places = [...Map.groupBy(items, ({ location }) => placeOf(location))].sort(([one], [two]) =>
      one < two ? -1 : 1,
    );
    expect(summary).toEqual({
      total: 200,
      byStatus: countStatuses(items),
      unstable: items.filter(({ unstable }) => unstable).length,
      blank: items.filter(({ blank }) => blank).length,
      places: places.map(([place, signs]) => ({ place, total: signs.length, byStatus: countStatuses(signs) })),
    });
    expect(places.length).toBe(5);
    // Both nodes have just begun.
    expect(warmUps).toMatchObject([{ reason: 'start' }, { reason: 'start' }]);
    // They tell what they have heard from their next renewals on: no kiosk is connected.
    const counts = async () => (await summaryOf(eventId)).warmUps.map(({ heard, of }) => [heard, typeof of]);
    await expect.poll(counts, { timeout: 20_000 }).toEqual([
      [0, 'number'],
      [0, 'number'],
    ]);
  });

  test('of an event without signs is empty', async () => {
    const { warmUps: _, ...summary } = await summaryOf(await makeEvent());
    expect(summary).toEqual({ total: 0, byStatus: {}, unstable: 0, blank: 0, places: [] });
  });

  test('is never older than what a dashboard was told before it was asked for', async () => {
    const eventId = await makeEvent();
    const sign = await world.makeRecord({ eventId, location: 'Foyer' });
    const { token } = world.people.viewer;
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } };
    const socket = io(other.url + DASHBOARD_NAMESPACE, options);
    onTestFinished(() => void socket.disconnect());
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    await socket.emitWithAck('subscribe', { organizationId: world.organizationId, eventId });
    const headers = { authorization: `Bearer ${token}` };
    const placesNow = async (): Promise<string[]> => {
      const reply = await fetch(`${other.url}/api/events/${eventId}/summary`, { headers });
      return ((await reply.json()) as EventSummary).places.map(({ place }) => place);
    };
    for (let change = 0; change < 10; change += 1) {
      const location = `Hall ${change}`;
      const told = new Promise<void>((resolve) => {
        const hear = ({ changes }: DashboardUpdateMessage<'signs:patch'>): void => {
          if (changes.every((each) => each.location !== location)) return;
          socket.off('signs:patch', hear);
          resolve();
        };
        socket.on('signs:patch', hear);
      });
      // Kept from before the change.
      await placesNow();
      const patched = await world.patch(world.people.operator, sign.id, { location }, `"${sign.version + change}"`);
      expect(patched.status).toBe(200);
      await told;
      expect(await placesNow()).toEqual([location]);
    }
  });
});

describe('the strips of signs', () => {
  test('have the heartbeats that were kept in each of the last sixty whole minutes', async () => {
    const { id, eventId } = await world.makeRecord();
    const silent = await world.makeRecord();
    const now = minuteOf(systemClock.now());
    const keptMinutes = Uint8Array.from({ length: STORED_MINUTES }, (_, index) => 1 + (index % 13));
    await db().updateTable('sign').set({ keptMinutes, keptUntil: now }).where('id', '=', id).execute();
    const strips = await stripsOf(eventId, [id, silent.id, id]);
    // The present minute is not over; the one before may not be written whole.
    const skipped = Date.parse(strips.from) / MINUTE_MS - (now - STORED_MINUTES + 1);
    const told = Array.from(keptMinutes.subarray(skipped, skipped + STRIP_MINUTES));
    expect(told).toHaveLength(STRIP_MINUTES);
    expect(strips).toMatchObject({ minutes: STRIP_MINUTES, expectedPerMinute: 12 });
    expect(strips.counts).toEqual({ [id]: told, [silent.id]: Array(STRIP_MINUTES).fill(0) });
  });

  test('say when the service was away, in the last 24 hours', async () => {
    const { id, eventId } = await world.makeRecord();
    const nodeId = makeUuidV4(systemRandom);
    const hoursAgo = (hours: number) => new Date(systemClock.now() - hours * 3_600_000);
    const stretches = [
      { nodeId, since: hoursAgo(30), until: hoursAgo(26) },
      { nodeId, since: hoursAgo(25), until: hoursAgo(3) },
    ];
    await db().insertInto('leaseStretch').values(stretches).execute();
    let strips = await stripsOf(eventId, [id]);
    // What is known of absences is kept for a second.
    while (strips.away.length === 0) strips = await stripsOf(eventId, [id]);
    expect(strips.away).toEqual([{ from: stretches[1]!.until.toISOString(), to: expect.any(String) as string }]);
  });

  test('A1: are of one event, and of no other', async () => {
    const { id, eventId } = await world.makeRecord();
    const elsewhere = await world.makeRecord({ eventId: world.otherEventId });
    const unknown = makeUuidV7(systemClock, systemRandom);
    for (const strange of [elsewhere.id, unknown]) {
      const reply = await askStrips(eventId, [id, strange]);
      expect([reply.status, problemOf(reply).code]).toEqual([404, 'not_found']);
      expect(problemOf(reply).errors).toEqual([{ path: '/signIds/1', message: 'is not a sign of this event' }]);
    }
    for (const place of [eventId, world.foreign.eventId]) {
      const reply = await askStrips(place, [id], world.people.stranger);
      expect(problemOf(reply).code).toBe('not_found');
    }
  });

  test('are of two hundred signs at most', async () => {
    const ids = await world.insertRecords(STRIPS_MOST + 1);
    const { counts } = await stripsOf(world.eventId, ids.slice(1));
    expect(Object.keys(counts).sort()).toEqual(ids.slice(1).sort());
    for (const signIds of [ids, [], ['no-identifier']]) {
      const reply = await askStrips(world.eventId, signIds);
      expect(problemOf(reply).code).toBe('validation_failed');
    }
  });
});
