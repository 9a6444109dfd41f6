import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WAITING_CHANGES } from '@sign-display/contracts/limits';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { organizationRoom } from '../../cluster/dashboard-feed.ts';
import type { FeedMessage } from '../../cluster/check-node-message.ts';
import { createRooms } from '../../cluster/node-messaging.ts';
import {
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../../testing/claim-world.ts';
import type { GatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createMemoryCarriers } from '../../testing/memory-carrier.ts';
import type { TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { AUTHOR } from '../testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from '../testing/commands-database.ts';

/** The queue of bulk requests among tenants: turns, and how many changes may wait. */

const random = createSeededRandom('bulk-turns');
const DAY_MS = 86_400_000;
const FLOOD = 290;
const BOB = { ...AUTHOR, person: { id: 'bob', name: 'Bob', email: 'bob@example.com' } };
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let many: TestOrganization;
let few: TestOrganization;
let clock: ManualClock;
let one: TestNode;
let two: TestNode;
/** Awaited before each statement of the first node. */
let hold: (statement: string) => Promise<void>;
/** The organizations of the pieces that were worked on, oldest first. */
let pieces: ('many' | 'few')[];

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization: many } = bed);
  few = await insertOrganization(database.db, { clock: createManualClock(), random }, { alice: 'operator' });
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.clear();
  hold = async () => {};
  clock = createManualClock();
  const [first, second] = createMemoryCarriers(2).of.map((carrier) => createRooms(carrier));
  const poolOfOne = gated.open((statement) => hold(statement));
  one = composeMemoryNode({ db: poolOfOne.db, clock, random, rooms: first! });
  two = composeMemoryNode({ db: gated.open().db, clock, random, rooms: second! });
  await Promise.all([one.membership.join(), two.membership.join()]);
  pieces = [];
  for (const [name, { id }] of Object.entries({ many, few }) as ['many' | 'few', TestOrganization][])
    second!.listen(organizationRoom(id), (message) => {
      if ((message as FeedMessage).type === 'bulks') pieces.push(name);
    });
});

const makeSigns = async (organization: TestOrganization, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push(await insertRecord(database.db, { clock, random }, organization));
  return ids;
};
const request = ({ id }: TestOrganization, page: number | string) => ({
  organizationId: id,
  target: { filter: {} },
  action: { url: `https://example.com/${page}` },
});
async function start(node: TestNode, organization: TestOrganization, page: number | string): Promise<string> {
  const started = await node.commands.bulk.start(AUTHOR, request(organization, page));
  if ('code' in started) throw new Error(`refused: ${started.code}`);
  return started.bulkId;
}
/** Requests that a node has accepted, and that nobody has begun. */
async function accept(...requests: [TestOrganization, number | string][]): Promise<string[]> {
  const accepting = composeMemoryNode({ db: gated.open().db, clock, random });
  await accepting.commands.bulk.stop();
  const ids: string[] = [];
  for (const [organization, page] of requests) {
    // The identifiers of one millisecond have no order.
    clock.advance(1);
    ids.push(await start(accepting, organization, page));
  }
  return ids;
}
const flood = (count = FLOOD) =>
  accept(...Array.from({ length: count }, (_, nth) => [many, nth] as [TestOrganization, number]));
/** Until the test ends the database refuses to change this sign. */
async function breakSign(id: string): Promise<void> {
  await sql`
    create function refuse_sign() returns trigger language plpgsql as $$
    begin
      if new.id = ${sql.lit(id)}::uuid then raise exception 'broken'; end if;
      return new;
    end $$`.execute(database.db);
  await sql`create trigger refuse_sign before update on sign for each row execute function refuse_sign()`.execute(
    database.db,
  );
  onTestFinished(async () => void (await sql`drop function refuse_sign cascade`.execute(database.db)));
}
const outcomesOf = (bulkId: string) =>
  database.db.selectFrom('bulkSign').select(['state', 'code']).where('bulkId', '=', bulkId).execute();

describe('X2: organizations take turns', () => {
  it('X2: a single change waits for one piece of an organization that has 290 bulk requests waiting', async () => {
    await makeSigns(many, 1);
    await makeSigns(few, 1);
    await flood();
    await accept([few, 'urgent']);
    await two.commands.bulk.sweep();
    await gated.settled();
    expect(pieces).toHaveLength(FLOOD + 1);
    expect(pieces.indexOf('few')).toBeLessThanOrEqual(1);
  });

  it('X2: a change that comes while another organization’s piece is under way is the next one', async () => {
    await makeSigns(many, 1);
    await makeSigns(few, 1);
    await flood(40);
    let isWaiting = true;
    hold = async (statement) => {
      if (!isWaiting || !/update bulk_sign/.test(statement)) return;
      isWaiting = false;
      await accept([few, 'urgent']);
    };
    await one.commands.bulk.sweep();
    await gated.settled();
    expect(pieces.slice(0, 3)).toEqual(['many', 'few', 'many']);
  });

  it('X2: one request for many signs gives way after each of its pieces', async () => {
    await makeSigns(many, 450);
    await makeSigns(few, 1);
    await accept([many, 'wall'], [few, 1], [few, 2]);
    await two.commands.bulk.sweep();
    await gated.settled();
    expect(pieces).toEqual(['many', 'few', 'many', 'few', 'many']);
  });

  it('X2: two nodes never work for the same organization at once', async () => {
    await makeSigns(many, 1);
    await makeSigns(few, 1);
    await flood(4);
    await accept([few, 'urgent']);
    let isFirst = true;
    hold = async (statement) => {
      if (!isFirst || !/update bulk_sign/.test(statement)) return;
      isFirst = false;
      await two.commands.bulk.sweep();
      // The other node has found nothing but the change of the organization that waits.
      expect(pieces).toEqual(['few']);
    };
    await one.commands.bulk.sweep();
    await gated.settled();
    expect(pieces).toEqual(['few', 'many', 'many', 'many', 'many']);
  });

  it('X2: a piece that always fails costs another organization neither its turn nor its signs', async () => {
    const [broken] = await makeSigns(many, 1);
    await makeSigns(few, 1);
    const [bad] = await flood(3);
    const [good] = await accept([few, 'urgent']);
    await breakSign(broken!);
    await one.commands.bulk.sweep();
    await gated.settled();
    expect(pieces[0]).toBe('few');
    expect(await outcomesOf(good!)).toEqual([{ state: 'done', code: null }]);
    expect(await outcomesOf(bad!)).toEqual([{ state: 'failed', code: 'internal' }]);
  });
});

describe('X2: how many changes may wait', () => {
  /** A request that waits, as the service has counted it. */
  async function insertWaiting(
    organization: TestOrganization,
    actorId: string,
    total: number,
    done = 0,
  ): Promise<void> {
    const createdAt = new Date(clock.now());
    const actor = { actorId, actorName: actorId, actorEmail: `${actorId}@example.com`, requestId: null };
    const progress = { total, done, failed: 0, finishedAt: null, undoableUntil: null, undoOf: null };
    const id = makeUuidV7(clock, random);
    const action = JSON.stringify({ url: null });
    await database.db
      .insertInto('bulk')
      .values({ id, organizationId: organization.id, action, ...actor, createdAt, ...progress })
      .execute();
  }

  it('X2: a person’s changes wait up to 10,000 over all organizations; past it they are refused and nothing is written', async () => {
    await makeSigns(many, 3);
    await insertWaiting(few, 'alice', WAITING_CHANGES.person + 5, 7);
    expect(await one.commands.bulk.start(AUTHOR, request(many, 1))).toEqual({
      code: 'quota_exceeded',
      detail: expect.stringContaining('10,000 of your changes') as string,
    });
    expect(await database.db.selectFrom('bulkSign').selectAll().execute()).toEqual([]);
    expect(await one.commands.bulk.start(BOB, request(many, 1))).toMatchObject({ accepted: 3 });
  });

  it('X2: an organization’s changes wait up to 20,000, whoever asked; another organization’s person is not counted', async () => {
    await makeSigns(many, 3);
    await makeSigns(few, 1);
    await insertWaiting(many, 'bob', 9_999);
    await insertWaiting(many, 'carol', 9_999);
    expect(await one.commands.bulk.start(AUTHOR, request(many, 1))).toEqual({
      code: 'quota_exceeded',
      detail: expect.stringContaining('20,000 changes of this organization') as string,
    });
    expect(await one.commands.bulk.start(AUTHOR, request(few, 1))).toMatchObject({ accepted: 1 });
  });

  it('X2: of requests that come at once on two nodes as many are accepted as there is room for', async () => {
    await makeSigns(many, 2);
    await insertWaiting(many, 'alice', WAITING_CHANGES.person - 5);
    await Promise.all([one.commands.bulk.stop(), two.commands.bulk.stop()]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => (nth % 2 ? one : two).commands.bulk.start(AUTHOR, request(many, nth))),
    );
    expect(answers.filter((answer) => !('code' in answer))).toHaveLength(2);
  });

  it('X2: an undo waits like any change: it takes the place of what it undoes, and is refused where there is no room', async () => {
    await makeSigns(many, 3);
    const bulkId = await start(one, many, 1);
    await one.commands.bulk.sweep();
    await insertWaiting(many, 'alice', WAITING_CHANGES.person - 2);
    expect(await one.commands.bulk.undo(AUTHOR, bulkId)).toMatchObject({ code: 'quota_exceeded' });
    expect(await one.commands.bulk.undo(BOB, bulkId)).toMatchObject({ accepted: 3 });
  });
});

describe('X2: what is kept of bulk requests', () => {
  it('X2: old requests are removed in steps after 30 days, and past an organization’s newest 200,000 changes', async () => {
    await makeSigns(many, 1);
    await makeSigns(few, 1);
    const [old] = await accept([many, 'old']);
    await two.commands.bulk.sweep();
    clock.advance(31 * DAY_MS);
    const [large, undoable, other] = await accept([many, 'large'], [many, 'undoable'], [few, 'other']);
    await two.commands.bulk.sweep();
    await gated.settled();
    const age = (id: string, change: object) =>
      database.db.updateTable('bulk').set(change).where('id', '=', id).execute();
    await age(large!, { undoableUntil: null });
    await one.commands.bulk.prune();
    const left = async () => (await database.db.selectFrom('bulk').select('id').execute()).map(({ id }) => id).sort();
    expect(await left()).toEqual([large!, undoable!, other!].sort());
    await age(undoable!, { total: 200_000, done: 200_000 });
    await one.commands.bulk.prune();
    expect(await left()).toEqual([undoable!, other!].sort());
    expect(await outcomesOf(large!)).toEqual([]);
    expect(await outcomesOf(old!)).toEqual([]);
  });
});
