import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createGatedDatabase, type GatedDatabase } from '../../testing/gated-database.ts';
import {
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../../testing/virtual-device.ts';
import { insertLinkedSign } from '../testing/analytics-fixtures.ts';
import { BURST, REFILL_MS } from './report-rate-limit.ts';

const random = createSeededRandom('content reports');
const PAGE = 'https://example.com/';
const at = '2026-11-21T10:00:00.000Z';
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let isAway = false;

let node: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  clock = createManualClock();
  node = makeNode();
  device = await makeDevice();
});

const makeNode = () =>
  composeMemoryNode({
    clock,
    random,
    db: gated.open(async (statement) => {
      if (isAway && statement.includes('history')) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    }).db,
  });
async function makeDevice(): Promise<VirtualDevice> {
  const made = createVirtualDevice(random);
  await insertLinkedSign(database.db, { clock, random }, organization, { deviceSignId: made.signId, url: PAGE });
  await made.connect(node);
  return made;
}
const beat = (contentState: 'loading' | 'showing' = 'loading') =>
  device.kiosk!.send('heartbeat', {
    seq: 1,
    status: 'showing',
    mode: 'foreground',
    metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
    contentState,
  });
const displayed = (url = PAGE) =>
  device.kiosk!.send('sign:content_displayed', { url, contentId: null, loadMs: 41.6, httpStatus: 200, at });
const unreachable = (url = PAGE) =>
  device.kiosk!.send('sign:content_unreachable', { url, detail: 'HTTP 406', httpStatus: 406, since: at, at });
const recovered = (url = PAGE) => device.kiosk!.send('sign:content_recovered', { url, since: at, at });
const failed = (code: string) =>
  device.kiosk!.send('sign:content_error', { url: PAGE, contentId: null, code, detail: 'no', at });
async function history() {
  await gated.settled();
  return await database.db
    .selectFrom('history')
    .select(['kind', 'url', 'reason', 'detail', 'durationMs', 'httpStatus'])
    .where('deviceSignId', '=', device.signId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
const kinds = async () => (await history()).map(({ kind }) => kind);
async function factsOf(): Promise<(string | null)[]> {
  await gated.settled();
  return node.presence.takeChanged().map(({ contentState }) => contentState);
}
/** Lets a report be an entry of its own by time: entries are ordered by the millisecond. */
const tick = () => clock.advance(1);

describe('a sign’s reports of its content', () => {
  test('are in its history where something changed, not at each reload', async () => {
    for (const report of [
      displayed,
      displayed,
      unreachable,
      unreachable,
      recovered,
      displayed,
      () => failed('timeout'),
      () => failed('timeout'),
      () => failed('blank'),
      displayed,
    ]) {
      report();
      tick();
    }
    expect(await history()).toMatchObject([
      { kind: 'content_displayed', url: PAGE, durationMs: 42, httpStatus: 200 },
      { kind: 'content_unreachable', url: PAGE, detail: 'HTTP 406', httpStatus: 406 },
      { kind: 'content_recovered', httpStatus: null },
      { kind: 'content_error', reason: 'timeout', detail: 'no' },
      { kind: 'content_error', reason: 'blank' },
      { kind: 'content_displayed' },
    ]);
  });

  test('are not repeated by a node that knows nothing of the last one', async () => {
    displayed();
    await history();
    node = makeNode();
    await device.connect(node);
    displayed();
    tick();
    recovered();
    expect(await kinds()).toEqual(['content_displayed']);
    tick();
    unreachable();
    expect(await kinds()).toEqual(['content_displayed', 'content_unreachable']);
  });

  test('of a page that flaps do not fill the history, which ends with what is', async () => {
    for (let round = 0; round < 50; round += 1) {
      unreachable();
      tick();
      recovered();
      tick();
      await gated.settled();
    }
    unreachable();
    expect((await kinds()).length).toBe(BURST);
    node.reports.start();
    onTestFinished(() => node.reports.stop());
    // The first round finds nothing that may be written yet.
    clock.advance(REFILL_MS);
    await gated.settled();
    clock.advance(60_000);
    const all = await history();
    expect(all.length).toBe(BURST + 1);
    expect(all.at(-1)).toMatchObject({
      kind: 'content_unreachable',
      detail: 'HTTP 406 (80 reports before this one are not listed)',
    });
  });

  test('are facts at once, about what is right now and nothing else', async () => {
    beat();
    expect(await factsOf()).toEqual(['loading']);
    displayed();
    expect(await factsOf()).toEqual(['showing']);
    unreachable();
    expect(await factsOf()).toEqual(['unreachable']);
    displayed('https://example.com/of-yesterday');
    expect(await factsOf()).toEqual([]);
    failed('timeout');
    expect(await factsOf()).toEqual(['error']);
  });

  test('are of what is scheduled now, where that is not what was assigned', async () => {
    beat();
    await factsOf();
    await database.db
      .updateTable('sign')
      .set({
        shownUrl: 'https://example.com/show',
        shownContentId: '11111111-1111-4111-8111-111111111111',
        shownSource: 'schedule',
        shownUntil: new Date(clock.now() + 1_000),
      })
      .where('deviceSignId', '=', device.signId)
      .execute();
    displayed();
    expect(await factsOf()).toEqual([]);
    displayed('https://example.com/show');
    expect(await factsOf()).toEqual(['showing']);
  });

  test('N1: keep no sign alive, and make none known', async () => {
    displayed();
    expect(await factsOf()).toEqual([]);
    expect(node.presence.takeSeen()).toEqual([]);
  });

  test('wait while the database is away, and crash nothing', async () => {
    isAway = true;
    onTestFinished(() => void (isAway = false));
    unreachable();
    expect(await device.kiosk!.next('kiosk:error')).toMatchObject({ code: 'unavailable' });
    isAway = false;
    tick();
    recovered();
    expect(await kinds()).toEqual(['content_unreachable', 'content_recovered']);
    expect(device.kiosk?.isOpen).toBe(true);
  });

  test('of another kind of state are kept beside them', async () => {
    device.kiosk!.send('sign:status', { state: 'maintenance', detail: 'filter' });
    tick();
    displayed();
    device.kiosk!.send('sign:status', { state: 'maintenance', detail: 'filter again' });
    expect(await history()).toMatchObject([
      { kind: 'status', reason: 'maintenance', detail: 'filter' },
      { kind: 'content_displayed' },
    ]);
  });

  test('of a device without a record are nobody’s', async () => {
    await database.db.deleteFrom('sign').where('deviceSignId', '=', device.signId).execute();
    displayed();
    expect(await kinds()).toEqual([]);
  });
});
