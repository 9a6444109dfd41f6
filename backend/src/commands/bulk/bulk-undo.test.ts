import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UNDOABLE_MS } from '@sign-display/contracts/limits';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import {
  authorNamed,
  composeMemoryNode,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../../testing/claim-world.ts';
import type { GatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import type { TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { assignUrl, mergeSettings, setOverrides } from '../../signs/content/change-signs-in-bulk.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import { AUTHOR, makeLinked } from '../testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from '../testing/commands-database.ts';
import { readProgress } from './bulk-progress.ts';
import { forgetUndoable } from './bulk-undo.ts';

/** Undoing bulk requests (contract, 3.2), with time, crashes and other people in the test's hand. */

const random = createSeededRandom('bulk-undo');
const OTHER = authorNamed('bob');
const [A, B, C] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];
let bed: CommandsDatabase;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let node: TestNode;
/** Throws, or never ends, for the statements of the node that are to. */
let hold: (statement: string) => Promise<void>;

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
  ({ database, gated, organization } = bed);
});
afterAll(() => bed.close());
beforeEach(() => startWorld());

async function startWorld(): Promise<void> {
  await bed.clear();
  hold = async () => {};
  clock = createManualClock();
  node = composeMemoryNode({ db: gated.open((statement) => hold(statement)).db, clock, random });
  await node.membership.join();
}

const make = (url: string | null) => insertRecord(database.db, { clock, random }, organization, url);
const records = () => database.db.selectFrom('sign').selectAll().orderBy('id').execute();
const pageOf = async (id: string) => (await records()).find((row) => row.id === id)?.url;

async function start(action: BulkAction): Promise<string> {
  const request = { organizationId: organization.id, target: { filter: {} }, action };
  const started = await node.commands.bulk.start(AUTHOR, request);
  if ('code' in started) throw new Error(`refused: ${started.code}`);
  return started.bulkId;
}
async function settle(by = node): Promise<void> {
  await by.commands.bulk.sweep();
  await gated.settled();
}
async function bulkOf(action: BulkAction): Promise<string> {
  const bulkId = await start(action);
  await settle();
  return bulkId;
}
async function undo(bulkId: string) {
  const undone = await node.commands.bulk.undo(AUTHOR, bulkId);
  if ('code' in undone) return undone.code;
  await settle();
  return undone;
}
async function countsOf(bulkId: string): Promise<object> {
  const [progress] = await readProgress(database.db, organization.id, [bulkId]);
  return Object.fromEntries(Object.entries(progress!.counts).filter(([, count]) => count > 0));
}
const kept = async () => await database.db.selectFrom('bulkSign').selectAll().where('before', 'is not', null).execute();

/** What a person sees of a record, beside its versions and times. */
const seen = async () =>
  (await records()).map(({ id, url, settings, overrideUrl, overrideUntil, shownUrl }) => {
    return { id, url, settings, overrideUrl, overrideUntil, shownUrl };
  });

const byBob = {
  page: (id: string, url: string | null) =>
    database.db.transaction().execute((trx) => assignUrl(trx, { clock, random }, [id], url, OTHER, clock.now())),
  settings: (id: string, settings: SignSettings) =>
    database.db
      .transaction()
      .execute((trx) => mergeSettings(trx, { clock, random }, [id], settings, OTHER, clock.now())),
  override: (id: string, url: string, untilMs: number | null = null) =>
    database.db.transaction().execute(async (trx) => {
      const rows = await lockSigns(trx, [id]);
      await setOverrides(trx, { clock, random }, rows, { url, untilMs }, clock.now());
    }),
};

describe('undo', () => {
  it('an undo restores the page that each sign had, as a new bulk request', async () => {
    const ids = [await make(A), await make(null), await make(B)];
    const bulkId = await bulkOf({ url: B });
    const undone = await undo(bulkId);
    expect(undone).toEqual({ bulkId: expect.any(String) as string, accepted: 3, leftOut: 0 });
    expect(await Promise.all(ids.map(pageOf))).toEqual([A, null, B]);
    const { bulkId: undoId } = undone as { bulkId: string };
    expect(await countsOf(undoId)).toEqual({ acked: 3 });
    const audit = await database.db.selectFrom('audit').selectAll().where('action', '=', 'sign.bulk_undo').execute();
    expect(audit).toMatchObject([
      { targetId: bulkId, actorId: 'alice', detail: { undo: undoId, signs: 3, leftOut: 0 } },
    ]);
    const history = await database.db
      .selectFrom('history')
      .select('detail')
      .where('signRecordId', '=', ids[0]!)
      .execute();
    expect(history).toEqual([{ detail: 'url' }, { detail: 'url' }]);
  });

  it('an undo restores the settings that the bulk request set and no others, and removes those that a sign did not have; its kiosk shows that', async () => {
    const { id, device } = await makeLinked({ db: database.db, clock, random }, organization, node);
    await byBob.settings(id, { zoom: 2, idleMessage: 'Hi' });
    const bulkId = await bulkOf({ settings: { zoom: 3, muted: true } });
    await byBob.settings(id, { rotation: 90 });
    await undo(bulkId);
    const settings = { zoom: 2, idleMessage: 'Hi', rotation: 90 };
    expect((await records())[0]!.settings).toEqual(settings);
    const told = device.kiosk!.received.findLast(({ event }) => event === 'sign:config');
    expect(told?.payload).toMatchObject({ settings });
    expect((told!.payload as { settings: object }).settings).toEqual(settings);
  });

  it('D27: an undo restores a setting that the bulk request removed by null', async () => {
    const { id } = await makeLinked({ db: database.db, clock, random }, organization, node);
    await byBob.settings(id, { zoom: 2, idleMessage: 'Hi' });
    const bulkId = await bulkOf({ settings: { zoom: null, muted: null } });
    expect((await records())[0]!.settings).toEqual({ idleMessage: 'Hi' });
    await undo(bulkId);
    expect((await records())[0]!.settings).toEqual({ zoom: 2, idleMessage: 'Hi' });
  });

  it('an undo restores an override without an end, unless another page was shown since', async () => {
    const ids = [await make(A), await make(A)];
    for (const id of ids) await byBob.override(id, B);
    const before = await seen();
    const bulkId = await bulkOf({ url: C });
    expect((await seen()).map(({ overrideUrl }) => overrideUrl)).toEqual([null, null]);
    await byBob.override(ids[1]!, C);
    await undo(bulkId);
    const shownByBob = { overrideUrl: C, shownUrl: C };
    expect(await seen()).toEqual(before.map((row) => (row.id === ids[1] ? { ...row, ...shownByBob } : row)));
  });

  it.each([
    ['a page', { url: B } as const, (id: string) => byBob.page(id, C)],
    [
      'a page and then the same again',
      { url: B } as const,
      async (id: string) => {
        await byBob.page(id, C);
        await byBob.page(id, B);
      },
    ],
    [
      'no page and then none again',
      { url: null } as const,
      async (id: string) => {
        await byBob.page(id, C);
        await byBob.page(id, null);
      },
    ],
    ['a setting', { settings: { zoom: 2, muted: true } } as const, (id: string) => byBob.settings(id, { zoom: 3 })],
    [
      'a setting and back',
      { settings: { zoom: 2 } } as const,
      async (id: string) => {
        await byBob.settings(id, { zoom: 3 });
        await byBob.settings(id, { zoom: 2 });
      },
    ],
  ])('an undo leaves out a sign that was given %s since', async (_, action, change) => {
    const [changed, untouched] = [await make(A), await make(A)];
    const before = (await seen()).find(({ id }) => id === untouched);
    const bulkId = await bulkOf(action);
    await change(changed);
    const after = (await seen()).find(({ id }) => id === changed);
    expect(await undo(bulkId)).toMatchObject({ accepted: 1 });
    const now = await seen();
    expect(now.find(({ id }) => id === changed)).toEqual(after);
    expect(now.find(({ id }) => id === untouched)).toEqual(before);
  });

  it.each([
    ['page', { url: B } as const, (id: string) => byBob.page(id, C)],
    ['setting', { settings: { zoom: 2, muted: true } } as const, (id: string) => byBob.settings(id, { zoom: 3 })],
  ])(
    'M4: an undo does not change a sign that already had the %s, and leaves it out only if that was changed since',
    async (_, action, change) => {
      const ids = [await make(B), await make(B)];
      for (const id of ids) await byBob.settings(id, { zoom: 2, muted: true });
      const before = await records();
      const bulkId = await bulkOf(action);
      const undone = (await undo(bulkId)) as { bulkId: string };
      expect(undone).toMatchObject({ accepted: 2 });
      expect(await countsOf(undone.bulkId)).toEqual({ acked: 2 });
      expect(await records()).toEqual(before);
      await change(before[0]!.id);
      // An undo of the undo finds them, too.
      expect(await undo(undone.bulkId)).toMatchObject({ accepted: 1 });
      expect(await records()).toMatchObject([{ version: before[0]!.version + 1 }, { version: before[1]!.version }]);
    },
  );

  it('an undo includes a sign whose other fields were changed', async () => {
    const id = await make(A);
    const bulkId = await bulkOf({ url: B });
    await byBob.settings(id, { zoom: 2 });
    await byBob.override(id, C, clock.now() + 60_000);
    expect(await undo(bulkId)).toMatchObject({ accepted: 1 });
    expect((await records())[0]).toMatchObject({ url: A, settings: { zoom: 2 }, overrideUrl: C });
  });

  it('an undo that runs just after a change of a sign fails that sign with conflict', async () => {
    const [id] = [await make(A), await make(A)];
    const bulkId = await bulkOf({ url: B });
    let isChanged = false;
    hold = async (statement) => {
      if (isChanged || !/with recursive waiting/.test(statement)) return;
      isChanged = true;
      await byBob.page(id, C);
    };
    const undone = (await undo(bulkId)) as { bulkId: string };
    expect(undone).toMatchObject({ accepted: 2 });
    expect(await countsOf(undone.bulkId)).toEqual({ acked: 1, failed: 1 });
    expect(await pageOf(id)).toBe(C);
  });

  it('A4: an undo restores no page that the organization no longer allows', async () => {
    const id = await make(A);
    const bulkId = await bulkOf({ url: 'https://allowed.example/' });
    const hosts = (allowedUrlHosts: string[]) =>
      database.db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', organization.id).execute();
    await hosts(['allowed.example']);
    const undone = (await undo(bulkId)) as { bulkId: string };
    await hosts([]);
    expect(await countsOf(undone.bulkId)).toEqual({ failed: 1 });
    expect(await pageOf(id)).toBe('https://allowed.example/');
  });

  it('A4: an undo restores no private page that the organization no longer lists', async () => {
    const inside = 'http://intranet.local/';
    const id = await make(inside);
    const bulkId = await bulkOf({ url: B });
    const undone = (await undo(bulkId)) as { bulkId: string };
    expect(await countsOf(undone.bulkId)).toEqual({ failed: 1 });
    expect(await pageOf(id)).toBe(B);
  });

  it('an undo is refused as already undone only if it was, not if a node whose clock is ahead deleted the earlier values too soon', async () => {
    await make(A);
    const why = async (bulkId: string) => {
      const refusal = await node.commands.bulk.undo(AUTHOR, bulkId);
      return 'code' in refusal ? refusal : null;
    };
    const forgotten = await bulkOf({ url: B });
    await forgetUndoable(database.db, clock.now() + UNDOABLE_MS);
    expect(await why(forgotten)).toEqual({ code: 'conflict', detail: 'More than ten minutes have passed.' });
    const undone = await bulkOf({ url: C });
    await undo(undone);
    expect(await why(undone)).toEqual({ code: 'conflict', detail: 'This was already undone.' });
    clock.advance(2 * UNDOABLE_MS);
    expect(await why(undone)).toEqual({ code: 'conflict', detail: 'This was already undone.' });
  });

  it('an undo of a command, a second undo and an undo after ten minutes are a conflict; by then the earlier values are deleted', async () => {
    await make(A);
    expect(await undo(await bulkOf({ command: 'refresh' }))).toBe('conflict');
    const twice = await bulkOf({ url: B });
    expect(await undo(twice)).toMatchObject({ accepted: 1 });
    expect(await undo(twice)).toBe('conflict');
    const old = await bulkOf({ url: C });
    clock.advance(UNDOABLE_MS - 1);
    expect(await kept()).not.toEqual([]);
    clock.advance(1);
    expect(await undo(old)).toBe('conflict');
    const [, forgetting] = node.commands.bulk.sweepers;
    await forgetting!.sweep();
    expect(await kept()).toEqual([]);
    expect((await records())[0]!.url).toBe(C);
  });

  it('two parallel undos restore the signs once', async () => {
    const id = await make(A);
    const bulkId = await bulkOf({ url: B });
    const both = await Promise.all([undo(bulkId), undo(bulkId)]);
    expect(both.filter((each) => each === 'conflict')).toHaveLength(1);
    expect(await pageOf(id)).toBe(A);
    expect(await database.db.selectFrom('bulk').selectAll().where('undoOf', '=', bulkId).execute()).toHaveLength(1);
  });

  it('an undo can be undone', async () => {
    const id = await make(A);
    await byBob.override(id, C);
    const bulkId = await bulkOf({ url: B });
    const after = await seen();
    const undone = (await undo(bulkId)) as { bulkId: string };
    expect((await seen())[0]).toMatchObject({ url: A, overrideUrl: C });
    await undo(undone.bulkId);
    expect(await seen()).toEqual(after);
  });

  it('an undo of a running bulk request ends it: signs that it has not reached stay as they were', async () => {
    for (let count = 0; count < 450; count += 1) await make(A);
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let pieces = 0;
    hold = async (statement) => {
      if (!statement.includes('update bulk_sign') || (pieces += 1) !== 2) return;
      reached.resolve();
      await goOn.promise;
    };
    const bulkId = await start({ url: B });
    await reached.promise;
    const undoing = node.commands.bulk.undo(AUTHOR, bulkId);
    goOn.resolve();
    expect(await undoing).not.toHaveProperty('code');
    await settle();
    expect(new Set((await records()).map(({ url }) => url))).toEqual(new Set([A]));
    const bulk = await database.db.selectFrom('bulk').selectAll().where('id', '=', bulkId).executeTakeFirstOrThrow();
    expect(bulk.finishedAt).not.toBeNull();
    expect(bulk.done + bulk.failed).toBe(450);
    expect(await undo(bulkId)).toBe('conflict');
  });

  it.each(['update sign set', 'insert into "history"', 'update bulk_sign'])(
    'R2: an undo continues when its node is killed at %j',
    async (step) => {
      const ids = [await make(A), await make(null)];
      const bulkId = await bulkOf({ url: B });
      const reached = Promise.withResolvers<void>();
      let isUndoing = false;
      const pool = gated.open(async (statement) => {
        if (!isUndoing || !statement.includes(step)) return;
        void pool.kill().then(reached.resolve);
        await new Promise(() => {});
      });
      const doomed = composeMemoryNode({ db: pool.db, clock, random });
      await doomed.membership.join();
      const undone = await doomed.commands.bulk.undo(AUTHOR, bulkId);
      expect(undone).not.toHaveProperty('code');
      isUndoing = true;
      void doomed.commands.bulk.sweep();
      await reached.promise;
      await settle();
      clock.advance(11_000);
      await settle();
      expect(await Promise.all(ids.map(pageOf))).toEqual([A, null]);
      expect(await countsOf((undone as { bulkId: string }).bulkId)).toEqual({ acked: 2 });
    },
  );

  it('an undo skips a deleted sign, and restores the page of a sign without its device', async () => {
    const gone = await make(A);
    const { id } = await makeLinked({ db: database.db, clock, random }, organization, node);
    await byBob.page(id, A);
    const bulkId = await bulkOf({ url: B });
    await database.db.deleteFrom('sign').where('id', '=', gone).execute();
    const nothing = { deviceSignId: null, macAddress: null, shortCode: null };
    await database.db.updateTable('sign').set(nothing).where('id', '=', id).execute();
    expect(await undo(bulkId)).toMatchObject({ accepted: 1 });
    expect(await pageOf(id)).toBe(A);
  });
});

describe('whatever people did before and since', () => {
  const url = fc.constantFrom(null, A, B, C);
  const settings = fc.record(
    { zoom: fc.constantFrom(1, 2), muted: fc.boolean(), rotation: fc.constantFrom(0 as const, 90 as const) },
    { requiredKeys: [] },
  );
  const filled = settings.filter((each) => Object.keys(each).length > 0);
  const which = fc.nat(2);
  const deed = fc.oneof(
    fc.record({ do: fc.constant('page' as const), which, url }),
    fc.record({ do: fc.constant('settings' as const), which, settings: filled }),
    fc.record({ do: fc.constant('override' as const), which, url: fc.constantFrom(A, B, C) }),
  );
  type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;
  const action = fc.oneof(
    url.map((each): BulkAction => ({ url: each })),
    filled.map((each): BulkAction => ({ settings: each })),
  );

  const carryOut = async (ids: string[], each: Deed): Promise<void> => {
    const id = ids[each.which]!;
    if (each.do === 'page') await byBob.page(id, each.url);
    else if (each.do === 'settings') await byBob.settings(id, each.settings);
    else await byBob.override(id, each.url);
  };
  /** By the version of each field: what the trigger keeps is what the test sees become another. */
  const fieldOf = (each: BulkAction, settingsOf: SignSettings, page: string | null) =>
    'url' in each
      ? page
      : Object.keys((each as { settings: object }).settings).map((name) => settingsOf[name as 'zoom']);

  it('an undo restores exactly the values that each sign had, and changes no sign whose fields were changed since', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { maxLength: 6 }),
        action,
        fc.array(deed, { maxLength: 5 }),
        async (befores, bulk, sinces) => {
          await startWorld();
          const ids = [await make(A), await make(null), await make(B)];
          for (const each of befores) await carryOut(ids, each);
          const had = await seen();
          const bulkId = await bulkOf(bulk);
          const given = await seen();
          const changed = new Set<string>();
          const shownSince = new Set<string>();
          for (const each of sinces) {
            const id = ids[each.which]!;
            const [was] = (await seen()).filter((row) => row.id === id);
            await carryOut(ids, each);
            const [is] = (await seen()).filter((row) => row.id === id);
            if (each.do === 'override') shownSince.add(id);
            // To assign the page that is assigned ends what is shown by hand: it is the page that somebody wanted then.
            const isOther =
              JSON.stringify(fieldOf(bulk, was!.settings, was!.url)) !==
                JSON.stringify(fieldOf(bulk, is!.settings, is!.url)) ||
              ('url' in bulk && each.do === 'page' && is!.url !== null && was!.overrideUrl !== is!.overrideUrl);
            if (isOther) changed.add(id);
          }
          const now = await seen();
          await undo(bulkId);
          for (const [index, row] of (await seen()).entries()) {
            const [before, after] = [had[index]!, now[index]!];
            if (changed.has(row.id)) expect(row).toEqual(after);
            else if (JSON.stringify(before) === JSON.stringify(given[index])) expect(row).toEqual(after);
            else if ('url' in bulk) {
              expect(row.url).toBe(before.url);
              expect(row.settings).toEqual(after.settings);
              if (!shownSince.has(row.id)) expect(row.overrideUrl).toBe(before.overrideUrl);
              expect(row.shownUrl).toBe(row.overrideUrl);
            } else {
              const names = Object.keys((bulk as { settings: object }).settings) as 'zoom'[];
              for (const name of names) expect(row.settings[name]).toBe(before.settings[name]);
              expect({ ...row, settings: null }).toEqual({ ...after, settings: null });
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 600_000);
});
