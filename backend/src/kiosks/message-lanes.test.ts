import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { link } from '../commands/testing/command-node.ts';
import { composeMemoryNode, insertOrganization, insertRecord } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { createArrivalLanes, WAITING_MOST } from './message-lanes.ts';

const random = createSeededRandom('arrival-lanes');
const clock = createManualClock();
let database: TestDatabase;
let gated: GatedDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

it('what shares a lane is done one after the other as it came, whatever fails; lanes do not wait for each other', async () => {
  const work = fc.record({ lane: fc.constantFrom('commands' as const, 'config' as const), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(work, { maxLength: 12 }), async (scheduler, works) => {
      const lanes = createArrivalLanes();
      const underWay = { commands: 0, config: 0 };
      const done: number[] = [];
      const all = works.map(({ lane, fails }, index) =>
        lanes.run(lane, 1, async () => {
          underWay[lane] += 1;
          expect(underWay[lane]).toBe(1);
          await scheduler.schedule(Promise.resolve(), lane);
          underWay[lane] -= 1;
          done.push(index);
          if (fails) throw new Error('its own affair');
        }),
      );
      // The first of each lane has begun at once.
      expect(underWay.commands + underWay.config).toBe(new Set(works.map(({ lane }) => lane)).size);
      await scheduler.waitIdle();
      const ends = await Promise.allSettled(all);
      expect(ends.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails));
      for (const lane of ['commands', 'config']) {
        const own = done.filter((index) => works[index]!.lane === lane);
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
      expect(done).toHaveLength(works.length);
    }),
  );
});

it('so much waits and no more, in messages and in bytes; an empty lane takes what is larger', async () => {
  const lanes = createArrivalLanes();
  const hold = Promise.withResolvers<void>();
  const wait = () => hold.promise;
  const first = lanes.run('commands', WAITING_MOST.bytes * 2, wait);
  for (let count = 0; count < WAITING_MOST.messages; count += 1) expect(lanes.run('commands', 1, wait)).not.toBe(null);
  expect(lanes.run('commands', 1, wait)).toBe(null);
  // A lane of which nobody is in has room.
  const other = lanes.run('config', 1, wait);
  hold.resolve();
  await Promise.all([first, other]);
  await gated.settled();
  const again = Promise.withResolvers<void>();
  const running = lanes.run('commands', 1, () => again.promise);
  expect(lanes.run('commands', WAITING_MOST.bytes, wait)).not.toBe(null);
  expect(lanes.run('commands', 1, wait)).toBe(null);
  again.resolve();
  await running;
});

/** A linked device at a node whose statements wait while `hold` says so. */
async function begin(hold: (statement: string) => Promise<void>): Promise<{ id: string; device: VirtualDevice }> {
  const pool = gated.open(hold);
  const organization = await insertOrganization(pool.db, { clock, random }, {});
  const node = composeMemoryNode({ db: pool.db, clock, random });
  const id = await insertRecord(pool.db, { clock, random }, organization);
  const device = createVirtualDevice(random);
  await link(pool.db, id, device);
  await device.connect(node);
  await gated.settled();
  return { id, device };
}

const states = ['checking', 'none', 'available', 'downloading', 'ready'] as const;

it('M3: of an updater’s states the last one stays, in whatever order the statements come', async () => {
  let schedule: ((statement: string) => Promise<void>) | null = null;
  const { device, id } = await begin(async (statement) => await schedule?.(statement));
  const look = gated.open();
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 5 }),
      async (scheduler, told) => {
        schedule = (statement) => scheduler.schedule(Promise.resolve(), statement.slice(0, 30));
        for (const state of told) device.kiosk!.send('sign:update_status', { state });
        do {
          await gated.settled();
          if (scheduler.count() > 0) await scheduler.waitOne();
          await gated.settled();
        } while (scheduler.count() > 0);
        schedule = null;
        const query = look.db.selectFrom('updateStatus').select('state').where('signRecordId', '=', id);
        expect(await query.execute()).toEqual([{ state: told.at(-1) }]);
      },
    ),
    { numRuns: 40 },
  );
});

it('C3: the answer of a claim, and heartbeats, are heard while two hundred batches wait', async () => {
  const gate = Promise.withResolvers<void>();
  let isShut = false;
  let held = 0;
  const { device } = await begin(async (statement) => {
    if (!isShut || !statement.includes('analytics')) return;
    held += 1;
    await gate.promise;
  });
  isShut = true;
  for (let count = 0; count < 190; count += 1)
    device.kiosk!.send('sign:analytics', { batchId: makeUuidV4(random), entries: [] });
  const claimToken = makeSecret(random);
  const answer = { requestId: makeUuidV4(random), claimToken, result: 'success', loadMs: 1, replayed: false };
  // There is no such claim: that it is answered is what counts.
  expect(await device.kiosk!.request('sign:link_ack', answer)).not.toMatchObject({
    error: { code: 'invalid_message' },
  });
  await device.kiosk!.request('sign:config_sync', { baseVersion: 99, patch: {} });
  expect(held).toBe(1);
  gate.resolve();
  await gated.settled();
});
