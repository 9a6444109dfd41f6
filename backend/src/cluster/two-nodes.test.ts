import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { TAKEOVER_MARGIN_MS } from '@sign-display/contracts/limits';
import type { ClaimReply } from '../claims/outcome-handling.ts';
import { readClaimUpdates } from '../claims/read-claim-updates.ts';
import { findHolder } from '../devices/device-connections.ts';
import { userRoom } from './dashboard-feed.ts';
import { deviceRoom } from './device-room-messages.ts';
import { createRooms } from './node-messaging.ts';
import {
  CLAIM_SETTINGS,
  clearClaims,
  composeMemoryNode,
  HEARTBEAT_INTERVAL_MS,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { authorOf } from '../testing/test-author.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers, type MemoryCarriers } from '../testing/memory-carrier.ts';
import type { MemoryKiosk } from '../testing/memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
import { renewLease, type RowWarmUp } from './nodes-repository.ts';

/** Two nodes on one database, with what is between them, time and kiosks in the test's hand. */

const random = createSeededRandom('two-nodes');
const TAKEOVER_MS = HEARTBEAT_INTERVAL_MS + TAKEOVER_MARGIN_MS;
const OPERATOR = authorOf('alice');
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let lives: ReturnType<ManualClock['fork']>[];
let carriers: MemoryCarriers;
let one: TestNode;
let two: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  organization = await insertOrganization(pool.db, { clock: createManualClock(), random }, { alice: 'operator' });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

async function begin(): Promise<void> {
  await clearClaims(pool.db);
  await pool.db.deleteFrom('node').execute();
  clock = createManualClock();
  carriers = createMemoryCarriers(2);
  lives = [];
  const [first, second] = carriers.of.map((carrier) => {
    const life = clock.fork();
    lives.push(life);
    return composeMemoryNode({ db: pool.db, clock: life, random, rooms: createRooms(carrier) });
  });
  one = first!;
  two = second!;
  await Promise.all([one.membership.join(), two.membership.join()]);
  device = createVirtualDevice(random);
}
beforeEach(begin);

/** Time passes as it does for nodes that renew their leases. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS / 2) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS / 2));
    await gated.settled();
  }
}

/**
 * The device connects to `node`, registers, and has been told all that a node tells a device then. `device.connect` alone ends with the first
 * `sign:config`. The node looks for a waiting claim only after that, and could find the one that the test makes next.
 */
async function arrive(node: TestNode): Promise<void> {
  await device.connect(node);
  await gated.settled();
}

const claimBody = (requestId = makeUuidV4(random)) => ({
  organizationId: organization.id,
  eventId: organization.eventId,
  name: 'Foyer',
  location: 'Hall 1',
  url: 'https://example.com/',
  shortCode: device.shortCode,
  signId: device.signId,
  requestId,
});

function ask(node: TestNode, body = claimBody()) {
  const asked: { reply: ClaimReply | null; done: Promise<void> } = { reply: null, done: Promise.resolve() };
  asked.done = node.claims.claim(OPERATOR, body).then((reply) => void (asked.reply = reply));
  return asked;
}

async function acknowledge(): Promise<void> {
  const { requestId, claimToken } = device.applyLinks().at(-1)!;
  const answer = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false };
  await device.kiosk!.request('sign:link_ack', answer);
}

const holderNode = async () => (await findHolder(pool.db, device.signId))?.nodeId ?? null;
const anotherBoot = () => ({ ...device.handshake, bootId: makeUuidV4(random), macAddress: '00:00:00:00:00:01' });
const codeOf = (connected: Awaited<ReturnType<TestNode['transport']['connect']>>) =>
  'refusal' in connected ? connected.refusal.code : 'let in';

describe('a kiosk of one node', () => {
  it('R2: is connected, claimed and told through the other, whose waiter is woken long before the deadline', async () => {
    await arrive(one);
    const connected = { connectedSinceMs: clock.now() };
    expect(await two.gateway.connectionOf(device.signId)).toMatchObject(connected);
    const asked = ask(two);
    await gated.settled();
    expect(device.applyLinks()).toHaveLength(1);
    await acknowledge();
    await gated.settled();
    // No time has passed.
    expect(asked.reply).toMatchObject({ replayed: false, body: { handshake: 'acknowledged' } });
    expect(device.lastWord()).toBe((asked.reply as { body: { sign: { id: string } } }).body.sign.id);
  });

  it('C4: the same requestId through the other node is told the same outcome', async () => {
    await arrive(one);
    const body = claimBody();
    const first = ask(one, body);
    await gated.settled();
    await acknowledge();
    await first.done;
    const again = ask(two, body);
    await again.done;
    expect(again.reply).toEqual({ ...(first.reply as object), replayed: true });
    expect(device.applyLinks()).toHaveLength(1);
  });

  it('X3: is sent nothing that another node hands over, and is not cut off by it', async () => {
    await arrive(one);
    const before = device.kiosk!.received.length;
    two.gateway.sendOnce(device.signId, 'key', 'sign:unregistered', { reason: 'once' }, { type: 'commands' });
    const envelope = { commandId: device.signId, expiresAt: '2026-11-22T12:00:00.000Z' };
    two.gateway.send(device.signId, 'sign:reboot_device', envelope, { type: 'commands' });
    two.gateway.send(device.signId, 'sign:refresh', envelope);
    two.gateway.cutOff(device.signId);
    await gated.settled();
    expect(device.kiosk!.received.slice(before)).toEqual([]);
    expect(await two.gateway.connectionOf(device.signId)).not.toBe(null);
  });

  it('X3: does nothing by a message that the database does not bear out, whichever it is', async () => {
    await arrive(one);
    const before = device.kiosk!.received.length;
    const id = makeUuidV4(random);
    const types = ['commands', 'claim', 'taken', 'challenged', 'answered', 'evicted'] as const;
    for (const type of types) two.rooms.publish(deviceRoom(device.signId), { type });
    two.rooms.publish(deviceRoom(device.signId), { type: 'bulk', bulkId: id });
    two.rooms.publish(deviceRoom(device.signId), {
      type: 'send',
      event: 'sign:reboot_device',
      payload: { commandId: id },
    });
    two.rooms.publish(deviceRoom(device.signId), { type: 'cut' });
    await pass(TAKEOVER_MS + HEARTBEAT_INTERVAL_MS);
    expect(device.kiosk!.received.slice(before)).toEqual([]);
    expect(await holderNode()).toBe(one.nodeId);
  });

  it('X3: shows its code for a pendingSign that was made through the other node, from its beginning to its end', async () => {
    await arrive(one);
    // Until the other node has seen that this one lives.
    await pass(2 * RENEW_LEASE_EVERY_MS);
    const startedAtMs = clock.now();
    const { shortCode, signId } = device;
    const started = (await two.claims.start(OPERATOR, { shortCode, signId })) as {
      pendingId: string;
      identify: object;
    };
    await gated.settled();
    const shown = () =>
      device.kiosk!.received.filter(({ event }) => event === 'sign:identify').map(({ payload }) => payload);
    expect(started.identify).toMatchObject({ startsAtMs: startedAtMs, seconds: 60 });
    expect(shown()).toEqual([
      { startsAtMs: startedAtMs, seconds: 60, expiresAt: new Date(startedAtMs + 60_000).toISOString() },
    ]);
    clock.advance(5_000);
    await two.claims.withdraw(OPERATOR, started.pendingId);
    await gated.settled();
    expect(shown().at(-1)).toMatchObject({ seconds: 0 });
  });

  it('is known to be connected only once it has registered', async () => {
    const connected = await one.transport.connect(device.handshake);
    expect(codeOf(connected)).toBe('let in');
    expect(await two.gateway.connectionOf(device.signId)).toBe(null);
  });

  it('R2: is claimed through its own node while nothing is carried', async () => {
    await arrive(one);
    carriers.cut();
    const asked = ask(one);
    await gated.settled();
    await acknowledge();
    await asked.done;
    expect(asked.reply).toMatchObject({ replayed: false });
  });

  it('C4: whoever waits on the other node while nothing is carried reads the outcome within a second', async () => {
    await arrive(one);
    const asked = ask(two);
    await gated.settled();
    carriers.cut();
    await acknowledge();
    await gated.settled();
    expect(asked.reply).toBe(null);
    await pass(1_000);
    expect(asked.reply).toMatchObject({ replayed: false });
  });

  it('C4: and at the deadline where the kiosk is silent', async () => {
    await arrive(one);
    carriers.cut();
    const asked = ask(two);
    await gated.settled();
    await pass(CLAIM_SETTINGS.ackTimeoutMs - 1);
    expect(asked.reply).toBe(null);
    await pass(2);
    expect(asked.reply).toMatchObject({ code: 'device_no_ack' });
  });

  it('R2: is claimed through the other node while nothing is carried, within two looks in the database', async () => {
    await arrive(one);
    carriers.cut();
    const asked = ask(two);
    await gated.settled();
    expect(device.applyLinks()).toHaveLength(0);
    await pass(RENEW_LEASE_EVERY_MS);
    expect(device.applyLinks()).toHaveLength(1);
    // Who has been asked is not asked at each look.
    await pass(2 * RENEW_LEASE_EVERY_MS);
    expect(device.applyLinks()).toHaveLength(1);
    await acknowledge();
    await gated.settled();
    expect(asked.reply).toBe(null);
    await pass(1_000);
    expect(asked.reply).toMatchObject({ replayed: false, body: { handshake: 'acknowledged' } });
  });

  it('C7: is told after a gap what it was not told in it', async () => {
    await arrive(one);
    carriers.cut();
    await pool.db.updateTable('organization').set({ name: 'Renamed' }).execute();
    const asked = ask(two);
    await gated.settled();
    expect(device.applyLinks()).toHaveLength(0);
    carriers.mend();
    await gated.settled();
    expect(device.applyLinks()).toHaveLength(1);
    await acknowledge();
    await gated.settled();
    expect(asked.reply).toMatchObject({ replayed: false });
  });

  it('C10: its operator hears each step on whichever node, and dashboards of the record', async () => {
    const heard: unknown[] = [];
    one.rooms.listen(userRoom('alice'), (message) => heard.push((message as { message: object }).message));
    one.rooms.listen(`organization:${organization.id}`, (message) => heard.push(message));
    await arrive(one);
    const asked = ask(two);
    await gated.settled();
    await acknowledge();
    await asked.done;
    await gated.settled();
    const { requestId, sign } = (asked.reply as { body: { requestId: string; sign: { id: string } } }).body;
    const { eventId } = organization;
    const step = (name: string) => ({ requestId, eventId, signId: device.signId, step: name });
    const signs = { type: 'signs', ids: [sign.id] };
    const attempts = { type: 'attempts', ids: [expect.any(String)] };
    // The other node has said of the first step which attempt to read.
    expect(heard).toEqual([undefined, attempts, step('acknowledged'), attempts, step('committed'), signs]);
    const { id: organizationId } = organization;
    expect(await readClaimUpdates(pool.db, 'alice', [requestId])).toEqual([
      { organizationId, update: step('acknowledged') },
      { organizationId, update: step('committed') },
    ]);
    expect(await readClaimUpdates(pool.db, 'somebody else', [requestId])).toEqual([]);
  });

  it('X3: what is carried of a claim and a command names records, and holds neither page nor person', async () => {
    await arrive(one);
    const carried: [string, unknown][] = [];
    carriers.watch((room, message) => carried.push([room, message]));
    const asked = ask(two);
    await gated.settled();
    await acknowledge();
    await asked.done;
    const { sign } = (asked.reply as { body: { sign: { id: string } } }).body;
    const order = { command: 'reboot_device' } as const;
    const sent = await two.commands.send(sign.id, { id: 'alice', name: 'Alice' }, OPERATOR, order);
    const { commandId } = sent as { commandId: string };
    await gated.settled();
    expect(device.kiosk!.received.at(-1)).toMatchObject({ event: 'sign:reboot_device', payload: { commandId } });
    const kinds = carried.map(
      ([room, message]) => `${room.split(':')[0]} ${Object.keys(Object(message)).toSorted().join()}`,
    );
    expect(new Set(kinds.filter((kind) => !kind.startsWith('claim ')))).toEqual(
      new Set(['device type', 'user ids,type', 'organization ids,type']),
    );
    expect(JSON.stringify(carried)).not.toMatch(/example\.com|Foyer|reboot|claimToken|alice@/);
  });

  it('C10: a failure is told with its code and reason', async () => {
    const heard: unknown[] = [];
    one.rooms.listen(userRoom('alice'), (message) => heard.push((message as { message: object }).message));
    await arrive(one);
    const asked = ask(two);
    await gated.settled();
    const { requestId, claimToken } = device.applyLinks()[0]!;
    const answer = { requestId, claimToken, result: 'failure', reason: 'url_unreachable', loadMs: 1, replayed: false };
    await device.kiosk!.request('sign:link_ack', answer);
    await asked.done;
    const failed = { step: 'failed', code: 'device_load_failed', reason: 'url_unreachable' };
    await gated.settled();
    const last = { requestId, eventId: organization.eventId, signId: device.signId, ...failed };
    expect(heard.at(-1)).toEqual(last);
    const { id: organizationId } = organization;
    expect((await readClaimUpdates(pool.db, 'alice', [requestId])).at(-1)).toEqual({ organizationId, update: last });
  });
});

describe('a node that dies', () => {
  const kill = (): void => {
    lives[0]!.stop();
    // Its listeners are as dead as it is.
    carriers.of[0]!.receive(() => {});
  };

  it('C6: in mid-claim, the device is free by the deadline, and the requestId gets its outcome elsewhere', async () => {
    await arrive(one);
    const body = claimBody();
    ask(one, body);
    await gated.settled();
    kill();
    await arrive(two);
    const again = ask(two, body);
    await gated.settled();
    expect(again.reply).toBe(null);
    await acknowledge();
    await again.done;
    expect(again.reply).toMatchObject({ replayed: true, body: { requestId: body.requestId } });

    await clearClaims(pool.db);
    device = createVirtualDevice(random);
  });

  it('C6: and where no answer came, another operator’s claim goes on after the deadline', async () => {
    await arrive(one);
    ask(one);
    await gated.settled();
    kill();
    await arrive(two);
    const early = ask(two);
    await early.done;
    expect(early.reply).toMatchObject({ code: 'request_in_progress' });
    await pass(CLAIM_SETTINGS.ackTimeoutMs);
    const later = ask(two);
    await gated.settled();
    await acknowledge();
    await later.done;
    expect(later.reply).toMatchObject({ replayed: false });
  });

  it('R2: its kiosks are not connected when its lease has run out', async () => {
    await arrive(one);
    kill();
    expect(await two.gateway.connectionOf(device.signId)).not.toBe(null);
    await pass(LEASE_MS + RENEW_LEASE_EVERY_MS);
    expect(await two.gateway.connectionOf(device.signId)).toBe(null);
  });

  describe.each([{ lives: true }, { lives: false }])(
    'and another that starts after it; it lives: $lives',
    ({ lives: isAlive }) => {
      it('N2: starts no claim of its kiosks before it knows whether they are connected, and says that it is not the sign', async () => {
        await arrive(one);
        if (!isAlive) kill();
        const rooms = createRooms(createMemoryCarriers(1).of[0]!);
        const three = composeMemoryNode({ db: pool.db, clock: clock.fork(), random, rooms });
        await three.membership.join();
        const { signId, shortCode } = device;
        const start = () => three.claims.start(OPERATOR, { signId, shortCode });
        expect(await start()).toMatchObject({ code: 'unavailable', retryAfterMs: RENEW_LEASE_EVERY_MS });
        await pass(isAlive ? 2 * RENEW_LEASE_EVERY_MS : LEASE_MS - RENEW_LEASE_EVERY_MS);
        if (isAlive) return expect(await start()).toMatchObject({ signId });
        expect(await start()).toMatchObject({ code: 'unavailable' });
        await pass(3 * RENEW_LEASE_EVERY_MS);
        expect(await start()).toMatchObject({ code: 'sign_not_connected' });
        await device.connect(three);
        expect(await start()).toMatchObject({ signId });
      });
    },
  );

  it('N2: starts no claim of its kiosks where it is found dead in the midst of it, before whichever statement', async () => {
    for (let [before, asked] = [0, Infinity]; before < asked; before += 1) {
      await begin();
      await arrive(one);
      kill();
      let counted: number | null = null;
      const third = gated.open(async () => {
        if (counted === null || (counted += 1) !== before + 1) return;
        [asked, counted] = [Infinity, null];
        await pass(LEASE_MS + RENEW_LEASE_EVERY_MS);
      });
      const rooms = createRooms(createMemoryCarriers(1).of[0]!);
      const three = composeMemoryNode({ db: third.db, clock: clock.fork(), random, rooms });
      await three.membership.join();
      counted = 0;
      const reply = await three.claims.start(OPERATOR, { signId: device.signId, shortCode: device.shortCode });
      expect('code' in reply ? reply.code : 'a pendingSign').toBeOneOf(['sign_not_connected', 'unavailable']);
      // Where the moment didn't come, it answered with fewer statements.
      if (counted !== null) asked = counted;
    }
  });

  it('N8: a machine of another boot comes in when the watch is over, or at once where the lease has run out', async () => {
    await arrive(one);
    kill();
    const back = two.transport.connect(anotherBoot());
    let isIn = false;
    void back.then(() => (isIn = true));
    await gated.settled();
    expect(isIn).toBe(false);
    await pass(TAKEOVER_MS);
    expect(codeOf(await back)).toBe('let in');

    await begin();
    await arrive(one);
    kill();
    await pass(LEASE_MS + RENEW_LEASE_EVERY_MS);
    expect(codeOf(await two.transport.connect(anotherBoot()))).toBe('let in');
  });

  it.for([-7_200_000, 7_200_000])(
    'F1: is found dead in its time, whose wall clock and ours are set by %i ms',
    async (byMs) => {
      await arrive(one);
      lives[0]!.stepWall(byMs);
      await pass(RENEW_LEASE_EVERY_MS);
      kill();
      lives[1]!.stepWall(-byMs);
      expect(await two.gateway.connectionOf(device.signId)).not.toBe(null);
      await pass(LEASE_MS - 2 * RENEW_LEASE_EVERY_MS);
      expect(await two.gateway.connectionOf(device.signId)).not.toBe(null);
      await pass(4 * RENEW_LEASE_EVERY_MS);
      expect(await two.gateway.connectionOf(device.signId)).toBe(null);
      expect(codeOf(await two.transport.connect(anotherBoot()))).toBe('let in');
    },
  );

  it('R2: that is sent away leaves neither devices nor a lease', async () => {
    await arrive(one);
    await one.transport.close();
    await one.membership.leave();
    expect(await holderNode()).toBe(null);
    expect(await pool.db.selectFrom('node').select('id').execute()).toEqual([{ id: two.nodeId }]);
  });
});

describe.each([{ carried: true }, { carried: false }])(
  'a second connection, messages carried: $carried',
  ({ carried }) => {
    beforeEach(() => {
      if (!carried) carriers.cut();
    });

    it('of the same boot takes over at once on the other node, and the first is cut', async () => {
      await arrive(one);
      const before = device.kiosk!;
      await device.connect(two);
      expect(await holderNode()).toBe(two.nodeId);
      if (!carried) await pass(RENEW_LEASE_EVERY_MS);
      await gated.settled();
      expect([before.isOpen, device.kiosk?.isOpen]).toEqual([false, true]);
      // Nothing that the first one leaves takes the second one's place.
      expect(await holderNode()).toBe(two.nodeId);
      expect(await one.gateway.connectionOf(device.signId)).not.toBe(null);
    });

    it('N8: of another boot is quarantined when anything comes from the first, which stays up', async () => {
      await arrive(one);
      const clone = two.transport.connect(anotherBoot());
      await pass(RENEW_LEASE_EVERY_MS);
      device.kiosk!.send('sign:status', { state: 'fine' });
      if (!carried) await pass(TAKEOVER_MS);
      expect(codeOf(await clone)).toBe('clone_quarantined');
      expect(device.kiosk!.isOpen).toBe(true);
      expect(await holderNode()).toBe(one.nodeId);
    });

    it('N8: so it is when the first lived just after the question', async () => {
      await arrive(one);
      const clone = two.transport.connect(anotherBoot());
      await gated.settled();
      clock.advance(1);
      device.kiosk!.send('sign:status', { state: 'fine' });
      await pass(TAKEOVER_MS);
      expect(codeOf(await clone)).toBe('clone_quarantined');
      expect(device.kiosk!.isOpen).toBe(true);
    });

    it('N8: of another boot takes over from a silent first one (a power cut), and not a moment before', async () => {
      await arrive(one);
      const before = device.kiosk!;
      let isIn = false;
      const back = two.transport.connect(anotherBoot());
      void back.then(() => (isIn = true));
      await gated.settled();
      await pass(TAKEOVER_MS - 1);
      expect(isIn).toBe(false);
      await pass(1);
      expect(codeOf(await back)).toBe('let in');
      await pass(RENEW_LEASE_EVERY_MS);
      expect(before.isOpen).toBe(false);
    });

    it('N8: of another boot is quarantined when the first reconnects while it waits, to either node', async () => {
      for (const node of [one, two]) {
        await arrive(one);
        const clone = two.transport.connect(anotherBoot());
        await gated.settled();
        await arrive(node);
        await pass(TAKEOVER_MS);
        expect(codeOf(await clone)).toBe('clone_quarantined');
        expect(device.kiosk!.isOpen).toBe(true);
      }
    });
  },
);

it('N8: a heartbeat from before an outage of looks is no sign of life after it', async () => {
  let isAway = false;
  const failing = gated.open(async () => {
    if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
  });
  const [carrier] = createMemoryCarriers(1).of;
  const three = composeMemoryNode({ db: failing.db, clock: clock.fork(), random, rooms: createRooms(carrier!) });
  await three.membership.join();
  await arrive(three);
  await pass(RENEW_LEASE_EVERY_MS);
  isAway = true;
  clock.advance(1);
  device.kiosk!.send('sign:status', { state: 'fine' });
  // The machine loses power now, and its connection stays half-open.
  await pass(TAKEOVER_MS + 1_000);
  const back = two.transport.connect(anotherBoot());
  await gated.settled();
  isAway = false;
  await pass(TAKEOVER_MS);
  expect(codeOf(await back)).toBe('let in');
});

it('N8: a newcomer of another boot comes in as soon as the first one closes on the other node', async () => {
  await arrive(one);
  const back = two.transport.connect(anotherBoot());
  await gated.settled();
  device.disconnect();
  await gated.settled();
  expect(codeOf(await back)).toBe('let in');
});

it('C7: what the old node says to a device that has moved is said again by the new one', async () => {
  await arrive(one);
  carriers.cut();
  await arrive(two);
  carriers.mend({ unnoticed: true });
  // The old node does not know yet, and claims it.
  const asked = ask(one);
  await gated.settled();
  expect(device.kiosk!.received.some(({ event }) => event === 'sign:apply_link')).toBe(false);
  await pass(RENEW_LEASE_EVERY_MS);
  expect(device.kiosk!.received.some(({ event }) => event === 'sign:apply_link')).toBe(true);
  await acknowledge();
  await gated.settled();
  expect(asked.reply).toMatchObject({ replayed: false });
});

it('N8: of any number of newcomers at once on two nodes, in whatever order their statements come, one is in', async () => {
  let schedule: ((statement: string) => Promise<void>) | null = null;
  const pools = [0, 1].map(() => gated.open(async (statement) => schedule?.(statement)));
  const newcomersAt = fc.array(fc.nat({ max: 1 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), newcomersAt, async (scheduler, places) => {
      await begin();
      const nodes = carriers.of.map((carrier, place) =>
        composeMemoryNode({ db: pools[place]!.db, clock, random, rooms: createRooms(carrier) }),
      );
      await Promise.all(nodes.map((node) => node.membership.join()));
      schedule = (statement) => scheduler.schedule(Promise.resolve(), statement.slice(0, 30));
      const run = async (): Promise<void> => {
        do {
          await scheduler.waitIdle();
          await gated.settled();
        } while (scheduler.count() > 0);
      };
      const codes: string[] = [];
      let inside: MemoryKiosk | null = null;
      for (const place of places) {
        void nodes[place]!.transport.connect(anotherBoot()).then((connected) => {
          codes.push(codeOf(connected));
          if ('kiosk' in connected) inside = connected.kiosk;
        });
      }
      await run();
      expect(codes).toEqual(['let in']);
      clock.advance(1);
      inside!.send('sign:status', { state: 'fine' });
      for (let left = TAKEOVER_MS; left > 0; left -= 1_000) {
        await run();
        clock.advance(1_000);
      }
      await run();
      schedule = null;
      expect(codes).toEqual(['let in', ...places.slice(1).map(() => 'clone_quarantined')]);
    }),
    { numRuns: 40 },
  );
});

it('N2: a warm-up of another node, what it has heard in it, and its end, are known within two looks in the database while nothing is carried', async () => {
  carriers.cut();
  const [id, atMs] = [makeUuidV4(random), clock.now()];
  const shared = { reason: 'start' as const, sinceMs: atMs, untilMs: atMs + 60_000 };
  const tell = async (renewal: number, warmUp: RowWarmUp | null): Promise<void> => {
    await renewLease(pool.db, {
      id,
      startedAtMs: atMs,
      heldSinceMs: atMs,
      renewal,
      atMs: clock.now(),
      warmUp,
      figures: null,
    });
    await pass(2 * RENEW_LEASE_EVERY_MS);
  };
  const known = {
    nodeId: id,
    reason: 'start',
    since: new Date(atMs).toISOString(),
    until: new Date(atMs + 60_000).toISOString(),
  };
  // One that has not counted yet, or is older, says no counts.
  await tell(1, { ...shared, counts: null });
  expect(one.warmUps.now()).toEqual([known]);
  for (const [renewal, heard] of [0, 212, 300].entries()) {
    await tell(2 + renewal, { ...shared, counts: { heard, of: 300 } });
    expect(one.warmUps.now()).toEqual([{ ...known, heard, of: 300 }]);
  }
  await tell(5, null);
  expect(one.warmUps.now()).toEqual([]);
});

describe('F1: two nodes whose wall clocks are 10 minutes apart', () => {
  const apart = () => lives[0]!.stepWall(600_000);

  it.each(['ahead', 'behind'])(
    'R2: hold each other for alive, and the kiosk of the one that is %s for connected',
    async (which) => {
      apart();
      const [here, there] = which === 'ahead' ? [one, two] : [two, one];
      await arrive(here);
      for (let round = 0; round < 30; round += 1) {
        await pass(RENEW_LEASE_EVERY_MS);
        expect(await there.gateway.connectionOf(device.signId)).not.toBe(null);
        expect([one.nodes.dead(), two.nodes.dead()]).toEqual([[], []]);
      }
    },
  );

  it.each(['ahead', 'behind'])(
    'N8: turn a copy away that comes to the other node, though nothing is carried: %s',
    async (which) => {
      apart();
      carriers.cut();
      const [here, there] = which === 'ahead' ? [one, two] : [two, one];
      await arrive(here);
      await pass(60_000);
      const copy = there.transport.connect(anotherBoot());
      for (let passed = 0; passed < TAKEOVER_MS; passed += 1_000) {
        await pass(1_000);
        device.kiosk!.send('sign:status', { state: 'fine' });
      }
      await pass(RENEW_LEASE_EVERY_MS);
      expect(codeOf(await copy)).toBe('clone_quarantined');
      expect(await holderNode()).toBe(here.nodeId);
    },
  );

  it.each(['ahead', 'behind'])(
    'N8: let a machine in whose old connection is dead, though nothing is carried: %s',
    async (which) => {
      apart();
      carriers.cut();
      const [here, there] = which === 'ahead' ? [one, two] : [two, one];
      await arrive(here);
      device.kiosk!.send('sign:status', { state: 'fine' });
      await pass(60_000);
      const back = there.transport.connect(anotherBoot());
      await pass(TAKEOVER_MS + RENEW_LEASE_EVERY_MS);
      expect(codeOf(await back)).toBe('let in');
    },
  );

  it.each(['ahead', 'behind'])(
    'R2: end a connection that the other has taken, though nothing is carried: %s',
    async (which) => {
      apart();
      carriers.cut();
      const [here, there] = which === 'ahead' ? [one, two] : [two, one];
      await arrive(here);
      await arrive(there);
      await pass(20_000);
      expect(here.connections.here(device.signId)).toBe(null);
    },
  );
});

it('F1: an attempt ends at its deadline, and frees the device, though the wall clock is set back by 2 h meanwhile', async () => {
  await arrive(one);
  const asked = ask(one);
  await gated.settled();
  for (const life of lives) life.stepWall(-7_200_000);
  await pass(CLAIM_SETTINGS.ackTimeoutMs + RENEW_LEASE_EVERY_MS);
  await asked.done;
  expect(asked.reply).toMatchObject({ code: 'device_no_ack' });
  const later = ask(two);
  await gated.settled();
  await acknowledge();
  await later.done;
  expect(later.reply).toMatchObject({ replayed: false });
});
