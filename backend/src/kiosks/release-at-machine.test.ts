import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { ClaimReply } from '../claims/outcome-handling.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { authorOf } from '../testing/test-author.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { findSign } from '../signs/signs-repository.ts';

/** `sign:released` on two nodes and one database: somebody at the machine gives its identity up (promise K13). */

const random = createSeededRandom('release at the machine');
const ADMIN = authorOf('ada');
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let one: TestNode;
let two: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  const start = createManualClock();
  organization = await insertOrganization(pool.db, { clock: start, random }, { ada: 'admin' });
  const at = new Date(start.now());
  const kinds = ['sign_unregistered' as const];
  const subscription = { eventId: organization.eventId, userId: 'ada', kinds, channels: [], snoozedSigns: '[]' };
  await pool.db
    .insertInto('subscription')
    .values({ ...subscription, createdAt: at, updatedAt: at })
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
  const [first, second] = createMemoryCarriers(2).of.map((carrier) =>
    composeMemoryNode({ db: pool.db, clock, random, rooms: createRooms(carrier) }),
  );
  one = first!;
  two = second!;
  await Promise.all([one.membership.join(), two.membership.join()]);
  device = createVirtualDevice(random);
  await device.connect(one);
});

const RELEASED = { reason: 'released' };
const release = () => device.kiosk!.request('sign:released', {});
const answerTo = ({ requestId, claimToken }: { requestId: string; claimToken: string }) =>
  ({ requestId, claimToken, result: 'success', loadMs: 1, replayed: false }) as const;

function askForClaim(node: TestNode): Promise<ClaimReply> {
  const { signId, shortCode } = device;
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Foyer', location: 'Hall 1' };
  const body = { ...place, url: 'https://example.com/', shortCode, signId, requestId: makeUuidV4(random) };
  return node.claims.claim(ADMIN, body);
}

/** The record that the device is claimed with. */
async function claimIt(): Promise<string> {
  const asked = askForClaim(two);
  await gated.settled();
  await device.kiosk!.request('sign:link_ack', answerTo(device.applyLinks().at(-1)!));
  return ((await asked) as { body: { sign: { id: string } } }).body.sign.id;
}

const history = () =>
  pool.db
    .selectFrom('history')
    .select(['kind', 'outcome', 'actorId', 'deviceSignId', 'detail'])
    .where('kind', '<>', 'status')
    .orderBy('at')
    .orderBy('id')
    .execute();
const audit = () => pool.db.selectFrom('audit').selectAll().orderBy('seq').execute();
const devices = () => pool.db.selectFrom('device').selectAll().execute();
const comesBack = (node: TestNode) => node.transport.connect({ ...device.handshake });

/** Nobody gets in under the identity any more, and whoever has its secret is to become another sign. */
async function expectRetired(): Promise<void> {
  for (const node of [one, two])
    expect(await comesBack(node)).toMatchObject({ refusal: { code: 'identity_conflict', reset: true } });
  const copy = { ...device.handshake, bootId: makeUuidV4(random) };
  expect(await one.transport.connect(copy)).toMatchObject({ refusal: { code: 'identity_conflict', reset: true } });
}

describe('H4: a sign that is released at the machine', () => {
  it('K13: loses its record, its connection and its identity; the record keeps the rest (C8)', async () => {
    const signRecordId = await claimIt();
    const kiosk = device.kiosk!;
    expect(await release()).toEqual({ ok: true });
    await gated.settled();
    expect(kiosk.received).toContainEqual({ event: 'sign:unregistered', payload: RELEASED });
    expect(kiosk.isOpen).toBe(false);
    expect(await findSign(pool.db, signRecordId)).toMatchObject({
      name: 'Foyer',
      url: 'https://example.com/',
      deviceSignId: null,
      macAddress: null,
      shortCode: null,
    });
    await expectRetired();
  });

  it('M5, C10: stands in the history and in the audit log with no person, and admins are told', async () => {
    const signRecordId = await claimIt();
    await release();
    await gated.settled();
    const { signId, shortCode, handshake } = device;
    expect((await history()).filter(({ kind }) => kind === 'unregister')).toEqual([
      {
        kind: 'unregister',
        outcome: 'ok',
        actorId: null,
        deviceSignId: signId,
        detail: 'The sign was released on the device itself.',
      },
    ]);
    expect((await audit()).at(-1)).toMatchObject({
      action: 'sign.release',
      actorId: null,
      signId: signRecordId,
      outcome: 'ok',
      ip: '127.0.0.1',
      detail: { deviceSignId: signId, shortCode, macAddress: handshake.macAddress },
    });
    const notices = await pool.db.selectFrom('notice').select(['kind', 'signRecordId']).execute();
    expect(notices).toContainEqual({ kind: 'sign_unregistered', signRecordId });
  });

  it('is retired too while it is unclaimed, and nothing is written of it', async () => {
    expect(await release()).toEqual({ ok: true });
    await gated.settled();
    expect(device.kiosk).toBeNull();
    await expectRetired();
    expect([await history(), await audit()]).toEqual([[], []]);
  });

  it('said twice, is released once and answered twice', async () => {
    await claimIt();
    const { kiosk } = device;
    const replies = await Promise.all([kiosk!.request('sign:released', {}), kiosk!.request('sign:released', {})]);
    expect(replies).toEqual([{ ok: true }, { ok: true }]);
    await gated.settled();
    expect((await history()).filter(({ kind }) => kind === 'unregister')).toHaveLength(1);
    expect((await audit()).filter(({ action }) => action === 'sign.release')).toHaveLength(1);
  });

  it('that an admin unregisters at once on another node, loses its record once', async () => {
    const signRecordId = await claimIt();
    const [reply, unregistered] = await Promise.all([release(), two.signs.unregister(signRecordId, ADMIN)]);
    await gated.settled();
    expect(reply).toEqual({ ok: true });
    const isFirst = !('code' in unregistered);
    if (!isFirst) expect(unregistered).toEqual({ code: 'sign_not_linked' });
    expect((await history()).filter(({ kind }) => kind === 'unregister')).toHaveLength(1);
    expect(await findSign(pool.db, signRecordId)).toMatchObject({ deviceSignId: null });
    await expectRetired();
  });

  it('whose connection another has taken by now changes nothing, and is told so', async () => {
    const signRecordId = await claimIt();
    await pool.db
      .updateTable('device')
      .set({ connectionId: makeUuidV4(random), connectionBootId: makeUuidV4(random) })
      .execute();
    expect(await release()).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await gated.settled();
    expect(await findSign(pool.db, signRecordId)).toMatchObject({ deviceSignId: device.signId });
    expect(await devices()).toMatchObject([{ retiredAt: null }]);
  });

  it('can be claimed again as the new sign that it has become', async () => {
    await claimIt();
    await release();
    await gated.settled();
    device = createVirtualDevice(random);
    await device.connect(two);
    await claimIt();
    expect(
      await pool.db.selectFrom('sign').select('deviceSignId').where('deviceSignId', 'is not', null).execute(),
    ).toEqual([{ deviceSignId: device.signId }]);
  });
});

describe('H4: a release while a claim is under way', () => {
  it('ends the attempt at once, and its operator is told', async () => {
    const asked = askForClaim(two);
    await gated.settled();
    expect(await release()).toEqual({ ok: true });
    await gated.settled();
    expect(await asked).toMatchObject({ code: 'sign_not_connected' });
    expect((await history()).map(({ kind, outcome }) => [kind, outcome])).toEqual([['claim', 'sign_not_connected']]);
    expect(await pool.db.selectFrom('sign').select('id').execute()).toEqual([]);
  });

  it('C2: commits nothing after the release, in whichever order the two are handled', async () => {
    const orders = [
      ['sign:released', 'sign:link_ack'],
      ['sign:link_ack', 'sign:released'],
    ] as const;
    for (const order of orders) {
      device = createVirtualDevice(random);
      await device.connect(one);
      const asked = askForClaim(two);
      await gated.settled();
      const { kiosk } = device;
      const payloads = { 'sign:released': {}, 'sign:link_ack': answerTo(device.applyLinks().at(-1)!) };
      await Promise.all(order.map((event) => kiosk!.request(event, payloads[event])));
      await gated.settled();
      await asked;
      const { signId } = device;
      const linked = await pool.db.selectFrom('sign').select('id').where('deviceSignId', '=', signId).execute();
      expect(linked).toEqual([]);
      await expectRetired();
    }
  });

  it('a claim that begins after the release finds no connected sign', async () => {
    await release();
    await gated.settled();
    expect(await askForClaim(two)).toMatchObject({ code: 'sign_not_connected' });
  });
});
