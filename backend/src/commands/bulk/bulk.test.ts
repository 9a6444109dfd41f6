import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkAction, BulkRequest } from '@sign-display/contracts/rest/bulk';
import { NO_QUOTAS, type Quotas } from '../../access/check-quotas.ts';
import { AUTHOR, makeLinked } from '../testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from '../testing/commands-database.ts';
import { commandView } from '../command-view.ts';
import { assignUrl, setOverrides } from '../../signs/content/change-signs-in-bulk.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import { readProgress } from './bulk-progress.ts';
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
import type { GatedDatabase, GatedPool } from '../../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createMemoryCarriers } from '../../testing/memory-carrier.ts';
import type { TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import type { VirtualDevice } from '../../testing/virtual-device.ts';

/** Bulk requests on two nodes, with what is between them, time, crashes and kiosks in the test's hand. */

const random = createSeededRandom('bulk');
const URL_ACTION = { url: 'https://example.com/new' };
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let one: TestNode;
let two: TestNode;
let poolOfOne: GatedPool;
/** Throws for the statements of the first node that are to fail. */
let hold: (statement: string) => Promise<void>;
/** After each commit of the first node, before it goes on. */
let committed: () => Promise<void>;
let signs: { id: string; device: VirtualDevice }[];
let unlinked: string;
/** The bulk requests that dashboards were told to look at, oldest first. */
let told: string[];

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization } = bed);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.clear();
  hold = async () => {};
  committed = async () => {};
  clock = createManualClock();
  const [first, second] = createMemoryCarriers(2).of.map((carrier) => createRooms(carrier));
  poolOfOne = gated.open(
    (statement) => hold(statement),
    () => committed(),
  );
  one = composeMemoryNode({ db: poolOfOne.db, clock, random, rooms: first! });
  two = composeMemoryNode({ db: gated.open().db, clock, random, rooms: second! });
  await Promise.all([one.membership.join(), two.membership.join()]);
  told = [];
  second!.listen(organizationRoom(organization.id), (message) => {
    const heard = message as FeedMessage;
    if (heard.type === 'bulks') told.push(...heard.ids);
  });
  const deps = { db: database.db, clock, random };
  signs = [];
  for (const node of [one, two, two]) signs.push(await makeLinked(deps, organization, node));
  unlinked = await insertRecord(database.db, deps, organization);
  await gated.settled();
});

const start = async (node: TestNode, action: BulkAction, target: BulkRequest['target'] = { filter: {} }) => {
  const started = await node.commands.bulk.start(AUTHOR, { organizationId: organization.id, target, action });
  if ('code' in started) throw new Error(`refused: ${started.code}`);
  return started;
};
/** A node of a service in which an organization may have so much. */
const withQuotas = (quotas: Quotas): TestNode => {
  const [carrier] = createMemoryCarriers(1).of;
  return composeMemoryNode({ db: poolOfOne.db, clock, random, quotas, rooms: createRooms(carrier!) });
};
/** In the order in which the test has made the records. */
const inOrder = <Row>(found: readonly Row[], idOf: (row: Row) => string): Row[] =>
  [...signs.map(({ id }) => id), unlinked].flatMap((id) => found.filter((row) => idOf(row) === id));
const outcomes = async (bulkId: string) =>
  inOrder(
    await database.db.selectFrom('bulkSign').selectAll().where('bulkId', '=', bulkId).execute(),
    (row) => row.signRecordId,
  );
/** How many signs are how far, as GET and dashboards have it; zeros left out. */
async function countsOf(bulkId: string): Promise<object> {
  const [progress] = await readProgress(database.db, organization.id, [bulkId]);
  const counts = Object.entries(progress!.counts);
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(progress!.total);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
/** The kiosks' word on what a bulk gave them. */
async function answerAll(bulkId: string): Promise<void> {
  for (const { device } of signs) await device.kiosk?.request('sign:command_ack', { commandId: bulkId });
  await gated.settled();
}
const rows = async () => inOrder(await database.db.selectFrom('sign').selectAll().execute(), ({ id }) => id);
/** The page that a kiosk's last configuration says. */
function lastUrl({ device }: { device: VirtualDevice }): string | undefined {
  const last = device.kiosk!.received.findLast(({ event }) => event === 'sign:config');
  return (last?.payload as { content: { url: string } | null } | undefined)?.content?.url;
}

describe('a bulk request', () => {
  it('M1: assigns a page to all that the filter fits; each kiosk, on whichever node, shows it, and the progress ends with all', async () => {
    const { bulkId, accepted } = await start(one, URL_ACTION);
    expect(accepted).toBe(4);
    await one.commands.bulk.sweep();
    await gated.settled();
    expect((await rows()).map(({ url, version }) => [url, version])).toEqual(
      Array.from({ length: 4 }, () => [URL_ACTION.url, 2]),
    );
    expect(signs.map(lastUrl)).toEqual([URL_ACTION.url, URL_ACTION.url, URL_ACTION.url]);
    for (const { device } of signs) expect(await device.kiosk!.next('sign:display_content')).toMatchObject(URL_ACTION);
    expect((await outcomes(bulkId)).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(told.at(-1)).toBe(bulkId);
    expect(await countsOf(bulkId)).toEqual({ queued: 3, acked: 1 });
    await answerAll(bulkId);
    expect(await countsOf(bulkId)).toEqual({ acked: 4 });
    const history = await database.db.selectFrom('history').select(['kind', 'actorId']).execute();
    expect(history).toEqual(Array.from({ length: 4 }, () => ({ kind: 'update', actorId: 'alice' })));
    const audit = await database.db.selectFrom('audit').selectAll().where('targetId', '=', bulkId).execute();
    expect(audit).toMatchObject([{ action: 'sign.bulk', detail: { action: URL_ACTION, signs: 4, filter: {} } }]);
  });

  it('M4: merges settings into what each sign has', async () => {
    await database.db
      .updateTable('sign')
      .set({ settings: JSON.stringify({ zoom: 2 }) })
      .where('id', '=', signs[0]!.id)
      .execute();
    await start(two, { settings: { muted: true } });
    await two.commands.bulk.sweep();
    await gated.settled();
    expect((await rows()).map(({ settings }) => settings)).toEqual([
      { zoom: 2, muted: true },
      { muted: true },
      { muted: true },
      { muted: true },
    ]);
  });

  it('M1, M3: sends a command to each that is connected, and says why not to the others', async () => {
    signs[2]!.device.disconnect();
    await gated.settled();
    await two.commands.bulk.sweep();
    clock.advance(2_000);
    await gated.settled();
    const { bulkId } = await start(one, { command: 'refresh' });
    await one.commands.bulk.sweep();
    await gated.settled();
    expect((await outcomes(bulkId)).map(({ state, code }) => [state, code])).toEqual([
      ['done', null],
      ['done', null],
      ['failed', 'sign_not_connected'],
      ['failed', 'sign_not_linked'],
    ]);
    expect(await countsOf(bulkId)).toEqual({ sent: 2, failed: 2 });
    const commands = inOrder(await database.db.selectFrom('command').selectAll().execute(), (row) => row.signRecordId);
    expect(commands).toMatchObject([
      { signRecordId: signs[0]!.id, state: 'sent', bulkId, sentById: 'alice' },
      { signRecordId: signs[1]!.id, state: 'sent', bulkId, sentById: 'alice' },
      // Its list of commands says why. A sign without a device has no command.
      { signRecordId: signs[2]!.id, state: 'failed', bulkId, sentAt: null, errorCode: 'sign_not_connected' },
    ]);
    for (const [index, command] of commands.slice(0, 2).entries())
      expect(await signs[index]!.device.kiosk!.next('sign:refresh')).toMatchObject({ commandId: command.id });
  });

  it('M1, M3: a page is queued for an offline sign; an ack, an error, or the first heartbeats after a reconnect decide the result of each sign', async () => {
    const say = (id: string, facts: object) =>
      database.db.updateTable('sign').set(facts).where('id', '=', id).execute();
    for (const { id } of signs.slice(0, 2)) await say(id, { presence: 'online', contentState: 'showing' });
    signs[2]!.device.disconnect();
    await gated.settled();
    const { bulkId } = await start(one, URL_ACTION);
    await one.commands.bulk.sweep();
    await gated.settled();
    expect(await countsOf(bulkId)).toEqual({ acked: 1, sent: 2, queued: 1 });
    await signs[0]!.device.kiosk!.request('sign:command_ack', { commandId: bulkId });
    await signs[1]!.device.kiosk!.request('sign:command_error', { commandId: bulkId, code: 'no', detail: '' });
    expect(await countsOf(bulkId)).toEqual({ acked: 2, failed: 1, queued: 1 });
    clock.advance(60_000);
    await signs[2]!.device.connect(two);
    await gated.settled();
    for (const [contentState, state] of [
      ['loading', 'sent'],
      ['error', 'failed'],
      ['showing', 'acked'],
    ] as const) {
      await say(signs[2]!.id, { presence: 'online', contentState });
      const [progress] = await readProgress(database.db, organization.id, [bulkId]);
      const before = { acked: 2, failed: 1, queued: 0, sent: 0, refused: 0, expired: 0 };
      expect(progress!.counts).toEqual({ ...before, [state]: before[state] + 1 });
    }
    await say(signs[2]!.id, { presence: 'offline' });
    expect(await countsOf(bulkId)).toEqual({ acked: 3, failed: 1 });
  });

  it.each(['has the page already', 'shows another page by hand'])(
    'M1: a page is queued for a sign that is away and %s, and done once it is back, whatever else it shows',
    async (how) => {
      const [there, , away] = signs;
      const isByHand = how === 'shows another page by hand';
      for (const { id } of [there!, away!])
        await database.db.transaction().execute(async (trx) => {
          const deps = { clock, random };
          const byHand = { url: 'https://example.com/hand', untilMs: clock.now() + 3_600_000 };
          if (isByHand) await setOverrides(trx, deps, await lockSigns(trx, [id]), byHand, clock.now());
          else await assignUrl(trx, deps, [id], URL_ACTION.url, AUTHOR, clock.now());
        });
      const say = (id: string, facts: object) =>
        database.db.updateTable('sign').set(facts).where('id', '=', id).execute();
      await say(there!.id, { presence: 'online', contentState: 'error' });
      await say(away!.id, { presence: 'offline', contentState: 'error' });
      away!.device.disconnect();
      await gated.settled();
      const { bulkId } = await start(one, URL_ACTION, { signIds: [there!.id, away!.id, unlinked] });
      await one.commands.bulk.sweep();
      await gated.settled();
      expect(await countsOf(bulkId)).toEqual({ acked: 2, queued: 1 });
      clock.advance(60_000);
      await away!.device.connect(two);
      await gated.settled();
      // What fails there is the page by hand, not the one that it has got.
      expect(await countsOf(bulkId)).toEqual(isByHand ? { acked: 3 } : { acked: 2, failed: 1 });
      await say(away!.id, { presence: 'online', contentState: 'showing' });
      expect(await countsOf(bulkId)).toEqual({ acked: 3 });
    },
  );

  it('M1, M3: where a kiosk came while its page was written and answers nothing, its heartbeats say half a minute later what became of it', async () => {
    for (const { id } of signs)
      await database.db
        .updateTable('sign')
        .set({ presence: 'online', contentState: 'showing' })
        .where('id', '=', id)
        .execute();
    const { bulkId } = await start(one, URL_ACTION);
    await one.commands.bulk.sweep();
    await gated.settled();
    const writtenMs = clock.now();
    const counts: object[] = [];
    for (const laterMs of [30_000, 31_000]) {
      const lastSeenAt = new Date(writtenMs + laterMs);
      await database.db.updateTable('sign').set({ lastSeenAt }).where('deviceSignId', 'is not', null).execute();
      counts.push(await countsOf(bulkId));
    }
    expect(counts).toEqual([{ acked: 1, sent: 3 }, { acked: 4 }]);
  });

  it('M5: a bulk of screenshots is refused while the organization has used up its bytes; other commands are sent', async () => {
    const node = withQuotas({ ...NO_QUOTAS, storageBytes: 0 });
    const bulk = { organizationId: organization.id, target: { filter: {} } };
    expect(await node.commands.bulk.start(AUTHOR, { ...bulk, action: { command: 'screenshot' } })).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringContaining('quota of 0 bytes of screenshots') as string,
    });
    expect(await database.db.selectFrom('bulk').select('id').execute()).toEqual([]);
    await start(node, { command: 'refresh' });
  });

  it('M3, M5: where the bytes are used up while a bulk of screenshots waits, each sign’s command says so', async () => {
    const quotas = { ...NO_QUOTAS };
    const node = withQuotas(quotas);
    const { bulkId } = await start(node, { command: 'screenshot' });
    // The first piece asks the database for its signs before it looks at the quota.
    quotas.storageBytes = 0;
    await node.commands.bulk.sweep();
    await gated.settled();
    expect((await outcomes(bulkId)).map(({ code }) => code)).toEqual([
      'quota_exceeded',
      'quota_exceeded',
      'quota_exceeded',
      'sign_not_linked',
    ]);
    const commands = await database.db.selectFrom('command').selectAll().execute();
    expect(commands.map((row) => commandView(row))).toMatchObject(
      signs.map(() => ({
        state: 'failed',
        sentAt: null,
        error: { code: 'quota_exceeded', detail: expect.stringContaining('bytes of screenshots') as string },
      })),
    );
    expect(await countsOf(bulkId)).toEqual({ failed: 4 });
  });

  it('M2: shows a page over what was assigned, on all of them', async () => {
    await start(one, { command: 'display_content', args: { url: 'https://example.com/alarm' } });
    await one.commands.bulk.sweep();
    await gated.settled();
    for (const { id, device } of signs) {
      const command = await database.db
        .selectFrom('command')
        .selectAll()
        .where('signRecordId', '=', id)
        .executeTakeFirstOrThrow();
      const told = await device.kiosk!.next('sign:display_content');
      expect(told).toMatchObject({ commandId: command.id, contentId: command.contentId, source: 'manual' });
    }
    expect(signs.map(lastUrl)).toEqual(Array.from({ length: 3 }, () => 'https://example.com/alarm'));
  });

  it('A1: with a sign of another organization, or none at all, is not found, and does nothing', async () => {
    const foreign = await insertOrganization(database.db, { clock, random }, {});
    const theirs = await insertRecord(database.db, { clock, random }, foreign);
    for (const other of [theirs, '01939bf7-0000-7000-8000-000000000000']) {
      const target = { signIds: [signs[0]!.id, other] };
      const reply = await one.commands.bulk.start(AUTHOR, {
        organizationId: organization.id,
        target,
        action: URL_ACTION,
      });
      const errors = [{ path: '/target/signIds/1', message: 'is not a sign of this organization' }];
      expect(reply).toEqual({ code: 'not_found', detail: 'Some of these signs do not exist.', errors });
    }
    expect(await database.db.selectFrom('bulk').selectAll().execute()).toEqual([]);
    expect((await rows()).every(({ url }) => url === null)).toBe(true);
  });

  it('a list may name a sign twice; a filter that fits none is done at once', async () => {
    const { accepted } = await start(one, URL_ACTION, { signIds: [unlinked, unlinked] });
    expect(accepted).toBe(1);
    await one.commands.bulk.sweep();
    const { bulkId } = await start(one, URL_ACTION, { filter: { q: 'nowhere' } });
    await gated.settled();
    expect(told.at(-1)).toBe(bulkId);
    expect(await countsOf(bulkId)).toEqual({});
  });

  it('M1: a sign that is deleted meanwhile fails, and the others are done', async () => {
    let isDeleted = false;
    hold = async (statement) => {
      if (isDeleted || !/from "bulk"/.test(statement)) return;
      isDeleted = true;
      await database.db.deleteFrom('sign').where('id', '=', signs[1]!.id).execute();
    };
    const { bulkId } = await start(one, URL_ACTION);
    await one.commands.bulk.sweep();
    await gated.settled();
    expect((await outcomes(bulkId)).map(({ state, code }) => [state, code])).toEqual([
      ['done', null],
      ['failed', 'not_found'],
      ['done', null],
      ['done', null],
    ]);
    await answerAll(bulkId);
    expect(await countsOf(bulkId)).toEqual({ acked: 3, failed: 1 });
  });
});

describe('R2: a bulk request loses and doubles nothing', () => {
  const STEPS = [
    'with recursive waiting',
    'insert into bulk_turn',
    'from "bulk" where',
    'from "bulk_sign"',
    'from "sign"',
    'update "sign"',
    'insert into "history"',
    'update bulk_sign',
    'update "bulk"',
    'commit',
  ];

  async function expectOnce(bulkId: string): Promise<void> {
    await gated.settled();
    expect((await outcomes(bulkId)).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect((await rows()).map(({ url, version }) => [url, version])).toEqual(
      Array.from({ length: 4 }, () => [URL_ACTION.url, 2]),
    );
    expect(await database.db.selectFrom('history').select('kind').execute()).toHaveLength(4);
    const bulk = await database.db.selectFrom('bulk').selectAll().where('id', '=', bulkId).executeTakeFirstOrThrow();
    expect(bulk).toMatchObject({ done: 4, failed: 0, total: 4, finishedAt: expect.any(Date) as Date });
  }

  it.each(STEPS)('when the database goes away at %j and comes back', async (step) => {
    let failures = 0;
    hold = async (statement) => {
      if (failures > 0 || !statement.includes(step)) return;
      failures += 1;
      throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
    };
    const reply = await one.commands.bulk
      .start(AUTHOR, { organizationId: organization.id, target: { filter: {} }, action: URL_ACTION })
      .catch(() => null);
    // Some of these statements are part of accepting it as well: then it was never accepted.
    const bulkId = reply && 'bulkId' in reply ? reply.bulkId : (await start(one, URL_ACTION)).bulkId;
    await one.commands.bulk.sweep();
    clock.advance(11_000);
    await one.commands.bulk.sweep();
    await expectOnce(bulkId);
    expect(signs.map(lastUrl)).toEqual([URL_ACTION.url, URL_ACTION.url, URL_ACTION.url]);
  });

  it.each(STEPS)('when its node is killed at %j, the other goes on', async (step) => {
    const { bulkId } = await start(two, URL_ACTION);
    await two.commands.bulk.stop();
    await database.db.updateTable('bulkSign').set({ state: 'pending' }).execute();
    await database.db.updateTable('bulk').set({ done: 0, failed: 0, finishedAt: null }).execute();
    await database.db.updateTable('sign').set({ url: null, contentId: null, version: 1 }).execute();
    await database.db.deleteFrom('history').execute();
    const killed = Promise.withResolvers<void>();
    let isKilled = false;
    hold = async (statement) => {
      if (isKilled || !statement.includes(step)) return;
      isKilled = true;
      for (const { device } of signs.slice(0, 1)) device.disconnect();
      void poolOfOne.kill().then(killed.resolve);
      await new Promise(() => {});
    };
    void one.commands.bulk.sweep();
    if (step === 'commit') {
      // Commits pass the gate by another way: the node dies before it says that the kiosks were told.
      await gated.settled();
    } else await killed.promise;
    const heir = composeMemoryNode({ db: gated.open().db, clock, random });
    await heir.membership.join();
    await signs[0]!.device.connect(heir);
    await heir.commands.bulk.sweep();
    clock.advance(11_000);
    await heir.commands.bulk.sweep();
    await expectOnce(bulkId);
    expect(lastUrl(signs[0]!)).toBe(URL_ACTION.url);
  });

  const shows = (index: number, wanted: object): boolean =>
    signs[index]!.device.kiosk!.received.some(({ payload }) =>
      expect.objectContaining(wanted).asymmetricMatch(payload),
    );
  const AFTER_COMMIT: [string, BulkAction, object, 'written' | 'done'][] = [
    ['a page', URL_ACTION, { content: expect.objectContaining(URL_ACTION) }, 'written'],
    ['settings', { settings: { muted: true } }, { settings: { muted: true } }, 'written'],
    ['a command', { command: 'refresh' }, { commandId: expect.any(String) }, 'done'],
    [
      'a page for now',
      { command: 'display_content', args: URL_ACTION },
      { commandId: expect.any(String), ...URL_ACTION },
      'done',
    ],
  ];

  it.each(AFTER_COMMIT)(
    'when its node dies after the commit of %s and before it has told anybody, the other tells the kiosks',
    async (_, action, wanted, state) => {
      const killed = Promise.withResolvers<void>();
      let isPiece = false;
      hold = async (statement) => {
        isPiece ||= statement.includes('update bulk_sign');
      };
      committed = async () => {
        if (!isPiece) return;
        void poolOfOne.kill().then(killed.resolve);
        await new Promise(() => {});
      };
      const { bulkId } = await start(one, action, { signIds: signs.map(({ id }) => id) });
      await killed.promise;
      signs[0]!.device.disconnect();
      await gated.settled();
      const states = async () => (await outcomes(bulkId)).map((row) => row.state);
      expect(await states()).toEqual([state, state, state]);
      const round = async () => {
        await two.commands.sweep();
        await two.commands.bulk.sweep();
        await gated.settled();
      };
      await round();
      // The node may be alive and telling.
      expect([shows(1, wanted), shows(2, wanted)]).toEqual([false, false]);
      clock.advance(10_001);
      await round();
      expect([shows(1, wanted), shows(2, wanted)]).toEqual([true, true]);
      expect(await states()).toEqual(['done', 'done', 'done']);
      const bulk = await database.db.selectFrom('bulk').selectAll().executeTakeFirstOrThrow();
      expect(bulk).toMatchObject({ done: 3, failed: 0, total: 3, finishedAt: expect.any(Date) });
      // Its kiosk is asked for its word on it.
      const asked = signs[1]!.device.kiosk!.received.map(
        ({ payload }) => (payload as { commandId?: string }).commandId,
      );
      if (state === 'written') expect(asked).toContain(bulkId);
      // Told once: nobody finds anything to tell any more.
      const heard = signs[1]!.device.kiosk!.received.length;
      clock.advance(1);
      await round();
      expect(signs[1]!.device.kiosk!.received.length).toBe(heard);
      // The one that the dead node had hears it where it registers next.
      await signs[0]!.device.connect(two);
      await gated.settled();
      expect(shows(0, wanted)).toBe(true);
    },
  );

  it('when two nodes work on it at once', async () => {
    const { bulkId } = await start(one, URL_ACTION);
    await Promise.all([one.commands.bulk.sweep(), two.commands.bulk.sweep()]);
    await expectOnce(bulkId);
    expect(signs.map(lastUrl)).toEqual([URL_ACTION.url, URL_ACTION.url, URL_ACTION.url]);
  });

  it('a piece that can not be done fails, and what waits behind it is done', async () => {
    hold = async (statement) => {
      if (/update "sign"/.test(statement)) throw new Error('a broken piece');
    };
    const broken = await start(one, URL_ACTION);
    await one.commands.bulk.sweep();
    hold = async () => {};
    const next = await start(one, { command: 'refresh' }, { signIds: [signs[0]!.id] });
    await one.commands.bulk.sweep();
    await gated.settled();
    expect((await outcomes(broken.bulkId)).map(({ state, code }) => [state, code])).toEqual(
      Array.from({ length: 4 }, () => ['failed', 'internal']),
    );
    expect((await outcomes(next.bulkId)).map(({ state }) => state)).toEqual(['done']);
  });
});
