import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { openDatabase } from '../../db/open-database.ts';
import { insertOrganization, type TestOrganization } from '../../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { plainPiecesOf, type Snapshot } from './read-all-sign-records.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** Who is given which snapshot, on a real database with time in the test's hand. */

const random = createSeededRandom('snapshots');
let database: TestDatabase;
let clock: ManualClock;
let ours: TestOrganization;
let snapshots: Snapshots;
let cut: Readable[];
let given: ('database' | 'cache')[];

beforeAll(async () => {
  database = await createTestDatabase();
  ours = await insertOrganization(database.db, { clock: createManualClock(), random }, { ada: 'viewer' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('sign').execute();
  clock = createManualClock();
  cut = [];
  given = [];
  snapshots = createSnapshots({
    db: database.db,
    clock,
    cut: (reader) => cut.push(reader),
    observe: (from) => given.push(from),
  });
});

/** Signs with devices that are online. */
async function insertSigns(count: number, name = 'Sign'): Promise<string[]> {
  const at = new Date(clock.now());
  const place = {
    organizationId: ours.id,
    eventId: ours.eventId,
    name,
    location: 'Hall',
    createdAt: at,
    updatedAt: at,
  };
  const facts = { presence: 'online', contentState: 'showing', mode: 'foreground', lastSeenAt: at } as const;
  const rows = Array.from({ length: count }, () => {
    const deviceSignId = makeUuidV4(random);
    const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
    return { id: makeUuidV7(clock, random), ...place, ...device, ...facts };
  });
  if (rows.length > 0) await database.db.insertInto('sign').values(rows).execute();
  return rows.map(({ id }) => id).toSorted();
}
const find = () => snapshots.find({ organizationId: ours.id, eventId: null });
async function linesOf({ chunks }: Snapshot): Promise<unknown[]> {
  const lines = (await text(Readable.from(chunks).pipe(createGunzip()))).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

test.each([0, 1, 499, 500, 501, 1_234])(
  'a snapshot of %d signs holds each of them once, and its end',
  async (count) => {
    const ids = await insertSigns(count);
    const lines = await linesOf(await find());
    expect(lines.pop()).toEqual({ end: true, total: count });
    expect(lines.map((row) => (row as SignRow).id)).toEqual(ids);
  },
);

test('a snapshot is made once for all who ask for it at once, and after one another', async () => {
  await insertSigns(3);
  const found = await Promise.all(Array.from({ length: 20 }, find));
  expect(new Set([...found, await find()]).size).toBe(1);
  expect(given).toEqual(['database', 'cache']);
});

test('who asks while a snapshot is made is given the same one, if nothing changed after they asked', async () => {
  await insertSigns(3);
  const first = find();
  // It is under way: what it reads may be of before the second asks.
  await new Promise((resolve) => setImmediate(resolve));
  const second = find();
  expect(await second).toBe(await first);
  expect(given).toEqual(['database', 'cache']);
});

const changes: [string, (id: string) => Promise<unknown>][] = [
  ['a name', (id) => database.db.updateTable('sign').set({ name: 'other' }).where('id', '=', id).execute()],
  ['a state', (id) => database.db.updateTable('sign').set({ contentState: 'error' }).where('id', '=', id).execute()],
  ['a blank screen', (id) => database.db.updateTable('sign').set({ blank: true }).where('id', '=', id).execute()],
  ['a removed sign', (id) => database.db.deleteFrom('sign').where('id', '=', id).execute()],
  ['a new sign', () => insertSigns(1)],
  [
    'a sign in the place of another',
    async (id) => {
      await database.db.deleteFrom('sign').where('id', '=', id).execute();
      await insertSigns(1);
    },
  ],
];
test.each(changes)('after %s a snapshot is another, though no message told of it', async (_, change) => {
  const [id] = await insertSigns(3);
  const before = await find();
  await change(id!);
  const after = await find();
  expect(after).not.toBe(before);
  expect(await linesOf(after)).not.toEqual(await linesOf(before));
});

test('a change and the one back leave a snapshot what it is', async () => {
  const [id] = await insertSigns(3);
  const before = await find();
  for (const name of ['other', 'Sign'])
    await database.db.updateTable('sign').set({ name }).where('id', '=', id!).execute();
  expect(await find()).toBe(before);
});

test('a heartbeat that changes only its own time makes no other snapshot for half a minute', async () => {
  await insertSigns(3);
  const before = await find();
  await sql`update sign set last_seen_at = ${new Date(clock.now())}`.execute(database.db);
  expect(await find()).toBe(before);
  clock.advance(30_000);
  const after = await find();
  expect(after).not.toBe(before);
  expect((await linesOf(after))[0]).toMatchObject({ lastSeenAt: expect.any(String) });
});

test('a snapshot of an event holds its signs alone, and is another one than the organization’s', async () => {
  await insertSigns(2);
  const none = await snapshots.find({ organizationId: ours.id, eventId: makeUuidV7(clock, random) });
  expect(await linesOf(none)).toEqual([{ end: true, total: 0 }]);
  const ofEvent = await snapshots.find({ organizationId: ours.id, eventId: ours.eventId });
  expect(await linesOf(ofEvent)).toEqual(await linesOf(await find()));
});

test('a snapshot that nobody asks for is forgotten, and one that is read stays until it is read', async () => {
  await insertSigns(3);
  const snapshot = await find();
  expect(snapshots.heldBytes).toBe(snapshot.bytes);
  const reader = new Readable({ read() {} });
  snapshots.addReader(snapshot, 'ada', reader);
  clock.advance(30_000);
  expect(snapshots.heldBytes).toBe(snapshot.bytes);
  await new Promise((resolve) => reader.once('close', resolve).destroy());
  expect(snapshots.heldBytes).toBe(0);
});

test('slow readers hold no more than there is place for: past it who reads the oldest snapshot is cut off', async () => {
  const bytesMost = 20_000;
  const small = createSnapshots({ db: database.db, clock, cut: (reader) => cut.push(reader), observe() {}, bytesMost });
  await insertSigns(50);
  const readers: Readable[] = [];
  for (let bytes = 0; bytes < 3 * bytesMost;) {
    await database.db
      .updateTable('sign')
      .set({ name: `Sign ${readers.length}` })
      .execute();
    const snapshot = await small.find({ organizationId: ours.id, eventId: null });
    bytes += snapshot.bytes;
    const reader = new Readable({ read() {} });
    readers.push(reader);
    small.addReader(snapshot, 'ada', reader);
    expect(small.heldBytes).toBeLessThanOrEqual(bytesMost);
  }
  expect(cut.length).toBeGreaterThan(0);
  expect(cut).toEqual(readers.slice(0, cut.length));
});

test('a person reads three snapshots at once and no fourth, each by any number of walls, and another person does', async () => {
  await insertSigns(3);
  const readers: Readable[] = [];
  for (let round = 0; round < 3; round += 1) {
    await database.db
      .updateTable('sign')
      .set({ name: `Sign ${round}` })
      .execute();
    const snapshot = await find();
    for (let wall = 0; wall < 5; wall += 1) {
      expect(snapshots.isOneTooMany(snapshot, 'ada')).toBe(false);
      readers.push(new Readable({ read() {} }));
      snapshots.addReader(snapshot, 'ada', readers.at(-1)!);
    }
  }
  expect(snapshots.isOneTooMany(await find(), 'ada')).toBe(false);
  await database.db.updateTable('sign').set({ name: 'other' }).execute();
  const fourth = await find();
  expect([snapshots.isOneTooMany(fourth, 'ada'), snapshots.isOneTooMany(fourth, 'ben')]).toEqual([true, false]);
  for (const reader of readers.slice(0, 5)) await new Promise((resolve) => reader.once('close', resolve).destroy());
  expect(snapshots.isOneTooMany(fourth, 'ada')).toBe(false);
});

test('what nobody reads gives way before what somebody reads', async () => {
  await insertSigns(50);
  const { bytes } = await find();
  const bytesMost = Math.round(2.5 * bytes);
  const small = createSnapshots({ db: database.db, clock, cut: (reader) => cut.push(reader), observe() {}, bytesMost });
  const whole = { organizationId: ours.id, eventId: null };
  const reader = new Readable({ read() {} });
  const slowlyRead = await small.find(whole);
  small.addReader(slowlyRead, 'ada', reader);
  const ofEvent = { organizationId: ours.id, eventId: ours.eventId };
  const unread = await small.find(ofEvent);
  await database.db.updateTable('sign').set({ name: 'other' }).execute();
  await small.find(whole);
  expect(cut).toEqual([]);
  expect(small.heldBytes).toBeLessThanOrEqual(bytesMost);
  expect(await small.find(ofEvent)).not.toBe(unread);
});

test('what fails for those who ask is asked anew for the next', async () => {
  await insertSigns(1);
  const { poolConfig } = database;
  const { db, close } = openDatabase({ poolConfig, log: pino({ level: 'silent' }) });
  await close();
  const away = createSnapshots({ db, clock, cut: () => {}, observe: () => {} });
  const scope = { organizationId: ours.id, eventId: null };
  for (let tries = 0; tries < 2; tries += 1) await expect(away.find(scope)).rejects.toThrow(/pool/);
});

test('a client without gzip is given the same lines', async () => {
  await insertSigns(700);
  const snapshot = await find();
  const plain = (await text(plainPiecesOf(snapshot))).trimEnd().split('\n');
  expect(plain.map((line) => JSON.parse(line) as unknown)).toEqual(await linesOf(snapshot));
});
