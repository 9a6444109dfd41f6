import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { writeFacts, writeSilentSigns, type DeviceFacts } from '../signs/heartbeat-facts-repository.ts';
import { clearClaims, insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { recordOutages } from './record-outages.ts';

const random = createSeededRandom('outages');
const clock = createManualClock();
const START_MS = Date.parse('2026-11-20T19:00:00Z');
const MINUTE = 60_000;
const AT = new Date(START_MS);
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let statements: string[] = [];
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async (statement) => void statements.push(statement));
  organization = await insertOrganization(database.db, { clock, random }, { ada: 'admin' });
  const times = { createdAt: AT, updatedAt: AT };
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
});

async function insertLinked(count: number): Promise<string[]> {
  const times = { createdAt: AT, updatedAt: AT };
  const signs = Array.from({ length: count }, () => ({
    id: makeUuidV7(clock, random),
    organizationId: organization.id,
    eventId: organization.eventId,
    name: 'Prepared',
    location: 'Hall 1',
    deviceSignId: makeUuidV4(random),
    macAddress: '00:00:00:00:00:01',
    shortCode: '000000',
    ...times,
  }));
  await database.db.insertInto('sign').values(signs).execute();
  return signs.map(({ deviceSignId }) => deviceSignId);
}
const anySign = async () => {
  const { organizationId, eventId, name, location, createdAt, updatedAt } = await database.db
    .selectFrom('sign')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { organizationId, eventId, name, location, createdAt, updatedAt };
};
const NODE = makeUuidV7(createManualClock(), random);
type Facts = Partial<DeviceFacts> & { presence: DeviceFacts['presence'] };
/** The facts of devices, heard of last at `nowMs` or where `facts` says, are written at `nowMs`. */
const write = (devices: readonly string[], facts: Facts, nowMs = START_MS) =>
  pool.db.transaction().execute(async (trx) => {
    const all = devices.map((deviceSignId): DeviceFacts => {
      const known = {
        deviceSignId,
        contentState: 'showing',
        mode: 'foreground',
        blank: null,
        tellsBlank: false,
        problem: null,
        seenAtMs: nowMs,
        writtenSeenAtMs: null,
        claimedAtMs: null,
        isHeld: true,
      } as const;
      return { ...known, ...facts };
    });
    const { changes } = await writeFacts(trx, all, { nodeId: NODE, nowMs });
    await recordOutages(trx, changes, nowMs, () => makeUuidV7(clock, random));
  });
const outages = () => database.db.selectFrom('outage').selectAll().orderBy('id').execute();
const notices = () => database.db.selectFrom('notice').selectAll().orderBy('seq').execute();
const told = async () => (await notices()).map(({ kind }) => kind);
const stability = () => database.db.selectFrom('signStability').selectAll().execute();
const minutes = (at: Date | null) => (at === null ? null : (at.getTime() - START_MS) / MINUTE);

test('N3: an outage begins with the last heartbeat and the verdict, and ends with the next; each is told with both', async () => {
  const [device] = await insertLinked(1);
  await write([device!], { presence: 'online' });
  await write([device!], { presence: 'offline', seenAtMs: START_MS + MINUTE }, START_MS + 2 * MINUTE);
  const sign = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  const [outage] = await outages();
  const common = { since: new Date(START_MS + MINUTE), openedAt: new Date(START_MS + 2 * MINUTE), kind: 'offline' };
  const of = { organizationId: organization.id, eventId: organization.eventId, signRecordId: sign.id };
  expect(outage).toMatchObject({ ...of, ...common, signName: 'Prepared', closedAt: null, closedBy: null });
  await write([device!], { presence: 'online' }, START_MS + 3 * MINUTE);
  const closedAt = new Date(START_MS + 3 * MINUTE);
  expect(await outages()).toEqual([{ ...outage!, closedAt, closedBy: 'recovered' }]);
  const both = {
    ...of,
    signName: 'Prepared',
    outageId: outage!.id,
    since: outage!.since,
    stableAt: null,
    detail: null,
  };
  expect(await notices()).toMatchObject([
    { ...both, kind: 'sign_offline', at: outage!.openedAt },
    { ...both, kind: 'sign_online', at: closedAt },
  ]);
});

test('U12: an opening outage records its sign’s location, the number of signs in that place and the page’s host, and later changes to signs do not alter them', async () => {
  const devices = await insertLinked(4);
  const { db } = database;
  const at = (nth: number) => db.updateTable('sign').where('deviceSignId', '=', devices[nth]!);
  await at(0)
    .set({ url: 'https://menu.example:8443/a', contentId: makeUuidV4(random) })
    .execute();
  const shown = { shownUrl: 'http://Doors.example/b', shownContentId: makeUuidV4(random) };
  await at(1)
    .set({ url: 'https://menu.example/a', contentId: makeUuidV4(random) })
    .execute();
  await at(1)
    .set({ ...shown, shownSource: 'schedule', location: 'Hall 1 , left' })
    .execute();
  await at(2).set({ location: 'Hall 2, left' }).execute();
  // A sign without a device is none that could go offline.
  await db
    .insertInto('sign')
    .values({ ...(await anySign()), id: makeUuidV7(clock, random), location: 'Hall 2' })
    .execute();
  await write(devices, { presence: 'online' });
  await write(devices.slice(0, 3), { presence: 'online', contentState: 'error' });
  await write(devices.slice(2, 3), { presence: 'offline', contentState: 'error' }, START_MS + MINUTE);
  const opened = await outages();
  const signs = new Map((await db.selectFrom('sign').selectAll().execute()).map((sign) => [sign.id, sign]));
  const recorded = opened.map(({ signRecordId, kind, location, placeSigns, host }) => {
    const nth = devices.indexOf(signs.get(signRecordId)!.deviceSignId!);
    return [nth, kind, location, placeSigns, host];
  });
  expect(recorded.toSorted()).toEqual([
    [0, 'error', 'Hall 1', 3, 'menu.example'],
    [1, 'error', 'Hall 1 , left', 3, 'doors.example'],
    [2, 'error', 'Hall 2, left', 1, null],
    [2, 'offline', 'Hall 2, left', 1, null],
  ]);
  await db
    .updateTable('sign')
    .set({ location: 'Store', url: 'https://other.example/', contentId: makeUuidV4(random) })
    .set({ shownUrl: null, shownContentId: null, shownSource: null, name: 'Renamed' })
    .execute();
  await write(devices, { presence: 'online', contentState: 'showing' }, START_MS + 2 * MINUTE);
  const closedAt = new Date(START_MS + 2 * MINUTE);
  expect(await outages()).toEqual(opened.map((outage) => ({ ...outage, closedAt, closedBy: 'recovered' })));
});

test('N3: a sign that was never online has no outage, and nothing is told of it', async () => {
  const devices = await insertLinked(1);
  await write(devices, { presence: 'offline', contentState: 'error' });
  expect([await outages(), await notices(), await stability()]).toEqual([[], [], []]);
  await write(devices, { presence: 'online', contentState: 'error' });
  expect(await told()).toEqual(['content_error']);
});

test('N3: a sign that an older node wrote to be offline, without an outage, is no alarm', async () => {
  const devices = await insertLinked(1);
  await write(devices, { presence: 'online' });
  await database.db.updateTable('sign').set({ presence: 'offline' }).execute();
  await write(devices, { presence: 'offline', contentState: 'idle' });
  await write(devices, { presence: 'online' });
  expect([await outages(), await notices()]).toEqual([[], []]);
});

test('a sign that no node holds any more goes offline as one that is silent does', async () => {
  const devices = await insertLinked(2);
  await write(devices, { presence: 'online', seenAtMs: START_MS });
  await database.db.updateTable('sign').set({ lastSeenAt: null }).where('deviceSignId', '=', devices[1]!).execute();
  const nowMs = START_MS + MINUTE;
  const unheard = await database.db.selectFrom('sign').select(['id', 'lastSeenAt']).execute();
  await pool.db
    .transaction()
    .execute(async (trx) =>
      recordOutages(trx, await writeSilentSigns(trx, unheard, nowMs), nowMs, () => makeUuidV7(clock, random)),
    );
  // One that was never heard of since its claim has been away for as long as is known: from now on.
  expect((await outages()).map(({ kind, since }) => [kind, minutes(since)]).toSorted()).toEqual([
    ['offline', 0],
    ['offline', 1],
  ]);
  expect(await told()).toEqual(['sign_offline', 'sign_offline']);
});

describe('what is wrong with a page', () => {
  test('N6: begins once, and is over when the page shows again, or none is to be shown', async () => {
    const devices = await insertLinked(1);
    const states = ['showing', 'unreachable', 'loading', 'unreachable', 'error', 'showing', 'error', 'idle'] as const;
    const heard = [];
    for (const contentState of states) {
      const before = (await told()).length;
      await write(devices, { presence: 'online', contentState });
      heard.push((await told()).slice(before));
    }
    expect(heard).toEqual([
      [],
      ['content_unreachable'],
      [],
      [],
      ['content_error'],
      ['content_recovered', 'content_recovered'],
      ['content_error'],
      ['content_recovered'],
    ]);
  });

  test('K9: a blank screen is one beside the page that shows, until the screen is well or no page is to be shown', async () => {
    const devices = await insertLinked(1);
    const said = [
      ['showing', false],
      ['showing', true],
      ['error', true],
      ['showing', true],
      ['loading', null],
      ['showing', null],
      ['showing', true],
      ['showing', false],
      ['showing', true],
      ['idle', null],
    ] as const;
    const heard = [];
    for (const [contentState, blank] of said) {
      const before = (await told()).length;
      await write(devices, { presence: 'online', contentState, blank, tellsBlank: true });
      heard.push((await told()).slice(before));
    }
    expect(heard).toEqual([
      [],
      ['screen_blank'],
      ['content_error'],
      ['content_recovered'],
      [],
      [],
      [],
      ['content_recovered'],
      ['screen_blank'],
      ['content_recovered'],
    ]);
  });

  test('K9: a blank screen is neither over nor another because the sign is away, nor because no node hears it', async () => {
    const devices = await insertLinked(1);
    await write(devices, { presence: 'online', blank: true, tellsBlank: true });
    const unheard = await database.db.selectFrom('sign').select(['id', 'lastSeenAt']).execute();
    await pool.db.transaction().execute(async (trx) => {
      const changes = await writeSilentSigns(trx, unheard, START_MS + MINUTE);
      await recordOutages(trx, changes, START_MS + MINUTE, () => makeUuidV7(clock, random));
    });
    await write(devices, { presence: 'online', contentState: 'loading', blank: null, tellsBlank: true });
    await write(devices, { presence: 'online', blank: true, tellsBlank: true });
    expect(await told()).toEqual(['screen_blank', 'sign_offline', 'sign_online']);
  });

  test('K9: an older kiosk, which says nothing of its screen, ends it by showing its page', async () => {
    const devices = await insertLinked(1);
    await write(devices, { presence: 'online', blank: true, tellsBlank: true });
    await write(devices, { presence: 'online', contentState: 'error' });
    await write(devices, { presence: 'online' });
    expect(await told()).toEqual(['screen_blank', 'content_recovered']);
  });

  test('is not over because the sign is away', async () => {
    const devices = await insertLinked(1);
    await write(devices, { presence: 'online', contentState: 'error' });
    await write(devices, { presence: 'offline', contentState: 'error' });
    await write(devices, { presence: 'online', contentState: 'loading' });
    await write(devices, { presence: 'online', contentState: 'showing' });
    expect(await told()).toEqual(['content_error', 'sign_offline', 'sign_online', 'content_recovered']);
  });
});

test('N5: the fifth change within ten minutes is told as unstable, and what follows counts after fifteen quiet minutes', async () => {
  const devices = await insertLinked(1);
  await write(devices, { presence: 'online' });
  for (let minute = 1; minute <= 6; minute += 1)
    await write(devices, { presence: minute % 2 ? 'offline' : 'online' }, START_MS + minute * MINUTE);
  await write(devices, { presence: 'online', contentState: 'error' }, START_MS + 10 * MINUTE);
  await write(devices, { presence: 'offline', contentState: 'error' }, START_MS + 21 * MINUTE);
  expect((await notices()).map(({ kind, at, stableAt }) => [kind, minutes(at), minutes(stableAt)])).toEqual([
    ['sign_offline', 1, null],
    ['sign_online', 2, null],
    ['sign_offline', 3, null],
    ['sign_online', 4, null],
    ['sign_offline', 5, 20],
    ['sign_unstable', 5, null],
    ['sign_online', 6, 21],
    ['content_error', 10, 21],
    ['sign_offline', 21, null],
  ]);
  const [kept] = await stability();
  expect([kept!.verdictChanges.map(minutes), kept!.unstableSince]).toEqual([[3, 4, 5, 6, 21], null]);
});

test('an outage ends no earlier than it began, where another node’s clock is behind', async () => {
  const devices = await insertLinked(1);
  await write(devices, { presence: 'online' });
  await write(devices, { presence: 'offline' }, START_MS + MINUTE);
  await write(devices, { presence: 'online' }, START_MS);
  const [outage] = await outages();
  expect(outage!.closedAt).toEqual(outage!.openedAt);
  expect((await notices()).map(({ at }) => minutes(at))).toEqual([1, 1]);
});

test('the statements of a batch are as many as that of one sign', async () => {
  const devices = await insertLinked(1_000);
  const counts: number[] = [];
  for (const batch of [devices.slice(0, 1), devices]) {
    await write(batch, { presence: 'online' });
    for (const presence of ['offline', 'online'] as const) {
      statements = [];
      await write(batch, { presence });
      counts.push(statements.length);
    }
    // Five changes in no time at all, with all that they bring.
    for (const presence of ['offline', 'online'] as const) await write(batch, { presence });
    statements = [];
    await write(batch, { presence: 'offline', contentState: 'error' });
    counts.push(statements.length);
  }
  expect(counts.slice(3)).toEqual(counts.slice(0, 3));
  expect(Math.max(...counts)).toBeLessThanOrEqual(9);
  const { rows } =
    await sql`select count(distinct sign_record_id)::int as signs from notice where kind = 'sign_unstable'`.execute(
      database.db,
    );
  expect(rows).toEqual([{ signs: 1_000 }]);
});
