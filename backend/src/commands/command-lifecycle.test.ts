import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { NO_QUOTAS } from '../access/check-quotas.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { insertBenchSigns } from '../signs/testing/insert-bench-signs.ts';
import { mostWrittenAtOnce } from '../signs/testing/largest-write-transaction.ts';
import { composeMemoryNode, type TestNode, type TestOrganization } from '../testing/claim-world.ts';
import { jpegHead } from '../testing/make-jpeg-head.ts';
import type { GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers, type MemoryCarriers } from '../testing/memory-carrier.ts';
import type { TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { takeDueCommands } from './commands-repository.ts';
import { storeScreenshot } from './stored-screenshots.ts';
import { LOG_LINES_KEPT } from './stored-sign-logs.ts';
import { collectUpdates, link, makeLinked, send } from './testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from './testing/commands-database.ts';

/** What time, crashes and losses do to commands: two nodes, with what is between them, time and kiosks in the test's hand. */

const random = createSeededRandom('command-life');
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let isAway = false;
let organization: TestOrganization;
let clock: ManualClock;
let one: TestNode;
let two: TestNode;
let carriers: MemoryCarriers;
let id: string;
let device: VirtualDevice;
let updates: ReturnType<typeof collectUpdates>;

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization } = bed);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.clear();
  isAway = false;
  clock = createManualClock();
  const pool = gated.open(async () => {
    if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
  });
  carriers = createMemoryCarriers(2);
  const [first, second] = carriers.of.map((carrier) => createRooms(carrier));
  one = composeMemoryNode({ db: pool.db, clock, random, rooms: first! });
  two = composeMemoryNode({ db: pool.db, clock, random, rooms: second! });
  await Promise.all([one.membership.join(), two.membership.join()]);
  updates = collectUpdates([first!, second!], organization.id);
  ({ id, device } = await makeLinked({ db: database.db, clock, random }, organization, one));
  // What a kiosk may have missed is looked for after its registration is answered: not what a test sends next.
  await gated.settled();
});

const row = (commandId: string) =>
  database.db.selectFrom('command').selectAll().where('id', '=', commandId).executeTakeFirstOrThrow();
const history = () =>
  database.db.selectFrom('history').selectAll().where('signRecordId', '=', id).orderBy('id').execute();
const say = (event: 'sign:command_ack' | 'sign:command_error' | 'sign:update_status', payload: object) =>
  device.kiosk!.request(event, payload);
const received = (event: string) => device.kiosk!.received.filter((message) => message.event === event).length;

describe('the end of a command', () => {
  it('M3: is expired when its time has passed without an answer, once, whoever sweeps', async () => {
    const commandId = await send(one, id, { command: 'refresh', expiresInSeconds: 10 });
    clock.advance(9_999);
    await one.commands.sweep();
    expect(await row(commandId)).toMatchObject({ state: 'sent', finishedAt: null });
    clock.advance(1);
    await Promise.all([one.commands.sweep(), two.commands.sweep()]);
    expect(await row(commandId)).toMatchObject({
      state: 'expired',
      finishedAt: new Date(clock.now()),
      errorCode: null,
    });
    expect(await history()).toMatchObject([
      { kind: 'command', outcome: 'expired', detail: 'refresh', durationMs: 10_000 },
    ]);
    await gated.settled();
    expect(updates.map(({ state }) => state)).toEqual(['sent', 'expired']);
  });

  it.each([true, false])('M3: a late answer leaves expired and is noted once (swept before: %s)', async (swept) => {
    const commandId = await send(one, id, { command: 'refresh', expiresInSeconds: 10 });
    clock.advance(10_000);
    if (swept) await one.commands.sweep();
    await say('sign:command_ack', { commandId, result: { late: true } });
    await say('sign:command_ack', { commandId });
    await say('sign:command_error', { commandId, code: 'blank', detail: '' });
    await one.commands.sweep();
    expect(await row(commandId)).toMatchObject({ state: 'expired', result: null });
    const kinds = (await history()).map(({ kind, outcome }) => [kind, outcome]);
    expect(kinds.toSorted()).toEqual([
      ['command', 'expired'],
      ['command_late', 'acked'],
    ]);
  });

  it.each(['unregistered', 'replaced', 'deleted'])(
    'M3: of a sign that was %s is failed, with the reason',
    async (how) => {
      const sent = await send(one, id, { command: 'refresh' });
      const before = device.kiosk!;
      device.disconnect();
      await gated.settled();
      const waiting = await send(one, id, { command: 'reboot', wait: true });
      const successor = createVirtualDevice(random);
      if (how === 'deleted') await database.db.deleteFrom('sign').where('id', '=', id).execute();
      else await link(database.db, id, how === 'replaced' ? successor : null);
      await Promise.all([one.commands.sweep(), two.commands.sweep()]);
      for (const commandId of [sent, waiting])
        expect(await row(commandId)).toMatchObject({ state: 'failed', errorCode: 'sign_not_linked' });
      expect((await history()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ['failed', 'sign_not_linked'],
        ['failed', 'sign_not_linked'],
      ]);
      await device.connect(one);
      await successor.connect(one);
      await gated.settled();
      expect(device.kiosk).not.toBe(before);
      expect(received('sign:reboot')).toBe(0);
      expect(successor.kiosk!.received.map(({ event }) => event)).not.toContain('sign:reboot');
    },
  );

  it('A1: an answer of a device that was taken off the record is nobody’s to read there, swept or not', async () => {
    const open = await send(one, id, { command: 'refresh' });
    const late = await send(one, id, { command: 'refresh', expiresInSeconds: 1 });
    clock.advance(1_000);
    await one.commands.sweep();
    await link(database.db, id, null);
    for (const commandId of [open, late]) await say('sign:command_ack', { commandId, result: { secret: 'another’s' } });
    expect(await row(open)).toMatchObject({ state: 'failed', errorCode: 'sign_not_linked', result: null });
    expect(await row(late)).toMatchObject({ state: 'expired', result: null, answeredLateAt: null });
    expect((await history()).map(({ kind }) => kind)).not.toContain('command_late');
  });

  it('R2: an answer that the database could not take is not lost: the kiosk is cut off, and answers again', async () => {
    const commandId = await send(one, id, { command: 'refresh' });
    const { kiosk } = device;
    isAway = true;
    expect(await say('sign:command_ack', { commandId })).toMatchObject({ ok: false });
    await kiosk!.ended;
    isAway = false;
    await gated.settled();
    await device.connect(one);
    await say('sign:command_ack', { commandId });
    expect(await row(commandId)).toMatchObject({ state: 'acked' });
  });
});

describe('a command on its way', () => {
  it('R2: goes through any node to the device of another', async () => {
    const commandId = await send(two, id, { command: 'refresh' });
    expect(await device.kiosk!.next('sign:refresh')).toMatchObject({ commandId });
  });

  it('M3: is sent when the node of its device hands it over, and waits until then', async () => {
    const commandId = await send(two, id, { command: 'refresh' });
    await device.kiosk!.next('sign:refresh');
    await gated.settled();
    expect(updates).toMatchObject([
      { commandId, state: 'queued', sentAt: null },
      { commandId, state: 'sent' },
    ]);
    expect(await row(commandId)).toMatchObject({ state: 'sent' });
    expect(await row(await send(one, id, { command: 'refresh' }))).toMatchObject({ state: 'sent' });
  });

  it.each(['refresh', 'display_content'] as const)(
    'M3, R2: while nothing is carried it waits, and is sent by the sweep of the node that has its device (%s)',
    async (command) => {
      carriers.cut();
      const url = 'https://example.com/override';
      const request = command === 'refresh' ? { command } : { command, args: { url } };
      const commandId = await send(two, id, request as CommandRequest);
      for (let round = 0; round < 3; round += 1) {
        // In steps, so that both renew their leases.
        for (let second = 0; second < 5; second += 1) {
          clock.advance(1_000);
          await gated.settled();
        }
        await two.commands.sweep();
        await gated.settled();
        expect(await row(commandId)).toMatchObject({ state: 'queued', sentAt: null });
        expect(received(`sign:${command}`)).toBe(0);
      }
      await one.commands.sweep();
      expect(await device.kiosk!.next(`sign:${command}`)).toMatchObject({ commandId });
      expect(await row(commandId)).toMatchObject({ state: 'sent' });
    },
  );

  it('R2: of a node that died before it could send is sent by another, again and again until it is answered', async () => {
    const commandId = await send(two, id, { command: 'refresh', expiresInSeconds: 3_600 });
    await device.kiosk!.next('sign:refresh');
    const heardAfterMs: number[] = [];
    const begin = clock.now();
    for (let passed = 0; passed < 240; passed += 1) {
      clock.advance(1_000);
      await one.commands.sweep();
      if (received('sign:refresh') > heardAfterMs.length + 1) heardAfterMs.push((clock.now() - begin) / 1_000);
    }
    expect(heardAfterMs).toEqual([5, 10, 20, 40, 80, 140, 200]);
    await say('sign:command_ack', { commandId });
    clock.advance(600_000);
    await one.commands.sweep();
    expect(received('sign:refresh')).toBe(8);
  });

  it('M3: is not sent again when its time is over, also by who looks before anybody has ended it', async () => {
    await send(one, id, { command: 'refresh', expiresInSeconds: 6 });
    const lasting = await send(one, id, { command: 'refresh', expiresInSeconds: 60 });
    clock.advance(6_000);
    const due = await takeDueCommands(database.db, { nodeId: one.nodeId, nodes: { dead: () => [] } }, clock.now(), 10);
    expect(due.map((command) => command.id)).toEqual([lasting]);
  });

  it('R2: one that waits for a sign that is here after all is sent by the sweep', async () => {
    device.disconnect();
    await gated.settled();
    const commandId = await send(one, id, { command: 'refresh', wait: true });
    // As if the node that took it in had died before the sign came: nobody delivers.
    await database.db
      .updateTable('command')
      .set({ state: 'acked', finishedAt: new Date(0) })
      .execute();
    await device.connect(two);
    await gated.settled();
    await database.db.updateTable('command').set({ state: 'queued', finishedAt: null }).execute();
    clock.advance(5_000);
    await gated.settled();
    await two.commands.sweep();
    expect(await device.kiosk!.next('sign:refresh')).toMatchObject({ commandId });
    expect(await row(commandId)).toMatchObject({ state: 'sent' });
  });
});

describe('display_content', () => {
  const url = 'https://example.com/override';
  const untilIn = (ms: number) => new Date(clock.now() + ms).toISOString();

  it('M2: is what is right until its end, also for a kiosk that comes back', async () => {
    const until = untilIn(60_000);
    const commandId = await send(one, id, { command: 'display_content', args: { url, until } });
    const told = await device.kiosk!.next('sign:display_content');
    expect(told).toMatchObject({ commandId, url, until, source: 'manual' });
    expect(await device.kiosk!.next('sign:config')).toMatchObject({ content: { url, contentId: told.contentId } });
    device.disconnect();
    await device.connect(one);
    await gated.settled();
    const again = await device.kiosk!.next('sign:display_content');
    expect(again).toEqual(told);
    const configs = device.kiosk!.received.filter(({ event }) => event === 'sign:config');
    expect(configs.at(-1)?.payload).toMatchObject({ content: { url, contentId: told.contentId } });
  });

  it('M2, M3: waiting for its sign it does nothing, and expired it never has', async () => {
    device.disconnect();
    await gated.settled();
    const first = await send(one, id, { command: 'display_content', args: { url }, wait: true });
    expect(await database.db.selectFrom('sign').select('overrideUrl').where('id', '=', id).execute()).toEqual([
      { overrideUrl: null },
    ]);
    clock.advance(60_000);
    await one.commands.sweep();
    expect(await row(first)).toMatchObject({ state: 'expired', sentAt: null });
    const second = await send(one, id, { command: 'display_content', args: { url }, wait: true });
    await device.connect(one);
    expect(await device.kiosk!.next('sign:display_content')).toMatchObject({ commandId: second, url });
    expect(received('sign:display_content')).toBe(1);
  });

  it('M3: expires at its end at the latest', async () => {
    const commandId = await send(one, id, { command: 'display_content', args: { url, until: untilIn(10_000) } });
    expect((await row(commandId)).expiresAt).toEqual(new Date(clock.now() + 10_000));
  });

  it('M2: a page that another has overtaken is not sent again, and the last word is the other page', async () => {
    await send(one, id, { command: 'display_content', args: { url } });
    await device.kiosk!.next('sign:display_content');
    await send(one, id, { command: 'display_content', args: { url: 'https://example.com/later' } });
    clock.advance(5_000);
    await one.commands.sweep();
    await gated.settled();
    const pages = device.kiosk!.received.filter(({ event }) => event === 'sign:display_content');
    // How often the other one comes again is not this test's.
    const [first, ...later] = pages.map(({ payload }) => (payload as { url: string }).url);
    expect(first).toBe(url);
    expect(later.length).toBeGreaterThan(1);
    expect(new Set(later)).toEqual(new Set(['https://example.com/later']));
    const last = device.kiosk!.received.findLast(({ event }) => event === 'sign:config');
    expect(device.kiosk!.received.at(-1)).toBe(last);
    expect(last?.payload).toMatchObject({ content: { url: 'https://example.com/later' } });
  });
});

describe('what commands bring', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString();
  const logs = () => database.db.selectFrom('signLog').selectAll().orderBy('at').orderBy('id').execute();

  it('each log line is kept once, however often and by whatever command it is fetched', async () => {
    const [first, second] = [
      await send(one, id, { command: 'fetch_logs' }),
      await send(one, id, { command: 'fetch_logs' }),
    ];
    const line = (message: string, second = 0) => ({ at: at(second), level: 'info', message });
    const fetch = (commandId: string, lines: object[]) =>
      device.kiosk!.request('sign:logs', { commandId, lines, truncated: false });
    expect(await fetch(first!, [line('a'), line('b'), line('c', 1)])).toEqual({ ok: true });
    await Promise.all([
      fetch(first!, [line('c', 1), line('d', 1)]),
      fetch(second!, [line('d', 1), line('c', 1), line('e', 2)]),
    ]);
    await say('sign:command_ack', { commandId: first });
    await fetch(first!, [line('f', 3)]);
    expect((await logs()).map(({ message }) => message).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    // Lines of one millisecond keep their order.
    expect((await logs()).slice(0, 2).map(({ message }) => message)).toEqual(['a', 'b']);
    const other = await makeLinked({ db: database.db, clock, random }, organization, one);
    expect(
      await other.device.kiosk!.request('sign:logs', { commandId: first, lines: [line('x')], truncated: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(await logs()).toHaveLength(6);
  });

  it('of a sign no more lines are kept than that, the newest', async () => {
    const commandId = await send(one, id, { command: 'fetch_logs' });
    const base = Date.UTC(2026, 0, 1);
    const rows = Array.from({ length: LOG_LINES_KEPT }, (_, index) => index);
    for (let from = 0; from < rows.length; from += 2_500) {
      const lines = rows.slice(from, from + 2_500).map((index) => ({
        at: new Date(base + index).toISOString(),
        level: 'info',
        message: String(index),
      }));
      await one.commands.keepLogs(device.signId, { commandId, lines, truncated: false });
    }
    const more = [1, 2, 3].map((index) => ({ at: at(index), level: 'info', message: `new ${index}` }));
    await one.commands.keepLogs(device.signId, { commandId, lines: more, truncated: false });
    const kept = await logs();
    expect(kept).toHaveLength(LOG_LINES_KEPT);
    expect(kept[0]!.message).toBe('3');
    expect(kept.at(-1)!.message).toBe('new 3');
  });

  it('the updater is seen at its command, and in the history when it installs or fails', async () => {
    const commandId = await send(one, id, { command: 'update' });
    await say('sign:update_status', { state: 'checking' });
    await say('sign:command_ack', { commandId });
    for (const percent of [1, 2, 3, 30, 31, 60])
      await say('sign:update_status', { state: 'downloading', version: '2', percent });
    await say('sign:update_status', { state: 'installing', version: '2' });
    await say('sign:update_status', { state: 'failed', version: '2', detail: 'No space.' });
    clock.advance(60_000);
    await say('sign:update_status', { state: 'failed', version: '2', detail: 'No space left.' });
    expect((await row(commandId)).result).toMatchObject({ updateStatus: { state: 'failed', version: '2' } });
    const told = updates.map(
      ({ result }) => (result as { updateStatus?: { state: string; percent: number | null } } | null)?.updateStatus,
    );
    expect(told.flatMap((each) => (each?.state === 'downloading' ? [each.percent] : []))).toEqual([1, 30, 60]);
    const noted = (await history()).filter(({ kind }) => kind === 'app_update');
    expect(noted.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['installing', '2'],
      ['failed', '2: No space left.'],
    ]);
  });
});

describe('screenshots', () => {
  const jpeg = (byte = 0) => jpegHead({ width: 8, height: 8 }, Buffer.from([byte]));
  const shot = (more: object = {}) => ({
    capturedAt: new Date(clock.now()).toISOString(),
    width: 8,
    height: 8,
    image: jpeg(),
    ...more,
  });
  const stored = () => database.db.selectFrom('screenshot').selectAll().execute();
  const take = () => send(one, id, { command: 'screenshot' });

  it('the last one is kept, and its command says of what size it is', async () => {
    for (const byte of [1, 2])
      await say('sign:command_ack', { commandId: await take(), result: shot({ image: jpeg(byte) }) });
    const commandId = (await stored())[0]!.commandId;
    expect(await stored()).toMatchObject([{ signRecordId: id, image: jpeg(2), capturedAt: new Date(clock.now()) }]);
    expect(await row(commandId)).toMatchObject({ state: 'acked', result: { width: 8, height: 8, bytes: 18 } });
  });

  it.each([
    ['is a text', { image: 'data:image/jpeg;base64,' }],
    ['is no JPEG', { image: Buffer.from('<svg>') }],
    ['is cut off', { image: jpeg().subarray(0, -1) }],
    ['says nothing of its size', { image: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]) }],
    ['says that it has 65,535 × 65,535 pixels', { image: jpegHead({ width: 65_535, height: 65_535 }) }],
    ['is too large', { image: Buffer.concat([jpeg(), Buffer.alloc(4 * 1024 * 1024)]) }],
    ['has no size', { width: 0 }],
    ['has no time', { capturedAt: 'yesterday' }],
  ])('A5: one that %s makes the command fail, and the last one stays', async (_, wrong) => {
    await say('sign:command_ack', { commandId: await take(), result: shot({ image: jpeg(7) }) });
    const commandId = await take();
    await say('sign:command_ack', { commandId, result: shot(wrong) });
    expect(await row(commandId)).toMatchObject({ state: 'failed', errorCode: 'invalid_result', result: null });
    expect(await stored()).toMatchObject([{ image: jpeg(7) }]);
  });

  it.each([
    [-86_400_000, -86_400_000],
    [900, 900],
    [3_600_000, 0],
  ])('a kiosk whose clock is %i ms ahead has captured it at %i', async (aheadMs, keptMs) => {
    const capturedAt = new Date(clock.now() + aheadMs).toISOString();
    await say('sign:command_ack', { commandId: await take(), result: shot({ capturedAt }) });
    expect((await stored())[0]!.capturedAt).toEqual(new Date(clock.now() + keptMs));
  });

  it.each(['another device', 'nobody', 'its own device, claimed anew'])(
    'A1: one whose sign went over to %s while it was on its way is not kept',
    async (whom) => {
      const command = await row(await take());
      if (whom === 'another device') await link(database.db, id, createVirtualDevice(random));
      else if (whom === 'nobody') await link(database.db, id, null);
      else
        await database.db
          .updateTable('sign')
          .set({ claimRequestId: makeUuidV4(random) })
          .execute();
      const taken = { capturedAtMs: clock.now(), width: 8, height: 8, image: jpeg() };
      // After the look whether it is still linked: what is stored decides for itself.
      await database.db.transaction().execute((trx) => storeScreenshot(trx, command, taken, clock.now()));
      expect(await stored()).toEqual([]);
    },
  );

  it('is gone with its device and when it is too old', async () => {
    await say('sign:command_ack', { commandId: await take(), result: shot() });
    clock.advance(7 * 24 * 3_600_000 - 1);
    await one.commands.prune();
    expect(await stored()).toHaveLength(1);
    clock.advance(1);
    await one.commands.prune();
    expect(await stored()).toHaveLength(0);
    await say('sign:command_ack', { commandId: await take(), result: shot() });
    await link(database.db, id, createVirtualDevice(random));
    await one.commands.prune();
    expect(await stored()).toHaveLength(0);
  });

  it('those that are too old are all removed, and no transaction holds more than 500 of their signs', async () => {
    const { db } = database;
    await insertBenchSigns(db, { organizationId: organization.id, eventId: organization.eventId }, 1_101);
    const at = new Date(clock.now());
    await sql`
      insert into screenshot (sign_record_id, device_sign_id, claim_request_id, command_id, captured_at, received_at, image)
      select id, device_sign_id, claim_request_id, id, ${at}, ${at}, '' from sign where device_sign_id is not null`.execute(
      db,
    );
    await sql`update sign set screenshot_at = ${at}`.execute(db);
    clock.advance(7 * 24 * 3_600_000);
    await one.commands.prune();
    expect(await stored()).toHaveLength(0);
    expect(await mostWrittenAtOnce(db)).toBe(500);
  });

  it('the service takes them by itself, of connected signs that are due, without a trace in the history', async () => {
    const away = await makeLinked({ db: database.db, clock, random }, organization, one);
    away.device.disconnect();
    await gated.settled();
    await database.db
      .updateTable('sign')
      .set({ settings: JSON.stringify({ screenshotEverySeconds: 60 }) })
      .execute();
    await one.commands.takeScreenshots();
    const heardAfter: number[] = [];
    for (let second = 1; second <= 180; second += 1) {
      clock.advance(1_000);
      await gated.settled();
      await Promise.all([one.commands.takeScreenshots(), two.commands.takeScreenshots()]);
      const { received: all } = device.kiosk!;
      const asked = all.filter(({ event }) => event === 'sign:screenshot');
      if (asked.length === heardAfter.length) continue;
      heardAfter.push(second);
      const { commandId } = asked.at(-1)!.payload as { commandId: string };
      await say('sign:command_ack', { commandId, result: shot({ image: jpeg(second) }) });
    }
    expect(heardAfter).toHaveLength(3);
    // By way of another node it takes a turn more.
    expect([59, 60, 61]).toContain(heardAfter[1]! - heardAfter[0]!);
    expect(await stored()).toMatchObject([{ signRecordId: id, image: jpeg(heardAfter[2]!) }]);
    expect(await history()).toEqual([]);
    expect(
      await database.db.selectFrom('command').select('signRecordId').where('signRecordId', '=', away.id).execute(),
    ).toEqual([]);

    await database.db.updateTable('sign').set({ settings: '{}' }).execute();
    clock.advance(120_000);
    await one.commands.takeScreenshots();
    expect(await database.db.selectFrom('screenshotTurn').selectAll().execute()).toEqual([]);
  });

  it('M5: the service asks for none on its own while the organization has used up its bytes, and does again when there is room', async () => {
    await say('sign:command_ack', { commandId: await take(), result: shot() });
    const { image } = (await stored())[0]!;
    await database.db
      .updateTable('sign')
      .set({ settings: JSON.stringify({ screenshotEverySeconds: 60 }) })
      .execute();
    const asked = () => device.kiosk!.received.filter(({ event }) => event === 'sign:screenshot').length;
    const before = asked();
    const withQuota = async (storageBytes: number) => {
      const [carrier] = createMemoryCarriers(1).of;
      const quotas = { ...NO_QUOTAS, storageBytes };
      const node = composeMemoryNode({ db: database.db, clock, random, quotas, rooms: createRooms(carrier!) });
      await node.commands.takeScreenshots();
      clock.advance(61_000);
      await node.commands.takeScreenshots();
      const found = database.db.selectFrom('command').select('id').where('sentById', 'is', null);
      return (await found.execute()).length;
    };
    expect(await withQuota(image.byteLength)).toBe(0);
    expect(asked()).toBe(before);
    expect(await withQuota(image.byteLength + 1)).toBe(1);
  });
});
