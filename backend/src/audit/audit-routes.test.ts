import { Readable } from 'node:stream';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { AuditPage, type AuditRow, type ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOf, type Person } from '../access/testing/test-service.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { answerLink, connectKiosk, startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { readAuditFile } from './audit-file-reader.ts';
import { verifyChain } from './verify-chain.ts';

/** The audit log over REST, and what refusals leave in it. */

let world: SignsWorld;
let admin: Person;
const isAuditPage = Compile(AuditPage);

beforeAll(async () => {
  world = await startSignsWorld();
  admin = world.people.admin;
});
afterAll(() => world.service.close());

const urlOf = (path: string, query: object) => {
  const given = { organizationId: world.organizationId, ...query };
  return `${path}?${new URLSearchParams(given as Record<string, string>).toString()}`;
};
async function list(query: object = {}, person = admin): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
  const reply = await person.call('GET', urlOf('/api/audit', query));
  expect(reply.status).toBe(200);
  expect(isAuditPage.Check(reply.body)).toBe(true);
  return reply.body as { items: AuditRow[]; nextCursor: string | null };
}
/** The rows that `act` leaves, oldest first. */
async function rowsBy(act: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = (await list({ limit: 1 })).items[0]!.seq;
  await act();
  return (await list({ limit: 200 })).items.filter(({ seq }) => seq > before).toReversed();
}
const changeEvent = (eventId = world.eventId, person = admin) =>
  person.call('PATCH', `/api/events/${eventId}`, { name: 'Ball' });

describe('GET /api/audit', () => {
  test('the list of the audit log is newest first, and its pages have each row of a growing log exactly once', async () => {
    for (let index = 0; index < 7; index += 1) await changeEvent();
    const newest = (await list({ limit: 1 })).items[0]!.seq;
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.nextCursor;
      await changeEvent();
    }
    expect(seen).toEqual(Array.from({ length: newest }, (_, index) => newest - index));
  });

  test('the list of the audit log can be filtered by event, sign, person, action and time', async () => {
    const sign = await world.makeRecord();
    await world.people.operator.call('POST', `/api/signs/${sign.id}/link`, { shortCode: '000000', signId: sign.id });
    await changeEvent(world.otherEventId);
    await changeEvent();
    const all = (await list({ limit: 200 })).items;
    const check = async (filter: object, fits: (row: AuditRow) => boolean) => {
      const { items } = await list({ limit: 200, ...filter });
      expect(items.length).toBeGreaterThan(0);
      expect(items).toEqual(all.filter(fits));
    };
    await check({ eventId: world.otherEventId }, ({ target }) => target.id === world.otherEventId);
    await check({ signId: sign.id }, ({ target }) => target.id === sign.id);
    await check({ actorId: world.people.operator.id }, ({ actor }) => actor?.id === world.people.operator.id);
    await check({ action: 'event.update' }, ({ action }) => action === 'event.update');
    const { at } = all[3]!;
    await check({ from: at }, (row) => row.at >= at);
    await check({ to: at }, (row) => row.at < at);
  });

  test('A1: the list of the audit log shows no rows of another organization', async () => {
    const own = await list({ organizationId: world.foreign.organizationId }, world.people.stranger);
    expect(own.items.length).toBeGreaterThan(0);
    expect(own.items.every(({ organizationId }) => organizationId === world.foreign.organizationId)).toBe(true);
    const reply = await admin.call('GET', urlOf('/api/audit', { organizationId: world.foreign.organizationId }));
    expect(problemOf(reply).code).toBe('not_found');
  });

  test('a cursor that the list did not return is refused with validation_failed', async () => {
    for (const cursor of ['x', 'WyItMSJd', 'WyIxIiwiMiJd'])
      expect(problemOf(await admin.call('GET', urlOf('/api/audit', { cursor }))).code).toBe('validation_failed');
  });
});

describe('GET /api/audit/export', () => {
  async function exported(query: object): Promise<{ text: string; headers: Record<string, unknown> }> {
    const response = await world.service.app.http.inject({
      url: urlOf('/api/audit/export', query),
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.statusCode).toBe(200);
    return { text: response.body, headers: response.headers };
  }
  const rowsIn = (text: string) => readAuditFile(Readable.from([Buffer.from(text)], { objectMode: false }));

  /** Removes the names from the list's rows, because an export has none. */
  const withoutNames = (rows: AuditRow[]) =>
    (rows as ListedAuditRow[]).map(({ actorName: _, targetName: __, ...row }) => row);

  test.each(['csv', 'ndjson'])(
    'M5: %s holds the whole chain, hostile names and all, and it is checked from it',
    async (format) => {
      await admin.call('PATCH', `/api/events/${world.eventId}`, { name: '=HYPERLINK("http://evil")\r\n' });
      await admin.call('PATCH', `/api/events/${world.eventId}`, { name: '\'@it\'s, "quoted"\tü😀' });
      const { text, headers } = await exported({ format });
      expect(headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="audit-[0-9TZ-]+\\.${format}"$`),
      );
      const { count, fault, first } = await verifyChain(rowsIn(text));
      expect({ count, fault, first }).toEqual({
        // The export has every row but its own.
        count: (await list({ limit: 1 })).items[0]!.seq - 1,
        fault: null,
        first: { seq: 1 },
      });
    },
  );

  test('an export takes the filters of the list', async () => {
    const { text } = await exported({ format: 'ndjson', action: 'event.update' });
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRow);
    expect(rows).toEqual(withoutNames((await list({ limit: 200, action: 'event.update' })).items).toReversed());
    expect(await verifyChain(rowsIn(text), { isFiltered: true })).toMatchObject({ count: rows.length, fault: null });
  });
});

describe('M5: refusals', () => {
  const requestIdsOf = (rows: AuditRow[]) => new Set(rows.map(({ requestId }) => requestId));

  test('a request that the state of the data does not allow is logged as a failed attempt with its code', async () => {
    const rows = await rowsBy(async () => {
      const members = `/api/organizations/${world.organizationId}/members`;
      await admin.call('POST', members, { email: world.people.viewer.email, role: 'viewer' });
      const { id } = await world.makeRecord();
      await world.patch(admin, id, { name: 'Foyer' }, '"99"');
      await admin.call('DELETE', `/api/events/${world.eventId}`);
    });
    const failed = rows.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ action, detail }) => [action, detail])).toEqual([
      ['member.invite', { code: 'conflict' }],
      ['sign.update', { code: 'precondition_failed' }],
      ['event.delete', { code: 'conflict' }],
    ]);
    expect(requestIdsOf(failed).size).toBe(3);
  });

  test('an invalid request and a request for a missing record leave no row in the log', async () => {
    const rows = await rowsBy(async () => {
      await admin.call('PATCH', `/api/events/${world.eventId}`, { name: '' });
      await admin.call('PATCH', `/api/events/${world.organizationId}`, { name: 'x' });
      await admin.call('GET', `/api/signs/${world.organizationId}`);
      await world.service.call('PATCH', `/api/events/${world.eventId}`, { name: 'x' });
    });
    expect(rows).toEqual([]);
  });

  test('the refusal of a claim is logged once when the claim ends, and not again when its outcome is requested', async () => {
    const kiosk = await connectKiosk(world);
    const { organizationId, eventId } = world;
    const requestId = makeUuidV4(systemRandom);
    const { signId, shortCode } = kiosk;
    const place = { organizationId, eventId, name: 'Lobby', location: 'Hall 1', url: 'https://example.com/' };
    const claim = () =>
      world.people.operator.call('POST', '/api/signs/claim', { ...place, signId, shortCode, requestId });
    const rows = await rowsBy(async () => {
      const replying = claim();
      await answerLink(kiosk, 'failure');
      expect(problemOf(await replying).code).toBe('device_load_failed');
      expect(problemOf(await claim()).code).toBe('device_load_failed');
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'sign.claim',
      outcome: 'failed',
      actor: { id: world.people.operator.id },
      requestId: expect.any(String) as string,
      detail: {
        code: 'device_load_failed',
        reason: 'url_unreachable',
        claimRequestId: requestId,
        deviceSignId: signId,
      },
    });
  });

  test('the refusals of a claim that never became an attempt, and of a claim that met another claim, are logged too', async () => {
    const kiosk = await connectKiosk(world);
    const { id } = await world.makeRecord();
    const link = (shortCode: string) =>
      world.people.operator.call('POST', `/api/signs/${id}/link`, { signId: kiosk.signId, shortCode });
    const rows = await rowsBy(async () => {
      await link(kiosk.shortCode === '000000' ? '000001' : '000000');
      kiosk.cut();
      expect(problemOf(await link(kiosk.shortCode)).code).toBe('sign_not_connected');
    });
    expect(rows.map(({ action, outcome, detail }) => [action, outcome, (detail as { code: string }).code])).toEqual([
      ['sign.link', 'failed', 'short_code_mismatch'],
      ['sign.link', 'failed', 'sign_not_connected'],
    ]);
  });

  test('a refused attempt that can’t be logged is not answered as if it had been logged', async () => {
    const { db } = world.service.database;
    await db.schema.alterTable('audit_head').renameTo('away').execute();
    try {
      expect((await changeEvent(world.eventId, world.people.viewer)).status).toBe(500);
      expect((await changeEvent()).status).toBe(500);
    } finally {
      await db.schema.alterTable('away').renameTo('audit_head').execute();
    }
    expect((await changeEvent()).status).toBe(200);
  });
});
