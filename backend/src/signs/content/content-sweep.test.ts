import { pino } from 'pino';
import type { PutSchedulesRequest } from '@sign-display/contracts/rest/schedules';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createRecurrenceThread } from '../../adapters/recurrence-thread.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { RENEW_LEASE_EVERY_MS } from '../../cluster/held-lease-duration.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import { findSign, lockSign } from '../signs-repository.ts';
import {
  authorNamed,
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../../testing/virtual-device.ts';
import { setOverrides } from './change-signs-in-bulk.ts';
import { createContentSweep } from './content-sweep.ts';
import { createInlineThinker, type RecurrenceThinker } from '../../recurrence/recurrence-questions.ts';
import { createScheduleOccurrences } from './schedule-occurrences.ts';
import type { ScheduleOwner } from './schedules-repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ASSIGNED = 'https://assigned.example/';
const EVENING = 'https://evening.example/';
const random = createSeededRandom('content-sweep');
const silent = pino({ level: 'silent' });
const author = authorNamed('olga');
/** The afternoon before the clock of Berlin goes back. */
const START_MS = Date.UTC(2026, 9, 24, 16);
let clock: ManualClock;
let life: ReturnType<ManualClock['fork']>;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let node: TestNode;
let device: VirtualDevice;
let signId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  organization = await insertOrganization(database.db, { clock: createManualClock(START_MS), random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
afterEach(async () => {
  life.stop();
  await gated.settled();
});
beforeEach(async () => {
  const { db } = database;
  for (const table of ['schedule', 'sign', 'device'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('organization').set({ allowedUrlHosts: [] }).execute();
  clock = createManualClock(START_MS);
  life = clock.fork();
  node = composeMemoryNode({ db: pool.db, clock: life, random });
  node.addSweeps();
  device = createVirtualDevice(random);
  signId = await insertRecord(db, { clock, random }, organization, ASSIGNED);
  const fields = { deviceSignId: device.signId, macAddress: '00:00:00:00:00:01', shortCode: device.shortCode };
  await db.updateTable('sign').set(fields).where('id', '=', signId).execute();
});

/** 22:00–06:00 in Berlin, every night. */
const nightly = {
  url: EVENING,
  startsAt: '2026-10-20T20:00:00.000Z',
  endsAt: '2026-10-21T04:00:00.000Z',
  recurrence: 'FREQ=DAILY',
  timeZone: 'Europe/Berlin',
  priority: 0,
  enabled: true,
};
async function put(owner: ScheduleOwner, schedules: PutSchedulesRequest['schedules']) {
  const { version } = await node.schedules.list(owner);
  return await node.schedules.replace({ owner, version }, organization.id, { schedules }, author);
}
const putNightly = () => put({ signId }, [nightly]);

/** Time passes, and what is to follow has followed. */
async function passUntil(atMs: number): Promise<void> {
  clock.advance(atMs - clock.now());
  await gated.settled();
}

/** A sweeper beside the node's own, and what it told of. */
function createRecorded(swept: CommittedChange[][] = []) {
  const telling = {
    async changed(changes: readonly CommittedChange[]) {
      if (changes.length > 0) swept.push([...changes]);
      await node.telling.changed(changes);
    },
  };
  const looks = createScheduleOccurrences({ db: database.db, clock, log: silent, thinker: createInlineThinker() });
  return { ...createContentSweep({ db: database.db, clock, telling, looks }), swept };
}

const rowOf = async (id: string) => (await findSign(database.db, id))!;

test('M2: a schedule begins and ends at its instants, through the night in which the clock goes back', async () => {
  await putNightly();
  await device.connect(node);
  await node.membership.join();
  // 22:00 in summer time; 06:00 in winter time: nine hours later.
  const changes = [
    [Date.UTC(2026, 9, 24, 20), EVENING, 'schedule'],
    [Date.UTC(2026, 9, 25, 5), ASSIGNED, 'assigned'],
    [Date.UTC(2026, 9, 25, 21), EVENING, 'schedule'],
  ] as const;
  for (const [atMs, url, source] of changes) {
    // A look, somewhere between two others, and then the very instant.
    await passUntil(atMs - 1_234);
    const { configVersion } = await rowOf(signId);
    await passUntil(atMs - 1);
    expect((await rowOf(signId)).configVersion).toBe(configVersion);
    const told = device.kiosk!.next('sign:display_content');
    clock.advance(1);
    expect(await told).toMatchObject({ url, source });
    expect((await rowOf(signId)).configVersion).toBe(configVersion + 1);
    await gated.settled();
  }
});

test('M2: no occurrence begins on a day in exdates, but one that began the night before continues into it', async () => {
  await put({ signId }, [{ ...nightly, exdates: ['2026-10-25', '2026-10-26'] }]);
  await node.membership.join();
  const shownAt = async (atMs: number) => {
    await passUntil(atMs);
    return (await rowOf(signId)).shownUrl;
  };
  expect(await shownAt(Date.UTC(2026, 9, 24, 20))).toBe(EVENING);
  expect(await shownAt(Date.UTC(2026, 9, 25, 3))).toBe(EVENING);
  // Null: the assigned page.
  for (const day of [25, 26]) expect(await shownAt(Date.UTC(2026, 9, day, 22))).toBe(null);
  expect(await shownAt(Date.UTC(2026, 9, 27, 20, 59, 59))).toBe(null);
  expect(await shownAt(Date.UTC(2026, 9, 27, 21))).toBe(EVENING);
});

test('M2: of two changes within a look each comes at its instant', async () => {
  const startsAtMs = START_MS + 10_000;
  const schedules = [0, 300].map((laterMs) => ({
    ...nightly,
    url: `https://${laterMs}.example/`,
    startsAt: new Date(startsAtMs + laterMs).toISOString(),
    endsAt: new Date(startsAtMs + HOUR_MS).toISOString(),
    recurrence: null,
    priority: laterMs,
  }));
  await put({ signId }, schedules);
  await node.membership.join();
  await passUntil(startsAtMs - 500);
  for (const laterMs of [0, 300]) {
    await passUntil(startsAtMs + laterMs);
    expect((await rowOf(signId)).shownUrl).toBe(`https://${laterMs}.example/`);
  }
});

test('A4: a schedule of a host that is no longer allowed does not begin, until it is allowed again', async () => {
  await putNightly();
  await node.membership.join();
  const allow = (allowedUrlHosts: string[]) =>
    database.db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', organization.id).execute();
  const shownAt = async (atMs: number) => {
    await passUntil(atMs);
    return (await rowOf(signId)).shownUrl;
  };
  await allow(['assigned.example']);
  expect(await shownAt(Date.UTC(2026, 9, 24, 20))).toBe(null);
  await allow([]);
  // At its next start, and not before.
  expect((await rowOf(signId)).nextChangeAt).toEqual(new Date(Date.UTC(2026, 9, 25, 21)));
  expect(await shownAt(Date.UTC(2026, 9, 25, 21))).toBe(EVENING);
});

test('M2: what came and went while no node ran is not made up for; what is right then is, and a kiosk that was away hears it', async () => {
  await putNightly();
  clock.advance(30 * HOUR_MS);
  const sweeper = createRecorded();
  await sweeper.sweep(() => true);
  expect(sweeper.swept.flat().map(({ display }) => display?.url)).toEqual([EVENING]);
  await device.connect(node);
  const config = device.kiosk!.received.find(({ event }) => event === 'sign:config')!.payload;
  expect(config).toMatchObject({
    content: { url: EVENING },
    until: '2026-10-26T05:00:00.000Z',
    assigned: { url: ASSIGNED },
  });
});

test('H3: a rule from before the budget never shows, is told of once, and keeps no other from its time', async () => {
  await putNightly();
  const schedules = [{ ...nightly, url: 'https://weekly.example/', recurrence: 'FREQ=WEEKLY;BYDAY=SA', priority: -1 }];
  await put({ eventId: organization.eventId }, schedules);
  // As an older node has let it in: nobody has looked at it.
  const [old] = await database.db.selectFrom('schedule').selectAll().where('signId', '=', signId).execute();
  const recurrence = 'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30';
  await database.db
    .insertInto('schedule')
    .values({ ...old!, id: makeUuidV7(clock, random), recurrence, lookedUntil: new Date(0) })
    .execute();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const looks = createScheduleOccurrences({ db: database.db, clock, log, thinker: createInlineThinker() });
  for (let night = 0; night < 3; night += 1) {
    await looks.look(() => true);
    clock.advance(24 * HOUR_MS);
  }
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['schedule ignored: its rule is too expensive to compute']);
  const sweeper = createRecorded();
  await sweeper.sweep(() => true);
  expect((await rowOf(signId)).shownUrl).toBeNull();
  clock.advance(5 * HOUR_MS);
  await sweeper.sweep(() => true);
  expect((await rowOf(signId)).shownUrl).toBe(EVENING);
});

test('H3: rules about which the thread gives no answer stay as they are, stay due, and are looked at again', async () => {
  await putNightly();
  const schedules = [{ ...nightly, url: 'https://weekly.example/', recurrence: 'FREQ=WEEKLY;BYDAY=SA', priority: -1 }];
  await put({ eventId: organization.eventId }, schedules);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let isStalled = true;
  // As long as the process stalls, each deadline has passed before the answer is heard.
  const deadlines = {
    ...systemClock,
    after: (ms: number, task: () => void) => systemClock.after(isStalled ? 0 : ms, task),
  };
  const thread = createRecurrenceThread({ clock: deadlines, log: silent, deadlineMs: 60_000 });
  onTestFinished(() => thread.close());
  const looks = createScheduleOccurrences({ db: database.db, clock, log, thinker: thread });
  const rows = () => database.db.selectFrom('schedule').selectAll().orderBy('id').execute();
  // Past what both rows say.
  clock.advance(8 * 24 * HOUR_MS);
  const before = await rows();
  await looks.look(() => true);
  expect(await rows()).toEqual(before);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [1, 2].map(() => ({ msg: 'schedule not evaluated, retrying later', reason: 'no_answer' })),
  );
  isStalled = false;
  clock.advance(1_000);
  await looks.look(() => true);
  for (const { lookedUntil, nextStart } of await rows()) {
    expect(lookedUntil!.getTime()).toBeGreaterThan(clock.now());
    expect(nextStart!.getTime()).toBeGreaterThan(clock.now());
  }
  expect(lines).toHaveLength(2);
});

test('H3: a schedule whose time zone this node does not know is left to nodes that do, keeps no other from its look, and is tried again ever more rarely', async () => {
  await putNightly();
  const { db } = database;
  const [known] = await db.selectFrom('schedule').selectAll().execute();
  const unknown = Array.from({ length: 500 }, () => ({
    ...known!,
    id: makeUuidV7(clock, random),
    timeZone: 'Europe/Newtown',
    lookedUntil: new Date(0),
  }));
  await db.insertInto('schedule').values(unknown).execute();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const asked: number[] = [];
  const inline = createInlineThinker();
  const thinker: RecurrenceThinker = {
    ...inline,
    look: async (timings, nowMs) => {
      asked.push(timings.length);
      return await inline.look(timings, nowMs);
    },
  };
  const looks = createScheduleOccurrences({ db, clock, log, thinker });
  clock.advance(24 * HOUR_MS);
  const before = await db
    .selectFrom('schedule')
    .selectAll()
    .where('timeZone', '=', 'Europe/Newtown')
    .orderBy('id')
    .execute();
  for (let second = 0; second < 60; second += 1) {
    await looks.look(() => true);
    clock.advance(1_000);
  }
  // At 0, 1, 3, 7, 15 and 31 s, and the known one once.
  expect(asked.filter((count) => count === 500)).toHaveLength(6);
  expect(asked.filter((count) => count > 0 && count !== 500)).toEqual([1]);
  expect(lines).toHaveLength(500);
  const after = await db
    .selectFrom('schedule')
    .selectAll()
    .where('timeZone', '=', 'Europe/Newtown')
    .orderBy('id')
    .execute();
  expect(after).toEqual(before);
  const [looked] = await db.selectFrom('schedule').selectAll().where('id', '=', known!.id).execute();
  expect(looked!.lookedUntil!.getTime()).toBeGreaterThan(clock.now());
});

test('H3: a rule that nobody has looked at yet is looked at by the sweep, and then shown', async () => {
  await putNightly();
  clock.advance(5 * HOUR_MS);
  const never = { currentStart: null, currentEnd: null, nextStart: null, nextEnd: null, lookedUntil: new Date(0) };
  await database.db.updateTable('schedule').set(never).execute();
  await createRecorded().sweep(() => true);
  expect((await rowOf(signId)).shownUrl).toBe(EVENING);
});

test('M2: a manual override ends when it says, and what is right then comes', async () => {
  await putNightly();
  await device.connect(node);
  const untilMs = Date.UTC(2026, 9, 24, 21);
  const deps = { clock, random };
  await database.db.transaction().execute(async (trx) => {
    const row = (await lockSign(trx, signId))!;
    return await setOverrides(trx, deps, [row], { url: 'https://manual.example/', untilMs }, clock.now());
  });
  const { configVersion } = await rowOf(signId);
  await node.membership.join();
  await passUntil(untilMs - 1_234);
  await passUntil(untilMs - 1);
  // The schedule that began meanwhile changed nothing.
  expect((await rowOf(signId)).configVersion).toBe(configVersion);
  const told = device.kiosk!.next('sign:display_content');
  clock.advance(1);
  expect(await told).toMatchObject({ url: EVENING, source: 'schedule', until: '2026-10-25T05:00:00.000Z' });
  expect(await rowOf(signId)).toMatchObject({ overrideUrl: null, overrideContentId: null, overrideUntil: null });
});

test('M2: two nodes at once change each of an event’s 1,200 signs once', async () => {
  const { db } = database;
  const at = new Date(clock.now());
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Sign', location: 'Hall' };
  const rows = Array.from({ length: 1_200 }, () => ({
    ...place,
    id: makeUuidV7(clock, random),
    createdAt: at,
    updatedAt: at,
  }));
  await db.insertInto('sign').values(rows).execute();
  await put({ eventId: organization.eventId }, [nightly]);
  clock.advance(4 * HOUR_MS);
  const swept: CommittedChange[][] = [];
  await Promise.all([0, 1].map(() => createRecorded(swept).sweep(() => true)));
  const ids = swept.flat().map(({ signRecordId }) => signRecordId);
  expect(ids.toSorted()).toEqual([signId, ...rows.map(({ id }) => id)].toSorted());
  const versions = await db
    .selectFrom('sign')
    .select('configVersion')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .distinct()
    .execute();
  expect(versions).toEqual([{ configVersion: 2 }]);
});

test('M2: a database that is away for a moment delays a change and loses none', async () => {
  await putNightly();
  await device.connect(node);
  await database.db.schema.alterTable('schedule').renameTo('schedule_away').execute();
  await node.membership.join();
  await passUntil(START_MS + 4 * HOUR_MS);
  expect((await rowOf(signId)).shownUrl).toBe(null);
  await database.db.schema.alterTable('schedule_away').renameTo('schedule').execute();
  const told = device.kiosk!.next('sign:display_content');
  clock.advance(RENEW_LEASE_EVERY_MS);
  expect(await told).toMatchObject({ url: EVENING });
});
