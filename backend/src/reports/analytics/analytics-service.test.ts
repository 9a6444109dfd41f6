import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { KioskReply } from '@sign-display/contracts/kiosk-events';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { LIMITS } from '@sign-display/contracts/limits';
import { openDatabase } from '../../db/open-database.ts';
import { composeMemoryNode, insertOrganization, type TestOrganization } from '../../testing/claim-world.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { forgetUsage } from '../../devices/charge-device-daily-bytes.ts';
import { createVirtualDevice } from '../../testing/virtual-device.ts';
import { fetchEntry, insertLinkedSign, type Entry } from '../testing/analytics-fixtures.ts';
import { createAnalytics } from './analytics-service.ts';

const random = createSeededRandom('analytics');
const clock = createManualClock();
const DAY_MS = 86_400_000;
const retention = { contentFetch: 90, analyticsEntry: 30 };
let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['contentFetch', 'analyticsEntry', 'analyticsBatch', 'deviceUsage', 'sign'] as const)
    await database.db.deleteFrom(table).execute();
});

function makeNode(db = database.db, deviceBytesPerDay: number = LIMITS.deviceBytesPerDay) {
  const observed: string[] = [];
  const observe = (result: string) => void observed.push(result);
  return { ...createAnalytics({ db, clock, random, retention, deviceBytesPerDay, observe }), observed };
}
const makeSign = (deviceSignId?: string) =>
  insertLinkedSign(database.db, { clock, random }, organization, deviceSignId === undefined ? {} : { deviceSignId });
const batchOf = (...entries: Entry[]) => ({ batchId: makeUuidV4(random), entries });
const fetches = () => database.db.selectFrom('contentFetch').selectAll().orderBy('at').execute();
const others = () => database.db.selectFrom('analyticsEntry').selectAll().orderBy('at').execute();

describe('K7: a batch of analytics', () => {
  test('is kept with all of its entries, under the record that has the device', async () => {
    const sign = await makeSign();
    const startedAt = new Date(clock.now() - 3_000).toISOString();
    const failed = fetchEntry(clock.now(), { startedAt, status: null, error: 'ECONNREFUSED', fromCache: true });
    const render = { kind: 'render', at: startedAt, url: 'https://example.com/', contentId: null, loadMs: 30 };
    expect(await makeNode().take(sign.deviceSignId, batchOf(failed, render))).toEqual({ ok: true });
    const place = { organizationId: organization.id, eventId: organization.eventId, signRecordId: sign.id };
    expect(await fetches()).toEqual([
      {
        ...place,
        id: expect.any(String),
        at: new Date(clock.now()),
        startedAt: new Date(startedAt),
        durationMs: 12.5,
        bytes: 4_096,
        status: null,
        fromCache: true,
        url: 'https://example.com/',
        error: 'ECONNREFUSED',
      },
    ]);
    expect(await others()).toEqual([
      { ...place, id: expect.any(String), at: new Date(startedAt), kind: 'render', entry: render },
    ]);
  });

  test('is kept once, however often it comes, whichever nodes it comes to, and whatever dies on the way', async () => {
    const nodes = [0, 1].map(() => openDatabase({ ...database, log: pino({ level: 'silent' }) }));
    const gated = await createGatedDatabase(database);
    onTestFinished(async () => {
      await gated.close();
      await Promise.all(nodes.map(({ close }) => close()));
    });
    const step = fc.record({
      batch: fc.nat(2),
      node: fc.nat(1),
      // A node that dies may have committed, and has answered nothing.
      fate: fc.constantFrom('answered', 'dies', 'waits for the one before'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { deviceSignId } = await makeSign();
        const batches = [1, 2, 3].map((size) =>
          batchOf(
            ...Array.from({ length: size }, (_, index) =>
              fetchEntry(clock.now(), { url: `https://example.com/${size}/${index}` }),
            ),
            { kind: 'novel', at: new Date(clock.now()).toISOString(), size },
          ),
        );
        const underWay: Promise<unknown>[] = [];
        for (const { batch, node, fate } of steps) {
          if (fate === 'waits for the one before') await underWay.at(-1);
          if (fate === 'dies') {
            const dying = gated.open();
            void makeNode(dying.db)
              .take(deviceSignId, batches[batch]!)
              .catch(() => {});
            underWay.push(dying.kill());
          } else underWay.push(makeNode(nodes[node]!.db).take(deviceSignId, batches[batch]!));
        }
        await Promise.all(underWay);
        // The kiosk sends each until it is told.
        const last = makeNode();
        for (const batch of batches) expect(await last.take(deviceSignId, batch)).toEqual({ ok: true });
        const sign = await database.db
          .selectFrom('sign')
          .select('id')
          .where('deviceSignId', '=', deviceSignId)
          .executeTakeFirstOrThrow();
        const urls = (await fetches()).filter((row) => row.signRecordId === sign.id).map(({ url }) => url);
        const sent = batches.flatMap(({ entries }) =>
          entries.flatMap(({ url }) => (typeof url === 'string' ? [url] : [])),
        );
        expect(urls.sort()).toEqual(sent.sort());
        const sizes = (await others())
          .filter((row) => row.signRecordId === sign.id)
          .map(({ entry }) => (entry as { size: number }).size);
        expect(sizes.sort()).toEqual([1, 2, 3]);
      }),
      { numRuns: 30 },
    );
  });

  test('is of one device: another’s with the same batchId is another batch', async () => {
    const [one, two] = [await makeSign(), await makeSign()];
    const batch = batchOf(fetchEntry(clock.now()));
    for (const { deviceSignId } of [one, two]) await makeNode().take(deviceSignId, batch);
    expect((await fetches()).map(({ signRecordId }) => signRecordId).sort()).toEqual([one.id, two.id].sort());
  });

  test('of a device that nobody has claimed is acknowledged and dropped', async () => {
    const node = makeNode();
    const stranger = makeUuidV4(random);
    expect(await node.take(stranger, batchOf(fetchEntry(clock.now())))).toEqual({ ok: true });
    expect(node.observed).toEqual(['unclaimed']);
    expect(await fetches()).toEqual([]);
    expect(await database.db.selectFrom('analyticsBatch').selectAll().execute()).toEqual([]);
  });

  test('without entries is acknowledged', async () => {
    expect(await makeNode().take((await makeSign()).deviceSignId, batchOf())).toEqual({ ok: true });
  });

  test('of a clock that is years off is kept whole, under the time of its receipt, and makes no partition of its own', async () => {
    const { deviceSignId } = await makeSign();
    const node = makeNode();
    await node.take(deviceSignId, batchOf(fetchEntry(clock.now())));
    const partitions = () => database.db.introspection.getTables().then((tables) => tables.length);
    const before = await partitions();
    for (const at of [Date.UTC(1970, 0, 1), Date.UTC(2999, 0, 1), clock.now() + DAY_MS, clock.now() - 90 * DAY_MS])
      await node.take(deviceSignId, batchOf(fetchEntry(at), { kind: 'novel', at: new Date(at).toISOString() }));
    const rows = await fetches();
    expect(rows.length).toBe(5);
    expect(new Set(rows.map(({ at }) => at.getTime()))).toEqual(new Set([clock.now()]));
    expect(rows.map(({ startedAt }) => startedAt.getUTCFullYear())).toContain(2999);
    expect((await others()).length).toBe(4);
    expect(await partitions()).toBeLessThanOrEqual(before + 1);
  });

  test('that was written while the sign was offline stands under its own days, whose partitions nobody had made', async () => {
    const { deviceSignId } = await makeSign();
    const days = [1, 2, 40].map((ago) => clock.now() - ago * DAY_MS);
    await makeNode().take(deviceSignId, batchOf(...days.map((at) => fetchEntry(at))));
    expect((await fetches()).map(({ at }) => at.getTime())).toEqual(days.toReversed());
  });

  test('holds whatever a kiosk may send: what Postgres can’t keep is cleaned, what fits no known kind is kept as it is', async () => {
    const { deviceSignId } = await makeSign();
    const at = new Date(clock.now()).toISOString();
    const kind = fc.constantFrom('content_fetch', 'render', 'novel');
    const more = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(kind, more, async (itsKind, itsMore) => {
        const batch = batchOf({ ...itsMore, kind: itsKind, at });
        expect(await makeNode().take(deviceSignId, batch)).toEqual({ ok: true });
      }),
    );
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
    await makeNode().take(deviceSignId, batchOf({ kind: 'deep', at, deep, text: 'a\u0000b\ud800c' }));
    const kept = (await others()).find(({ kind }) => kind === 'deep');
    expect(kept?.entry).toMatchObject({ text: 'ab\ufffdc' });
  });
});

describe('M5: what a device may send on one day', () => {
  const MOST = 20_000;
  const large = (nth: number, bytes: number): Entry => ({
    kind: 'novel',
    at: new Date(clock.now()).toISOString(),
    nth,
    text: 'x'.repeat(bytes),
  });
  const usage = () => database.db.selectFrom('deviceUsage').selectAll().execute();

  test('is kept up to the limit and dropped past it, counted over nodes and restarts; all is acknowledged', async () => {
    const other = openDatabase({ ...database, log: pino({ level: 'silent' }) });
    onTestFinished(() => other.close());
    const batch = fc.record({ node: fc.nat(1), sizes: fc.array(fc.nat(4_000), { maxLength: 5 }), alone: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (batches) => {
        const { id, deviceSignId } = await makeSign();
        const taking: Promise<[number, KioskReply<'sign:analytics'>]>[] = [];
        let wanted = 0;
        for (const { node, sizes, alone } of batches) {
          // Each batch by a node that knows nothing of those before.
          const analytics = makeNode(node === 0 ? database.db : other.db, MOST);
          const entries = sizes.map((bytes, nth) => large(nth, bytes));
          wanted += sizes.reduce((sum, bytes) => sum + bytes + 500, 500);
          taking.push(analytics.take(deviceSignId, batchOf(...entries)).then((reply) => [entries.length, reply]));
          if (alone) await taking.at(-1);
        }
        const replies = await Promise.all(taking);
        const kept = (await others()).filter((row) => row.signRecordId === id);
        let promised = 0;
        for (const [count, reply] of replies) {
          expect(reply).toMatchObject({ ok: true });
          promised += count - ((reply as { dropped?: number }).dropped ?? 0);
        }
        expect(kept.length).toBe(promised);
        const bytes = kept.reduce((sum, { entry }) => sum + JSON.stringify(entry).length, 0);
        expect(bytes).toBeLessThanOrEqual(MOST);
        if (wanted <= MOST) expect(promised).toBe(replies.reduce((sum, [count]) => sum + count, 0));
      }),
      { numRuns: 40 },
    );
  });

  test('leaves no row at all once it is used up, is as much again on the next day, and a batch that was kept is still known', async () => {
    const { deviceSignId } = await makeSign();
    const node = makeNode(database.db, MOST);
    const first = batchOf(large(0, 6_000), large(1, 6_000), large(2, 12_000), large(3, 10));
    // The third does not fit any more, and nothing after it is kept.
    expect(await node.take(deviceSignId, first)).toEqual({ ok: true, dropped: 2 });
    const rows = async () => [
      (await others()).length,
      await usage(),
      await database.db.selectFrom('analyticsBatch').selectAll().execute(),
    ];
    const before = await rows();
    for (let nth = 0; nth < 30; nth += 1)
      expect(await node.take(deviceSignId, batchOf(large(nth, 60_000)))).toEqual({ ok: true, dropped: 1 });
    expect(await node.take(deviceSignId, first)).toEqual({ ok: true });
    expect(await rows()).toEqual(before);
    expect(node.observed).toEqual(['new', ...Array.from({ length: 30 }, () => 'over_limit'), 'repeated']);
    clock.advance(DAY_MS);
    expect(await node.take(deviceSignId, batchOf(large(0, 6_000)))).toEqual({ ok: true });
    // Another device has its own.
    expect(await node.take((await makeSign()).deviceSignId, batchOf(large(0, 6_000)))).toEqual({ ok: true });
    await forgetUsage(database.db, new Date(clock.now() + DAY_MS).toISOString().slice(0, 10));
    expect(await usage()).toEqual([]);
  });
});

test('K7: a kiosk is told ok when the batch is committed, and keeps it while the database is away', async () => {
  const gated = await createGatedDatabase(database);
  onTestFinished(() => gated.close());
  let isAway = true;
  const node = composeMemoryNode({
    clock,
    random,
    db: gated.open(async (statement) => {
      if (isAway && statement.includes('analytics_batch'))
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    }).db,
  });
  const device = createVirtualDevice(random);
  await makeSign(device.signId);
  await device.connect(node);
  const batch = batchOf(fetchEntry(clock.now()));
  expect(await device.kiosk!.request('sign:analytics', batch)).toMatchObject({
    ok: false,
    error: { code: 'unavailable' },
  });
  expect(await fetches()).toEqual([]);
  isAway = false;
  expect(await device.kiosk!.request('sign:analytics', batch)).toEqual({ ok: true });
  expect((await fetches()).length).toBe(1);
});
