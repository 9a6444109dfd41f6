import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { FIRST_PREV_HASH } from '@sign-display/contracts/rest/audit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createRace, type Race } from '../testing/race.ts';
import { hashOfRow, recordAudit, recordAudits } from './audit-log.ts';
import { findAuditHead } from './audit-repository.ts';
import { verifyDatabase } from './verify-stored-chain.ts';

/** The chain where it is written: on a real database, by several at once. */

const NOW = Date.UTC(2026, 10, 21);
let database: TestDatabase;
let gated: GatedDatabase;
let race: Race;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  race = createRace(gated);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

const newOrganization = (): string => `018f0000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;
const author = { person: { id: 'ann', name: 'Ann', email: 'ann@example.org' }, requestId: 'r', ip: '::1' };
const entryOf = (organizationId: string, detail: Record<string, unknown> = {}) => ({
  organizationId,
  action: 'sign.update',
  target: { type: 'sign', id: 's' },
  detail,
});
const record = (organizationId: string, detail?: Record<string, unknown>) =>
  database.db.transaction().execute((trx) => recordAudit(trx, author, entryOf(organizationId, detail), NOW));
const verify = (organizationId: string) => verifyDatabase(database.db, organizationId);

test('M5: changes that are made at once leave one chain without a gap, whatever the order of their statements', async () => {
  const pool = race.openPool();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const [one, other] = [newOrganization(), newOrganization()];
      const racer =
        (entries: string[], fails = false) =>
        async () => {
          const written = pool.db.transaction().execute(async (trx) => {
            await recordAudits(
              trx,
              entries.map((id) => ({ ...entryOf(id), author })),
              NOW,
            );
            if (fails) throw new Error('rolled back');
          });
          await written.catch((error: Error) => expect(error.message).toBe('rolled back'));
        };
      // In both orders: their chains are locked in one.
      await race.run(
        scheduler,
        [racer([one, other, one]), racer([other, one]), racer([one, other], true)],
        async () => {},
      );
      expect(await verify(one)).toMatchObject({ count: 3, fault: null });
      expect(await verify(other)).toMatchObject({ count: 2, fault: null });
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('M5: a change that is rolled back leaves no row and no gap', async () => {
  const organizationId = newOrganization();
  await record(organizationId);
  const failing = database.db.transaction().execute(async (trx) => {
    await recordAudit(trx, author, entryOf(organizationId), NOW);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await record(organizationId);
  expect(await verify(organizationId)).toMatchObject({ count: 2, fault: null });
});

test('the first row follows nothing; each organization has a chain of its own', async () => {
  const [one, other] = [newOrganization(), newOrganization()];
  await record(one);
  await record(other);
  const rows = await database.db.selectFrom('audit').selectAll().where('organizationId', 'in', [one, other]).execute();
  expect(rows.map(({ seq, prevHash }) => [Number(seq), prevHash])).toEqual([
    [1, FIRST_PREV_HASH],
    [1, FIRST_PREV_HASH],
  ]);
  expect(await findAuditHead(database.db, newOrganization())).toBeNull();
});

test('M5: a detail of any shape comes back with its hash; what Postgres does not keep is replaced', async () => {
  const organizationId = newOrganization();
  const hostile = fc.string({ unit: fc.constantFrom('\0', '\ud800', '\udc00', '\\', 'u0000', '"', 'a', '😀') });
  const detail = fc.dictionary(hostile, fc.oneof(hostile, fc.double(), fc.jsonValue(), fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(fc.array(detail, { maxLength: 5 }), async (details) => {
      const entries = details.map((each) => ({ ...entryOf(organizationId, each), author }));
      await database.db.transaction().execute((trx) => recordAudits(trx, entries, NOW));
    }),
    { numRuns: 100 },
  );
  expect((await verify(organizationId)).fault).toBeNull();
  await record(organizationId, { text: 'a\0b\ud800c\\u0000' });
  const last = await database.db
    .selectFrom('audit')
    .select('detail')
    .where('organizationId', '=', organizationId)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  expect(last!.detail).toEqual({ text: 'a\ufffdb\ufffdc\\u0000' });
});

test('a thousand rows and more of one transaction', async () => {
  const organizationId = newOrganization();
  const entries = Array.from({ length: 2_500 }, (_, index) => ({ ...entryOf(organizationId, { index }), author }));
  await database.db.transaction().execute((trx) => recordAudits(trx, entries, NOW));
  expect(await verify(organizationId)).toMatchObject({ count: 2_500, fault: null });
});

describe('M5: what is done to the table shows', () => {
  const audit = (organizationId: string) => ({
    remove: (seq: number) =>
      database.db
        .deleteFrom('audit')
        .where('organizationId', '=', organizationId)
        .where('seq', '=', String(seq))
        .execute(),
    change: (seq: number) =>
      database.db
        .updateTable('audit')
        .set({ actorEmail: 'eve@example.org' })
        .where('organizationId', '=', organizationId)
        .where('seq', '=', String(seq))
        .execute(),
  });
  const chainOfFive = async () => {
    const organizationId = newOrganization();
    for (let index = 0; index < 5; index += 1) await record(organizationId);
    return organizationId;
  };

  test.each([1, 3, 5])('row %i removed', async (seq) => {
    const organizationId = await chainOfFive();
    await audit(organizationId).remove(seq);
    expect((await verify(organizationId)).fault).toMatchObject({ kind: 'removed', seq });
  });

  test('a row changed', async () => {
    const organizationId = await chainOfFive();
    await audit(organizationId).change(4);
    expect(await verify(organizationId)).toMatchObject({ count: 3, fault: { kind: 'changed', seq: 4 } });
  });

  const program = join(import.meta.dirname, 'verify-audit.ts');
  async function run(args: string[], input = ''): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(input);
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, 'close')) as [number];
    return { code, output: (await output).join('') };
  }

  test('the program says so, and where', async () => {
    const organizationId = await chainOfFive();
    const head = (await findAuditHead(database.db, organizationId))!;
    const whole = await run(['--organization', organizationId]);
    expect(whole).toEqual({ code: 0, output: `5 rows are intact, 1 to 5.\nLast row: 5, hash ${head.hash}\n` });
    await audit(organizationId).remove(3);
    const broken = await run(['--organization', organizationId]);
    expect(broken).toEqual({ code: 1, output: '2 rows are intact, 1 to 2.\nWRONG: Row 3 is missing.\n' });
    expect(await run(['-'], 'nothing of ours\n1\n')).toMatchObject({ code: 1 });
    expect(await run(['-'])).toEqual({ code: 0, output: 'There are no rows.\n' });
    expect(await run(['/nowhere/at/all'])).toMatchObject({ code: 2 });
    expect(await run([])).toMatchObject({ code: 2 });
    expect((await run(['--help'])).code).toBe(0);
  });
});

test('M5: of a set of schedules of a megabyte the row keeps hash, bytes and count, and the chain verifies', async () => {
  const organizationId = newOrganization();
  // As it was written before large values were condensed: whole.
  const schedules = Array.from({ length: 5_000 }, (_, nth) => ({
    id: nth,
    url: `https://example.org/${'x'.repeat(180)}`,
  }));
  const old = {
    seq: 1,
    at: new Date(NOW).toISOString(),
    organizationId,
    actor: { id: 'ann', email: 'ann@example.org' },
  };
  const row = { ...old, action: 'sign.update', target: { type: 'sign', id: 's' }, outcome: 'ok' as const };
  const whole = { ...row, requestId: 'r', ip: '::1', detail: { schedules } };
  const hash = hashOfRow(FIRST_PREV_HASH, whole);
  const { actor, target, ...columns } = whole;
  await database.db
    .insertInto('audit')
    .values({
      ...columns,
      at: new Date(NOW),
      actorId: actor.id,
      actorEmail: actor.email,
      targetType: target.type,
      targetId: target.id,
      eventId: null,
      signId: null,
      detail: JSON.stringify(whole.detail),
      prevHash: FIRST_PREV_HASH,
      hash,
    })
    .execute();
  await database.db.insertInto('auditHead').values({ organizationId, seq: 1, hash }).execute();
  await record(organizationId, { schedules });
  expect(await verify(organizationId)).toMatchObject({ count: 2, fault: null });
  const rows = await database.db
    .selectFrom('audit')
    .select(['detail', (eb) => eb.fn<number>('pg_column_size', ['detail']).as('bytes')])
    .where('organizationId', '=', organizationId)
    .orderBy('seq')
    .execute();
  expect(rows[1]!.detail).toEqual({
    schedules: { sha256: expect.any(String), bytes: expect.any(Number), count: 5_000 },
  });
  expect((rows[1]!.detail as { schedules: { bytes: number } }).schedules.bytes).toBeGreaterThan(1_000_000);
  expect(rows[1]!.bytes).toBeLessThan(500);
});
