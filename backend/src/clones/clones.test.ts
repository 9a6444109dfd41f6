import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { TAKEOVER_MARGIN_MS } from '@sign-display/contracts/limits';
import { CLONE_DECISIONS, type CloneDecision, type CloneMachine } from '@sign-display/contracts/rest/clones';
import type { ClaimReply } from '../claims/outcome-handling.ts';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { findSign } from '../signs/signs-repository.ts';
import { authorOf } from '../testing/test-author.ts';
import {
  clearClaims,
  composeMemoryNode,
  HEARTBEAT_INTERVAL_MS,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers, type MemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type Handshake, type VirtualDevice } from '../testing/virtual-device.ts';
import { createCloneNotes, MOST_OPEN_CLONES } from './record-detected-clones.ts';
import { cloneView } from './clone-view.ts';
import type { CloneRow } from './clones-repository.ts';
import { listClones, listEventClones } from './clones-repository.ts';

/** Two nodes on one database, a sign, and machines that say they are the same sign. */

const random = createSeededRandom('clones');
const TAKEOVER_MS = HEARTBEAT_INTERVAL_MS + TAKEOVER_MARGIN_MS;
const ADMIN = authorOf('ada');
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let carriers: MemoryCarriers;
let one: TestNode;
let two: TestNode;
let device: VirtualDevice;
/** The clones that the nodes sent to their own dashboards. */
let told: unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  const start = createManualClock();
  organization = await insertOrganization(pool.db, { clock: start, random }, { ada: 'admin', bob: 'admin' });
  const at = new Date(start.now());
  const subscription = {
    eventId: organization.eventId,
    userId: 'ada',
    kinds: ['clone_detected' as const],
    channels: [],
  };
  await pool.db
    .insertInto('subscription')
    .values({ ...subscription, snoozedSigns: '[]', createdAt: at, updatedAt: at })
    .execute();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(pool.db);
  for (const table of ['node', 'notice', 'audit', 'auditHead'] as const) await pool.db.deleteFrom(table).execute();
  clock = createManualClock();
  carriers = createMemoryCarriers(2);
  const [first, second] = carriers.of.map((carrier) =>
    composeMemoryNode({ db: pool.db, clock, random, rooms: createRooms(carrier) }),
  );
  one = first!;
  two = second!;
  await Promise.all([one.membership.join(), two.membership.join()]);
  device = createVirtualDevice(random);
  told = [];
  for (const { rooms } of [one, two])
    rooms.listen(`organization:${organization.id}`, (message) => {
      const heard = message as { event?: string; message: unknown };
      if (heard.event === 'clone:update') told.push(heard.message);
    });
});

/** Time passes as it does for nodes that renew their leases. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS / 2) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS / 2));
    await gated.settled();
  }
}

/** The device connects to node one and is claimed; its record. */
async function claimIt(): Promise<string> {
  if (!device.kiosk) await device.connect(one);
  const { signId, shortCode } = device;
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Foyer', location: 'Hall 1' };
  const body = { ...place, url: 'https://example.com/', shortCode, signId, requestId: makeUuidV4(random) };
  const asked: Promise<ClaimReply> = one.claims.claim(ADMIN, body);
  await gated.settled();
  const { requestId, claimToken } = device.applyLinks().at(-1)!;
  const answer = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false };
  await device.kiosk!.request('sign:link_ack', answer);
  return ((await asked) as { body: { sign: { id: string } } }).body.sign.id;
}

const OTHER_MAC = '00:00:00:00:00:02';
/** Another machine with the device's memory. */
const copy = (macAddress = device.handshake.macAddress): Handshake => ({
  ...device.handshake,
  bootId: makeUuidV4(random),
  macAddress,
  appVersion: '1.0.1',
});
const restarted = (machine: Handshake): Handshake => ({ ...machine, bootId: makeUuidV4(random) });

const ADDRESS = '192.0.2.2';
/** What a machine is told at its handshake while the first one lives. */
async function comes(node: TestNode, machine: Handshake, address = ADDRESS) {
  const connecting = node.transport.connect(machine, address);
  await gated.settled();
  clock.advance(1);
  device.kiosk?.send('sign:status', { state: 'fine' });
  await gated.settled();
  const connected = await connecting;
  await gated.settled();
  if ('refusal' in connected) return connected.refusal;
  return { code: 'let in', kiosk: connected.kiosk };
}
const clonesOf = async (signRecordId: string) =>
  await listClones(pool.db, (await findSign(pool.db, signRecordId))!, null, 100);
/** As admins of the record see them. */
const viewed = (id: string) => (row: CloneRow) => cloneView(row, { id, name: 'Foyer' });
const rows = () => pool.db.selectFrom('clone').selectAll().orderBy('id').execute();
/** Kinds of history, in the order of the alphabet: what is of one moment has no other. */
const kindsOfHistory = async () => {
  const items = pool.db.selectFrom('history').select('kind').where('kind', 'not in', ['claim', 'status']);
  return (await items.orderBy('kind').execute()).map(({ kind }) => kind);
};
const notices = () => pool.db.selectFrom('notice').selectAll().where('kind', '=', 'clone_detected').execute();

/** A copy is quarantined by node two; the record and the row. */
async function quarantine(machine = copy()) {
  const signRecordId = await claimIt();
  expect(await comes(two, machine)).toMatchObject({ code: 'clone_quarantined' });
  const [row] = await clonesOf(signRecordId);
  return { signRecordId, cloneId: row!.id, machine };
}
const decide = (
  { signRecordId, cloneId }: { signRecordId: string; cloneId: string },
  decision: CloneDecision,
  { node = two, by = ADMIN } = {},
) => node.clones.decide(signRecordId, cloneId, decision, by);

describe('a machine that comes while another lives under its identity', () => {
  it('N8: is noted with both machines, admins hear of it once, and the first stays up: on the same node and on another', async () => {
    for (const [index, node] of [one, two].entries()) {
      if (index > 0) device = createVirtualDevice(random);
      const signRecordId = await claimIt();
      const machine = copy(OTHER_MAC);
      expect(await comes(node, machine)).toMatchObject({ code: 'clone_quarantined' });
      expect(device.kiosk!.isOpen).toBe(true);
      const [row, ...more] = await clonesOf(signRecordId);
      expect(more).toEqual([]);
      const machineOf = ({ macAddress, appVersion, bootId }: Handshake) => ({ macAddress, appVersion, bootId });
      expect(row).toMatchObject({
        first: { ...machineOf(device.handshake), address: '127.0.0.1' },
        newcomer: { ...machineOf(machine), address: ADDRESS },
        attempts: 1,
        decision: null,
      });
      expect(told.at(-1)).toEqual({ signId: signRecordId, cloneId: row!.id, decision: null });
      const noted = (await notices()).at(-1);
      expect(noted).toMatchObject({ signRecordId, signName: 'Foyer' });
      for (const part of [OTHER_MAC, ADDRESS, '1.0.1', device.handshake.macAddress])
        expect(noted!.detail).toContain(part);
    }
    expect(await kindsOfHistory()).toEqual(['clone_detected', 'clone_detected']);
    expect(told).toHaveLength(2);
  });

  it('N8: makes one row and one notice, however often it comes, starts again, and to which node', async () => {
    const { machine } = await quarantine();
    for (const node of [one, two, one]) await comes(node, restarted(machine));
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 4 });
    const feed = {
      signsChanged() {},
      attemptsChanged() {},
      bulksChanged() {},
      toOrganization() {},
      toUser() {},
      messagesRead() {},
    };
    const log = { warn: (fields: { err: Error }) => expect(fields).toBe(null) };
    const notes = createCloneNotes({ db: pool.db, clock, random, feed, log: log as never });
    const { first, newcomer, deviceSignId: signId } = row!;
    for (let batch = 0; batch < 5; batch += 1) {
      for (let time = 0; time < 200; time += 1) notes.note({ signId, first, newcomer, decisions: 0 });
      await gated.settled();
    }
    expect(await rows()).toMatchObject([{ attempts: 1_004 }]);
    expect([(await notices()).length, told.length]).toEqual([1, 1]);
  });

  it('N8: that is noted already costs one statement', async () => {
    await quarantine();
    const [row] = await rows();
    const { first, newcomer, deviceSignId: signId } = row!;
    const statements: string[] = [];
    const { db } = gated.open(async (statement) => void statements.push(statement));
    createCloneNotes({ db, clock, random, feed: one.feed, log: {} as never }).note({
      signId,
      first,
      newcomer,
      decisions: 0,
    });
    await gated.settled();
    expect(statements).toEqual([expect.stringMatching(/^update "clone"/)]);
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });

  it('N8: of one that two nodes note in the same moment, one row and one notice are made', async () => {
    await claimIt();
    const machine = copy();
    const at = new Date(clock.now()).toISOString();
    const machineOf = ({ macAddress, appVersion, bootId }: Handshake): CloneMachine => ({
      macAddress,
      appVersion,
      bootId,
      address: ADDRESS,
      connectedAt: at,
    });
    const encounter = { signId: device.signId, first: machineOf(device.handshake), newcomer: machineOf(machine) };
    for (let time = 0; time < 4; time += 1)
      createCloneNotes({ db: pool.db, clock, random, feed: one.feed, log: {} as never }).note({
        ...encounter,
        decisions: 0,
      });
    await gated.settled();
    expect(await rows()).toMatchObject([{ attempts: 4 }]);
    expect(await notices()).toHaveLength(1);
  });

  it('N8: is another one than that from another place, where both have the first one’s MAC address', async () => {
    const { signRecordId } = await quarantine();
    await comes(one, copy(), '192.0.2.3');
    const places = (await clonesOf(signRecordId)).map(({ newcomer }) => newcomer.address);
    expect(places.toSorted()).toEqual([ADDRESS, '192.0.2.3']);
  });

  it('N8: so many different ones are noted, and no more', async () => {
    const signRecordId = await claimIt();
    for (let machine = 0; machine < MOST_OPEN_CLONES + 2; machine += 1)
      await comes(one, copy(`00:00:00:00:01:${String(machine).padStart(2, '0')}`));
    expect(await clonesOf(signRecordId)).toHaveLength(MOST_OPEN_CLONES);
    expect(await notices()).toHaveLength(MOST_OPEN_CLONES);
  });

  it('N8: a sign that comes back after a power cut is no clone, also one that starts twice meanwhile', async () => {
    const signRecordId = await claimIt();
    const machine = restarted(device.handshake);
    const [again, andAgain] = [two.transport.connect(machine), two.transport.connect(restarted(machine))];
    await pass(TAKEOVER_MS);
    await pass(TAKEOVER_MS);
    const outcomes = [await again, await andAgain].map((each) => ('refusal' in each ? each.refusal.code : 'let in'));
    expect(outcomes.toSorted()).toEqual(['clone_quarantined', 'let in']);
    expect([await clonesOf(signRecordId), await rows(), told, await notices()]).toEqual([[], [], [], []]);
  });

  it('N8: of a device that is nobody’s is kept, and told of when it comes after the claim', async () => {
    await device.connect(one);
    const machine = copy();
    await comes(two, machine);
    expect(await rows()).toMatchObject([{ signRecordId: null, attempts: 1 }]);
    expect(await notices()).toEqual([]);
    const signRecordId = await claimIt();
    expect(await clonesOf(signRecordId)).toMatchObject([{ attempts: 1 }]);
    await comes(two, machine);
    const [row] = await rows();
    expect(row).toMatchObject({ signRecordId, attempts: 2 });
    expect(await notices()).toHaveLength(1);
    expect(told).toEqual([{ signId: signRecordId, cloneId: row!.id, decision: null }]);
  });

  it('A1: of an earlier claim is not shown to the next one', async () => {
    const { signRecordId, machine } = await quarantine();
    await one.signs.unregister(signRecordId, ADMIN);
    await gated.settled();
    const next = await claimIt();
    expect(await clonesOf(next)).toEqual([]);
    await comes(two, machine);
    expect(await clonesOf(next)).toMatchObject([{ attempts: 1 }]);
    expect(await rows()).toHaveLength(1);
  });
});

describe.each([{ carried: true }, { carried: false }])('a decision, messages carried: $carried', ({ carried }) => {
  it('N8: keep_first refuses the newcomer on every node, without a word, also when the first is away', async () => {
    const clone = await quarantine();
    if (!carried) carriers.cut();
    expect(await decide(clone, 'keep_first')).toMatchObject({ decision: 'keep_first', decidedBy: { id: 'ada' } });
    for (const node of [one, two])
      expect(await comes(node, clone.machine)).toMatchObject({ code: 'clone_quarantined' });
    expect(device.kiosk!.isOpen).toBe(true);
    device.disconnect();
    await gated.settled();
    for (const node of [one, two])
      expect(await comes(node, clone.machine)).toMatchObject({ code: 'clone_quarantined' });
    await device.connect(two, { newBoot: true });
    expect(await rows()).toMatchObject([{ attempts: 1, decision: 'keep_first' }]);
    expect(await notices()).toHaveLength(1);
    expect(await kindsOfHistory()).toEqual(['clone_decision', 'clone_detected']);
  });

  it('N8: accept_newcomer ends the first one’s connection, and lets the newcomer in at its next try', async () => {
    for (const node of [one, two]) {
      device = createVirtualDevice(random);
      carriers.mend();
      const clone = await quarantine();
      const first = device.kiosk!;
      if (!carried) carriers.cut();
      await decide(clone, 'accept_newcomer');
      // Before any node has looked.
      const accepted = await comes(node, clone.machine);
      expect(accepted).toMatchObject({ code: 'let in' });
      await pass(RENEW_LEASE_EVERY_MS);
      expect(first.isOpen).toBe(false);
      for (const other of [one, two])
        expect(await comes(other, device.handshake)).toMatchObject({ code: 'clone_quarantined' });
      expect((accepted as { kiosk: { isOpen: boolean } }).kiosk.isOpen).toBe(true);
      expect((await findSign(pool.db, clone.signRecordId))!.deviceSignId).toBe(device.signId);
    }
  });

  it('N8: accept_newcomer makes the record say the accepted machine’s MAC address; keep_first leaves the first one’s', async () => {
    const known: unknown[] = [];
    two.rooms.listen(`organization:${organization.id}`, (message) => known.push(message));
    for (const [decision, macAddress] of [
      ['keep_first', undefined],
      ['accept_newcomer', OTHER_MAC],
    ] as const) {
      device = createVirtualDevice(random);
      const clone = await quarantine(copy(OTHER_MAC));
      const before = (await findSign(pool.db, clone.signRecordId))!;
      if (!carried) carriers.cut();
      known.length = 0;
      await decide(clone, decision);
      const after = (await findSign(pool.db, clone.signRecordId))!;
      expect(after.macAddress).toBe(macAddress ?? device.handshake.macAddress);
      // Who edits by an older version hears so.
      expect(after.version - before.version).toBe(decision === 'accept_newcomer' ? 1 : 0);
      const changes = { type: 'signs', ids: [clone.signRecordId] };
      expect(known.filter((message) => JSON.stringify(message) === JSON.stringify(changes))).toHaveLength(
        decision === 'accept_newcomer' ? 1 : 0,
      );
      await gated.settled();
      carriers.mend();
    }
  });

  it('N8: the first one is told why it goes, although the newcomer stays away', async () => {
    const clone = await quarantine();
    const first = device.kiosk!;
    if (!carried) carriers.cut();
    await decide(clone, 'accept_newcomer');
    await (carried ? gated.settled() : pass(RENEW_LEASE_EVERY_MS));
    expect(first.isOpen).toBe(false);
    expect(first.received.at(-1)).toMatchObject({ event: 'kiosk:error', payload: { code: 'clone_quarantined' } });
    expect(await one.gateway.connectionOf(device.signId)).toBe(null);
    expect(await two.gateway.connectionOf(device.signId)).toBe(null);
  });

  it('N8: reset_both unregisters the record and takes the identity from both', async () => {
    const clone = await quarantine();
    const first = device.kiosk!;
    if (!carried) carriers.cut();
    await decide(clone, 'reset_both');
    await (carried ? gated.settled() : pass(RENEW_LEASE_EVERY_MS));
    expect(first.isOpen).toBe(false);
    expect(await findSign(pool.db, clone.signRecordId)).toMatchObject({ deviceSignId: null, macAddress: null });
    for (const node of [one, two])
      for (const machine of [device.handshake, clone.machine, restarted(clone.machine), copy(OTHER_MAC)])
        expect(await comes(node, machine)).toMatchObject({ code: 'identity_conflict', reset: true });
    // Who only knows the signId from a photo of the code learns nothing.
    const stranger = { ...device.handshake, deviceSecret: '0'.repeat(64) };
    expect(await comes(one, stranger)).toEqual({ code: 'identity_conflict' });
    expect(await kindsOfHistory()).toEqual(['clone_decision', 'clone_detected', 'unregister']);
    expect(await clonesOf(clone.signRecordId)).toMatchObject([{ id: clone.cloneId, decision: 'reset_both' }]);
  });
});

describe('L8: a copied disk', () => {
  it('takes the place of the sign after keep_first while that is off; the answer and the row say so, and advise reset_both', async () => {
    const clone = await quarantine();
    const words =
      /The newcomer still has the identity.*While the first machine is off, it can take its place.*reset_both/;
    const told = { decision: 'keep_first', advice: expect.stringMatching(words) as string };
    expect(await decide(clone, 'keep_first')).toMatchObject(told);
    expect((await clonesOf(clone.signRecordId)).map(viewed(clone.signRecordId))).toMatchObject([told]);
    device.disconnect();
    await gated.settled();
    // The same words in its handshake as the first machine's: nothing tells the copy from it after a restart.
    expect(await comes(two, restarted(clone.machine))).toMatchObject({ code: 'let in' });
  });

  it('is told of with the advice to reset both: in the alert, the history and the open row', async () => {
    const clone = await quarantine();
    const words = /reset both.*the copy can take the place of the sign while that is off/;
    expect(await notices()).toMatchObject([{ detail: expect.stringMatching(words) as string }]);
    const history = pool.db.selectFrom('history').select('detail').where('kind', '=', 'clone_detected');
    expect(await history.execute()).toEqual([{ detail: expect.stringMatching(words) as string }]);
    const [row] = (await clonesOf(clone.signRecordId)).map(viewed(clone.signRecordId));
    expect(row).toMatchObject({ decision: null, advice: expect.stringMatching(/reset_both/) as string });
  });

  it.each(['keep_first', 'accept_newcomer'] as const)('is kept out for good by reset_both after %s', async (before) => {
    const clone = await quarantine();
    await decide(clone, before);
    expect(await decide(clone, 'reset_both')).toMatchObject({ decision: 'reset_both', advice: null });
    await gated.settled();
    for (const machine of [device.handshake, clone.machine, restarted(clone.machine)])
      expect(await comes(one, machine)).toMatchObject({ code: 'identity_conflict', reset: true });
    expect(await findSign(pool.db, clone.signRecordId)).toMatchObject({ deviceSignId: null });
    expect(await kindsOfHistory()).toEqual(['clone_decision', 'clone_decision', 'clone_detected', 'unregister']);
  });
});

describe('who decides', () => {
  it('N8: second is told that it is decided, also where two do at once on two nodes', async () => {
    for (const decision of CLONE_DECISIONS) {
      device = createVirtualDevice(random);
      const clone = await quarantine();
      const answers = await Promise.all(
        [one, two].map((node, index) => decide(clone, decision, { node, by: authorOf(index === 0 ? 'ada' : 'bob') })),
      );
      const won = answers.filter((each) => !('code' in each));
      expect(won).toMatchObject([{ decision }]);
      // The loser sees the decided clone, also when the reset has unregistered the record.
      const lost = { code: 'conflict' };
      expect(answers.filter((each) => 'code' in each)).toMatchObject([lost]);
      expect(await decide(clone, 'keep_first')).toMatchObject(lost);
      await gated.settled();
    }
    const audited = await pool.db.selectFrom('audit').select('action').execute();
    expect(audited.filter(({ action }) => action === 'sign.clone_decision')).toHaveLength(CLONE_DECISIONS.length);
  });

  it('D13: a decided clone stays listed after an unregister, and then nothing else can be decided about it', async () => {
    const clone = await quarantine();
    await decide(clone, 'keep_first');
    await one.signs.unregister(clone.signRecordId, ADMIN);
    await gated.settled();
    const kept = { id: clone.cloneId, decision: 'keep_first' };
    expect(await clonesOf(clone.signRecordId)).toMatchObject([kept]);
    const ofEvent = (state?: 'open' | 'decided') =>
      listEventClones(pool.db, { eventId: organization.eventId, state }, null, 100);
    expect(await ofEvent()).toMatchObject([{ ...kept, signId: clone.signRecordId, signName: 'Foyer' }]);
    expect([await ofEvent('decided'), await ofEvent('open')]).toMatchObject([[kept], []]);
    // The device may be another organization's by now.
    for (const decision of CLONE_DECISIONS) expect(await decide(clone, decision)).toMatchObject({ code: 'conflict' });
    const next = await claimIt();
    for (const decision of CLONE_DECISIONS) expect(await decide(clone, decision)).toMatchObject({ code: 'conflict' });
    expect(await clonesOf(next)).toEqual([]);
    // A machine that comes under the next claim is a clone of its own, beside the decided one.
    await comes(two, copy(OTHER_MAC));
    expect(await ofEvent('open')).toMatchObject([{ signId: next, decision: null }]);
    expect(await ofEvent()).toHaveLength(2);
  });

  it('D13: after a node died between a decision and its message, both machines and the record are as after the message', async () => {
    for (const decision of CLONE_DECISIONS) {
      device = createVirtualDevice(random);
      const clone = await quarantine();
      const first = device.kiosk!;
      // A third node, whose messages reach nobody, commits the decision and dies.
      const life = clock.fork();
      const pools = gated.open();
      const dying = composeMemoryNode({ db: pools.db, clock: life, random });
      await decide(clone, decision, { node: dying, by: ADMIN });
      life.stop();
      await pools.kill();
      await pass(RENEW_LEASE_EVERY_MS);
      const record = await findSign(pool.db, clone.signRecordId);
      expect(first.isOpen).toBe(decision === 'keep_first');
      expect(record!.deviceSignId).toBe(decision === 'reset_both' ? null : device.signId);
      if (decision === 'accept_newcomer') expect(await comes(one, clone.machine)).toMatchObject({ code: 'let in' });
      if (decision === 'keep_first')
        expect(await comes(one, clone.machine)).toMatchObject({ code: 'clone_quarantined' });
      if (decision === 'reset_both')
        for (const machine of [device.handshake, clone.machine])
          expect(await comes(one, machine)).toMatchObject({ code: 'identity_conflict', reset: true });
    }
  });

  it('N8: about what is not there (any more) hears not_found', async () => {
    const clone = await quarantine();
    const other = createVirtualDevice(random);
    const own = device;
    device = other;
    const elsewhere = await claimIt();
    device = own;
    const unknown = makeUuidV7(clock, random);
    for (const [signRecordId, cloneId] of [
      [elsewhere, clone.cloneId],
      [clone.signRecordId, unknown],
      [unknown, clone.cloneId],
    ] as const)
      expect(await decide({ signRecordId, cloneId }, 'reset_both')).toEqual({ code: 'not_found' });
    await one.signs.remove(clone.signRecordId, ADMIN);
    expect(await decide(clone, 'keep_first')).toEqual({ code: 'not_found' });
    expect(await rows()).toEqual([]);
  });

  it('N8: after the device was removed hears not_found, and the machine is not let in by it', async () => {
    const clone = await quarantine();
    await pool.db.deleteFrom('device').where('signId', '=', device.signId).execute();
    expect(await decide(clone, 'accept_newcomer')).toEqual({ code: 'not_found' });
  });

  it('N8: about a row from before the claim, makes it the record’s', async () => {
    for (const decision of CLONE_DECISIONS) {
      device = createVirtualDevice(random);
      await device.connect(one);
      const machine = copy();
      await comes(two, machine);
      const signRecordId = await claimIt();
      const [row] = await clonesOf(signRecordId);
      expect(await decide({ signRecordId, cloneId: row!.id }, decision)).toMatchObject({ decision });
      await gated.settled();
      const expected = { keep_first: 'clone_quarantined', accept_newcomer: 'let in', reset_both: 'identity_conflict' };
      expect(await comes(two, machine)).toMatchObject({ code: expected[decision] });
    }
    expect(await notices()).toEqual([]);
  });

  it('N8: decides for as long as the record has the device: after unregister a refused machine may come again', async () => {
    const clone = await quarantine(copy(OTHER_MAC));
    await decide(clone, 'keep_first');
    expect(await comes(one, restarted(clone.machine))).toMatchObject({ code: 'clone_quarantined' });
    await one.signs.unregister(clone.signRecordId, ADMIN);
    device.disconnect();
    await gated.settled();
    expect(await comes(one, clone.machine)).toMatchObject({ code: 'let in' });
  });

  it('A1: decides nothing for the next claim of the same device by the same record', async () => {
    const clone = await quarantine(copy(OTHER_MAC));
    await decide(clone, 'keep_first');
    device.disconnect();
    await gated.settled();
    expect(await comes(one, clone.machine)).toMatchObject({ code: 'clone_quarantined' });
    await pool.db
      .updateTable('sign')
      .set({ claimRequestId: makeUuidV4(random) })
      .where('id', '=', clone.signRecordId)
      .execute();
    expect(await comes(one, clone.machine)).toMatchObject({ code: 'let in' });
  });

  it('N8: a machine with the first’s address that starts again is asked about again', async () => {
    const clone = await quarantine();
    await decide(clone, 'keep_first');
    expect(await comes(two, restarted(clone.machine))).toMatchObject({ code: 'clone_quarantined' });
    expect(await clonesOf(clone.signRecordId)).toMatchObject([{ decision: null }, { decision: 'keep_first' }]);
    expect(await notices()).toHaveLength(2);
  });

  it('N8: for one of two machines that took turns settles both rows, and the other one is put out', async () => {
    const signRecordId = await claimIt();
    const [first, newcomer] = [device.handshake, copy(OTHER_MAC)];
    await comes(two, newcomer);
    // The first one dies, the newcomer comes in, and the first one is the newcomer now.
    device.disconnect();
    await gated.settled();
    const inside = (await comes(two, newcomer)) as { kiosk: NonNullable<VirtualDevice['kiosk']> };
    const returning = one.transport.connect(first);
    await gated.settled();
    clock.advance(1);
    inside.kiosk.send('sign:status', { state: 'fine' });
    await gated.settled();
    expect(await returning).toMatchObject({ refusal: { code: 'clone_quarantined' } });
    const [, row] = (await clonesOf(signRecordId)).toReversed();
    const before = (await clonesOf(signRecordId)).at(-1)!;
    expect(row).toMatchObject({ first: { macAddress: OTHER_MAC } });
    await decide({ signRecordId, cloneId: before.id }, 'keep_first');
    await gated.settled();
    expect(inside.kiosk.isOpen).toBe(false);
    expect((await rows()).map(({ decision }) => decision)).toEqual(['keep_first', 'accept_newcomer']);
    expect(await comes(two, newcomer)).toMatchObject({ code: 'clone_quarantined' });
    expect(await comes(two, first)).toMatchObject({ code: 'let in' });
  });

  it('N8: against a newcomer that waits at this moment keeps it out, and it is not noted again', async () => {
    const clone = await quarantine();
    const waiting = two.transport.connect(clone.machine, ADDRESS);
    await gated.settled();
    await decide(clone, 'keep_first');
    device.disconnect();
    await pass(TAKEOVER_MS);
    expect(await waiting).toMatchObject({ refusal: { code: 'clone_quarantined' } });
    // Nor is one that was judged before the decision and is written down after it.
    const [{ deviceSignId: signId, first, newcomer }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    const notes = createCloneNotes({ db: pool.db, clock, random, feed: one.feed, log: {} as never });
    notes.note({ signId, first, newcomer, decisions: 0 });
    await gated.settled();
    expect(await rows()).toHaveLength(1);
  });
});
