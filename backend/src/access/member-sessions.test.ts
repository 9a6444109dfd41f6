import type { MemberSession } from '@sign-display/contracts/rest/organizations';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../mail/message.ts';
import { openSession, problemOf, startTestService, type Person, type TestService } from './testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';

/** An admin lists and ends the sessions of a member (contract, 3.3; promise A9). */

let service: TestService;
let admin: Person;
let person: Person;
let organizationId: string;
let count = 0;
let mails: Mail[];
/** Resolves with the next mail. */
let mailed: PromiseWithResolvers<Mail>;

const sessionsOf = ({ id }: Person, organization = organizationId) =>
  `/api/organizations/${organization}/members/${id}/sessions`;
const makeOrganization = async (owner: Person): Promise<string> =>
  ((await owner.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
const list = async (): Promise<MemberSession[]> =>
  ((await admin.call('GET', sessionsOf(person))).body as { items: MemberSession[] }).items;
const statusOf = async (token: string): Promise<number> =>
  (await service.call('GET', '/api/me', undefined, { authorization: `Bearer ${token}` })).status;
const open = () => openSession(service.database.db, systemClock, person.id);

beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    outside: {
      async sendMail(mail) {
        mails.push(mail);
        mailed.resolve(mail);
      },
    },
  });
});
beforeEach(async () => {
  mails = [];
  mailed = Promise.withResolvers();
  count += 1;
  const owner = await service.makePerson(`owner${count}`);
  admin = await service.makePerson(`admin${count}`);
  person = await service.makePerson(`person${count}`);
  organizationId = await makeOrganization(owner);
  await service.setRole(organizationId, admin.id, 'admin');
  await service.setRole(organizationId, person.id, 'operator');
});
afterAll(() => service.close());

test('an admin reads a member’s open sessions, the one used last first, and no token of them', async () => {
  const { db } = service.database;
  const unused = await open();
  await person.call('GET', '/api/me');
  const ended = { expiresAt: new Date(systemClock.now() - 1_000) };
  const over = await open();
  await db.updateTable('session').set(ended).where('token', '=', over.split('.')[0]!).execute();
  const items = await list();
  expect(items).toHaveLength(2);
  expect(items[0]!.lastUsedAt >= items[1]!.lastUsedAt).toBe(true);
  expect(items[0]).toMatchObject({ kind: 'token', mfa: false, ip: null, userAgent: null });
  for (const token of [unused, person.token]) expect(JSON.stringify(items)).not.toContain(token.split('.')[0]);
});

describe('A9: when an admin ends a member’s sessions', () => {
  test('none of them opens anything any more, and the admin’s own stay', async () => {
    const tokens = [person.token, await open(), await open()];
    expect((await admin.call('DELETE', sessionsOf(person))).status).toBe(204);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await list()).toEqual([]);
  });

  test('one that is named ends alone', async () => {
    const other = await open();
    const { db } = service.database;
    const token = person.token.split('.')[0]!;
    const { id } = await db.selectFrom('session').select('id').where('token', '=', token).executeTakeFirstOrThrow();
    expect((await admin.call('DELETE', `${sessionsOf(person)}/${id}`)).status).toBe(204);
    expect([await statusOf(person.token), await statusOf(other)]).toEqual([401, 200]);
    expect(problemOf(await admin.call('DELETE', `${sessionsOf(person)}/${id}`)).code).toBe('not_found');
  });

  test('a session of somebody else is not_found, and stays', async () => {
    const { db } = service.database;
    const session = db.selectFrom('session').select('id').where('userId', '=', admin.id);
    const { id } = await session.executeTakeFirstOrThrow();
    expect(problemOf(await admin.call('DELETE', `${sessionsOf(person)}/${id}`)).code).toBe('not_found');
    expect(await statusOf(admin.token)).toBe(200);
  });

  test('the person gets a mail that names the admin, and a security event without the admin’s address', async () => {
    await open();
    await admin.call('DELETE', sessionsOf(person));
    const { to, text } = await mailed.promise;
    expect(to).toBe(person.email);
    expect(text).toContain(`admin${count}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('2 of your devices');
    const events = service.database.db.selectFrom('securityEvent').select(['action', 'ip']);
    expect(await events.where('userId', '=', person.id).execute()).toEqual([
      { action: 'member.sessions_end', ip: null },
    ]);
  });

  test('the log of each of the person’s organizations has a row, the others’ without the admin’s address', async () => {
    const elsewhere = await makeOrganization(person);
    await admin.call('DELETE', sessionsOf(person));
    const rows = await service.database.db
      .selectFrom('audit')
      .select(['organizationId', 'actorId', 'targetId', 'ip', 'detail'])
      .where('action', '=', 'member.sessions_end')
      .where('targetId', '=', person.id)
      .execute();
    const row = { actorId: admin.id, targetId: person.id, detail: { sessions: 1 } };
    expect(rows.toSorted((a, b) => Number(a.ip === null) - Number(b.ip === null))).toEqual([
      { ...row, organizationId, ip: '127.0.0.1' },
      { ...row, organizationId: elsewhere, ip: null },
    ]);
  });

  test('nothing is written or mailed where no session is open', async () => {
    await service.database.db.deleteFrom('session').where('userId', '=', person.id).execute();
    expect((await admin.call('DELETE', sessionsOf(person))).status).toBe(204);
    const rows = service.database.db.selectFrom('audit').select('seq').where('action', '=', 'member.sessions_end');
    expect(await rows.where('organizationId', '=', organizationId).execute()).toEqual([]);
    expect(mails).toEqual([]);
  });
});

describe('A2: only a role that is not below the member’s', () => {
  const cases = ROLES.flatMap((own) => ROLES.map((role): [Role, Role] => [own, role]));
  test.each(cases)('%s ends and lists the sessions of %s', async (own, role) => {
    await service.setRole(organizationId, admin.id, own);
    await service.setRole(organizationId, person.id, role);
    const may = roleSuffices(own, 'admin') && roleSuffices(own, role);
    const replies = [await admin.call('GET', sessionsOf(person)), await admin.call('DELETE', sessionsOf(person))];
    expect(replies.map(({ status }) => status)).toEqual(may ? [200, 204] : [403, 403]);
    expect(await statusOf(person.token)).toBe(may ? 401 : 200);
  });
});

test('A1: a person who is no member, or only invited, is not_found', async () => {
  const stranger = await service.makePerson(`stranger${count}`);
  const guest = { email: `guest${count}@example.org`, role: 'viewer' };
  const invited = await admin.call('POST', `/api/organizations/${organizationId}/members`, guest);
  for (const id of [stranger.id, (invited.body as { userId: string }).userId]) {
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await admin.call(method, `/api/organizations/${organizationId}/members/${id}/sessions`);
      expect(problemOf(reply).code).toBe('not_found');
    }
  }
  expect(await statusOf(stranger.token)).toBe(200);
});
