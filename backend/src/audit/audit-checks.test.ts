import { hashOfRow, recordAudits } from './audit-log.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { FIRST_PREV_HASH, type AuditFault } from '@sign-display/contracts/rest/audit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createAuditChecks, findVerification } from './audit-checks.ts';
import { auditView, findAuditHead } from './audit-repository.ts';
import { verifyDatabase } from './verify-stored-chain.ts';

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
const createChecks = (ownClock = clock) =>
  createAuditChecks({
    db: database.db,
    clock: ownClock,
    log: pino({ level: 'silent' }),
    addCheck: async (_, organizationId) => void queued.push(organizationId),
    addMails: async (_, organizationId, faults) => {
      for (const fault of faults) mailed.push({ organizationId, fault });
    },
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
  sql`at = 'infinity'`,
  sql`at = '-infinity'`,
  sql`at = '294276-12-31'`,
  sql`at = '0044-03-15 BC'`,
  sql`detail = 'null'`,
  sql`detail = '1e400'`,
  sql`detail = jsonb_build_object('n', repeat('9', 100000)::numeric)`,
  sql`detail = (repeat('[', 3000) || repeat(']', 3000))::jsonb`,
  sql`target_id = ''`,
  sql`hash = ''`,
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
  test.each(Object.keys(TAMPERINGS))('D16: names the row after %s, and the two times around it', async (name) => {
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
        // The program that checks a log by hand finds it too.
        if (name === 'change') {
          const verdict = await verifyDatabase(database.db, organizationId);
          expect([verdict.count, verdict.fault === null]).toEqual([seq - 1, false]);
        }
        const { at } = before[fault!.seq - 1]!;
        expect([(fault!.from ?? '') <= at, at <= fault!.to]).toEqual([true, true]);
      }),
      { numRuns: 30 },
    );
  });

  test('D16: names the first removed row of a cut tail, also after new rows have taken the numbers', async () => {
    const choice = fc.record({
      length: fc.integer({ min: 1, max: 6 }),
      seq: fc.nat(),
      added: fc.integer({ min: 0, max: 8 }),
      isHeadChanged: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(choice, async ({ length, seq: any, added, isHeadChanged }) => {
        const organizationId = newOrganization();
        const seq = (any % length) + 1;
        await append(organizationId, length);
        await check(organizationId);
        const before = await rowsOf(organizationId);
        await TAMPERINGS.cutTail!(organizationId, seq, 0);
        // With the hash of the removed last row in the head, the first new row follows from a row that is gone.
        if (!isHeadChanged)
          await database.db
            .updateTable('auditHead')
            .set({ hash: before.at(-1)!.hash })
            .where('organizationId', '=', organizationId)
            .execute();
        await append(organizationId, added);
        const { fault, otherFaults } = await check(organizationId);
        const { at } = before[seq - 1]!;
        expect(fault).toMatchObject({ seq, kind: 'missing', from: before[seq - 2]?.at ?? null });
        expect([at <= fault!.to, fault!.to <= new Date(nowMs - added * 1_000).toISOString()]).toEqual([true, true]);
        if (isHeadChanged) expect(otherFaults).toBeUndefined();
        // The rows that came after the cut are under guard as well.
        if (added < 2 || !isHeadChanged) return;
        const after = await rowsOf(organizationId);
        await TAMPERINGS.cutTail!(organizationId, after.length, 0);
        await append(organizationId, 2);
        const again = await check(organizationId);
        expect(again.fault).toEqual(fault);
        expect(again.otherFaults).toMatchObject([{ seq: after.length, kind: 'missing', from: after.at(-2)!.at }]);
      }),
      { numRuns: 60 },
    );
  });

  test('D16: names each of several faults by its row, and keeps the times of a fault that an earlier check named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 5 }), async (chosen) => {
        const organizationId = newOrganization();
        await append(organizationId, 18);
        await check(organizationId);
        const named: number[] = [];
        const first: AuditFault[] = [];
        for (const each of chosen) {
          // Two rows apart, so that a right row is between two faults.
          const seq = 1 + 3 * each;
          const names = ['change', 'remove', 'changeWithItsHash'];
          if (named.includes(seq)) continue;
          named.push(seq);
          await TAMPERINGS[names[each % 3]!]!(organizationId, seq, each);
          const { fault, otherFaults = [] } = await check(organizationId);
          const found = [fault!, ...otherFaults];
          expect(found.map((one) => one.seq)).toEqual(named.toSorted((a, b) => a - b));
          for (const known of first) expect(found).toContainEqual(known);
          first.push(...found.filter((one) => one.seq === seq));
        }
        const mails = mailed.filter((one) => one.organizationId === organizationId);
        expect(mails.map(({ fault }) => fault.seq)).toEqual(named);
      }),
      { numRuns: 20 },
    );
  });

  test('D16: finds a changed head, a log of which all is gone, and rows of no number', async () => {
    const setHead = (organizationId: string, seq: string) =>
      sql`update audit_head set seq = ${seq}::bigint where organization_id = ${organizationId}`.execute(database.db);
    const huge = newOrganization();
    await append(huge, 3);
    await setHead(huge, '9223372036854775807');
    expect((await check(huge)).fault).toMatchObject({ seq: 4, kind: 'missing' });
    await setHead(huge, '3');
    await sql`update audit set seq = 9223372036854775806 where organization_id = ${huge} and seq = 2`.execute(
      database.db,
    );
    expect((await check(huge)).fault).toMatchObject({ seq: 2, kind: 'moved' });

    const gone = newOrganization();
    await append(gone, 3);
    await check(gone);
    const notedAt = new Date(nowMs).toISOString();
    for (const table of ['audit', 'audit_head'])
      await sql`delete from ${sql.table(table)} where organization_id = ${gone}`.execute(database.db);
    nowMs += 48 * HOUR_MS;
    queued.length = 0;
    await createChecks().startNightly();
    expect(queued).toContain(gone);
    await createChecks().check(gone);
    expect((await findVerification(database.db, gone)).fault).toEqual({
      seq: 1,
      kind: 'missing',
      from: null,
      to: notedAt,
    });
  });

  test('D16: finds no fault in an untouched log, also while rows are written and over many pages', async () => {
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

test('D16: a clock that is set back stops no checks, and a late check does not replace the result of a newer one', async () => {
  const organizationId = newOrganization();
  await append(organizationId, 1);
  const checks = createChecks();
  const begun = async (begin: () => Promise<unknown>): Promise<boolean> => {
    queued.length = 0;
    await begin();
    return queued.includes(organizationId);
  };
  const start = () => begun(() => checks.start(organizationId, author));
  const nightly = () => begun(() => checks.startNightly());
  nowMs += 72 * HOUR_MS;
  expect(await start()).toBe(true);
  nowMs -= 72 * HOUR_MS;
  // The running check began in the future: its job is lost, or the clock was wrong.
  expect(await start()).toBe(true);
  await checks.check(organizationId);
  nowMs += 72 * HOUR_MS;
  expect(await nightly()).toBe(true);
  await checks.check(organizationId);
  nowMs -= 72 * HOUR_MS;
  expect(await nightly()).toBe(true);
  await checks.check(organizationId);

  // Six hours later the next check begins, while this one still reads rows.
  expect(await start()).toBe(true);
  const reading = Promise.withResolvers<void>();
  const slow = createChecks({ ...clock, now: () => (reading.resolve(), nowMs) });
  const late = await database.db.transaction().execute(async (trx) => {
    await sql`lock table audit in access exclusive mode`.execute(trx);
    const checking = slow.check(organizationId);
    await reading.promise;
    nowMs += 7 * HOUR_MS;
    await sql`update audit_check set started_at = ${new Date(nowMs)}, rows = 99 where organization_id = ${organizationId}`.execute(
      database.db,
    );
    return { checking };
  });
  await late.checking;
  expect(await findVerification(database.db, organizationId)).toMatchObject({ state: 'running', rows: 99 });
});

test('N15: a fault is reported once, and again only after the log was whole in between', async () => {
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
  const nextDayMs = (Math.floor(nowMs / (24 * HOUR_MS)) + 2) * 24 * HOUR_MS;
  nowMs = nextDayMs - 12 * HOUR_MS;
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
  nowMs = nextDayMs + 2 * HOUR_MS - 60_000;
  expect(await begun()).toBe(0);
  nowMs = nextDayMs + 2 * HOUR_MS;
  expect([await begun(), await begun()]).toEqual([1, 0]);
  // The job of this check was lost with its node.
  nowMs += 25 * HOUR_MS;
  expect(await begun()).toBe(1);
});
