import type { Member } from '@sign-display/contracts/rest/organizations';
import { SESSION_HEADER } from '@sign-display/contracts/rest/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { SESSION_TTL_MS, USE_STORED_EVERY_MS } from './prolong-used-sessions.ts';
import { openSession, PASSWORD, startTestService, type Person, type TestService } from './testing/test-service.ts';

/** When people were last active, and what their sessions are (contract, 3.3). */

const clock = createManualClock();
let service: TestService;
let owner: Person;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService({
    clock,
    env: { RATE_LIMIT_PER_MINUTE: '1000000', SIGN_IN_LIMIT_PER_MINUTE: '1000' },
  });
  owner = await service.makePerson('owner');
  organizationId = ((await owner.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
});
afterAll(() => service.close());

async function makeMember(): Promise<Person> {
  const person = await service.makePerson(`person${(count += 1)}`);
  await service.setRole(organizationId, person.id, 'viewer');
  return person;
}
async function memberOf(person: Person, by = owner): Promise<Member> {
  const { body } = await by.call('GET', `/api/organizations/${organizationId}/members?limit=200`);
  return (body as { items: Member[] }).items.find(({ userId }) => userId === person.id)!;
}
const now = () => new Date(clock.now()).toISOString();

describe('a member, for admins', () => {
  test('was never active before the first request', async () => {
    expect(await memberOf(await makeMember())).toMatchObject({ lastActiveAt: null, sessions: 1 });
  });

  test('was last active when they accepted an invitation or signed in, also without another request', async () => {
    const email = `guest${(count += 1)}@example.org`;
    const members = `/api/organizations/${organizationId}/members`;
    const { body: invited } = await owner.call('POST', members, { email, role: 'viewer' });
    const token = (invited as { url: string }).url.split('/').at(-1)!;
    const account = { name: 'Guest', password: PASSWORD };
    const { body: me } = await service.call('POST', `/api/invitations/${token}/accept`, account);
    const guest = { id: (me as { user: { id: string } }).user.id } as Person;
    expect(await memberOf(guest)).toMatchObject({ lastActiveAt: now(), sessions: 1 });
    clock.stepWall(USE_STORED_EVERY_MS);
    expect((await service.signIn(email, PASSWORD)).status).toBe(200);
    expect(await memberOf(guest)).toMatchObject({ lastActiveAt: now(), sessions: 2 });
  });

  test('A6: the list of members shows to admins only whether a person has turned on a second factor', async () => {
    const person = await makeMember();
    expect(await memberOf(person)).toMatchObject({ mfa: false });
    const { db } = service.database;
    await db.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', person.id).execute();
    expect(await memberOf(person)).toMatchObject({ mfa: true });
    expect(await memberOf(person, person)).not.toHaveProperty('mfa');
  });

  test('was last active at the last request, to the minute', async () => {
    const person = await makeMember();
    await person.call('GET', '/api/me');
    const first = now();
    clock.stepWall(USE_STORED_EVERY_MS - 1);
    await person.call('GET', '/api/me');
    expect((await memberOf(person)).lastActiveAt).toBe(first);
    clock.stepWall(1);
    await Promise.all(Array.from({ length: 20 }, () => person.call('GET', '/api/me')));
    expect((await memberOf(person)).lastActiveAt).toBe(now());
  });

  test('A6: a member’s field mfa is true exactly while the second factor is on, and only admins see it', async () => {
    const person = await makeMember();
    expect((await memberOf(person)).mfa).toBe(false);
    const users = service.database.db.updateTable('user').where('id', '=', person.id);
    await users.set({ twoFactorEnabled: true }).execute();
    expect((await memberOf(person)).mfa).toBe(true);
    expect(await memberOf(person, person)).not.toHaveProperty('mfa');
    await users.set({ twoFactorEnabled: false }).execute();
    expect((await memberOf(person)).mfa).toBe(false);
  });

  test('stays last active after the session ended', async () => {
    const person = await makeMember();
    await person.call('GET', '/api/me');
    const last = now();
    await person.call('POST', '/api/auth/sign-out', {});
    clock.stepWall(USE_STORED_EVERY_MS);
    expect(await memberOf(person)).toMatchObject({ lastActiveAt: last, sessions: 0 });
  });

  test('has as many sessions as are open, without those that ran out', async () => {
    const person = await makeMember();
    clock.stepWall(SESSION_TTL_MS);
    const owners = await openSession(service.database.db, clock, owner.id);
    const admin: Person = {
      ...owner,
      call: (method, url, body) => service.call(method, url, body, { authorization: `Bearer ${owners}` }),
    };
    expect(await memberOf(person, admin)).toMatchObject({ sessions: 0 });
    for (let more = 0; more < 3; more += 1) await openSession(service.database.db, clock, person.id);
    expect(await memberOf(person, admin)).toMatchObject({ sessions: 3 });
    owner = admin;
  });

  test('shows no activity to a viewer or an operator, and an invited person has none', async () => {
    const person = await makeMember();
    for (const role of ['viewer', 'operator'] as const) {
      await service.setRole(organizationId, person.id, role);
      const member = await memberOf(person, person);
      expect(member).not.toHaveProperty('lastActiveAt');
      expect(member).not.toHaveProperty('sessions');
    }
    await service.setRole(organizationId, person.id, 'admin');
    expect(await memberOf(person, person)).toHaveProperty('sessions', 1);
    const invited = { email: 'guest@example.org', role: 'viewer' };
    const { body } = await owner.call('POST', `/api/organizations/${organizationId}/members`, invited);
    expect(body).not.toHaveProperty('sessions');
  });
});

test.each([
  ['browser', { [SESSION_HEADER]: 'cookie' }],
  ['token', {}],
])('a session is a %s’s by the header of its sign-in, and its person reads that', async (kind, headers) => {
  const person = await makeMember();
  const body = { email: person.email, password: PASSWORD };
  expect((await service.call('POST', '/api/auth/sign-in/email', body, headers)).status).toBe(200);
  const { body: sessions } = await person.call('GET', '/api/auth/list-sessions');
  const [made] = (sessions as { kind: string; mfa: boolean; lastUsedAt: string | null }[]).filter(
    ({ lastUsedAt }) => lastUsedAt === null,
  );
  expect(made).toMatchObject({ kind, mfa: false });
});
