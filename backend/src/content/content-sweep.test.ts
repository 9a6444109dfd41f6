import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { SignChange } from '../signs/sign-change.ts';
import { findSign, lockSign } from '../signs/signs-repository.ts';
import {
  authorNamed,
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { setOverrides } from './assignments.ts';
import { startContentSweep } from './content-sweep.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ASSIGNED = 'https://assigned.example/';
const EVENING = 'https://evening.example/';
const random = createSeededRandom('content-sweep');
const author = authorNamed('olga');
/** The afternoon before the clock of Berlin goes back. */
const START_MS = Date.UTC(2026, 9, 24, 16);
let clock: ManualClock;
let database: TestDatabase;
let organization: TestOrganization;
let node: TestNode;
let device: VirtualDevice;
let signId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock: createManualClock(START_MS), random }, {});
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  for (const table of ['schedule', 'sign', 'device'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('organization').set({ allowedUrlHosts: [] }).execute();
  clock = createManualClock(START_MS);
  node = composeMemoryNode({ db, clock, random });
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
const putNightly = () => node.schedules.replace({ signId }, organization.id, { schedules: [nightly] }, author);

/** A sweep whose next look is waited for: it asks the clock for it when it has done all that was due. */
function startWatched(db = database.db, swept: SignChange[][] = []) {
  const looks: number[] = [];
  const takers: ((delayMs: number) => void)[] = [];
  const watched = {
    ...clock,
    after(delayMs: number, task: () => void) {
      const taker = takers.shift();
      if (taker) taker(delayMs);
      else looks.push(delayMs);
      return clock.after(delayMs, task);
    },
  };
  const telling = {
    async changed(changes: readonly SignChange[]) {
      if (changes.length > 0) swept.push([...changes]);
      await node.telling.changed(changes);
    },
  };
  const sweep = startContentSweep({ db, clock: watched, telling, log: pino({ level: 'silent' }) });
  // The first is the start itself.
  looks.shift();
  return {
    ...sweep,
    swept,
    nextLook: () =>
      new Promise<number>((resolve) => {
        const delayMs = looks.shift();
        if (delayMs === undefined) takers.push(resolve);
        else resolve(delayMs);
      }),
  };
}

const rowOf = async (id: string) => (await findSign(database.db, id))!;

test('M2: a schedule begins and ends at its instants, through the night in which the clock goes back', async () => {
  await putNightly();
  await device.connect(node);
  const sweep = startWatched();
  // 22:00 in summer time; 06:00 in winter time: nine hours later.
  const changes = [
    [Date.UTC(2026, 9, 24, 20), EVENING, 'schedule'],
    [Date.UTC(2026, 9, 25, 5), ASSIGNED, 'assigned'],
    [Date.UTC(2026, 9, 25, 21), EVENING, 'schedule'],
  ] as const;
  for (const [atMs, url, source] of changes) {
    await sweep.nextLook();
    clock.advance(atMs - 1 - clock.now());
    // So near, and nothing yet: it asks to be woken at the very instant.
    expect(await sweep.nextLook()).toBe(1);
    const { configVersion } = await rowOf(signId);
    const told = device.kiosk!.next('sign:display_content');
    clock.advance(1);
    expect(await told).toMatchObject({ url, source });
    expect((await rowOf(signId)).configVersion).toBe(configVersion + 1);
  }
  await sweep.stop();
});

test('A4: a schedule of a host that is no longer allowed does not begin, until it is allowed again', async () => {
  await putNightly();
  const sweep = startWatched();
  const allow = (allowedUrlHosts: string[]) =>
    database.db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', organization.id).execute();
  const shownAt = async (atMs: number) => {
    clock.advance(atMs - clock.now());
    await sweep.nextLook();
    return (await rowOf(signId)).shownUrl;
  };
  await sweep.nextLook();
  await allow(['assigned.example']);
  expect(await shownAt(Date.UTC(2026, 9, 24, 20))).toBe(null);
  await allow([]);
  // At its next start, and not before.
  expect((await rowOf(signId)).nextChangeAt).toEqual(new Date(Date.UTC(2026, 9, 25, 21)));
  expect(await shownAt(Date.UTC(2026, 9, 25, 21))).toBe(EVENING);
  await sweep.stop();
});

test('M2: what came and went while no node ran is not made up for; what is right then is, and a kiosk that was away hears it', async () => {
  await putNightly();
  clock.advance(30 * HOUR_MS);
  const sweep = startWatched();
  await sweep.nextLook();
  expect(sweep.swept.flat().map(({ display }) => display?.url)).toEqual([EVENING]);
  await device.connect(node);
  const config = device.kiosk!.received.find(({ event }) => event === 'sign:config')!.payload;
  expect(config).toMatchObject({
    content: { url: EVENING },
    until: '2026-10-26T05:00:00.000Z',
    assigned: { url: ASSIGNED },
  });
  await sweep.stop();
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
  const sweep = startWatched();
  await sweep.nextLook();
  clock.advance(untilMs - 1 - clock.now());
  await sweep.nextLook();
  // The schedule that began meanwhile changed nothing.
  expect(sweep.swept).toEqual([]);
  const told = device.kiosk!.next('sign:display_content');
  clock.advance(1);
  expect(await told).toMatchObject({ url: EVENING, source: 'schedule', until: '2026-10-25T05:00:00.000Z' });
  expect(await rowOf(signId)).toMatchObject({ overrideUrl: null, overrideContentId: null, overrideUntil: null });
  await sweep.stop();
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
  await node.schedules.replace({ eventId: organization.eventId }, organization.id, { schedules: [nightly] }, author);
  clock.advance(4 * HOUR_MS);
  const swept: SignChange[][] = [];
  const sweeps = [startWatched(db, swept), startWatched(db, swept)];
  await Promise.all(sweeps.map((sweep) => sweep.nextLook()));
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
  await Promise.all(sweeps.map((sweep) => sweep.stop()));
});

test('M2: a database that is away for a moment delays a change and loses none', async () => {
  await putNightly();
  await device.connect(node);
  await database.db.schema.alterTable('schedule').renameTo('schedule_away').execute();
  clock.advance(4 * HOUR_MS);
  const sweep = startWatched();
  expect(await sweep.nextLook()).toBe(1_000);
  expect(sweep.swept).toEqual([]);
  await database.db.schema.alterTable('schedule_away').renameTo('schedule').execute();
  const told = device.kiosk!.next('sign:display_content');
  clock.advance(1_000);
  expect(await told).toMatchObject({ url: EVENING });
  await sweep.stop();
});
