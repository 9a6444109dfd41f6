import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { clearCommands, send } from '../commands/testing/command-node.ts';
import { fetchEntry } from '../reports/testing/analytics-fixtures.ts';
import { BURST, REFILL_MS } from '../reports/content-reports/report-rate-limit.ts';
import { authorOf } from '../testing/test-author.ts';
import { clearClaims, composeMemoryNode, insertOrganization, insertRecord } from '../testing/claim-world.ts';
import type { TestNode, TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';

/** A1: what a kiosk has kept from one organization's claim is nothing for the next one, whatever the kiosk does. */

const random = createSeededRandom('former claim');
const THEIRS = 'https://former.example.com/';
const OURS = 'https://present.example.com/';
let database: TestDatabase;
let gated: GatedDatabase;
let former: TestOrganization;
let present: TestOrganization;
let clock: ManualClock;
let node: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  const deps = { clock: createManualClock(), random };
  // Without the handshake, so that a claim is there at once.
  const legacy = { linkHandshakeEnabled: false };
  former = await insertOrganization(database.db, deps, { alice: 'admin' }, legacy);
  present = await insertOrganization(database.db, deps, { bob: 'admin' }, legacy);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  await clearCommands(database.db);
  for (const table of ['contentFetch', 'analyticsEntry', 'analyticsBatch', 'signLog', 'node'] as const)
    await database.db.deleteFrom(table).execute();
  clock = createManualClock();
  node = composeMemoryNode({ db: gated.open().db, clock, random });
  await node.membership.join();
  device = createVirtualDevice(random);
  await device.connect(node);
});

/** Claims the device into a new record, or links it to a given one; the record's id. */
async function claim(who: 'alice' | 'bob', { id, eventId }: TestOrganization, record?: string): Promise<string> {
  const { shortCode, signId } = device;
  const body = { shortCode, signId, requestId: makeUuidV4(random) };
  const reply =
    record === undefined
      ? await node.claims.claim(authorOf(who), {
          ...body,
          organizationId: id,
          eventId,
          name: 'Lobby',
          location: 'Hall 1',
        })
      : await node.claims.link(authorOf(who), record, body);
  if (!('body' in reply)) throw new Error(JSON.stringify(reply));
  return reply.body.sign.id;
}
const unregister = (record: string) => node.signs.unregister(record, authorOf('alice'));
const iso = (atMs: number) => new Date(atMs).toISOString();

describe('A1: after a sign has gone to another organization', () => {
  it('of a batch that it kept, and of the log lines that it has, what is from before is not shown', async () => {
    const step = fc.record({
      ageMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
      kind: fc.constantFrom('content_fetch', 'render', 'log'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), fc.boolean(), async (steps, intoRecord) => {
        const first = await claim('alice', former);
        clock.advance(3_600_000);
        await unregister(first);
        clock.advance(2_000);
        const prepared = intoRecord ? await insertRecord(database.db, { clock, random }, present) : undefined;
        const claimedAtMs = clock.now();
        const second = await claim('bob', present, prepared);
        clock.advance(3_600_000);
        const commandId = await send(node, second, { command: 'fetch_logs' });
        // Nobody writes anything down between two claims: who has shown a QR has no page.
        const said = steps.map(({ ageMs, kind }, index) => {
          const atMs = ageMs < 0 ? claimedAtMs - 2_000 + ageMs : claimedAtMs + ageMs;
          return { kind, atMs, url: `${ageMs < 0 ? THEIRS : OURS}${index}` };
        });
        const entries = said.flatMap(({ kind, atMs, url }) => {
          if (kind === 'log') return [];
          return kind === 'render' ? [{ kind, at: iso(atMs), url }] : [fetchEntry(atMs, { url })];
        });
        expect(await device.kiosk!.request('sign:analytics', { batchId: makeUuidV4(random), entries })).toEqual({
          ok: true,
        });
        const lines = said.flatMap(({ kind, atMs, url }) =>
          kind === 'log' ? [{ at: iso(atMs), level: 'info', message: url }] : [],
        );
        expect(await device.kiosk!.request('sign:logs', { commandId, lines, truncated: false })).toEqual({ ok: true });
        const fetched = await database.db
          .selectFrom('contentFetch')
          .select('url')
          .where('signRecordId', '=', second)
          .execute();
        const others = await database.db
          .selectFrom('analyticsEntry')
          .select('entry')
          .where('signRecordId', '=', second)
          .execute();
        const logs = await database.db
          .selectFrom('signLog')
          .select('message')
          .where('signRecordId', '=', second)
          .execute();
        const shown = [
          ...fetched.map(({ url }) => url),
          ...others.map(({ entry }) => (entry as { url: string }).url),
          ...logs.map(({ message }) => message),
        ];
        expect(shown.toSorted()).toEqual(
          said
            .map(({ url }) => url)
            .filter((url) => url.startsWith(OURS))
            .toSorted(),
        );
        await node.signs.unregister(second, authorOf('bob'));
      }),
      { numRuns: 40 },
    );
  });

  it('the first entries of a claim are kept, of a kiosk whose clock is a little behind', async () => {
    const second = await claim('bob', present);
    const entries = [fetchEntry(clock.now() - 500, { url: OURS })];
    await device.kiosk!.request('sign:analytics', { batchId: makeUuidV4(random), entries });
    expect(await database.db.selectFrom('contentFetch').select('signRecordId').execute()).toEqual([
      { signRecordId: second },
    ]);
  });

  it('the log lines that the former organization asked for are nobody’s', async () => {
    const first = await claim('alice', former);
    const commandId = await send(node, first, { command: 'fetch_logs' });
    await unregister(first);
    await claim('bob', present);
    const lines = [{ at: iso(clock.now() + 60_000), level: 'info', message: OURS }];
    expect(await device.kiosk!.request('sign:logs', { commandId, lines, truncated: false })).toEqual({ ok: true });
    expect(await database.db.selectFrom('signLog').selectAll().execute()).toEqual([]);
  });

  it('the reports of its content that waited for their turn are not in the new record’s history', async () => {
    const first = await claim('alice', former);
    const report = (url: string, index: number) => ({
      url: `${url}${index}`,
      contentId: null,
      loadMs: 1,
      httpStatus: 200,
      at: iso(clock.now()),
    });
    for (let index = 0; index < BURST + 3; index += 1)
      await device.kiosk!.request('sign:content_displayed', report(THEIRS, index));
    await unregister(first);
    clock.advance(2_000);
    const second = await claim('bob', present);
    clock.advance(REFILL_MS * 2);
    await device.kiosk!.request('sign:content_displayed', report(OURS, 0));
    await gated.settled();
    const history = database.db.selectFrom('history').select('url').where('signRecordId', '=', second);
    const urls = (await history.where('kind', '=', 'content_displayed').execute()).map(({ url }) => url);
    expect(urls).toEqual([`${OURS}0`]);
  });
});
