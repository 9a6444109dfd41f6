import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import type { SendMail } from '../mail/message.ts';
import { pruneAttempts } from './count-limited-attempts.ts';
import { problemOf, startTestService, type Person, type Reply, type TestService } from './testing/test-service.ts';

/** M4: how often people can have us write to others. */

const HOUR_MS = 3_600_000;
const clock = createManualClock();
const mailed: string[] = [];
const sendMail: SendMail = async ({ to }) => void mailed.push(to);
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000', ORGANIZATION_CREATION: 'anyone' };

let service: TestService;
/** Another node on the same database. */
let other: TestService;
let owner: Person;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside: { sendMail } });
  other = await startTestService({ clock, env, outside: { sendMail }, database: service.database });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

async function makeOrganization(by: Person): Promise<string> {
  return ((await by.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
}
beforeEach(async () => {
  mailed.length = 0;
  owner = await service.makePerson(`owner${(count += 1)}`);
  organizationId = await makeOrganization(owner);
});

const newEmail = (): string => `stranger${(count += 1)}@example.org`;
const invite = (email: string, by = owner, into = organizationId, at = service): Promise<Reply> =>
  at.call(
    'POST',
    `/api/organizations/${into}/members`,
    { email, role: 'viewer' },
    { authorization: `Bearer ${by.token}` },
  );
async function makeAdmin(): Promise<Person> {
  const admin = await service.makePerson(`admin${(count += 1)}`);
  await service.setRole(organizationId, admin.id, 'admin');
  return admin;
}
function expectLimited(reply: Reply, withinMs: number): void {
  const { code, retryAfterMs } = problemOf(reply);
  expect(code).toBe('rate_limited');
  expect(retryAfterMs).toBeGreaterThan(0);
  expect(retryAfterMs).toBeLessThanOrEqual(withinMs);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
}

test('M4: of 40 strangers invited at once, on two nodes, one person reaches as many as the limit', async () => {
  const [{ most }] = ATTEMPT_LIMITS.invitationsByPerson;
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => invite(newEmail(), owner, organizationId, index % 2 ? other : service)),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(most);
  expect(mailed).toHaveLength(most);
  for (const reply of replies.filter(({ status }) => status !== 201)) expectLimited(reply, HOUR_MS);
});

test('M4: a person is limited over all of their organizations, an hour and a day', async () => {
  const [hour, day] = ATTEMPT_LIMITS.invitationsByPerson;
  let sent = 0;
  while (sent < day.most) {
    const into = await makeOrganization(owner);
    for (let index = 0; index < hour.most; index += 1) expect((await invite(newEmail(), owner, into)).status).toBe(201);
    sent += hour.most;
    expectLimited(await invite(newEmail()), sent < day.most ? HOUR_MS : 24 * HOUR_MS);
    clock.advance(HOUR_MS);
  }
  expectLimited(await invite(newEmail()), 24 * HOUR_MS);
  clock.advance(24 * HOUR_MS);
  expect((await invite(newEmail())).status).toBe(201);
});

test('M4: one address gets a few mails an hour from an organization, whoever of it invites, and others may still invite it', async () => {
  const [{ most }] = ATTEMPT_LIMITS.invitationsOfOrganizationToAddress;
  const email = newEmail();
  const admins = [owner, await makeAdmin()];
  const replies: Reply[] = [];
  for (let index = 0; index < 21; index += 1)
    replies.push(await invite(index % 3 ? email : email.toUpperCase(), admins[index % 2]));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(most);
  expect(mailed).toEqual(Array.from({ length: most }, () => email));
  expectLimited(replies.at(-1)!, HOUR_MS);
  const stranger = await service.makePerson(`stranger${(count += 1)}`);
  expect((await invite(email, stranger, await makeOrganization(stranger))).status).toBe(201);
});

test('M4: one address gets some mails an hour, whichever organizations and people invite it', async () => {
  const [{ most }] = ATTEMPT_LIMITS.invitationsToAddress;
  const email = newEmail();
  const replies: Reply[] = [];
  for (let index = 0; index < most + 3; index += 1) {
    const by = index % 3 === 0 ? await service.makePerson(`inviter${(count += 1)}`) : owner;
    replies.push(await invite(index % 2 ? email : email.toUpperCase(), by, await makeOrganization(by)));
  }
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(most);
  expect(mailed).toEqual(Array.from({ length: most }, () => email));
  expectLimited(replies.at(-1)!, HOUR_MS);
});

test('M4: to withdraw an invitation does not bring another mail', async () => {
  const [{ most }] = ATTEMPT_LIMITS.invitationsOfOrganizationToAddress;
  const email = newEmail();
  for (let index = 0; index < most; index += 1) {
    const { userId } = (await invite(email)).body as { userId: string };
    expect((await owner.call('DELETE', `/api/organizations/${organizationId}/members/${userId}`)).status).toBe(204);
  }
  expectLimited(await invite(email), HOUR_MS);
});

test('M4: an organization is limited over all of its admins', async () => {
  const [{ most }] = ATTEMPT_LIMITS.invitationsOfOrganization;
  const admins = [owner, await makeAdmin(), await makeAdmin()];
  const replies: Reply[] = [];
  for (let index = 0; index < most + 3; index += 1) replies.push(await invite(newEmail(), admins[index % 3]));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(most);
  expectLimited(replies.at(-1)!, HOUR_MS);
});

test('M4: who may not invite is told so, and uses nothing up', async () => {
  const viewer = await service.makePerson(`viewer${(count += 1)}`);
  await service.setRole(organizationId, viewer.id, 'viewer');
  for (let index = 0; index <= ATTEMPT_LIMITS.invitationsByPerson[0].most; index += 1)
    expect(problemOf(await invite(newEmail(), viewer)).code).toBe('forbidden');
  await service.setRole(organizationId, viewer.id, 'admin');
  expect((await invite(newEmail(), viewer)).status).toBe(201);
});

test('M4: of a hundred who ask for another password of one address at once, the mails are three', async () => {
  const person = await service.makePerson(`forgetful${(count += 1)}`);
  const nodes = [1, 2].map(() => startTestService({ clock, env, outside: { sendMail }, database: service.database }));
  const [one, another] = (await Promise.all(nodes)) as [TestService, TestService];
  const ask = (at: TestService) => at.call('POST', '/api/auth/request-password-reset', { email: person.email });
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index % 2 ? one : another)));
  const stranger = await one.call('POST', '/api/auth/request-password-reset', { email: newEmail() });
  for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, stranger.body]);
  const [{ most }] = ATTEMPT_LIMITS.passwordResetsOfAddress;
  // Whatever is under way is waited for.
  await one.close();
  await another.close();
  expect(mailed).toEqual(Array.from({ length: most }, () => person.email));
});

test('what is too old to count is forgotten', async () => {
  const { db } = service.database;
  await invite(newEmail());
  await pruneAttempts(db, clock.now() + 24 * HOUR_MS);
  expect(await db.selectFrom('countedAttempt').selectAll().execute()).toEqual([]);
});
