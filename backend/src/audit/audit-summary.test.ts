import fc from 'fast-check';
import { sql } from 'kysely';
import type { AuditRow, AuditSummary, AuditVerification, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOf, type Person, type Reply } from '../access/testing/test-service.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import type { Mail } from '../mail/message.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { recordAudits } from './audit-log.ts';
import { listAudit, RANGE_PROBE_ROWS } from './audit-repository.ts';

/**
 * Compares counts, list and export of an audit log under the same filters, and tests checks over REST and the names in
 * the list.
 */

let world: SignsWorld;
let admin: Person;
const mails: Mail[] = [];
const random = createSeededRandom('audit summary');
const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  world = await startSignsWorld({}, undefined, { sendMail: async (mail) => void mails.push(mail) });
  admin = world.people.admin;
});
afterAll(() => world.service.close());

const urlOf = (path: string, query: object) => `${path}?${new URLSearchParams({ ...query } as Record<string, string>)}`;
async function read<Body>(path: string, query: object, person = admin): Promise<Body> {
  const reply = await person.call('GET', urlOf(path, query));
  expect(reply.status).toBe(200);
  return reply.body as Body;
}
async function listAll(query: object): Promise<ListedAuditRow[]> {
  const items: ListedAuditRow[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: ListedAuditRow[]; nextCursor: string | null } = await read('/api/audit', {
      limit: 200,
      ...query,
      ...(cursor && { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
async function exportAll(query: object): Promise<AuditRow[]> {
  const response = await world.service.app.http.inject({
    url: urlOf('/api/audit/export', { format: 'ndjson', ...query }),
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.statusCode).toBe(200);
  const lines = response.body.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditRow);
}
const sumOf = (entries: { count: number }[]) => entries.reduce((sum, { count }) => sum + count, 0);

const ids = Array.from({ length: 3 }, () => makeUuidV4(random));
const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const entry = fc.record({
  person: pick([null, 'ann', 'bob', 'cid']),
  action: pick(['sign.update', 'sign.claim', 'event.update']),
  outcome: pick(['ok', 'denied', 'failed'] as const),
  eventId: pick([null, ...ids]),
  signId: pick([null, ...ids]),
  requestId: pick([null, ...ids]),
  hour: fc.integer({ min: 0, max: 72 }),
});
const hour = fc.integer({ min: 0, max: 72 }).map((value) => new Date(NOW + value * 3_600_000).toISOString());
const filters = fc.record(
  {
    from: hour,
    to: hour,
    eventId: pick(ids),
    signId: pick(ids),
    actorId: pick(['ann', 'bob']),
    action: pick(['sign.update', 'sign.claim']),
    outcome: pick(['ok', 'denied', 'failed'] as const),
    requestId: pick(ids),
  },
  { requiredKeys: [] },
);

type Entry = typeof entry extends fc.Arbitrary<infer One> ? One : never;
async function newLog(): Promise<string> {
  const reply = await admin.call('POST', '/api/organizations', { name: 'Fair' });
  return (reply.body as { id: string }).id;
}
async function append(organizationId: string, entries: readonly Entry[]): Promise<void> {
  for (const { person, requestId, hour: hours, ...rest } of entries) {
    const author = {
      person: person === null ? null : { id: person, name: person, email: `${person}@example.org` },
      requestId,
      ip: null,
    };
    const one = { ...rest, organizationId, target: { type: 'sign', id: 's' }, author };
    await world.service.database.db.transaction().execute((trx) => recordAudits(trx, [one], NOW + hours * 3_600_000));
  }
}

/** Returns the service's counts and the counts of the listed rows. Fails if the export has other rows than the list. */
async function countsAndRows(query: { organizationId: string } & Record<string, string>) {
  const summary = await read<AuditSummary>('/api/audit/summary', query);
  const rows = await listAll(query);
  const exported = await exportAll(query);
  const times = rows.map(({ at }) => at).toSorted();
  const outcomes = ['ok', 'denied', 'failed'] as const;
  return {
    answered: {
      total: summary.total,
      outcomes: outcomes.map((outcome) => summary.byOutcome[outcome]),
      actors: [summary.actors.map(({ count }) => count), sumOf(summary.actors) + summary.otherActors],
      actions: [summary.actions.map(({ count }) => count), sumOf(summary.actions) + summary.otherActions],
      times: [summary.first, summary.last],
      seqs: exported.map(({ seq }) => seq),
    },
    listed: {
      total: rows.length,
      outcomes: outcomes.map((outcome) => rows.filter((row) => row.outcome === outcome).length),
      actors: [
        summary.actors.map(
          ({ actor }) => rows.filter((row) => row.actor?.id === actor?.id && row.actor?.email === actor?.email).length,
        ),
        rows.length,
      ],
      actions: [summary.actions.map(({ action }) => rows.filter((row) => row.action === action).length), rows.length],
      times: [times[0] ?? null, times.at(-1) ?? null],
      seqs: rows.map(({ seq }) => seq).toReversed(),
    },
  };
}

describe('GET /api/audit/summary', () => {
  test('D15: the counts of any filters equal the rows of the list and of the export, before and after a check', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 25 }),
        fc.array(entry, { maxLength: 5 }),
        fc.array(filters, { minLength: 1, maxLength: 4 }),
        async (before, after, queries) => {
          const organizationId = await newLog();
          await append(organizationId, before);
          for (const query of [{}, ...queries]) {
            const { answered, listed } = await countsAndRows({ organizationId, ...query });
            expect(answered).toEqual(listed);
          }
          await admin.call('POST', urlOf('/api/audit/verification', { organizationId }));
          await world.service.app.runDueJobs();
          await append(organizationId, after);
          for (const query of [{}, ...queries]) {
            const { answered, listed } = await countsAndRows({ organizationId, ...query });
            expect(answered).toEqual(listed);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test('D15: with more than 100 actors and actions, the listed counts and the rest counts add up to the total', async () => {
    const organizationId = await newLog();
    const plain = { outcome: 'ok', eventId: null, signId: null, requestId: null, hour: 0 } as const;
    const many = Array.from({ length: 130 }, (_, nth) => ({ ...plain, person: `p${nth}`, action: `a.${nth}` }));
    await append(organizationId, many as never);
    const { answered, listed } = await countsAndRows({ organizationId });
    expect(answered).toEqual(listed);
    const { actors, actions, otherActors, otherActions } = await read<AuditSummary>('/api/audit/summary', {
      organizationId,
    });
    expect([actors.length, actions.length]).toEqual([100, 100]);
    expect(otherActors).toBeGreaterThanOrEqual(30);
    expect(otherActions).toBeGreaterThanOrEqual(30);
  });
});

describe('the names in the list', () => {
  test('a listed row has the present names of its actor and target, and an exported row has no names', async () => {
    const { organizationId } = world;
    const sign = await world.makeRecord();
    await world.patch(admin, sign.id, { name: 'Foyer' }, '"1"');
    const [row] = (await listAll({ organizationId, signId: sign.id })) as [ListedAuditRow];
    expect(row).toMatchObject({ actorName: 'admin', targetName: 'Foyer' });
    const [exported] = (await exportAll({ organizationId, signId: sign.id })).toReversed();
    expect(Object.keys(exported!)).not.toContain('targetName');
  });

  test('A1: a row that names a sign of another organization has no name', async () => {
    const { organizationId } = world;
    const sign = await world.makeRecord();
    const strange = await newLog();
    const author = { person: null, requestId: null, ip: null };
    const target = { type: 'sign', id: sign.id };
    const one = { organizationId: strange, action: 'sign.update', target, author };
    await world.service.database.db.transaction().execute((trx) => recordAudits(trx, [one], NOW));
    expect((await listAll({ organizationId: strange }))[0]).toMatchObject({ actorName: null, targetName: null });
    expect(organizationId).not.toBe(strange);
  });
});

test('D15: a page of a time range lists exactly the rows of the range, even if the range has more rows than the service counts', async () => {
  const { db } = world.service.database;
  const organizationId = makeUuidV4(random);
  const length = 2 * RANGE_PROBE_ROWS + 5_000;
  // One a second; each hundredth is ten minutes late, so numbers and times differ in order.
  await sql`
    insert into audit (organization_id, seq, at, action, target_type, target_id, outcome, detail, prev_hash, hash)
    select ${organizationId}, seq, ${new Date(NOW)}::timestamptz + seq * interval '1 second' - (seq % 100 = 0)::int * interval '10 minutes',
      'sign.update', 'sign', 's', 'ok', '{}', '', '' from generate_series(1, ${length}) as seq`.execute(db);
  const timeAt = (seq: number) => new Date(NOW + seq * 1_000).toISOString();
  const ranges = [
    [1, length],
    [100, RANGE_PROBE_ROWS + 400],
    [RANGE_PROBE_ROWS, length],
    [700, 1_900],
    [length, length + 9],
    [length + 100, length + 200],
  ] as const;
  for (const [first, last] of ranges) {
    const range = { from: timeAt(first), to: timeAt(last) };
    const { rows } = await sql<{ seq: number }>`
      select seq from audit where organization_id = ${organizationId} and at >= ${range.from} and at < ${range.to} order by seq desc`.execute(
      db,
    );
    const seqs = rows.map(({ seq }) => seq);
    const page = async (before: number | null) =>
      (await listAudit(db, { organizationId, ...range }, before, 60)).map(({ seq }) => seq);
    expect(await page(null)).toEqual(seqs.slice(0, 60));
    const last60 = seqs.slice(-60);
    if (last60.length > 0) expect(await page(last60[0]! + 1)).toEqual(last60);
  }
});

describe('checks over REST', () => {
  const check = (organizationId: string, person = admin): Promise<Reply> =>
    person.call('POST', urlOf('/api/audit/verification', { organizationId }));
  const stateOf = (organizationId: string) => read<object>('/api/audit/verification', { organizationId });

  test('D16: a check that an admin starts has a row in the log, and a second check is refused while the first runs', async () => {
    const organizationId = await newLog();
    expect(await stateOf(organizationId)).toEqual({ state: 'none' });
    expect(await check(organizationId)).toMatchObject({ status: 202, body: { state: 'running' } });
    expect(problemOf(await check(organizationId)).code).toBe('conflict');
    await world.service.app.runDueJobs();
    expect(await stateOf(organizationId)).toMatchObject({ state: 'done', fault: null });
    expect((await listAll({ organizationId, action: 'audit.verify' })).map(({ outcome }) => outcome)).toEqual([
      'failed',
      'ok',
    ]);
  });

  test('D16: list, counts and export answer for a log with times and numbers that no writer wrote, and the check names the rows', async () => {
    const organizationId = await newLog();
    const people = [1, 2, 3, 4].map((hour) => ({ person: 'ann', action: 'sign.update', hour }) as const);
    const rest = { outcome: 'ok', eventId: null, signId: null, requestId: null } as const;
    await append(
      organizationId,
      people.map((one) => ({ ...one, ...rest })),
    );
    const { db } = world.service.database;
    const set = (seq: number, change: ReturnType<typeof sql>) =>
      sql`update audit set ${change} where organization_id = ${organizationId} and seq = ${seq}`.execute(db);
    await set(1, sql`at = 'infinity'`);
    await set(2, sql`at = '-infinity'`);
    await set(3, sql`at = '294276-12-31'`);
    await set(4, sql`detail = '1e400'`);
    await set(5, sql`seq = 9223372036854775807`);
    await check(organizationId);
    await world.service.app.runDueJobs();
    const rows = await listAll({ organizationId });
    expect(rows.map(({ seq }) => seq)).toEqual([6, 4, 3, 2, 1]);
    expect(rows.map(({ at }) => at.slice(0, 7))).toEqual(['2026-11', '2026-11', '2999-12', '1000-01', '2999-12']);
    expect((await exportAll({ organizationId })).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6]);
    expect(await read<AuditSummary>('/api/audit/summary', { organizationId })).toMatchObject({
      byOutcome: { failed: 0 },
    });
    const { fault, otherFaults } = await read<AuditVerification>('/api/audit/verification', { organizationId });
    expect([fault!, ...otherFaults!].map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      '1 changed',
      '2 changed',
      '3 changed',
      '4 changed',
      '5 moved',
    ]);
  });

  test('N15: each owner gets one mail about a fault in their language, which names the row', async () => {
    const organizationId = await newLog();
    const { db } = world.service.database;
    const german = await world.service.makePerson('greta');
    const viewer = await world.service.makePerson('victor');
    await world.service.setRole(organizationId, german.id, 'owner');
    await world.service.setRole(organizationId, viewer.id, 'viewer');
    await db.updateTable('user').set({ language: 'de' }).where('id', '=', german.id).execute();
    await db.updateTable('audit').set({ ip: '::2' }).where('organizationId', '=', organizationId).execute();
    mails.length = 0;
    for (let round = 0; round < 2; round += 1) {
      await check(organizationId);
      await world.service.app.runDueJobs();
    }
    expect(await stateOf(organizationId)).toMatchObject({ fault: { seq: 1, kind: 'changed', from: null } });
    const told = mails.map(({ to, subject }) => [to, subject]).toSorted(([a], [b]) => (a! < b! ? -1 : 1));
    expect(told).toEqual([
      [admin.email, 'The audit log of “Fair” has a fault'],
      [german.email, 'Fehler im Protokoll von „Fair“'],
    ]);
    for (const { text } of mails) expect(text).toContain(`/organizations/${organizationId}/audit`);
    expect(mails.find(({ to }) => to === german.email)!.text).toContain('Zeile 1 wurde nachträglich geändert.');
  });

  test('an export adds a row to the log, and does not contain that row', async () => {
    const organizationId = await newLog();
    const exported = await exportAll({ organizationId, action: 'organization.create' });
    expect(exported).toHaveLength(1);
    const [row] = await listAll({ organizationId, action: 'audit.export' });
    expect(row!.detail).toEqual({ format: 'ndjson', filters: { action: 'organization.create' } });
    expect((await exportAll({ organizationId })).map(({ action }) => action)).toEqual([
      'organization.create',
      'audit.export',
    ]);
  });
});

test('D15: the filter of a day includes its first moment and excludes the first moment of the next day', async () => {
  const organizationId = await newLog();
  const at = (ms: number) => new Date(ms).toISOString();
  await append(organizationId, [
    { person: 'ann', action: 'sign.update', outcome: 'ok', eventId: null, signId: null, requestId: null, hour: 0 },
  ]);
  const total = async (fromMs: number) => {
    const query = { organizationId, from: at(fromMs), to: at(fromMs + DAY_MS) };
    const { answered, listed } = await countsAndRows(query);
    expect(answered).toEqual(listed);
    return (await read<AuditSummary>('/api/audit/summary', query)).total;
  };
  expect([await total(NOW), await total(NOW - DAY_MS)]).toEqual([1, 0]);
});
