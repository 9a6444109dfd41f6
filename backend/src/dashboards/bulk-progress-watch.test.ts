import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import { createDashboardFeed, organizationRoom, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { FeedMessage } from '../cluster/check-node-message.ts';
import { createRooms, type Rooms } from '../cluster/node-messaging.ts';
import { readProgress } from '../commands/bulk/bulk-progress.ts';
import { AUTHOR, makeLinked } from '../commands/testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from '../commands/testing/commands-database.ts';
import { insertBenchSigns } from '../signs/testing/insert-bench-signs.ts';
import { composeMemoryNode } from '../testing/claim-world.ts';
import type { TestNode, TestOrganization } from '../testing/claim-world.ts';
import type { GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { watchOrganization } from './send-organization-changes.ts';
import { createSubscription } from './dashboard-subscription.ts';

/** What a wall is told of bulk requests while their signs come and go, with time and the kiosks in the test's hand. */

const random = createSeededRandom('dashboard-bulks');
const PAGE = { url: 'https://example.com/new' };
const log = pino({ level: 'silent' });
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let node: TestNode;
let rooms: Rooms;
let feed: DashboardFeed;
/** Statements of the wall's node. */
let statements: string[];
let told: DashboardUpdateMessage<'bulk:progress'>[];

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization } = bed);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.clear();
  clock = createManualClock();
  statements = [];
  told = [];
  rooms = createRooms();
  feed = createDashboardFeed(rooms);
  node = composeMemoryNode({ db: gated.open().db, clock, random, rooms });
  await node.membership.join();
});

/** The first of its organization on its node. */
function openWall(): void {
  const { db } = gated.open(async (statement) => void statements.push(statement));
  const watched = watchOrganization({
    organizationId: organization.id,
    db,
    clock,
    log,
    mayTell: () => true,
    reads() {},
  });
  rooms.listen(organizationRoom(organization.id), (heard) => {
    const message = heard as FeedMessage;
    if (message.type === 'signs' || message.type === 'bulks') watched.look(message.ids, message.type);
  });
  const socket = {
    send: (event: string, message: unknown) => {
      if (event === 'bulk:progress') told.push(message as DashboardUpdateMessage<'bulk:progress'>);
    },
    waiting: () => 0,
    close() {},
    cut() {},
  };
  const startMs = clock.monotonicMs();
  watched.add(createSubscription({ socket, eventId: null, startMs, observePatch() {} }));
}
async function start(action: BulkAction): Promise<string> {
  const request = { organizationId: organization.id, target: { filter: {} }, action };
  const started = await node.commands.bulk.start(AUTHOR, request);
  if ('code' in started) throw new Error(`refused: ${started.code}`);
  await node.commands.bulk.sweep();
  await gated.settled();
  return started.bulkId;
}
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    clock.advance(Math.min(left, 100));
    await gated.settled();
  }
}
async function say(ids: readonly string[], facts: object): Promise<void> {
  await database.db.updateTable('sign').set(facts).where('id', 'in', ids).execute();
  feed.signsChanged(organization.id, ids);
}
const isOfBulks = (statement: string): boolean => /\bbulk/.test(statement);
const countsNow = async (bulkId: string) => (await readProgress(database.db, organization.id, [bulkId]))[0]!.counts;

describe('a wall', () => {
  it.each(['before', 'after'])(
    'M1: that was opened %s a bulk is told when a sign that was away is back, and what its heartbeat says of the page',
    async (when) => {
      const linked = { db: database.db, clock, random };
      const { id, device } = await makeLinked(linked, organization, node);
      device.disconnect();
      await say([id], { presence: 'offline' });
      if (when === 'before') openWall();
      const bulkId = await start(PAGE);
      await pass(1_000);
      if (when === 'after') openWall();
      clock.advance(60_000);
      await device.connect(node);
      for (const [contentState, state] of [
        ['loading', 'sent'],
        ['error', 'failed'],
        ['showing', 'acked'],
      ] as const) {
        await say([id], { presence: 'online', contentState });
        await pass(1_000);
        expect(told.at(-1)).toMatchObject({ bulkId, counts: { [state]: 1, queued: 0 } });
      }
    },
  );

  it('M1: is not counted a command, whose rows say themselves how far they are, nor a bulk of other signs', async () => {
    const { id } = await makeLinked({ db: database.db, clock, random }, organization, node);
    await start(PAGE);
    const { id: other } = await makeLinked({ db: database.db, clock, random }, organization, node);
    await start({ command: 'refresh' });
    openWall();
    await say([other], { contentState: 'error' });
    await pass(1_000);
    expect(told).toEqual([]);
    await say([id], { contentState: 'error' });
    await pass(1_000);
    expect(told).toHaveLength(1);
  });

  it('of an organization without bulk requests of the last hour asks for them once, and then never for its changed signs', async () => {
    const [id] = await insertBenchSigns(
      database.db,
      { organizationId: organization.id, eventId: organization.eventId },
      1,
    );
    await start(PAGE);
    clock.advance(3_601_000);
    openWall();
    for (const contentState of ['error', 'showing', 'error']) {
      await say([id!], { contentState });
      await pass(1_000);
    }
    expect(statements.filter(isOfBulks)).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it.each([
    { signs: 50, least: 15, most: 24 },
    { signs: 1_001, least: 5, most: 8 },
  ])(
    'M1: counts a bulk of more than a thousand signs once a second at most, a smaller one four times, and tells the end: $signs signs',
    async ({ signs, least, most }) => {
      const { id: organizationId, eventId } = organization;
      const ids = await insertBenchSigns(database.db, { organizationId, eventId }, signs);
      openWall();
      const bulkId = await start(PAGE);
      await pass(2_000);
      statements = [];
      for (let count = 0; count < 50; count += 1) {
        feed.bulksChanged(organizationId, [bulkId]);
        await pass(100);
      }
      const answer = { answer: 'failed' as const };
      await database.db.updateTable('bulkSign').set(answer).where('signRecordId', '=', ids[0]!).execute();
      feed.bulksChanged(organizationId, [bulkId]);
      await pass(1_300);
      const counts = statements.filter((statement) => statement.includes('counted')).length;
      expect(counts).toBeGreaterThanOrEqual(least);
      expect(counts).toBeLessThanOrEqual(most);
      expect(told.at(-1)?.counts).toEqual(await countsNow(bulkId));
      expect(told.at(-1)?.counts.failed).toBe(1);
    },
    120_000,
  );
});
