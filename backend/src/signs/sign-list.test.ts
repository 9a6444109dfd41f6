import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sign, SignListQuery } from '@sign-display/contracts/rest/signs';
import { problemOf, type Person } from '../access/testing/test-service.ts';
import { encodeCursor } from '../http/cursor.ts';
import { beat, connectKiosk, linkKiosk, startSignsWorld, type SignsWorld } from './testing/signs-world.ts';

let world: SignsWorld;

beforeAll(async () => {
  // One heartbeat of each kiosk is enough, however long a test takes.
  world = await startSignsWorld({ OFFLINE_AFTER_MS: '86400000' });
});
afterAll(() => world.service.close());
beforeEach(() => world.service.database.db.deleteFrom('sign').execute());

type Page = { items: Sign[]; nextCursor: string | null };
type Query = Partial<Record<keyof SignListQuery, string | number>>;

const ask = (person: Person, query: Query) => {
  const given = Object.entries({ organizationId: world.organizationId, ...query });
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string]));
  return person.call('GET', `/api/signs?${search}`);
};
async function list(query: Query = {}): Promise<Page> {
  const { status, body } = await ask(world.people.viewer, query);
  expect(status).toBe(200);
  return body as Page;
}
/** Every page from the first to the last; `between` runs after each. */
async function listAll(query: Query = {}, between = async () => {}): Promise<Page[]> {
  const pages = [await list(query)];
  for (let cursor = pages[0]!.nextCursor; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    await between();
    pages.push(await list({ ...query, cursor }));
  }
  return pages;
}
const idsOf = (...pages: Page[]): string[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

describe('the list of signs', () => {
  test('holds what GET of each one holds', async () => {
    const made = await world.makeRecord();
    expect(await list()).toEqual({ items: [made], nextCursor: null });
  });

  test('can be of one event', async () => {
    const here = await world.makeRecord();
    const there = await world.makeRecord({ eventId: world.otherEventId });
    expect(idsOf(await list({ eventId: here.eventId }))).toEqual([here.id]);
    expect(idsOf(await list({ eventId: there.eventId }))).toEqual([there.id]);
  });

  test('pages that follow each other are the whole list in its order, none twice, while records are added', async () => {
    const sizes = { count: fc.integer({ min: 0, max: 30 }), limit: fc.integer({ min: 1, max: 31 }) };
    await fc.assert(
      fc.asyncProperty(fc.record({ ...sizes, added: fc.integer({ min: 0, max: 2 }) }), async (choice) => {
        const { count, limit, added } = choice;
        await world.service.database.db.deleteFrom('sign').execute();
        const first = count === 0 ? [] : await world.insertRecords(count);
        const later: string[] = [];
        let rounds = 0;
        const pages = await listAll({ limit }, async () => {
          // As many as are read would never end.
          if (added > 0 && (rounds += 1) < 5) later.push(...(await world.insertRecords(added)));
        });
        const read = idsOf(...pages);
        expect(pages.every(({ items }) => items.length <= limit)).toBe(true);
        expect(new Set(read).size).toBe(read.length);
        // Made one after the other, so all that were added come after the first ones.
        expect(read.slice(0, first.length)).toEqual(first);
        expect(read.slice(first.length).toSorted()).toEqual(later.toSorted().filter((id) => read.includes(id)));
        expect(read).toEqual(read.toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('a page holds fifty where nothing is said', async () => {
    const ids = await world.insertRecords(51);
    const page = await list();
    expect(idsOf(page)).toEqual(ids.slice(0, 50));
    expect(idsOf(await list({ cursor: page.nextCursor! }))).toEqual(ids.slice(50));
  });

  test.each([
    ['/limit', { limit: 0 }],
    ['/limit', { limit: 201 }],
    ['/status', { status: 'broken' }],
    ['/cursor', { cursor: 'x' }],
    ['/cursor', { cursor: encodeCursor(["' or true --"]) }],
    ['/organizationId', { organizationId: 'x' }],
    ['/q', { q: '' }],
  ])('refuses a wrong %s: %j', async (path, query) => {
    const problem = problemOf(await ask(world.people.viewer, query));
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors!.map((error) => error.path)).toContain(path);
  });
});

describe('q', () => {
  // The characters that a pattern gives a meaning to, what lies between the texts of the search's table, and letters of both cases, beyond ASCII too.
  const text = fc.oneof(
    fc.string({
      unit: fc.constantFrom('%', '_', '\\', '\u001f', 'a', 'A', 'b', 'ä', 'Ä', "'", '"', ' '),
      maxLength: 5,
    }),
    // Three letters are looked up in an index.
    fc.string({ unit: fc.constantFrom('a', 'A', 'ä', 'Ä', '\u001f'), minLength: 3, maxLength: 5 }),
  );
  const part = text.filter((q) => q !== '');

  test('matches a part of the name or location, whatever the case; % _ and \\ are plain characters', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, part, async (name, location, q) => {
        await world.service.database.db.deleteFrom('sign').execute();
        await world.insertRecords(1, { name, location });
        const fits = [name, location].some((each) => each.toLowerCase().includes(q.toLowerCase()));
        expect((await list({ q })).items.length).toBe(fits ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });

  test('G21: finds names and places as people read them, and stores them in one form', async () => {
    const twice = ['Bu\u0308hne\u00a0links', 'Bühne links'];
    const made = await Promise.all(twice.map((name) => world.makeRecord({ name, location: `${name}, unten` })));
    expect(new Set(made.map(({ name, location }) => `${name} ${location}`)).size).toBe(1);
    for (const q of [...twice, 'bu\u0308hne', 'Bühne\u202flinks', 'BÜHNE  links, unten', '\u3000Bühne\u00a0'])
      expect([q, (await list({ q })).items.length]).toEqual([q, 2]);
    for (const q of ['Buhne', 'Bühnelinks', ' Bühne']) expect([q, (await list({ q })).items.length]).toEqual([q, 0]);
  });

  test('finds what a record is called now, and by the code of the device that it has now', async () => {
    const kiosk = await connectKiosk(world);
    const { id } = await linkKiosk(world, kiosk, (await world.makeRecord({ name: 'Foyer', location: 'Cellar' })).id);
    const change = async (body: object) => {
      const { version } = (await list()).items[0]!;
      expect((await world.patch(world.people.operator, id, body, `"${version}"`)).status).toBe(200);
    };
    const found = async (...parts: string[]) =>
      (await Promise.all(parts.map((q) => list({ q })))).map((page) => idsOf(page).length);
    const code = kiosk.shortCode.slice(0, 4);
    expect(await found('foyer', 'cell', code, 'attic')).toEqual([1, 1, 1, 0]);
    expect(await found('foyer\u001fcellar')).toEqual([0]);
    await change({ name: 'Stairs' });
    expect(await found('foyer', 'stairs', 'cell', code)).toEqual([0, 1, 1, 1]);
    await change({ location: 'Attic' });
    expect(await found('stairs', 'cell', 'attic', code)).toEqual([1, 0, 1, 1]);
    expect((await world.people.admin.call('POST', `/api/signs/${id}/unregister`)).status).toBe(200);
    expect(await found('stairs', 'attic', code)).toEqual([1, 1, 0]);
    expect((await world.people.admin.call('DELETE', `/api/signs/${id}`)).status).toBe(204);
    expect(await found('stairs')).toEqual([0]);
  });

  test('matches a part of the short code, whatever the case', async () => {
    const kiosk = await connectKiosk(world);
    const { id } = await linkKiosk(world, kiosk, (await world.makeRecord({ name: '-', location: '-' })).id);
    expect(idsOf(await list({ q: kiosk.shortCode.slice(1, 5).toLowerCase() }))).toEqual([id]);
    expect((await list({ q: `${kiosk.shortCode}!` })).items).toEqual([]);
  });
});

test.each(['q=%ff', 'q=%', 'q=%zz', 'q=a&status=%c3'])('A5: ?%s is validation_failed', async (query) => {
  const path = `/api/signs?organizationId=${world.organizationId}&${query}`;
  expect(problemOf(await world.people.viewer.call('GET', path)).code).toBe('validation_failed');
});

describe('status', () => {
  test('is the derived one; every record is under exactly one', async () => {
    const unlinked = await world.makeRecord();
    const linked = async (url: string | null, heartbeat: Parameters<typeof beat>[1]) => {
      const kiosk = await connectKiosk(world);
      const { id } = await linkKiosk(world, kiosk, (await world.makeRecord({ url })).id);
      beat(kiosk, heartbeat);
      return id;
    };
    const page = 'https://example.com/';
    const expected = {
      unlinked: [unlinked.id],
      showing: [await linked(page, {})],
      idle: [await linked(null, { contentState: 'idle' })],
      content_unreachable: [await linked(page, { contentState: 'unreachable' })],
      content_error: [await linked(page, { contentState: 'error' })],
      background: [await linked(page, { mode: 'background' })],
      offline: [await linked(page, {})],
    };
    const facts = { background: expected.background, content_error: expected.content_error };
    for (const [status, ids] of Object.entries(facts))
      await expect.poll(async () => idsOf(await list({ status })), { timeout: 60_000 }).toEqual(ids);
    const { db } = world.service.database;
    // Of a device that this node does not hold, so that nobody writes it online again.
    const offline = { presence: 'offline', deviceSignId: '00000000-0000-4000-8000-000000000000' } as const;
    await db.updateTable('sign').set(offline).where('id', '=', expected.offline[0]!).execute();
    for (const [status, ids] of Object.entries(expected)) {
      const found = await list({ status });
      expect([status, ...idsOf(found)]).toEqual([status, ...ids]);
      expect(found.items.every((sign) => sign.status === status)).toBe(true);
    }
  });
});

describe('access', () => {
  test('A1: an organization that is not one’s own is not there', async () => {
    await world.makeRecord();
    expect(problemOf(await ask(world.people.stranger, {})).code).toBe('not_found');
    expect(problemOf(await world.service.call('GET', `/api/signs?organizationId=${world.organizationId}`)).code).toBe(
      'unauthenticated',
    );
  });

  test('A1: neither another organization’s records nor whether its event exists are shown', async () => {
    const { organizationId, eventId } = world.foreign;
    const body = { organizationId, eventId, name: 'Theirs', location: 'There' };
    expect((await world.people.stranger.call('POST', '/api/signs', body)).status).toBe(201);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const query of [{}, { eventId }, { eventId: nowhere }, { q: 'Theirs' }, { status: 'unlinked' }])
      expect(await list(query)).toEqual({ items: [], nextCursor: null });
    await world.service.database.db.deleteFrom('sign').execute();
  });
});
