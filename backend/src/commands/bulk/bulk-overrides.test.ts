import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorNamed,
  composeMemoryNode,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../../testing/claim-world.ts';
import { createRooms } from '../../cluster/node-messaging.ts';
import type { GatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createMemoryCarriers } from '../../testing/memory-carrier.ts';
import type { TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import type { VirtualDevice } from '../../testing/virtual-device.ts';
import { assignUrl, setOverrides } from '../../signs/content/change-signs-in-bulk.ts';
import { endOverrides } from '../../signs/content/end-overrides.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import { AUTHOR, makeLinked } from '../testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from '../testing/commands-database.ts';
import { readProgress } from './bulk-progress.ts';

/**
 * Ends manual overrides in bulk and restores them on two nodes. The test controls the time, the crashes and the other
 * people.
 */

const random = createSeededRandom('bulk-overrides');
const BOB = authorNamed('bob');
const [A, B, C] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];
const MINUTE_MS = 60_000;
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let one: TestNode;
let two: TestNode;

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization } = bed);
});
afterAll(() => bed.close());
beforeEach(() => startWorld());

async function startWorld(): Promise<void> {
  await bed.clear();
  clock = createManualClock();
  const [first, second] = createMemoryCarriers(2).of.map((carrier) => createRooms(carrier));
  one = composeMemoryNode({ db: gated.open().db, clock, random, rooms: first! });
  two = composeMemoryNode({ db: gated.open().db, clock, random, rooms: second! });
  await Promise.all([one.membership.join(), two.membership.join()]);
}

const make = (url: string | null) => insertRecord(database.db, { clock, random }, organization, url);
const linkedTo = (node: TestNode) => makeLinked({ db: database.db, clock, random }, organization, node);
const records = () => database.db.selectFrom('sign').selectAll().orderBy('id').execute();
const recordOf = async (id: string) => (await records()).find((row) => row.id === id)!;
const overridesNow = async () =>
  new Map(
    (await records()).map((row) => [row.id, row.overrideUrl && { url: row.overrideUrl, until: row.overrideUntil }]),
  );

const byBob = {
  page: (id: string, url: string | null) =>
    database.db.transaction().execute((trx) => assignUrl(trx, { clock, random }, [id], url, BOB, clock.now())),
  override: (id: string, url: string, untilMs: number | null = null) =>
    database.db.transaction().execute(async (trx) => {
      await setOverrides(trx, { clock, random }, await lockSigns(trx, [id]), { url, untilMs }, clock.now());
    }),
  end: (id: string) =>
    database.db.transaction().execute(async (trx) => {
      await endOverrides(trx, { clock, random }, await lockSigns(trx, [id]), BOB, clock.now());
    }),
};

async function settle(node = one): Promise<void> {
  await node.commands.bulk.sweep();
  await gated.settled();
}
async function start(node: TestNode = one): Promise<string> {
  const request = { organizationId: organization.id, target: { filter: {} }, action: { override: null } };
  const started = await node.commands.bulk.start(AUTHOR, request);
  if ('code' in started) throw new Error(`refused: ${started.code}`);
  return started.bulkId;
}
async function endAll(): Promise<string> {
  const bulkId = await start();
  await settle();
  return bulkId;
}
async function undo(bulkId: string) {
  const undone = await one.commands.bulk.undo(AUTHOR, bulkId);
  if ('code' in undone) throw new Error(`refused: ${undone.code}`);
  await settle();
  return undone;
}
async function countsOf(bulkId: string): Promise<object> {
  const [progress] = await readProgress(database.db, organization.id, [bulkId]);
  return Object.fromEntries(Object.entries(progress!.counts).filter(([, count]) => count > 0));
}
const pagesSentTo = ({ kiosk }: VirtualDevice) =>
  kiosk!.received.filter(({ event }) => event === 'sign:display_content').map(({ payload }) => payload);
function configOf({ kiosk }: VirtualDevice): { content: { url: string } | null } {
  return kiosk!.received.findLast(({ event }) => event === 'sign:config')!.payload as {
    content: { url: string } | null;
  };
}

describe('a bulk request that ends overrides', () => {
  it('D10: a bulk request that ends overrides sends each connected sign, on any node, the page that applies then, and keeps the versions of the records', async () => {
    const signs = [await linkedTo(one), await linkedTo(two)];
    for (const { id } of signs) {
      await byBob.page(id, A);
      await byBob.override(id, B, clock.now() + MINUTE_MS);
    }
    const versions = (await records()).map(({ version }) => version);
    const bulkId = await endAll();
    for (const { id, device } of signs) {
      expect(pagesSentTo(device).at(-1)).toMatchObject({ url: A, source: 'assigned', commandId: bulkId });
      expect(configOf(device)).toMatchObject({ content: { url: A } });
      expect(await recordOf(id)).toMatchObject({ overrideUrl: null, overrideUntil: null, shownUrl: null });
    }
    expect((await records()).map(({ version }) => version)).toEqual(versions);
    for (const { device } of signs) await device.kiosk!.request('sign:command_ack', { commandId: bulkId });
    await gated.settled();
    expect(await countsOf(bulkId)).toEqual({ acked: 2 });
  });

  it('D10: a sign that was offline during the bulk request shows the page that applies when it registers', async () => {
    const { id, device } = await linkedTo(one);
    await byBob.page(id, A);
    await byBob.override(id, B);
    device.disconnect();
    await gated.settled();
    await endAll();
    await device.connect(two);
    await gated.settled();
    expect(configOf(device)).toMatchObject({ content: { url: A } });
  });

  it('D10: a bulk request that ends overrides counts a sign without an override as done and sends its kiosk nothing', async () => {
    const { id, device } = await linkedTo(one);
    await byBob.page(id, A);
    await database.db.updateTable('sign').set({ presence: 'online' }).execute();
    const sent = device.kiosk!.received.length;
    const bulkId = await endAll();
    expect(await countsOf(bulkId)).toEqual({ acked: 1 });
    expect(device.kiosk!.received).toHaveLength(sent);
  });

  it('a bulk request that ends overrides writes into the history of each affected sign who ended the override', async () => {
    const [id] = [await make(A), await make(A)];
    await byBob.override(id, B);
    await endAll();
    const history = await database.db
      .selectFrom('history')
      .select(['signRecordId', 'actorId', 'kind', 'detail'])
      .execute();
    expect(history).toEqual([{ signRecordId: id, actorId: 'alice', kind: 'update', detail: 'override' }]);
  });

  it('R3: the signs of a bulk request and of its undo wait in a state that older nodes do not pick up', async () => {
    const id = await make(A);
    await byBob.override(id, B);
    const bulkId = await endAll();
    const isOver = Promise.withResolvers<void>();
    const idle = composeMemoryNode({
      db: gated.open(async (statement) => {
        if (statement.includes('with recursive waiting')) await isOver.promise;
      }).db,
      clock,
      random,
    });
    await idle.membership.join();
    const waitingOf = async (started: object) => {
      const { bulkId: of } = started as { bulkId: string };
      return (await database.db.selectFrom('bulkSign').select('state').where('bulkId', '=', of).execute())[0]?.state;
    };
    const undone = await idle.commands.bulk.undo(AUTHOR, bulkId);
    expect(await waitingOf(undone)).toBe('waiting');
    await settle();
    expect(await recordOf(id)).toMatchObject({ overrideUrl: B });
    expect(await waitingOf({ bulkId: await start(idle) })).toBe('waiting');
    await settle();
    expect(await recordOf(id)).toMatchObject({ overrideUrl: null });
    isOver.resolve();
    await gated.settled();
  });

  it.each(['"override_url" = ', 'insert into "history"', 'update bulk_sign'])(
    'R2: a bulk request that ends overrides continues on another node when its node is killed at %j',
    async (step) => {
      const signs = [await linkedTo(two), await linkedTo(two)];
      for (const { id } of signs) {
        await byBob.page(id, A);
        await byBob.override(id, B);
      }
      const reached = Promise.withResolvers<void>();
      const pool = gated.open(async (statement) => {
        if (!statement.includes(step)) return;
        void pool.kill().then(reached.resolve);
        await new Promise(() => {});
      });
      const doomed = composeMemoryNode({ db: pool.db, clock, random });
      await doomed.membership.join();
      const bulkId = await start(doomed);
      await reached.promise;
      await settle();
      clock.advance(11_000);
      await settle();
      for (const { id, device } of signs) {
        expect(await recordOf(id)).toMatchObject({ overrideUrl: null });
        expect(configOf(device)).toMatchObject({ content: { url: A } });
        await device.kiosk!.request('sign:command_ack', { commandId: bulkId });
      }
      await gated.settled();
      expect(await countsOf(bulkId)).toEqual({ acked: 2 });
    },
  );
});

describe('its undo', () => {
  it('an undo restores the overrides with their ends, and each connected sign shows them again', async () => {
    const { id, device } = await linkedTo(two);
    const untilMs = clock.now() + 5 * MINUTE_MS;
    await byBob.page(id, A);
    await byBob.override(id, B, untilMs);
    const { version } = await recordOf(id);
    const undone = await undo(await endAll());
    expect(undone).toMatchObject({ accepted: 1, leftOut: 0 });
    expect(await recordOf(id)).toMatchObject({
      overrideUrl: B,
      overrideUntil: new Date(untilMs),
      shownUrl: B,
      version,
    });
    const until = new Date(untilMs).toISOString();
    expect(pagesSentTo(device).at(-1)).toMatchObject({ url: B, source: 'manual', until, commandId: undone.bulkId });
  });

  it('an undo can be undone, which ends the overrides again', async () => {
    const id = await make(A);
    await byBob.override(id, B);
    const undone = await undo(await endAll());
    expect(await undo(undone.bulkId)).toMatchObject({ accepted: 1, leftOut: 0 });
    expect(await recordOf(id)).toMatchObject({ overrideUrl: null, shownUrl: null });
  });

  it('A4: an undo restores no page that the organization no longer allows', async () => {
    const id = await make(A);
    await byBob.override(id, 'http://intranet.local/');
    const undone = await undo(await endAll());
    expect(await countsOf(undone.bulkId)).toEqual({ failed: 1 });
    expect(await recordOf(id)).toMatchObject({ overrideUrl: null });
  });

  const which = fc.nat(2);
  const url = fc.constantFrom(A, B, C);
  /** Minutes from now; null if the override has no end. */
  const until = fc.option(fc.integer({ min: 1, max: 6 }));
  const action = fc.oneof(
    fc.record({ do: fc.constant('override' as const), which, url, until }),
    fc.record({ do: fc.constant('end' as const), which }),
    fc.record({ do: fc.constant('page' as const), which, url }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 2 }) }),
  );
  type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
  async function carryOut(ids: readonly string[], each: Action): Promise<void> {
    if (each.do === 'wait') clock.advance(each.minutes * MINUTE_MS);
    else if (each.do === 'page') await byBob.page(ids[each.which]!, each.url);
    else if (each.do === 'end') await byBob.end(ids[each.which]!);
    else {
      const untilMs = each.until === null ? null : clock.now() + each.until * MINUTE_MS;
      await byBob.override(ids[each.which]!, each.url, untilMs);
    }
  }

  it('D10: an undo restores exactly the overrides that would still last, and leaves out signs whose override was changed since', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 6 }),
        fc.array(action, { maxLength: 4 }),
        async (befores, sinces) => {
          await startWorld();
          const ids = [await make(A), await make(null), await make(B)];
          for (const each of befores) await carryOut(ids, each);
          const had = await overridesNow();
          const bulkId = await endAll();
          expect(Array.from((await overridesNow()).values())).toEqual([null, null, null]);
          const touched = new Set<string>();
          const assigned = new Set<string>();
          for (const each of sinces) {
            const id = each.do === 'wait' ? null : ids[each.which]!;
            const [override, page] = id === null ? [] : [(await overridesNow()).get(id), (await recordOf(id)).url];
            await carryOut(ids, each);
            if (id === null) continue;
            if (JSON.stringify((await overridesNow()).get(id)) !== JSON.stringify(override)) touched.add(id);
            if (each.do === 'override') touched.add(id);
            if ((await recordOf(id)).url !== page) assigned.add(id);
          }
          const now = await overridesNow();
          const undone = await undo(bulkId);
          const after = await overridesNow();
          const isOver = (id: string): boolean => {
            const manual = had.get(id);
            if (!manual) return false;
            return manual.until === null ? assigned.has(id) : manual.until.getTime() <= clock.now();
          };
          const leftOut = ids.filter((id) => touched.has(id) || isOver(id));
          expect(undone).toMatchObject({ accepted: 3 - leftOut.length, leftOut: leftOut.length });
          for (const id of ids) expect(after.get(id)).toEqual(leftOut.includes(id) ? now.get(id) : had.get(id));
        },
      ),
      { numRuns: 60 },
    );
  }, 600_000);
});
