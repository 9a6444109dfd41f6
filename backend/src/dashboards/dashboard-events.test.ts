import { io, type Socket } from 'socket.io-client';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  BackendToDashboard,
  DASHBOARD_NAMESPACE,
  type DashboardUpdate,
  type DashboardUpdateMessage,
} from '@sign-display/contracts/dashboard-events';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { Person } from '../access/testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { insertOutage } from '../outages/testing/insert-outage.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { insertMessage } from '../notifications/delivery/notifications-repository.ts';
import { createDashboardFeed, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';

/** What is not a patch, over real sockets: it reaches whoever may see it, from whichever node it happened on, and nobody else. */

type Heard = { event: string; message: unknown };
interface Wall {
  socket: Socket;
  heard: Heard[];
  next<Event extends DashboardUpdate>(event: Event, count?: number): Promise<DashboardUpdateMessage<Event>[]>;
}

let world: SignsWorld;
let nodes: ListeningApp[];
let carriers: ReturnType<typeof createMemoryCarriers>;
/** Of another node. */
let feed: DashboardFeed;
const sockets: Socket[] = [];

beforeAll(async () => {
  carriers = createMemoryCarriers(6);
  world = await startSignsWorld({}, carriers.of[3]);
  nodes = await Promise.all(
    carriers.of.slice(0, 2).map((carrier) => startListeningApp(world.service.database.db, { carrier })),
  );
  feed = createDashboardFeed(createRooms(carriers.of[2]));
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.service.close();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

async function open(person: Person, node: number, organizationId: string | null): Promise<Wall> {
  const fixed = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(nodes[node]!.url + DASHBOARD_NAMESPACE, { ...fixed, auth: { token: person.token } });
  sockets.push(socket);
  const heard: Heard[] = [];
  let look = (): void => {};
  socket.onAny((event: string, message: unknown) => {
    heard.push({ event, message });
    look();
  });
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  if (organizationId !== null)
    expect(await socket.emitWithAck('subscribe', { organizationId })).toMatchObject({ ok: true });
  return {
    socket,
    heard,
    next: <Event extends DashboardUpdate>(event: Event, count = 1) =>
      new Promise<DashboardUpdateMessage<Event>[]>((resolve) => {
        look = () => {
          const found = heard.filter((each) => each.event === event).map(({ message }) => message);
          if (found.length >= count) resolve(found as DashboardUpdateMessage<Event>[]);
        };
        look();
      }),
  };
}

interface Walls {
  operator: Wall;
  /** Another socket of the operator's, on the other node. */
  operatorElsewhere: Wall;
  viewer: Wall;
  /** A member who has subscribed to nothing. */
  unsubscribed: Wall;
  stranger: Wall;
}
let walls: Walls;
beforeEach(async () => {
  const { organizationId, people } = world;
  walls = {
    operator: await open(people.operator, 0, organizationId),
    operatorElsewhere: await open(people.operator, 1, organizationId),
    viewer: await open(people.viewer, 1, organizationId),
    unsubscribed: await open(people.admin, 0, null),
    stranger: await open(people.stranger, 0, world.foreign.organizationId),
  };
});

/** What each of the sockets has heard of an event by now: an answer comes after whatever was sent before it. */
async function countsOf(event: DashboardUpdate): Promise<Record<keyof Walls, number>> {
  const counts: [string, number][] = [];
  for (const [name, { socket, heard }] of Object.entries(walls) as [keyof Walls, Wall][]) {
    await socket.emitWithAck('nothing', {});
    counts.push([name, heard.filter((each) => each.event === event).length]);
  }
  return Object.fromEntries(counts) as Record<keyof Walls, number>;
}
const inForm = (event: DashboardUpdate, messages: readonly unknown[]): boolean =>
  messages.every((message) => Check(BackendToDashboard[event], message));
async function call(person: Person, node: number, path: string, body: object) {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
  const reply = await fetch(nodes[node]!.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, body: (await reply.json()) as unknown };
}

/** A claim by the operator on node 1 of a kiosk at node 0, which shows the page or can't. */
async function claim(result: 'success' | 'failure') {
  const kiosk = await nodes[0]!.connectKiosk();
  kiosk.socket.once('sign:apply_link', ({ requestId, claimToken }: BackendMessage<'sign:apply_link'>) => {
    const failure = { reason: 'url_unreachable', detail: 'ECONNREFUSED' };
    const ack = { requestId, claimToken, result, loadMs: 5, replayed: false, ...(result === 'failure' && failure) };
    kiosk.socket.emit('sign:link_ack', ack, () => {});
  });
  const { organizationId, eventId } = world;
  const requestId = makeUuidV4(systemRandom);
  const device = { signId: kiosk.signId, shortCode: kiosk.shortCode, requestId };
  const page = { name: 'Foyer', location: 'Hall 2', url: 'https://example.com/' };
  const reply = await call(world.people.operator, 1, '/api/signs/claim', {
    organizationId,
    eventId,
    ...page,
    ...device,
  });
  return { kiosk, requestId, reply };
}
const onlyTheOperator = (count: number) => ({
  operator: count,
  operatorElsewhere: count,
  viewer: 0,
  unsubscribed: 0,
  stranger: 0,
});
const whoeverSubscribed = (count: number) => ({ ...onlyTheOperator(count), viewer: count });

it('claim:update tells the operator each step of their claim, in order, on all of their sockets, and nobody else', async () => {
  const { kiosk, requestId, reply } = await claim('success');
  expect(reply.status).toBe(201);
  for (const wall of [walls.operator, walls.operatorElsewhere]) {
    const steps = await wall.next('claim:update', 3);
    expect(inForm('claim:update', steps)).toBe(true);
    expect(steps).toEqual(
      ['sent', 'acknowledged', 'committed'].map((step) => ({
        requestId,
        eventId: world.eventId,
        signId: kiosk.signId,
        step,
      })),
    );
  }
  expect(await countsOf('claim:update')).toEqual(onlyTheOperator(3));
});

it('claim:update tells why a claim failed, on all sockets of the operator, at whatever node', async () => {
  const { reply } = await claim('failure');
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const { code } = reply.body as { code: string };
  for (const wall of [walls.operator, walls.operatorElsewhere]) {
    const steps = await wall.next('claim:update', 3);
    expect(inForm('claim:update', steps)).toBe(true);
    expect(steps.map(({ step }) => step)).toEqual(['sent', 'acknowledged', 'failed']);
    expect(steps.at(-1)).toMatchObject({ code, reason: 'url_unreachable' });
  }
});

it('D12: claim:attempt tells subscribed operators on every node when an attempt begins and ends, and no viewer', async () => {
  const { kiosk, requestId } = await claim('success');
  for (const wall of [walls.operator, walls.operatorElsewhere]) {
    const updates = await wall.next('claim:attempt', 2);
    expect(inForm('claim:attempt', updates)).toBe(true);
    const { eventId } = world;
    const device = { signId: kiosk.signId };
    // A node that reads late may tell of the end twice, and of the beginning not at all.
    expect(updates.at(-1)).toMatchObject({ requestId, eventId, device, outcome: 'committed' });
    expect(new Set(updates.map(({ id }) => id)).size).toBe(1);
  }
  expect(await countsOf('claim:attempt')).toEqual(onlyTheOperator(2));
});

it('command:update tells whoever has subscribed to the organization', async () => {
  const { reply } = await claim('success');
  const { sign } = reply.body as { sign: { id: string } };
  const sent = await call(world.people.operator, 0, `/api/signs/${sign.id}/commands`, { command: 'refresh' });
  expect(sent.status).toBe(202);
  for (const wall of [walls.operator, walls.operatorElsewhere, walls.viewer]) {
    const [update] = await wall.next('command:update');
    expect(inForm('command:update', [update])).toBe(true);
    expect(update).toMatchObject({ signId: sign.id, command: 'refresh', state: 'sent' });
  }
  expect(await countsOf('command:update')).toEqual(whoeverSubscribed(1));
});

it('bulk:progress tells whoever has subscribed to the organization, until all is done', async () => {
  const { id } = await world.makeRecord();
  const { organizationId } = world;
  const asked = { organizationId, target: { signIds: [id] }, action: { url: 'https://example.com/bulk' } };
  const { status, body } = await call(world.people.operator, 1, '/api/signs/bulk', asked);
  expect(status).toBe(202);
  const { bulkId } = body as { bulkId: string };
  for (const wall of [walls.operator, walls.viewer]) {
    const none = { queued: 0, sent: 0, acked: 0, failed: 0, refused: 0, expired: 0 };
    for (let count = 1; ; count += 1) {
      const progress = await wall.next('bulk:progress', count);
      expect(inForm('bulk:progress', progress)).toBe(true);
      const last = progress.at(-1)!;
      expect([
        { ...none, queued: 1 },
        { ...none, acked: 1 },
      ]).toContainEqual(last.counts);
      expect(last).toMatchObject({ bulkId, total: 1 });
      if (last.counts.acked === 1) break;
    }
  }
  const { unsubscribed, stranger } = await countsOf('bulk:progress');
  expect([unsubscribed, stranger]).toEqual([0, 0]);
});

it('a notification reaches the person that it is for, on all of their sockets, and nobody else', async () => {
  const { organizationId, eventId, people } = world;
  const { id } = people.operator;
  const notification: DashboardUpdateMessage<'notification'> = {
    id: makeUuidV7(systemClock, systemRandom),
    at: new Date().toISOString(),
    kind: 'digest',
    organizationId,
    event: { id: eventId, name: 'Ball' },
    signs: [],
    signCount: 0,
    title: 'While you were away',
    outageIds: [],
    text: 'Nothing.',
    readAt: null,
    channels: [{ channel: 'inbox', state: 'sent' }],
  };
  expect(inForm('notification', [notification])).toBe(true);
  const { kind, title, text, at } = notification;
  const told = { organizationId, eventId, eventName: 'Ball', kind, title, text, entries: [] };
  const message = { ...told, id: notification.id, at: new Date(at) };
  await insertMessage(world.service.database.db, message, [{ id: notification.id, userId: id, channel: 'inbox' }]);
  // Other nodes read it in the inbox.
  feed.toUser({ userId: id, organizationId }, 'notification', notification);
  for (const wall of [walls.operator, walls.operatorElsewhere])
    expect(await wall.next('notification')).toEqual([notification]);
  expect(await countsOf('notification')).toEqual(onlyTheOperator(1));
});

it('D19: an outage reaches each subscriber of its event on every node when it opens, is acknowledged, taken back and ends, and nobody else', async () => {
  const { reply } = await claim('success');
  const { sign } = reply.body as { sign: { id: string } };
  const { organizationId, eventId, people } = world;
  const { db } = world.service.database;
  const otherEvent = await open(people.viewer, 0, null);
  const made = await people.admin.call('POST', `/api/organizations/${organizationId}/events`, {
    name: 'Fair',
    timeZone: 'UTC',
  });
  const subscription = { organizationId, eventId: (made.body as { id: string }).id };
  expect(await otherEvent.socket.emitWithAck('subscribe', subscription)).toMatchObject({ ok: true });
  const lastOf = async (is: (outage: Outage) => boolean) => {
    for (const wall of [walls.operator, walls.operatorElsewhere, walls.viewer])
      for (let count = 1; ; count += 1) {
        const updates = await wall.next('outage:update', count);
        expect(inForm('outage:update', updates)).toBe(true);
        const items = updates.flatMap((update) => update.items);
        if (items.some((outage) => outage.signId === sign.id && is(outage))) break;
      }
  };
  const place = { organizationId, eventId, signRecordId: sign.id };
  const id = await insertOutage(db, place, 'blank');
  feed.signsChanged(organizationId, [sign.id]);
  await lastOf(({ until, acknowledged }) => until === null && acknowledged === null);
  const acknowledge = { ids: [id], note: 'On the way.' };
  expect((await call(people.operator, 1, '/api/outages/acknowledge', acknowledge)).status).toBe(200);
  await lastOf(({ acknowledged }) => acknowledged?.note === 'On the way.');
  const before = walls.operator.heard.filter(({ event }) => event === 'outage:update').length;
  expect((await people.operator.call('DELETE', '/api/outages/acknowledge', { ids: [id] })).status).toBe(200);
  const back = (await walls.operator.next('outage:update', before + 1)).at(-1)!;
  expect(back.items).toMatchObject([{ id, acknowledged: null, until: null }]);
  expect((await people.admin.call('POST', `/api/signs/${sign.id}/unregister`)).status).toBe(200);
  await lastOf((outage) => outage.closedBy === 'left' && outage.until !== null);
  const { unsubscribed, stranger } = await countsOf('outage:update');
  await otherEvent.socket.emitWithAck('nothing', {});
  const elsewhere = otherEvent.heard.filter(({ event }) => event === 'outage:update');
  expect([unsubscribed, stranger, elsewhere.length]).toEqual([0, 0, 0]);
});

it('D17: messages that a person reads are read on all of their sockets on every node, with the unread count, and for nobody else', async () => {
  const { organizationId, eventId, people } = world;
  const { db } = world.service.database;
  const insert = async () => {
    const [id, at] = [makeUuidV7(systemClock, systemRandom), new Date()];
    const told = { organizationId, eventId, eventName: 'Ball', kind: 'digest' as const, title: 'T', text: 'T' };
    await insertMessage(db, { ...told, entries: [], id, at }, [{ id, userId: people.operator.id, channel: 'inbox' }]);
    return id;
  };
  const own = [await insert(), await insert(), await insert()];
  await db.updateTable('notification').set({ readAt: new Date() }).where('id', 'not in', own).execute();
  const read = async (body: object, unreadCount: number, ids: string[] | null, nth: number) => {
    const headers = { authorization: `Bearer ${people.operator.token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${nodes[1]!.url}/api/notifications/read`, request)).status).toBe(204);
    for (const wall of [walls.operator, walls.operatorElsewhere]) {
      const marks = await wall.next('notifications:read', nth);
      expect(inForm('notifications:read', marks)).toBe(true);
      expect(marks.at(-1)).toEqual({ ids, unreadCount });
    }
  };
  const unknown = makeUuidV7(systemClock, systemRandom);
  await read({ ids: [own[0]!, unknown] }, 2, [own[0]!], 1);
  // Messages that had a mark before send nothing.
  const again = { ids: [own[0]!] };
  expect((await people.operator.call('POST', '/api/notifications/read', again)).status).toBe(204);
  await read({ all: true }, 0, null, 2);
  expect(await countsOf('notifications:read')).toEqual(onlyTheOperator(2));
});

it('N2: presence:warm_up says on every node which nodes’ offline verdicts wait, and when they do no more; so does the reply', async () => {
  const start = (carrier: number, warmUpMs: number) =>
    startListeningApp(world.service.database.db, {
      carrier: carriers.of[carrier]!,
      env: { WARM_UP_MS: String(warmUpMs) },
    });
  const lengths = ({ warmUps }: DashboardUpdateMessage<'presence:warm_up'>) =>
    warmUps.map(({ since, until }) => Date.parse(until) - Date.parse(since));
  const subscribed = [walls.operator, walls.operatorElsewhere, walls.viewer, walls.stranger];
  /** Until all have heard of a warm-up so long, or, after that, of its end. */
  const untilTold = async (warmUpMs: number, isThere: boolean): Promise<void> => {
    for (const wall of subscribed)
      for (let count = 1; ; count += 1) {
        const told = await wall.next('presence:warm_up', count);
        expect(inForm('presence:warm_up', told)).toBe(true);
        const isKnown = told.some((message) => lengths(message).includes(warmUpMs));
        if (isKnown && lengths(told.at(-1)!).includes(warmUpMs) === isThere) break;
      }
  };
  // Nodes read the present warm-ups when they hear of a change, so one that is over before a busy node reads is never sent.
  const short = await start(4, 5_000);
  await untilTold(5_000, true);
  await untilTold(5_000, false);
  await short.close();

  const long = await start(5, 600_000);
  await untilTold(600_000, true);
  // How many it has heard follows when it has read how many signs were online: none of this service is connected.
  await expect
    .poll(() =>
      walls.operator.heard
        .filter(({ event }) => event === 'presence:warm_up')
        .flatMap(({ message }) => (message as DashboardUpdateMessage<'presence:warm_up'>).warmUps)
        .some(({ heard, of }) => heard === 0 && of !== undefined),
    )
    .toBe(true);
  const subscription = { organizationId: world.organizationId };
  const reply = (await walls.operator.socket.emitWithAck('subscribe', subscription)) as { warmUps: [] };
  expect(lengths(reply)).toContain(600_000);
  await long.close();
  await untilTold(600_000, false);
  expect(walls.unsubscribed.heard).toEqual([]);
});
