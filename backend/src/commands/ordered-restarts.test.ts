import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { LIMITS } from '@sign-display/contracts/limits';
import { organizationRoom } from '../cluster/dashboard-feed.ts';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import type { FeedMessage } from '../cluster/check-node-message.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { startPresenceWriter, type PresenceWriter } from '../presence/presence-writer.ts';
import { describeSign } from '../signs/sign-view.ts';
import { unlinkDevice } from '../signs/signs-repository.ts';
import {
  clearClaims,
  composeMemoryNode,
  HEARTBEAT_INTERVAL_MS,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import type { VirtualDevice } from '../testing/virtual-device.ts';
import { authorOf } from '../testing/test-author.ts';
import { clearCommands, makeLinked, send } from './testing/command-node.ts';

/** N9: a restart that the service has ordered is no outage. Two nodes that write what they hear, with kiosks and time in the test's hand. */

const random = createSeededRandom('restarts');
const OFFLINE_AFTER_MS = 15_000;
/** Of a node that dies with its signs. */
const UNHEARD_MS = 60_000;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let lives: ReturnType<ManualClock['fork']>[];
let nodes: TestNode[];
let writers: PresenceWriter[];
let id: string;
let device: VirtualDevice;
let told: string[];
let isBeating: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, { alice: 'admin' });
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const subscription = { userId: 'alice', eventId: organization.eventId, kinds: [], channels: [], snoozedSigns: '[]' };
  await database.db
    .insertInto('subscription')
    .values({ ...subscription, ...times })
    .execute();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  await clearCommands(database.db);
  for (const table of ['node', 'outage', 'notice'] as const) await database.db.deleteFrom(table).execute();
  clock = createManualClock();
  lives = [];
  writers = [];
  told = [];
  nodes = createMemoryCarriers(2).of.map((carrier) => {
    const life = clock.fork();
    lives.push(life);
    const rooms = createRooms(carrier);
    const { db } = gated.open();
    const node = composeMemoryNode({ db, clock: life, random, rooms });
    const limits = { offlineAfterMs: OFFLINE_AFTER_MS, warmUpMs: 0 };
    const log = pino({ level: 'silent' });
    const writer = startPresenceWriter({ ...node, ...limits, db, clock: life, random, log });
    node.addSweeps(writer.sweeper);
    writers.push(writer);
    if (lives.length === 1)
      rooms.listen(organizationRoom(organization.id), (message) => {
        const heard = message as FeedMessage;
        if (heard.type === 'signs') told.push(...heard.ids);
      });
    return node;
  });
  for (const node of nodes) await node.membership.join();
  ({ id, device } = await makeLinked({ db: database.db, clock, random }, organization, nodes[0]!));
  isBeating = true;
  await pass(HEARTBEAT_INTERVAL_MS);
});
afterEach(async () => {
  for (const writer of writers) await writer.stop();
});

function beat(): void {
  const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
  const said = { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState: 'showing' };
  device.kiosk?.send('heartbeat', said);
}
/** Time passes as it does for nodes; the sign is heard every five seconds while it beats. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS / 2) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS / 2));
    if (isBeating && Math.ceil(left / 1_000) % 5 === 0) beat();
    await gated.settled();
  }
}
async function goesSilent(): Promise<void> {
  isBeating = false;
  device.disconnect();
  await gated.settled();
}
async function comesBack(node = nodes[0]!, options = { newBoot: true }): Promise<void> {
  await device.connect(node, options);
  await gated.settled();
}
const sign = async () =>
  describeSign(await database.db.selectFrom('sign').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const outages = async () =>
  (await database.db.selectFrom('outage').selectAll().orderBy('openedAt').execute()).map(({ kind }) => kind);
const openOutages = async () =>
  (await database.db.selectFrom('outage').select('kind').where('closedAt', 'is', null).execute()).map(
    ({ kind }) => kind,
  );
const untilMs = async () => Date.parse((await sign()).restartingUntil ?? '');
const say = (event: 'sign:command_error' | 'sign:update_status', payload: object) =>
  device.kiosk!.request(event, payload);

describe('a restart that was ordered', () => {
  it.each(['reboot', 'reboot_device'] as const)(
    'N9: %s is shown for three minutes, told to dashboards, and no outage',
    async (command) => {
      told = [];
      await send(nodes[0]!, id, { command });
      expect(await untilMs()).toBe(clock.now() + LIMITS.restartMs);
      expect(told).toContain(id);
      await goesSilent();
      await pass(100_000);
      expect(await sign()).toMatchObject({ presence: 'online', status: 'showing' });
      told = [];
      await comesBack();
      expect((await sign()).restartingUntil).toBe(null);
      expect(told).toContain(id);
      // It has the time of a verdict to be heard, from its register on.
      await pass(OFFLINE_AFTER_MS - 2_000);
      expect(await outages()).toEqual([]);
      isBeating = true;
      await pass(30_000);
      expect([await outages(), (await sign()).presence]).toEqual([[], 'online']);
    },
  );

  it.each([0, 1_000, 2_000, 3_000, 4_000])(
    'N9: a sign that is back is heard in time with its last chance, whenever nodes look: %i ms later',
    async (laterMs) => {
      await send(nodes[0]!, id, { command: 'reboot' });
      await goesSilent();
      await pass(100_000 + laterMs);
      await comesBack();
      await pass(OFFLINE_AFTER_MS - 1_500);
      beat();
      isBeating = true;
      await pass(20_000);
      expect([await outages(), (await sign()).presence]).toEqual([[], 'online']);
    },
  );

  it('N9: ends with a sign that is not back within three minutes: it is offline, with its last heartbeat, and told', async () => {
    const { lastSeenAt } = await sign();
    await send(nodes[0]!, id, { command: 'reboot' });
    await goesSilent();
    await pass(LIMITS.restartMs - 1_000);
    expect([await outages(), (await sign()).presence]).toEqual([[], 'online']);
    await pass(OFFLINE_AFTER_MS + 2 * RENEW_LEASE_EVERY_MS + 2_000);
    expect(await sign()).toMatchObject({ presence: 'offline', restartingUntil: null, lastSeenAt });
    expect(await outages()).toEqual(['offline']);
    const notices = await database.db.selectFrom('notice').select('kind').execute();
    expect(notices.map(({ kind }) => kind)).toEqual(['sign_offline']);
  });

  it('N9: a sign that registered and is never heard after it is offline 15 s later', async () => {
    await send(nodes[0]!, id, { command: 'reboot' });
    await goesSilent();
    await pass(40_000);
    await comesBack(nodes[1]!);
    await pass(OFFLINE_AFTER_MS + 10_000);
    expect([await outages(), (await sign()).restartingUntil]).toEqual([['offline'], null]);
  });

  it('N9: is ended by another boot alone: the same one that connects again is still to restart', async () => {
    await send(nodes[0]!, id, { command: 'reboot' });
    const before = await untilMs();
    await goesSilent();
    await comesBack(nodes[0]!, { newBoot: false });
    expect(await untilMs()).toBe(before);
    await goesSilent();
    await pass(30_000);
    expect(await outages()).toEqual([]);
  });

  it.each([
    ['refused', 'reboot_loop'],
    ['failed', 'no_permission'],
  ])('N9: is none where the command is %s, and silence counts from then on', async (state, code) => {
    const commandId = await send(nodes[0]!, id, { command: 'reboot' });
    await say('sign:command_error', { commandId, code, detail: '' });
    expect((await sign()).restartingUntil).toBe(null);
    const row = await database.db.selectFrom('command').select('state').executeTakeFirstOrThrow();
    expect(row.state).toBe(state);
    await goesSilent();
    await pass(OFFLINE_AFTER_MS + 10_000);
    expect(await outages()).toEqual(['offline']);
  });

  it('N9: is not ended by the expiry of its command, nor by the refusal of an earlier one', async () => {
    const first = await send(nodes[0]!, id, { command: 'reboot', expiresInSeconds: 5 });
    await pass(3_000);
    await send(nodes[0]!, id, { command: 'reboot', expiresInSeconds: 5 });
    const until = await untilMs();
    await say('sign:command_error', { commandId: first, code: 'superseded', detail: '' });
    await goesSilent();
    await pass(60_000);
    expect([await untilMs(), await outages()]).toEqual([until, []]);
    expect(until).toBe(clock.now() - 60_000 + LIMITS.restartMs);
  });

  it('N9: that waited for a sign which is away begins at its register; a heartbeat before it goes down ends that outage, and there is no second', async () => {
    await goesSilent();
    await pass(30_000);
    await send(nodes[0]!, id, { command: 'reboot', wait: true });
    expect((await sign()).restartingUntil).toBe(null);
    await comesBack();
    // It is connected, and not heard yet.
    expect(await sign()).toMatchObject({ presence: 'offline' });
    expect(await untilMs()).toBe(clock.now() + LIMITS.restartMs);
    beat();
    await pass(1_000);
    expect([(await sign()).presence, await openOutages()]).toEqual(['online', []]);
    await goesSilent();
    await pass(100_000);
    expect([(await sign()).presence, await outages()]).toEqual(['online', ['offline']]);
    await comesBack();
    isBeating = true;
    await pass(30_000);
    expect(await sign()).toMatchObject({ presence: 'online', restartingUntil: null });
    expect([await outages(), await openOutages()]).toEqual([['offline'], []]);
  });

  it('N9: that waited for a sign which goes down before it is heard leaves the one outage open until it is', async () => {
    await goesSilent();
    await pass(30_000);
    await send(nodes[0]!, id, { command: 'reboot', wait: true });
    await comesBack();
    await goesSilent();
    await pass(60_000);
    expect([(await sign()).presence, await openOutages()]).toEqual(['offline', ['offline']]);
    await comesBack();
    isBeating = true;
    await pass(10_000);
    expect(await sign()).toMatchObject({ presence: 'online', restartingUntil: null });
    expect([await outages(), await openOutages()]).toEqual([['offline'], []]);
  });

  it('N9: leaves what is wrong with the page open, and is the same in the background', async () => {
    device.kiosk!.send('heartbeat', {
      seq: 2,
      status: 'error',
      mode: 'background',
      metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
      contentState: 'error',
    });
    isBeating = false;
    await pass(1_000);
    await send(nodes[0]!, id, { command: 'reboot' });
    await goesSilent();
    await pass(60_000);
    expect([await outages(), (await sign()).status]).toEqual([['error'], 'content_error']);
  });

  it('N9: goes with the device where that leaves the record', async () => {
    await send(nodes[0]!, id, { command: 'reboot' });
    await database.db.transaction().execute((trx) => unlinkDevice(trx, id, clock.now()));
    expect(await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      restartingUntil: null,
      restartingBootId: null,
      restartingCommandId: null,
    });
  });

  it('N9: of many signs at once is as good', async () => {
    const asked = {
      organizationId: organization.id,
      target: { signIds: [id] },
      action: { command: 'reboot' },
    } as const;
    await nodes[0]!.commands.bulk.start(authorOf('alice'), { ...asked, target: { signIds: [id] } });
    await gated.settled();
    expect(await untilMs()).toBe(clock.now() + LIMITS.restartMs);
    await goesSilent();
    await pass(60_000);
    expect(await outages()).toEqual([]);
  });
});

describe('a hall that is told to restart', () => {
  it.each(['told', 'not told'])('N2, N9: makes the backend blame itself only where it was not: %s', async (how) => {
    const { db } = gated.open();
    const node = composeMemoryNode({ db, clock, random, warmUpMs: LIMITS.warmUpMs });
    await node.membership.join();
    const hall = [];
    for (let count = 0; count < 3; count += 1) hall.push(await makeLinked({ db, clock, random }, organization, node));
    const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
    const said = { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState: 'showing' };
    for (const { device: each } of hall) each.kiosk!.send('heartbeat', said);
    await gated.settled();
    if (how === 'told') {
      const asked = { organizationId: organization.id, action: { command: 'reboot' } } as const;
      const target = { signIds: hall.map((each) => each.id) };
      await node.commands.bulk.start(authorOf('alice'), { ...asked, target });
      await gated.settled();
    }
    // At once, before any node has looked who restarts.
    for (const { device: each } of hall) each.disconnect();
    expect(node.presence.warmUp()?.reason ?? null).toBe(how === 'told' ? null : 'mass_silence');
  });
});

describe('an update that a sign installs', () => {
  it('N9: is a restart of three minutes, and none any more when it has failed', async () => {
    await say('sign:update_status', { state: 'installing', version: '2.0.0' });
    expect(await untilMs()).toBe(clock.now() + LIMITS.restartMs);
    await say('sign:update_status', { state: 'failed', version: '2.0.0' });
    expect((await sign()).restartingUntil).toBe(null);
    await say('sign:update_status', { state: 'installing', version: '2.0.0' });
    await goesSilent();
    await pass(60_000);
    expect(await outages()).toEqual([]);
  });
});

describe('nodes and clocks', () => {
  it('N9: ordered through one node, of a sign that another has, which dies: no outage where it is back in time', async () => {
    await send(nodes[1]!, id, { command: 'reboot' });
    await pass(2_000);
    expect((await sign()).restartingUntil).not.toBe(null);
    await goesSilent();
    lives[0]!.stop();
    await pass(150_000);
    expect(await outages()).toEqual([]);
    await comesBack(nodes[1]!);
    isBeating = true;
    await pass(30_000);
    expect([await outages(), await sign()]).toMatchObject([[], { presence: 'online', restartingUntil: null }]);
  });

  it('N9: the same where it is not back: offline after three minutes', async () => {
    await send(nodes[1]!, id, { command: 'reboot' });
    await pass(2_000);
    await goesSilent();
    lives[0]!.stop();
    await pass(LIMITS.restartMs - 5_000);
    expect(await outages()).toEqual([]);
    await pass(UNHEARD_MS);
    expect([await outages(), (await sign()).restartingUntil]).toEqual([['offline'], null]);
  });

  it('N1, N9: a wall clock that is set neither ends a restart nor makes it longer', async () => {
    await send(nodes[0]!, id, { command: 'reboot' });
    await goesSilent();
    await pass(20_000);
    for (const life of lives) life.stepWall(3_600_000);
    await pass(60_000);
    expect(await outages()).toEqual([]);
    for (const life of lives) life.stepWall(-7_200_000);
    await pass(LIMITS.restartMs - 85_000);
    expect(await outages()).toEqual([]);
    await pass(OFFLINE_AFTER_MS + 15_000);
    expect(await outages()).toEqual(['offline']);
  });
});
