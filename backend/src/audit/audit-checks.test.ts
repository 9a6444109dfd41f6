import { hashOfRow, recordAudits } from './audit-log.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { FIRST_PREV_HASH, type AuditFault } from '@sign-display/contracts/rest/audit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createAuditChecks, findVerification } from './audit-checks.ts';
import { auditView, findAuditHead } from './audit-repository.ts';

/** Checks audit logs in a real database after rows were deleted, changed or moved. */

let database: TestDatabase;
let count = 0;
let nowMs = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const mailed: { organizationId: string; fault: AuditFault }[] = [];
const queued: string[] = [];
const clock = { now: () => nowMs, monotonicMs: () => nowMs, after: () => () => {} };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const author = { person: { id: 'ann', name: 'Ann', email: 'ann@example.org' }, requestId: 'r', ip: '::1' };
const newOrganization = (): string => `018f0000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;
const createChecks = () =>
  createAuditChecks({
    db: database.db,
    clock,
    log: pino({ level: 'silent' }),
    addCheck: async (_, organizationId) => void queued.push(organizationId),
    addMails: async (_, organizationId, fault) => void mailed.push({ organizationId, fault }),
  });

/** Appends `rows` rows, one second apart. */
async function append(organizationId: string, rows: number): Promise<void> {
  for (let index = 0; index < rows; index += 1) {
    nowMs += 1_000;
    const entry = {
      organizationId,
      action: 'sign.update',
      target: { type: 'sign', id: 's' },
      detail: { index },
      author,
    };
    await database.db.transaction().execute((trx) => recordAudits(trx, [entry], nowMs));
  }
}
/** Checks the log directly: a request of an admin would add a row to the log. */
async function check(organizationId: string) {
  nowMs += 1_000;
  await database.db
    .insertInto('auditCheck')
    .values({ organizationId, state: 'running', startedAt: new Date(nowMs) })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ state: 'running' }))
    .execute();
  await createChecks().check(organizationId);
  return await findVerification(database.db, organizationId);
}
const rowsOf = async (organizationId: string) =>
  (
    await database.db
      .selectFrom('audit')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('seq')
      .execute()
  ).map(auditView);
const setSeq = (organizationId: string, from: number, to: number) =>
  sql`update audit set seq = ${to} where organization_id = ${organizationId} and seq = ${from}`.execute(database.db);

interface Tampering {
  /** The numbers of the affected rows: the fault names one of them. */
  rows: number[];
  kinds: AuditFault['kind'][];
}

const CHANGES = [
  sql`action = 'sign.claim'`,
  sql`actor_email = 'eve@example.org'`,
  sql`actor_id = 'eve'`,
  sql`target_id = 't'`,
  sql`target_type = 'event'`,
  sql`outcome = 'denied'`,
  sql`request_id = null`,
  sql`ip = '192.0.2.1'`,
  sql`at = at - interval '1 hour'`,
  sql`detail = '{}'`,
  sql`hash = repeat('a', 64)`,
  sql`prev_hash = repeat('a', 64)`,
];

const TAMPERINGS: Record<string, (organizationId: string, seq: number, other: number) => Promise<Tampering>> = {
  async remove(organizationId, seq) {
    await sql`delete from audit where organization_id = ${organizationId} and seq = ${seq}`.execute(database.db);
    return { rows: [seq], kinds: ['missing'] };
  },
  async change(organizationId, seq, other) {
    const change = CHANGES[other % CHANGES.length]!;
    await sql`update audit set ${change} where organization_id = ${organizationId} and seq = ${seq}`.execute(
      database.db,
    );
    return { rows: [seq], kinds: ['changed'] };
  },
  async changeWithItsHash(organizationId, seq) {
    const row = (await rowsOf(organizationId))[seq - 1]!;
    const { prevHash, hash: _, ...content } = { ...row, ip: '192.0.2.66' };
    await database.db
      .updateTable('audit')
      .set({ ip: content.ip, hash: hashOfRow(prevHash, content) })
      .where('organizationId', '=', organizationId)
      .where('seq', '=', String(seq))
      .execute();
    return { rows: [seq], kinds: ['changed'] };
  },
  async exchange(organizationId, seq, other) {
    if (seq === other) return await TAMPERINGS.remove!(organizationId, seq, other);
    await setSeq(organizationId, seq, 1_000);
    await setSeq(organizationId, other, seq);
    await setSeq(organizationId, 1_000, other);
    return { rows: [seq, other], kinds: ['moved'] };
  },
  async moveBehindTheEnd(organizationId, seq) {
    await setSeq(organizationId, seq, 1_000);
    return { rows: [seq], kinds: ['moved', 'missing'] };
  },
  async cutTail(organizationId, seq) {
    const before = (await rowsOf(organizationId))[seq - 2];
    await sql`delete from audit where organization_id = ${organizationId} and seq >= ${seq}`.execute(database.db);
    // The fault is found even if the head of the chain was changed as well.
    await database.db
      .updateTable('auditHead')
      .set({ seq: seq - 1, hash: before?.hash ?? FIRST_PREV_HASH })
      .where('organizationId', '=', organizationId)
      .execute();
    return { rows: [seq], kinds: ['missing'] };
  },
};

describe('D16: a check of the audit log', () => {
  test.each(Object.keys(TAMPERINGS))(
    'D16: after %s, the check names the row and the two times around it',
    async (name) => {
      const run = fc
        .integer({ min: 1, max: 9 })
        .chain((length) => fc.tuple(fc.constant(length), fc.integer({ min: 1, max: length }), fc.nat()));
      await fc.assert(
        fc.asyncProperty(run, async ([length, seq, other]) => {
          const organizationId = newOrganization();
          await append(organizationId, length);
          expect(await check(organizationId)).toMatchObject({ state: 'done', rows: length, fault: null });
          const before = await rowsOf(organizationId);
          const tampering = TAMPERINGS[name]!;
          const isExchange = name === 'exchange';
          const { rows, kinds } = await tampering(organizationId, seq, isExchange ? (other % length) + 1 : other);
          const { fault, state } = await check(organizationId);
          expect(state).toBe('done');
          expect(rows).toContain(fault?.seq);
          if (!isExchange) expect(kinds).toContain(fault!.kind);
          const { at } = before[fault!.seq - 1]!;
          expect([(fault!.from ?? '') <= at, at <= fault!.to]).toEqual([true, true]);
        }),
        { numRuns: 30 },
      );
    },
  );

  test('D16: the check finds no fault in an untouched log, even across many pages and while rows are being written', async () => {
    const organizationId = newOrganization();
    const entries = (rows: number) =>
      Array.from({ length: rows }, (_, index) => ({
        organizationId,
        action: 'sign.update',
        target: { type: 'sign', id: 's' },
        detail: { index },
        author,
      }));
    const write = (rows: number) => database.db.transaction().execute((trx) => recordAudits(trx, entries(rows), nowMs));
    await write(650);
    const writer = { isOn: true };
    const writing = (async () => {
      while (writer.isOn) await write(3);
    })();
    for (let round = 0; round < 5; round += 1) {
      const { rows, fault } = await check(organizationId);
      expect(fault).toBeNull();
      expect(rows).toBeGreaterThanOrEqual(650);
    }
    writer.isOn = false;
    await writing;
    expect((await check(organizationId)).rows).toBe((await findAuditHead(database.db, organizationId))!.seq);
  });

  test('D16: a log that is empty or was never checked has no fault', async () => {
    const organizationId = newOrganization();
    expect(await findVerification(database.db, organizationId)).toEqual({ state: 'none' });
    expect(await check(organizationId)).toMatchObject({ state: 'done', rows: 0, fault: null });
  });
});

test('N15: a fault in the audit log is reported once, and again only after a check has found the log intact', async () => {
  const organizationId = newOrganization();
  await append(organizationId, 3);
  const reports = () => mailed.filter((one) => one.organizationId === organizationId).map(({ fault }) => fault.seq);
  await check(organizationId);
  const setEmail = (email: string) =>
    database.db
      .updateTable('audit')
      .set({ actorEmail: email })
      .where('organizationId', '=', organizationId)
      .where('seq', '=', '2')
      .execute();
  await setEmail('eve@example.org');
  for (let round = 0; round < 3; round += 1) await check(organizationId);
  expect(reports()).toEqual([2]);
  await setEmail(author.person.email);
  expect((await check(organizationId)).fault).toBeNull();
  await setEmail('eve@example.org');
  await check(organizationId);
  expect(reports()).toEqual([2, 2]);
});

test('D16: each log is checked once a night, but not while another check of the same log runs', async () => {
  const organizationId = newOrganization();
  await append(organizationId, 1);
  const checks = createChecks();
  const begun = async () => {
    queued.length = 0;
    await checks.startNightly();
    return queued.filter((id) => id === organizationId).length;
  };
  expect([await begun(), await begun()]).toEqual([1, 0]);
  await checks.check(organizationId);
  expect(await begun()).toBe(0);
  expect(await checks.start(organizationId, author)).toMatchObject({ state: 'running', rows: 1, fault: null });
  expect(await checks.start(organizationId, author)).toBeNull();
  await checks.check(organizationId);
  nowMs = Date.UTC(2026, 10, 22, 1, 59);
  expect(await begun()).toBe(0);
  nowMs = Date.UTC(2026, 10, 22, 2);
  expect([await begun(), await begun()]).toEqual([1, 0]);
  // The job of this check was lost with its node.
  nowMs += 25 * HOUR_MS;
  expect(await begun()).toBe(1);
});
