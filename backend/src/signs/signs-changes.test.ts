import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryItem, Sign } from '@sign-display/contracts/rest/signs';
import { problemOf, type Reply } from '../access/testing/test-service.ts';
import { connectKiosk, linkKiosk, startSignsWorld, type SignsWorld } from './testing/signs-world.ts';

let world: SignsWorld;

beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());
beforeEach(() => world.service.database.db.deleteFrom('sign').execute());

const tagOf = ({ version }: Sign): string => `"${version}"`;
const codeOf = (reply: Reply): string => (reply.status === 200 ? 'ok' : problemOf(reply).code);
const read = async (id: string): Promise<Sign> =>
  (await world.people.viewer.call('GET', `/api/signs/${id}`)).body as Sign;
const historyOf = async (id: string): Promise<HistoryItem[]> =>
  ((await world.people.viewer.call('GET', `/api/signs/${id}/history`)).body as { items: HistoryItem[] }).items;

describe('PATCH of a sign', () => {
  test('changes what is given, under the next version, and tells who did it', async () => {
    const made = await world.makeRecord();
    const change = { name: 'Foyer', url: 'https://example.org/two', settings: { zoom: 2 } };
    const reply = await world.patch(world.people.operator, made.id, change, tagOf(made));
    const after = reply.body as Sign;
    expect(reply.status).toBe(200);
    expect(after).toEqual({ ...made, ...change, version: made.version + 1, updatedAt: after.updatedAt });
    expect(reply.headers['etag']).toBe(tagOf(after));
    expect(await read(made.id)).toEqual(after);
    expect((await historyOf(made.id))[0]).toMatchObject({
      kind: 'update',
      actor: { id: world.people.operator.id, name: 'operator' },
      url: 'https://example.org/two',
      outcome: 'ok',
      detail: 'name, url, settings.zoom',
    });
  });

  test('merges settings; null takes the page away', async () => {
    const made = await world.makeRecord();
    const first = await world.patch(world.people.operator, made.id, { settings: { zoom: 2, muted: true } }, '"1"');
    const second = await world.patch(world.people.operator, made.id, { settings: { zoom: 3 }, url: null }, '"2"');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toMatchObject({ settings: { zoom: 3, muted: true }, url: null, version: 3 });
  });

  test('a patch that changes nothing keeps the version and is no history', async () => {
    const made = await world.makeRecord();
    const same = { name: made.name, url: made.url, settings: {} };
    const reply = await world.patch(world.people.operator, made.id, same, tagOf(made));
    expect(reply).toMatchObject({ status: 200, body: made });
    expect(await historyOf(made.id)).toEqual([]);
  });

  test('M4: without If-Match it is precondition_required, with another version’s precondition_failed and the record', async () => {
    const made = await world.makeRecord();
    await world.patch(world.people.operator, made.id, { name: 'Foyer' }, tagOf(made));
    const current = await read(made.id);
    const change = { name: 'Stairs' };
    expect(problemOf(await world.patch(world.people.operator, made.id, change)).code).toBe('precondition_required');
    for (const stale of [tagOf(made), '"0"', '"99"', '"99999999999999999999"']) {
      const problem = problemOf(await world.patch(world.people.operator, made.id, change, stale));
      expect(problem).toMatchObject({ code: 'precondition_failed', status: 412, current });
    }
    for (const nonsense of [`W/${tagOf(current)}`, '*', 'x', '1', '""', '"one"', '"1", "2"', '"-1"', '"1']) {
      const reply = await world.patch(world.people.operator, made.id, change, nonsense);
      expect(problemOf(reply)).toMatchObject({ code: 'validation_failed', status: 400 });
    }
    expect(await read(made.id)).toEqual(current);
  });

  test('M4: of two at once one is told ok, the other what the first one made', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await world.makeRecord();
      const replies = await Promise.all(
        ['one', 'two'].map((name) => world.patch(world.people.operator, made.id, { name }, tagOf(made))),
      );
      expect(replies.map(codeOf).toSorted()).toEqual(['ok', 'precondition_failed']);
      const loser = replies.find(({ status }) => status === 412)!;
      const winner = replies.find(({ status }) => status === 200)!;
      expect(problemOf(loser).current).toEqual(winner.body);
      expect(await read(made.id)).toEqual(winner.body);
    }
  });

  test('M4: whoever reads and tries again loses nothing, however many there are', async () => {
    const field = fc.constantFrom('zoom', 'rotation', 'muted', 'showCursor', 'reloadEverySeconds', 'idleMessage');
    const values = { zoom: 2, rotation: 90, muted: true, showCursor: true, reloadEverySeconds: 5, idleMessage: 'soon' };
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(field, { minLength: 2 }), async (fields) => {
        const made = await world.makeRecord();
        const edit = async (name: keyof typeof values): Promise<void> => {
          for (let seen = made; ; seen = await read(made.id)) {
            const change = { settings: { [name]: values[name] } };
            const code = codeOf(await world.patch(world.people.operator, made.id, change, tagOf(seen)));
            if (code === 'ok') return;
            expect(code).toBe('precondition_failed');
          }
        };
        await Promise.all(fields.map(edit));
        const { settings, version } = await read(made.id);
        expect(settings).toEqual(Object.fromEntries(fields.map((name) => [name, values[name]])));
        expect(version).toBe(made.version + fields.length);
        expect(await historyOf(made.id)).toHaveLength(fields.length);
      }),
      { numRuns: 15 },
    );
  });

  test('C7: its kiosk is told the new truth', async () => {
    const kiosk = await connectKiosk(world);
    const linked = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    const before = kiosk.received.findLast(({ event }) => event === 'sign:config')!.payload as {
      configVersion: number;
    };
    const change = { name: 'Foyer', url: 'https://example.org/two', settings: { muted: true } };
    await world.patch(world.people.operator, linked.id, change, tagOf(linked));
    expect(await kiosk.next('sign:config')).toMatchObject({
      configVersion: before.configVersion + 1,
      claimed: true,
      sign: { id: linked.id, name: 'Foyer', location: linked.location },
      content: { url: 'https://example.org/two' },
      settings: { muted: true },
    });
  });

  test('A4: a page must be one that may be shown, here and in this organization', async () => {
    const made = await world.makeRecord();
    for (const url of ['example.com', 'ftp://example.com/', 'https://user@example.com/', 'javascript:alert(1)'])
      expect(codeOf(await world.patch(world.people.operator, made.id, { url }, tagOf(made)))).toBe('invalid_url');
    const { db } = world.service.database;
    const restrict = (allowedUrlHosts: string[]) =>
      db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', world.organizationId).execute();
    await restrict(['*.example.com']);
    const patch = (url: string) => world.patch(world.people.operator, made.id, { url }, tagOf(made));
    expect(codeOf(await patch('https://example.org/'))).toBe('invalid_url');
    expect(codeOf(await patch('https://signs.example.com/'))).toBe('ok');
    await restrict([]);
  });

  test.each([
    ['', {}],
    ['/status', { status: 'idle' }],
    ['/name', { name: ' ' }],
    ['/name', { name: 'x'.repeat(201) }],
    ['/settings/zoom', { settings: { zoom: 100 } }],
    ['/settings/colour', { settings: { colour: 'red' } }],
  ])('refuses a wrong field %s: %j', async (path, change) => {
    const made = await world.makeRecord();
    const problem = problemOf(await world.patch(world.people.operator, made.id, change, tagOf(made)));
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors!.map((error) => error.path)).toContain(path);
  });

  test('A1: is for operators of the organization; nobody else changes or learns anything', async () => {
    const made = await world.makeRecord();
    const { viewer, stranger } = world.people;
    expect(codeOf(await world.patch(viewer, made.id, { name: 'Mine' }, tagOf(made)))).toBe('forbidden');
    expect(codeOf(await world.patch(stranger, made.id, { name: 'Mine' }, tagOf(made)))).toBe('not_found');
    expect(codeOf(await world.patch(stranger, made.id, { name: 'Mine' }))).toBe('not_found');
    expect(await read(made.id)).toEqual(made);
  });
});

describe('DELETE of a sign', () => {
  const remove = (id: string, person = world.people.admin) => person.call('DELETE', `/api/signs/${id}`);

  test('removes the record and keeps its history', async () => {
    const made = await world.makeRecord();
    await world.patch(world.people.operator, made.id, { name: 'Foyer' }, tagOf(made));
    expect(await remove(made.id)).toMatchObject({ status: 204, body: null });
    expect(problemOf(await world.people.viewer.call('GET', `/api/signs/${made.id}`)).code).toBe('not_found');
    expect(problemOf(await remove(made.id)).code).toBe('not_found');
    const rows = await world.service.database.db
      .selectFrom('history')
      .select(['kind', 'actorId'])
      .where('signRecordId', '=', made.id)
      .orderBy('kind')
      .execute();
    const { operator, admin } = world.people;
    expect(rows).toEqual([
      { kind: 'delete', actorId: admin.id },
      { kind: 'update', actorId: operator.id },
    ]);
  });

  test('C8: the kiosk is told why, then that it is nobody’s, and may be claimed again', async () => {
    const kiosk = await connectKiosk(world);
    const linked = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    expect((await remove(linked.id)).status).toBe(204);
    expect(await kiosk.next('sign:deleted')).toEqual({ reason: expect.stringMatching(/deleted/) as string });
    expect(await kiosk.next('sign:config')).toMatchObject({ claimed: false, sign: null, content: null });
    const next = await world.makeRecord({ name: 'Foyer', eventId: world.otherEventId });
    expect(await linkKiosk(world, kiosk, next.id)).toMatchObject({
      id: next.id,
      device: { deviceSignId: kiosk.signId },
    });
  });

  test('M4: a patch that comes at the same moment is made before it, or finds nothing', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await world.makeRecord();
      const [patched, removed] = await Promise.all([
        world.patch(world.people.operator, made.id, { name: 'Foyer' }, tagOf(made)),
        remove(made.id),
      ]);
      expect(removed.status).toBe(204);
      expect(['ok', 'not_found']).toContain(codeOf(patched));
    }
  });

  test('A1: is for admins of the organization', async () => {
    const made = await world.makeRecord();
    const { operator, stranger } = world.people;
    expect(problemOf(await remove(made.id, operator)).code).toBe('forbidden');
    expect(problemOf(await remove(made.id, stranger)).code).toBe('not_found');
    expect(await read(made.id)).toEqual(made);
  });
});
