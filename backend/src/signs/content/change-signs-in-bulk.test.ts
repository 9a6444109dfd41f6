import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { authorNamed, insertOrganization, insertRecord, type TestOrganization } from '../../testing/claim-world.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { findSign, lockSign } from '../signs-repository.ts';
import { assignUrl, mergeSettings, setOverrides } from './change-signs-in-bulk.ts';
import { shownNow } from './update-page-to-show.ts';

const deps = { clock: createManualClock(), random: createSeededRandom('assignments') };
const author = authorNamed('olga');
const NEW = 'https://new.example/';
let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, deps, {});
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('sign').execute();
  await database.db.deleteFrom('history').execute();
});

const make = (url: string | null = null) => insertRecord(database.db, deps, organization, url);
const rowOf = async (id: string) => (await findSign(database.db, id))!;
const assign = (ids: string[], url: string | null) =>
  database.db.transaction().execute((trx) => assignUrl(trx, deps, ids, url, author, deps.clock.now()));
const merge = (ids: string[], patch: object) =>
  database.db.transaction().execute((trx) => mergeSettings(trx, deps, ids, patch, author, deps.clock.now()));
const override = (id: string, url: string, untilMs: number | null) =>
  database.db.transaction().execute(async (trx) => {
    const row = (await lockSign(trx, id))!;
    const [change] = await setOverrides(trx, deps, [row], { url, untilMs }, deps.clock.now());
    return change!;
  });

/** One schedule that is on from a minute ago until in an hour, of the event or of one sign. */
async function insertSchedule(of: { signId: string } | { eventId: string }, url: string): Promise<void> {
  const nowMs = deps.clock.now();
  await database.db
    .insertInto('schedule')
    .values({
      id: makeUuidV7(deps.clock, deps.random),
      organizationId: organization.id,
      eventId: null,
      signId: null,
      ...of,
      position: 0,
      url,
      contentId: makeUuidV4(deps.random),
      startsAt: new Date(nowMs - 60_000),
      endsAt: new Date(nowMs + 3_600_000),
      recurrence: null,
      timeZone: 'UTC',
      priority: 0,
      enabled: true,
    })
    .execute();
}

describe('assigning a page to many', () => {
  test('M1: each that had another gets it under its next versions, with a history of its own', async () => {
    const ids = [await make(), await make('https://old.example/'), await make(NEW)];
    const changes = await assign([...ids, makeUuidV7(deps.clock, deps.random)], NEW);
    expect(changes.map(({ signRecordId }) => signRecordId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    const rows = await Promise.all(ids.map(rowOf));
    expect(rows.map(({ url, version, configVersion }) => [url, version, configVersion])).toEqual([
      [NEW, 2, 2],
      [NEW, 2, 2],
      [NEW, 1, 1],
    ]);
    expect(rows[0]!.contentId).toBe(rows[1]!.contentId);
    for (const { display } of changes)
      expect(display).toEqual({ contentId: rows[0]!.contentId, url: NEW, source: 'assigned' });
    const history = await database.db.selectFrom('history').selectAll().execute();
    expect(history.map(({ signRecordId }) => signRecordId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    for (const item of history)
      expect(item).toMatchObject({ kind: 'update', actorName: 'olga', url: NEW, detail: 'url' });
  });

  test('M1: thousands at once', async () => {
    const id = await make('https://old.example/');
    // The database generates one column itself (migration 0037).
    const { id: _, countedAs: __, ...like } = { countedAs: '', ...(await rowOf(id)) };
    const many = Array.from({ length: 2_500 }, () => ({
      ...like,
      id: makeUuidV7(deps.clock, deps.random),
      settings: '{}',
      screen: null,
      acknowledged: null,
    }));
    await database.db.insertInto('sign').values(many.slice(0, 1_250)).execute();
    await database.db.insertInto('sign').values(many.slice(1_250)).execute();
    const changes = await assign(
      many.map((row) => row.id),
      null,
    );
    expect(changes).toHaveLength(2_500);
    expect((await rowOf(many[2_499]!.id)).url).toBeNull();
    expect(changes[0]!.display).toEqual({ contentId: null, url: null, source: 'assigned' });
  });

  test('M2: a schedule stays over it: nothing else is right now, but what the sign goes back to is another', async () => {
    const id = await make();
    await insertSchedule({ signId: id }, 'https://schedule.example/');
    await assign([id], 'https://first.example/');
    const [change] = await assign([id], NEW);
    expect(change).toEqual({ signRecordId: id, organizationId: organization.id, deviceSignId: null });
    const row = await rowOf(id);
    expect(row).toMatchObject({ url: NEW, configVersion: 3 });
    expect(shownNow(row)).toMatchObject({ content: { url: 'https://schedule.example/' }, source: 'schedule' });
  });
});

describe('an override', () => {
  test('M2: with an end stays over assignments and schedules until then', async () => {
    const id = await make(NEW);
    const untilMs = deps.clock.now() + 60_000;
    const change = await override(id, 'https://manual.example/', untilMs);
    const until = new Date(untilMs).toISOString();
    expect(change.display).toMatchObject({ url: 'https://manual.example/', source: 'manual', until });
    const [assigned] = await assign([id], 'https://other.example/');
    expect(assigned!.display).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ overrideUrl: 'https://manual.example/', nextChangeAt: new Date(untilMs) });
  });

  test('M2: without an end is over at the next assignment, also of the page that was assigned before', async () => {
    const id = await make(NEW);
    await insertSchedule({ eventId: organization.eventId }, 'https://schedule.example/');
    const change = await override(id, 'https://manual.example/', null);
    expect(change.display).not.toHaveProperty('until');
    const [assigned] = await assign([id], NEW);
    expect(assigned!.display).toMatchObject({ url: 'https://schedule.example/', source: 'schedule' });
    expect(await rowOf(id)).toMatchObject({ overrideUrl: null, overrideContentId: null });
    await database.db.deleteFrom('schedule').execute();
  });
});

test('M4: settings are merged into each, and only those where something changes get a version and an update', async () => {
  const ids = [await make(), await make(), await make()];
  await merge([ids[0]!], { zoom: 2, muted: true });
  await merge([ids[1]!], { zoom: 3 });
  const changes = await merge(ids, { zoom: 3 });
  expect(changes.map(({ signRecordId }) => signRecordId).toSorted()).toEqual([ids[0]!, ids[2]!].toSorted());
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.map(({ settings, version }) => [settings, version])).toEqual([
    [{ zoom: 3, muted: true }, 3],
    [{ zoom: 3 }, 2],
    [{ zoom: 3 }, 2],
  ]);
  const first = changes.find(({ signRecordId }) => signRecordId === ids[0])!;
  expect(first.settings).toMatchObject({ configVersion: rows[0]!.configVersion, patch: { zoom: 3 } });
});
