import { insertEmptyBulk } from '../commands/testing/insert-bulk.ts';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { Role } from '@sign-display/contracts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfToken } from '../access/invitations-repository.ts';
import { AUTH_SECRET, problemOf, type Person, type Reply } from '../access/testing/test-service.ts';
import { signMailLink } from '../notifications/inbox/mail-link-token.ts';
import { insertOutage } from '../outages/testing/insert-outage.ts';
import { insertDeadJob } from '../jobs/testing/insert-dead-job.ts';
import { insertFailedDelivery } from '../notifications/testing/insert-failed-delivery.ts';
import { answerLink, connectKiosk, linkKiosk, startSignsWorld } from '../signs/testing/signs-world.ts';
import type { SignsWorld, TestKiosk } from '../signs/testing/signs-world.ts';
import { auditView } from './audit-repository.ts';

/**
 * Calls every route of the contract that changes something or that not every member may use, and checks its audit rows.
 */

type Rows = typeof ROUTES;
/**
 * The routes of a person's own account are tested in auth-route-hooks.test.ts and second-factor/second-factor.test.ts.
 */
type AuditedRoute = {
  [Key in RouteKey]: Key extends `${string} /api/auth/${string}`
    ? never
    : Rows[Key] extends { audit: unknown }
      ? Key
      : never;
}[RouteKey];

let world: SignsWorld;
/** Owns the organization of `world`. */
let owner: Person;

beforeAll(async () => {
  world = await startSignsWorld();
  owner = await world.service.makePerson('owner');
  await world.service.setRole(world.organizationId, owner.id, 'owner');
});
afterAll(() => world.service.close());

/** A request that succeeds if an owner makes it; and the kiosk that has to answer. */
interface Request {
  url: string;
  body?: object;
  headers?: Record<string, string>;
  kiosk?: TestKiosk;
  /** The caller, if the owner can't make the request. */
  by?: Person;
}

let made = 0;
const newName = () => `name${(made += 1)}`;
const at = (path: string, query: object = {}) => `${path}?${new URLSearchParams({ ...query }).toString()}`;

async function makeMember(role: Role): Promise<Person> {
  const person = await world.service.makePerson(newName());
  await world.service.setRole(world.organizationId, person.id, role);
  return person;
}
async function makeEvent(): Promise<string> {
  const body = { name: newName(), timeZone: 'UTC' };
  const reply = await owner.call('POST', `/api/organizations/${world.organizationId}/events`, body);
  return (reply.body as { id: string }).id;
}
/** Makes a request with the link of a mail. */
async function mailLink(purpose: 'unsubscribe' | 'snooze') {
  const subject = { userId: owner.id, eventId: await makeEvent(), issuedAtMs: Date.now() };
  return { url: `/api/${purpose}/${signMailLink({ purpose, ...subject }, AUTH_SECRET)}` };
}
/** Somebody who has an account and is invited; the mail's token is replaced by one that is known here. */
async function inviteSomebody(): Promise<{ person: Person; token: string }> {
  const person = await world.service.makePerson(newName());
  const token = String(made).padStart(64, '0');
  const { organizationId, service } = world;
  await owner.call('POST', `/api/organizations/${organizationId}/members`, { email: person.email, role: 'viewer' });
  const invitation = service.database.db.updateTable('invitation').where('email', '=', person.email);
  await invitation.set({ tokenHash: hashOfToken(token) }).execute();
  return { person, token };
}
async function makeOutage(): Promise<string> {
  const { organizationId, eventId } = world;
  const signRecordId = (await world.makeRecord()).id;
  return await insertOutage(world.service.database.db, { organizationId, eventId, signRecordId });
}
const proofOf = ({ signId, shortCode }: TestKiosk) => ({ signId, shortCode });
const command = { command: 'refresh', wait: true };
const schedules = { schedules: [] };

/** Reads a record and returns a request for it whose If-Match is the version that was read. */
async function read(url: string): Promise<Request> {
  const { headers } = await owner.call('GET', url);
  return { url, headers: { 'if-match': String(headers.etag) } };
}

/** How each is made. The compiler asks for a new route's. */
const REQUESTS: Record<AuditedRoute, (() => Promise<Request>) | null> = {
  'POST /api/organizations': async () => ({ url: '/api/organizations', body: { name: 'New' } }),
  'PATCH /api/organizations/:id': async () => {
    const body = { name: newName() };
    return { ...(await read(`/api/organizations/${world.organizationId}`)), body };
  },
  'POST /api/organizations/:id/members': async () => ({
    url: `/api/organizations/${world.organizationId}/members`,
    body: { email: `${newName()}@example.org`, role: 'viewer' },
  }),
  'PATCH /api/organizations/:id/members/:userId': async () => ({
    url: `/api/organizations/${world.organizationId}/members/${(await makeMember('viewer')).id}`,
    body: { role: 'operator' },
  }),
  'DELETE /api/organizations/:id/members/:userId': async () => ({
    url: `/api/organizations/${world.organizationId}/members/${(await makeMember('viewer')).id}`,
  }),
  'GET /api/organizations/:id/members/:userId/sessions': async () => ({
    url: `/api/organizations/${world.organizationId}/members/${(await makeMember('viewer')).id}/sessions`,
  }),
  'DELETE /api/organizations/:id/members/:userId/sessions': async () => ({
    url: `/api/organizations/${world.organizationId}/members/${(await makeMember('viewer')).id}/sessions`,
  }),
  'DELETE /api/organizations/:id/members/:userId/sessions/:sessionId': async () => {
    const { id } = await makeMember('viewer');
    const { db } = world.service.database;
    const session = await db.selectFrom('session').select('id').where('userId', '=', id).executeTakeFirstOrThrow();
    return { url: `/api/organizations/${world.organizationId}/members/${id}/sessions/${session.id}` };
  },
  'POST /api/invitations/:token/accept': async () => {
    const { token, person } = await inviteSomebody();
    return { url: `/api/invitations/${token}/accept`, body: {}, by: person };
  },
  'POST /api/organizations/:id/events': async () => ({
    url: `/api/organizations/${world.organizationId}/events`,
    body: { name: 'Ball', timeZone: 'UTC' },
  }),
  'PATCH /api/events/:id': async () => ({ url: `/api/events/${await makeEvent()}`, body: { name: newName() } }),
  'DELETE /api/events/:id': async () => ({ url: `/api/events/${await makeEvent()}` }),
  'GET /api/events/:id/claim-attempts': async () => ({ url: `/api/events/${world.eventId}/claim-attempts` }),
  'GET /api/events/:id/claim-attempts/summary': async () => ({
    url: `/api/events/${world.eventId}/claim-attempts/summary`,
  }),
  'GET /api/events/:id/replacements': async () => ({ url: `/api/events/${world.eventId}/replacements` }),
  'GET /api/events/:id/clones': async () => ({ url: `/api/events/${world.eventId}/clones` }),
  'POST /api/signs': async () => {
    const { organizationId, eventId } = world;
    return { url: '/api/signs', body: { organizationId, eventId, name: 'Lobby', location: 'Hall 1' } };
  },
  'PATCH /api/signs/:id': async () => {
    const { id, version } = await world.makeRecord();
    return { url: `/api/signs/${id}`, body: { name: newName() }, headers: { 'if-match': `"${version}"` } };
  },
  'DELETE /api/signs/:id': async () => ({ url: `/api/signs/${(await world.makeRecord()).id}` }),
  'DELETE /api/signs/:id/override': async () => ({
    url: `/api/signs/${(await world.makeRecord()).id}/override`,
  }),
  'POST /api/signs/claim/start': async () => ({
    url: '/api/signs/claim/start',
    body: proofOf(await connectKiosk(world)),
  }),
  'DELETE /api/signs/claim/:pendingId': async () => {
    // The caller is in no other organization. Otherwise the log of each organization that they may claim for would get
    // the row (claims/show-code-on-device.test.ts).
    const by = await makeMember('operator');
    const started = await by.call('POST', '/api/signs/claim/start', proofOf(await connectKiosk(world)));
    return { url: `/api/signs/claim/${(started.body as { pendingId: string }).pendingId}`, by };
  },
  'POST /api/signs/claim': async () => {
    const kiosk = await connectKiosk(world);
    const { organizationId, eventId } = world;
    const place = { organizationId, eventId, name: 'Lobby', location: 'Hall 1', url: 'https://example.com/' };
    return { url: '/api/signs/claim', body: { ...place, ...proofOf(kiosk) }, kiosk };
  },
  'POST /api/signs/:id/link': async () => {
    const kiosk = await connectKiosk(world);
    return { url: `/api/signs/${(await world.makeRecord()).id}/link`, body: proofOf(kiosk), kiosk };
  },
  'POST /api/signs/:id/replace': async () => {
    const { id } = await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id);
    const kiosk = await connectKiosk(world);
    return { url: `/api/signs/${id}/replace`, body: proofOf(kiosk), kiosk };
  },
  'POST /api/signs/:id/unregister': async () => {
    const { id } = await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id);
    return { url: `/api/signs/${id}/unregister` };
  },
  'GET /api/signs/:id/clones': async () => ({ url: `/api/signs/${(await world.makeRecord()).id}/clones` }),
  'POST /api/signs/:id/clones/:cloneId/decision': async () => {
    const kiosk = await connectKiosk(world);
    const { id } = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    const { db } = world.service.database;
    const machine = { bootId: kiosk.signId, macAddress: '00:1a:2b:3c:4d:5e', appVersion: '1.0.0' };
    const told = JSON.stringify({ ...machine, address: '192.0.2.1', connectedAt: new Date().toISOString() });
    const times = { openedAt: new Date(), lastSeenAt: new Date(), attempts: 1 };
    const row = {
      id,
      deviceSignId: kiosk.signId,
      signRecordId: null,
      claimRequestId: null,
      first: told,
      newcomer: told,
    };
    await db
      .insertInto('clone')
      .values({ ...row, ...times })
      .execute();
    return { url: `/api/signs/${id}/clones/${id}/decision`, body: { decision: 'keep_first' } };
  },
  'POST /api/signs/:id/commands': async () => {
    const { id } = await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id);
    return { url: `/api/signs/${id}/commands`, body: command };
  },
  'POST /api/signs/bulk': async () => {
    const { id } = await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id);
    const body = { organizationId: world.organizationId, target: { signIds: [id] }, action: { command: 'refresh' } };
    return { url: '/api/signs/bulk', body };
  },
  'GET /api/bulk/:id': async () => ({
    url: `/api/bulk/${await insertEmptyBulk(world.service.database.db, world.organizationId)}`,
  }),
  'GET /api/bulk/:id/signs': async () => ({
    url: `/api/bulk/${await insertEmptyBulk(world.service.database.db, world.organizationId)}/signs`,
  }),
  'POST /api/bulk/:id/undo': async () => ({
    url: `/api/bulk/${await insertEmptyBulk(world.service.database.db, world.organizationId)}/undo`,
  }),
  'PUT /api/signs/:id/schedules': async () => ({
    ...(await read(`/api/signs/${(await world.makeRecord()).id}/schedules`)),
    body: schedules,
  }),
  'DELETE /api/signs/:id/schedules': async () => read(`/api/signs/${(await world.makeRecord()).id}/schedules`),
  'PUT /api/events/:id/schedules': async () => ({
    ...(await read(`/api/events/${world.eventId}/schedules`)),
    body: schedules,
  }),
  'DELETE /api/events/:id/schedules': async () => read(`/api/events/${world.eventId}/schedules`),
  'POST /api/outages/acknowledge': async () => ({
    url: '/api/outages/acknowledge',
    body: { ids: [await makeOutage()] },
  }),
  'DELETE /api/outages/acknowledge': async () => ({
    url: '/api/outages/acknowledge',
    body: { ids: [await makeOutage()] },
  }),
  'PUT /api/events/:id/subscription': async () => ({
    url: `/api/events/${world.eventId}/subscription`,
    body: { kinds: [], channels: [], graceSeconds: null, quietHours: null, snoozedUntil: null },
  }),
  'POST /api/events/:id/subscription/preview': null,
  // Of an event that its maker follows.
  'POST /api/events/:id/subscription/test': async () => ({
    url: `/api/events/${await makeEvent()}/subscription/test`,
  }),
  'POST /api/unsubscribe/:token': () => mailLink('unsubscribe'),
  'POST /api/snooze/:token': () => mailLink('snooze'),
  'POST /api/push-subscriptions': null,
  'DELETE /api/push-subscriptions': null,
  'POST /api/notifications/read': null,
  'GET /api/organizations/:id/failed-deliveries': async () => ({
    url: `/api/organizations/${world.organizationId}/failed-deliveries`,
  }),
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': async () => {
    const { db } = world.service.database;
    const id = await insertFailedDelivery(db, { ...world, userId: owner.id });
    return { url: `/api/organizations/${world.organizationId}/failed-deliveries/${id}/retry` };
  },
  'GET /api/audit': async () => ({ url: at('/api/audit', { organizationId: world.organizationId }) }),
  'GET /api/audit/export': async () => ({
    url: at('/api/audit/export', { organizationId: world.organizationId, format: 'csv' }),
  }),
  'GET /api/audit/summary': async () => ({
    url: at('/api/audit/summary', { organizationId: world.organizationId }),
  }),
  'GET /api/audit/verification': async () => ({
    url: at('/api/audit/verification', { organizationId: world.organizationId }),
  }),
  'POST /api/audit/verification': async () => ({
    url: at('/api/audit/verification', { organizationId: world.organizationId }),
  }),
  'GET /api/system': async () => ({ url: '/api/system' }),
  'GET /api/system/figures': async () => ({ url: '/api/system/figures' }),
  'GET /api/system/warm-ups': async () => ({ url: '/api/system/warm-ups' }),
  'GET /api/system/jobs': async () => ({ url: '/api/system/jobs' }),
  'POST /api/system/jobs/:id/retry': async () => ({
    url: `/api/system/jobs/${await insertDeadJob(world.service.database.db)}/retry`,
  }),
  'POST /api/system/mfa-reset': async () => ({
    url: '/api/system/mfa-reset',
    body: { email: (await makeMember('viewer')).email },
  }),
};

async function rowsOf(organizationId?: string) {
  const query = world.service.database.db.selectFrom('audit').selectAll().orderBy('seq');
  const rows = await (
    organizationId === undefined ? query : query.where('organizationId', '=', organizationId)
  ).execute();
  return rows.map((row) => ({ ...auditView(row), signId: row.signId, eventId: row.eventId }));
}
/** The rows that `act` leaves, in every organization. */
async function rowsBy(act: () => Promise<unknown>) {
  const before = new Set((await rowsOf()).map(({ hash }) => hash));
  await act();
  return (await rowsOf()).filter(({ hash }) => !before.has(hash));
}

async function make(key: AuditedRoute, { url, body, headers, kiosk }: Request, person: Person): Promise<Reply> {
  const asking = world.service.call(routeAddress(key).method, url, body, {
    authorization: `Bearer ${person.token}`,
    ...headers,
  });
  if (kiosk) void answerLink(kiosk);
  return await asking;
}

const audited = Object.keys(REQUESTS) as AuditedRoute[];
const inSomeLog = audited.filter((key) => ROUTES[key].audit !== null);
/** This route changes nothing in any organization: it only looks up the device that a claim would take. */
const LEAVES_NOTHING: AuditedRoute[] = ['POST /api/signs/claim/start'];
/** The row of this route has no network address (details 11); second-factor/mfa-reset.test.ts checks the row. */
const WITHOUT_ADDRESS: AuditedRoute[] = ['POST /api/system/mfa-reset'];
/** These routes are about no single record. */
const OF_NO_RECORD: AuditedRoute[] = ['POST /api/signs/bulk', 'DELETE /api/signs/claim/:pendingId'];
const changing = inSomeLog.filter(
  (key) => !key.startsWith('GET ') && ![...LEAVES_NOTHING, ...WITHOUT_ADDRESS].includes(key),
);

test('M5: every route that changes something, or that a role can forbid, is known to the audit log', () => {
  const keys = Object.keys(ROUTES) as RouteKey[];
  const needed = keys.filter((key) => {
    const { role }: Route = ROUTES[key];
    const isOpen = ['none', 'any', 'viewer'].includes(role) && key.startsWith('GET ');
    return !isOpen && !key.includes(' /api/auth/');
  });
  expect(audited.toSorted()).toEqual(needed.toSorted());
  for (const key of needed) expect(ROUTES[key]).toHaveProperty('audit');
});

describe('M5: a change leaves exactly one row', () => {
  test.for(changing)('%s', async (key) => {
    const request = await REQUESTS[key]!();
    const by = request.by ?? owner;
    const rows = await rowsBy(async () => {
      expect((await make(key, request, by)).status).toBeLessThan(300);
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: ROUTES[key].audit,
      outcome: 'ok',
      actor: { id: by.id, email: by.email },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ip: '127.0.0.1',
    });
    if (key !== 'POST /api/organizations') expect(rows[0]!.organizationId).toBe(world.organizationId);
    if (!key.includes('/api/signs') || OF_NO_RECORD.includes(key)) return;
    expect(rows[0]).toMatchObject({ target: { type: 'sign' }, eventId: world.eventId, signId: rows[0]!.target.id });
  });
});

describe('M5: a denied attempt leaves exactly one row', () => {
  const forbiddable = inSomeLog.filter((key) => !['none', 'any', 'viewer'].includes(ROUTES[key].role));

  test.for(forbiddable)('%s', async (key) => {
    const { kiosk: _, ...request } = await REQUESTS[key]!();
    const rows = await rowsBy(async () => {
      expect(problemOf(await make(key, request, world.people.viewer)).code).toBe('forbidden');
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      organizationId: world.organizationId,
      action: ROUTES[key].audit,
      outcome: 'denied',
      actor: { id: world.people.viewer.id },
      detail: { code: 'forbidden' },
    });
  });

  /** A claim's start and the system routes name no organization, so no caller can be a stranger to one. */
  const ofAnOrganization = forbiddable.filter(
    (key) => key !== 'POST /api/signs/claim/start' && ROUTES[key].role !== 'systemOwner',
  );

  test.for(ofAnOrganization)('%s: and none where the person is no member', async (key) => {
    const { kiosk: _, ...request } = await REQUESTS[key]!();
    const rows = await rowsBy(async () => {
      expect(problemOf(await make(key, request, world.people.stranger)).code).toBe('not_found');
    });
    expect(rows).toEqual([]);
  });
});
