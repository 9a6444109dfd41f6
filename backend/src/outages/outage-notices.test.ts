import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ContentState } from '@sign-display/contracts/kiosk-events';
import { writeFacts } from '../signs/heartbeat-facts-repository.ts';
import { describeSign } from '../signs/sign-view.ts';
import { unlinkDevice } from '../signs/signs-repository.ts';
import { insertLinkedSign } from '../reports/testing/analytics-fixtures.ts';
import { authorOf } from '../testing/test-author.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { recordOutages } from './record-outages.ts';

/** What kiosks and people do, and what is told of it. */

const random = createSeededRandom('notice sources');
const ada = authorOf('ada');
const PAGE = 'https://example.com/';
const at = '2026-11-21T10:00:00.000Z';
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let node: TestNode;
let device: VirtualDevice;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  const options = { linkHandshakeEnabled: false };
  clock = createManualClock();
  organization = await insertOrganization(database.db, { clock, random }, { ada: 'admin' }, options);
  const times = { createdAt: new Date(clock.now()), updatedAt: new Date(clock.now()) };
  const subscription = { userId: 'ada', eventId: organization.eventId, kinds: [], channels: [], ...times };
  await database.db
    .insertInto('subscription')
    .values({ ...subscription, snoozedSigns: '[]' })
    .execute();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  for (const table of ['outage', 'notice'] as const) await database.db.deleteFrom(table).execute();
  clock = createManualClock();
  node = composeMemoryNode({ clock, random, db: gated.open().db });
  device = createVirtualDevice(random);
  const options = { deviceSignId: device.signId, url: PAGE };
  ({ id } = await insertLinkedSign(database.db, { clock, random }, organization, options));
  await device.connect(node);
});

/** What the node knows is written, as its presence writer does every 250 ms. */
async function written(): Promise<void> {
  await gated.settled();
  const facts = node.presence.takeChanged();
  await database.db.transaction().execute(async (trx) => {
    const { changes } = await writeFacts(trx, facts, { nodeId: node.nodeId, nowMs: clock.now() });
    await recordOutages(trx, changes, clock.now(), () => makeUuidV7(clock, random));
  });
}
async function beat(contentState: ContentState, screen: { blank?: boolean | null } = {}): Promise<void> {
  device.kiosk!.send('heartbeat', {
    seq: 1,
    status: 'showing',
    mode: 'foreground',
    metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
    contentState,
    ...screen,
  });
  await written();
}
async function failed(code: string, detail: string): Promise<void> {
  device.kiosk!.send('sign:content_error', { url: PAGE, contentId: null, code, detail, at });
  await written();
}
async function silent(): Promise<void> {
  clock.advance(20_000);
  node.presence.sweep();
  await written();
}
const told = async () =>
  (await database.db.selectFrom('notice').select(['kind', 'detail']).orderBy('seq').execute()).map(
    ({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`),
  );
const outages = () =>
  database.db.selectFrom('outage').select(['kind', 'closedBy', 'closedAt']).orderBy('kind').execute();
const stability = () => database.db.selectFrom('signStability').selectAll().execute();

test('K9: a blank screen is told by heartbeats beside the page that shows; the status and its time stay', async () => {
  await beat('showing', { blank: null });
  const before = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  expect(describeSign(before)).toMatchObject({ status: 'showing', blank: null });
  clock.advance(5_000);
  await beat('showing', { blank: true });
  const after = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  expect(describeSign(after)).toMatchObject({ status: 'showing', contentState: 'showing', blank: true });
  expect(after.statusSince).toEqual(before.statusSince);
  expect(await outages()).toMatchObject([{ kind: 'blank', closedAt: null }]);
  await beat('showing', { blank: false });
  expect(await told()).toEqual(['screen_blank', 'content_recovered']);
});

test('K9: a sign that is offline, and one that has lost its device, is not known to be blank', async () => {
  await beat('showing', { blank: true });
  await silent();
  const offline = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  expect(describeSign(offline)).toMatchObject({ presence: 'offline', blank: null });
  await database.db.transaction().execute((trx) => unlinkDevice(trx, id, clock.now()));
  expect(await database.db.selectFrom('sign').select('blank').executeTakeFirstOrThrow()).toEqual({ blank: null });
  expect(await outages()).toMatchObject([
    { kind: 'blank', closedBy: 'left' },
    { kind: 'offline', closedBy: 'left' },
  ]);
});

test('N6: an older kiosk’s blank screen is one, in its words, until a heartbeat says that all is well', async () => {
  await beat('showing');
  await failed('blank', 'Nothing but one colour.');
  await beat('error');
  // It is loaded again, and says so; the screen is still blank.
  device.kiosk!.send('sign:content_displayed', { url: PAGE, contentId: null, loadMs: 5, httpStatus: 200, at });
  await written();
  await beat('error');
  expect(await told()).toEqual(['screen_blank: Nothing but one colour.']);
  device.kiosk!.send('sign:content_recovered', { url: PAGE, since: at, at });
  await beat('showing');
  expect(await told()).toEqual(['screen_blank: Nothing but one colour.', 'content_recovered']);
});

test('N6: a blank screen stays one where another node hears of it first by a heartbeat', async () => {
  await beat('showing');
  await failed('blank', 'Nothing but one colour.');
  node = composeMemoryNode({ clock, random, db: gated.open().db });
  await device.connect(node);
  await beat('loading');
  await beat('error');
  await beat('showing');
  expect(await told()).toEqual(['screen_blank: Nothing but one colour.', 'content_recovered']);
});

test('N6: a page that fails is told with why, also where a heartbeat said first that it is not well', async () => {
  await beat('error');
  await failed('blank', 'One colour.');
  await failed('blank', 'One colour still.');
  await failed('crashed', '');
  expect(await told()).toEqual(['content_error', 'screen_blank: One colour.']);
  await beat('showing');
  device.kiosk!.send('sign:content_unreachable', { url: PAGE, detail: `${'x'.repeat(199)}😀 and more`, since: at, at });
  await written();
  expect((await told()).at(-1)).toMatch(/^content_unreachable: x{199}\ufffd$/);
});

const GONE: Record<string, { take(): Promise<unknown>; kinds: string[] }> = {
  unregistered: { take: () => node.signs.unregister(id, ada), kinds: ['sign_unregistered'] },
  deleted: { take: () => node.signs.remove(id, ada), kinds: ['sign_unregistered'] },
  replaced: {
    take: async () => {
      const other = createVirtualDevice(random);
      await other.connect(node);
      const { signId, shortCode } = other;
      const reply = await node.claims.replace(ada, id, { requestId: makeUuidV4(random), signId, shortCode });
      expect(reply).not.toHaveProperty('code');
    },
    kinds: ['claim_completed'],
  },
};
test.each(Object.entries(GONE))(
  'the outages of a sign that is %s are over by that, and nobody is told that it is well',
  async (_, { take, kinds }) => {
    await beat('error');
    await silent();
    expect(await told()).toEqual(['content_error', 'sign_offline']);
    expect(await stability()).toHaveLength(1);
    await take();
    const closedAt = new Date(clock.now());
    expect(await outages()).toEqual([
      { kind: 'error', closedBy: 'left', closedAt },
      { kind: 'offline', closedBy: 'left', closedAt },
    ]);
    expect((await told()).slice(2)).toEqual(['outage_left', 'outage_left', ...kinds]);
    expect(await stability()).toEqual([]);
  },
);

test('a record without a device is deleted in silence', async () => {
  await node.signs.unregister(id, ada);
  await node.signs.remove(id, ada);
  expect(await told()).toEqual(['sign_unregistered']);
});

test('N6: a claim is told when it is committed, and only then', async () => {
  const other = createVirtualDevice(random);
  await other.connect(node);
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Bar', location: '' };
  const body = { ...place, requestId: makeUuidV4(random), signId: other.signId, shortCode: other.shortCode };
  for (let tries = 0; tries < 2; tries += 1) await node.claims.claim(ada, body);
  expect(await node.claims.claim(ada, { ...body, requestId: makeUuidV4(random) })).toHaveProperty('code');
  const notices = await database.db.selectFrom('notice').select(['kind', 'signName']).execute();
  expect(notices).toEqual([{ kind: 'claim_completed', signName: 'Bar' }]);
});

test('N6: an update that fails is told once, and again only when it was tried again', async () => {
  const say = async (state: 'installing' | 'failed', detail?: string) => {
    device.kiosk!.send('sign:update_status', { state, version: '2', ...(detail !== undefined && { detail }) });
    await gated.settled();
  };
  await say('installing');
  await say('failed', 'No space.');
  await say('failed', 'No space left.');
  await say('failed', 'No space.');
  expect(await told()).toEqual(['update_failed: 2: No space.']);
  await say('installing');
  await say('failed');
  expect(await told()).toEqual(['update_failed: 2: No space.', 'update_failed: 2']);
});
