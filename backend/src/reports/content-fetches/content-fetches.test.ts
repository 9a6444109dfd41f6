import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import {
  CONTENT_FETCH_COLUMNS,
  type ContentFetch,
  type ListedContentFetch,
} from '@sign-display/contracts/rest/telemetry';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { problemOf, type Person, type Reply } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { startSignsWorld, type SignsWorld } from '../../signs/testing/signs-world.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { dayOf, partitionName } from '../partitions/partition-day-and-name.ts';
import { EXPORT_PAGE } from './content-fetches-repository.ts';
import { ensurePartitions } from '../partitions/day-partitions.ts';

const random = createSeededRandom('content fetches');
const DAY_MS = 86_400_000;
/** A noon that is over: the service beside the tests drops the partitions of days that are past their retention, by its own clock. */
const NOW = Math.floor(systemClock.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
let world: SignsWorld;
let signId: string;

beforeAll(async () => {
  world = await startSignsWorld();
  await ensurePartitions(
    world.service.database.db,
    'content_fetch',
    Array.from({ length: 8 }, (_, ago) => dayOf(NOW - ago * DAY_MS)),
  );
  signId = (await world.makeRecord()).id;
});
afterAll(() => world.service.close());
beforeEach(() => world.service.database.db.deleteFrom('contentFetch').execute());

async function insertFetches(
  times: number[],
  more: { signRecordId?: string; url?: string; status?: number | null; error?: string | null } = {},
): Promise<ContentFetch[]> {
  const { organizationId, eventId } = world;
  const rows = times.map((atMs) => ({
    id: makeUuidV7(systemClock, random),
    organizationId,
    eventId,
    signRecordId: signId,
    at: new Date(atMs),
    startedAt: new Date(atMs - 10),
    durationMs: 10,
    bytes: 5,
    status: 200,
    fromCache: false,
    url: 'https://example.com/',
    error: null,
    ...more,
  }));
  if (rows.length > 0) await world.service.database.db.insertInto('contentFetch').values(rows).execute();
  return rows.map(({ signRecordId, at, startedAt, organizationId: _, ...rest }) => ({
    ...rest,
    signId: signRecordId,
    at: at.toISOString(),
    startedAt: startedAt.toISOString(),
  }));
}

/** An answer of an organization's log of content fetches. */
const askOrganization = (person: Person, query: Record<string, string | number>) =>
  person.call(
    'GET',
    `/api/content-fetches?${new URLSearchParams({ organizationId: world.organizationId, ...(query as Record<string, string>) })}`,
  );

type Page = { items: ContentFetch[]; nextCursor: string | null };
const ask = (person: Person, query: Record<string, string | number>, id = signId) =>
  person.call(
    'GET',
    `/api/signs/${id}/content-fetches?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  );
async function listAll(query: Record<string, string | number>): Promise<ContentFetch[]> {
  const items: ContentFetch[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await ask(world.people.viewer, { ...query, ...(cursor !== '' && { cursor }) });
    expect(status).toBe(200);
    items.push(...(body as Page).items);
    cursor = (body as Page).nextCursor;
  }
  return items;
}
const newestFirst = (items: ContentFetch[]) =>
  items.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));

describe('the content fetches of a sign', () => {
  test('are paged newest first over the days, none left out and none twice, of the range that is asked for', async () => {
    const time = fc.integer({ min: 0, max: 7 * 24 }).map((hoursAgo) => NOW - hoursAgo * 3_600_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(time, { maxLength: 40 }),
        fc.integer({ min: 1, max: 41 }),
        fc.option(time),
        fc.option(time),
        async (times, limit, fromMs, toMs) => {
          await world.service.database.db.deleteFrom('contentFetch').execute();
          const made = await insertFetches(times);
          await insertFetches(times, { signRecordId: makeUuidV4(random) });
          const [from, to] = [fromMs, toMs].map((each) => each !== null && new Date(each).toISOString());
          const expected = made.filter(({ at }) => (!from || at >= from) && (!to || at < to));
          expect(await listAll({ limit, ...(from && { from }), ...(to && { to }) })).toEqual(newestFirst(expected));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of a day are read from its partition alone, and a page after another from no later one', async () => {
    await insertFetches([NOW]);
    const plan = async (where: string): Promise<string> => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from content_fetch where sign_record_id = ${sql.lit(signId)} and ${sql.raw(where)} order by at desc, id desc limit 5
      `.execute(world.service.database.db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const partition = (daysAgo: number) => partitionName('content_fetch', dayOf(NOW - daysAgo * DAY_MS));
    const midnight = (daysAgo: number) => `'${dayOf(NOW - daysAgo * DAY_MS)}T00:00:00Z'`;
    const day = await plan(`at >= ${midnight(1)} and at < ${midnight(0)}`);
    expect(day).toContain(partition(1));
    expect(day).not.toContain(partition(0));
    const later = await plan(`at <= ${midnight(5)} and (at, id) < (${midnight(5)}, '${signId}')`);
    expect(later).not.toContain(partition(4));
  });

  test('A1: are not there for a stranger; a cursor of another list is refused', async () => {
    expect(problemOf(await ask(world.people.stranger, {})).code).toBe('not_found');
    expect(problemOf(await ask(world.people.viewer, {}, makeUuidV4(random))).code).toBe('not_found');
    expect(problemOf(await ask(world.people.viewer, { cursor: 'bm8' })).code).toBe('validation_failed');
  });
});

describe('the export of content fetches', () => {
  const exported = async (person: Person, query: Record<string, string>): Promise<Reply & { text: string }> => {
    const search = new URLSearchParams({ organizationId: world.organizationId, ...query });
    const response = await world.service.app.http.inject({
      method: 'GET',
      url: `/api/content-fetches/export?${search}`,
      headers: { authorization: `Bearer ${person.token}` },
    });
    const isProblem = response.headers['content-type'] === PROBLEM_CONTENT_TYPE;
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, text, body: isProblem ? response.json() : null };
  };
  const oldestFirst = (items: ContentFetch[]) => newestFirst(items).toReversed();

  test('holds all of the organization, oldest first, over more than a page; and what the filters leave', async () => {
    const times = Array.from({ length: EXPORT_PAGE + 10 }, (_, index) => NOW - (index % 7) * DAY_MS);
    const other = (await world.makeRecord()).id;
    const [most, few] = [await insertFetches(times), await insertFetches([NOW], { signRecordId: other })];
    const read = async (query: Record<string, string>) =>
      (await exported(world.people.viewer, { format: 'ndjson', ...query })).text
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ContentFetch]));
    expect(await read({})).toEqual(oldestFirst([...most, ...few]));
    expect(await read({ signId: other })).toEqual(few);
    expect(await read({ eventId: world.otherEventId })).toEqual([]);
    const [from, to] = [3, 1].map((ago) => new Date(NOW - ago * DAY_MS).toISOString());
    const inside = most.filter(({ at }) => at >= from! && at < to!);
    expect(await read({ from: from!, to: to! })).toEqual(oldestFirst(inside));
  });

  test('list and export hold the same fetches of any filters, newest and oldest first', async () => {
    const other = (await world.makeRecord()).id;
    const make = async (status: number | null, error: string | null, signRecordId: string) =>
      await insertFetches([NOW - (made += 1)], { status, error, signRecordId });
    let made = 0;
    for (const [status, error] of [
      [200, null],
      [404, null],
      [null, 'net::ERR'],
      [304, null],
    ] as const)
      for (const id of [signId, other]) await make(status, error, id);
    const filters: Record<string, string>[] = [{}, { result: 'ok' }, { result: 'failed' }, { signId: other }];
    for (const filter of [...filters, { result: 'failed', signId: other }]) {
      const listed: ListedContentFetch[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { status, body } = await askOrganization(world.people.viewer, {
          limit: 3,
          ...filter,
          ...(cursor !== '' && { cursor }),
        });
        expect(status).toBe(200);
        listed.push(...(body as { items: ListedContentFetch[] }).items);
        cursor = (body as Page).nextCursor;
      }
      const { text } = await exported(world.people.viewer, { format: 'ndjson', ...filter });
      const lines = text.split('\n').filter((line) => line !== '');
      expect(listed.every(({ signName }) => signName === 'Lobby')).toBe(true);
      const exportedRows = listed.map(({ signName: _, ...row }) => row).toReversed();
      expect(exportedRows).toEqual(lines.map((line) => JSON.parse(line) as ContentFetch));
      const isFailed = ({ status, error }: ContentFetch) => error !== null || (status ?? 0) >= 400;
      if (filter.result) expect(listed.every((one) => isFailed(one) === (filter.result === 'failed'))).toBe(true);
      expect(listed).toHaveLength((filter.result ? 4 : 8) / (filter.signId ? 2 : 1));
    }
  });

  test('A1: the list names a sign only in its own organization', async () => {
    const gone = makeUuidV4(random);
    await insertFetches([NOW], { signRecordId: gone });
    const { organizationId, eventId } = world.foreign;
    const secret = { organizationId, eventId, name: 'Secret', location: 'Hall 1', url: null };
    const made = await world.people.stranger.call('POST', '/api/signs', secret);
    const other = (made.body as { id: string }).id;
    await insertFetches([NOW - 1], { signRecordId: other });
    const { body } = await askOrganization(world.people.viewer, {});
    expect((body as { items: ListedContentFetch[] }).items.map(({ signId: id, signName }) => [id, signName])).toEqual([
      [gone, null],
      [other, null],
    ]);
  });

  test('A1: the list is not there for a stranger', async () => {
    expect(problemOf(await askOrganization(world.people.stranger, {})).code).toBe('not_found');
  });

  test('is CSV with the columns of the contract, and no formula for a spreadsheet', async () => {
    const [row] = await insertFetches([NOW], { url: '=cmd|x' });
    const { text, headers } = await exported(world.people.viewer, { format: 'csv' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, cells] = text.split('\r\n');
    expect(head).toBe(CONTENT_FETCH_COLUMNS.join(','));
    expect(cells).toBe(
      `${row!.id},${row!.eventId},${row!.signId},${row!.at},'=cmd|x,${row!.startedAt},10,200,5,false,`,
    );
  });

  test('A1: is not there for a stranger', async () => {
    expect(problemOf(await exported(world.people.stranger, { format: 'csv' })).code).toBe('not_found');
  });
});
