import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INVITATION_TTL_MS } from '@sign-display/contracts/rest/invitations';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { forgetSubscriptions } from '../notifications/inbox/subscriptions-repository.ts';
import { IN_OUTBOX } from '../mail/file-outbox.ts';
import { createGatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { textOfMail } from '../testing/mail-text.ts';
import { acceptInvitation } from './invitations-service.ts';
import { findMember, lockOwners, setRole } from './members-repository.ts';
import { changeMember, judgeMemberChange } from './change-member.ts';
import {
  PASSWORD,
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from './testing/test-service.ts';

const clock = createManualClock();
let service: TestService;
let owner: Person;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService({
    clock,
    env: { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000' },
  });
});
beforeEach(async () => {
  owner = await service.makePerson(`owner${(count += 1)}`);
  const made = await owner.call('POST', '/api/organizations', { name: 'Öpera' });
  organizationId = (made.body as { id: string }).id;
});
afterAll(() => service.close());

const members = (): string => `/api/organizations/${organizationId}/members`;
const newEmail = (): string => `guest${(count += 1)}@example.org`;

/** The newest mail in the outbox, and the token in its link. */
async function lastMail(): Promise<{ path: string; raw: string; text: string; token: string }> {
  const [last] = (await readdir(service.outboxFolder))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .toReversed();
  const path = join(service.outboxFolder, last!);
  const raw = await readFile(path, 'utf8');
  const text = textOfMail(raw);
  return { path, raw, text, token: /\/invite\/([0-9a-f]{64})/.exec(text)![1]! };
}

/** The clock's own step between two mails: their names sort by it. */
async function invite(
  email: string,
  role: Role = 'operator',
  by: Person = owner,
): Promise<{ reply: Reply; token: string }> {
  clock.advance(1);
  const reply = await by.call('POST', members(), { email, role });
  return { reply, token: reply.status === 201 ? (await lastMail()).token : '' };
}

const accept = (token: string, body?: unknown, headers = {}): Promise<Reply> =>
  service.call('POST', `/api/invitations/${token}/accept`, body, headers);
const newcomer = { name: 'Grace', password: 'a password of her own' };

test('a viewer reads who the admins are, by name: whom to ask for a role', async () => {
  const [viewer, admin] = await Promise.all(
    (['viewer', 'admin'] as const).map(async (role) => {
      const person = await service.makePerson(`${role}${(count += 1)}`);
      await service.setRole(organizationId, person.id, role);
      return person;
    }),
  );
  const { items } = (await viewer!.call('GET', members())).body as { items: { userId: string; name: string | null }[] };
  const named = { userId: admin!.id, name: expect.stringContaining('admin') as string, role: 'admin', state: 'member' };
  expect(items).toContainEqual(expect.objectContaining(named));
});

describe('an invitation', () => {
  test('is a mail with a link, and makes the account of who follows it, signed in', async () => {
    const email = newEmail();
    const { reply, token } = await invite(email);
    expect(reply).toMatchObject({ status: 201, body: { email, role: 'operator', state: 'invited', name: null } });
    // Without a mail server, no mail is reported as sent.
    expect(reply.body).toMatchObject({ invitationMail: null, invitationMailReason: IN_OUTBOX });
    // So the inviter gets the link, in this answer alone.
    expect(reply.body).toMatchObject({ url: expect.stringMatching(new RegExp(`/invite/${token}$`)) as string });
    const listed = (await owner.call('GET', members())).body as { items: { email: string }[] };
    const invited = listed.items.find((one) => one.email === email);
    expect(invited).toMatchObject({ attempts: 1, nextAttemptAt: null, invitedBy: { id: owner.id } });
    expect(JSON.stringify(listed)).not.toContain(token);

    const { organization, ...shown } = (await service.call('GET', `/api/invitations/${token}`)).body as {
      organization: { id: string };
    };
    expect(organization.id).toBe(organizationId);
    expect(shown).toEqual({ role: 'operator', email, hasAccount: false });

    const accepted = await accept(token, newcomer);
    expect(accepted).toMatchObject({
      status: 200,
      body: { user: { email, name: 'Grace' }, organizations: [{ id: organizationId, role: 'operator' }] },
    });
    const session = { authorization: `Bearer ${String(accepted.headers['set-auth-token'])}` };
    expect((await service.call('GET', '/api/me', undefined, session)).body).toEqual(accepted.body);
    expect(String(accepted.headers['set-cookie'])).toMatch(/HttpOnly/);
    expect((await service.signIn(email, newcomer.password)).status).toBe(200);
  });

  test('X9: an invitation that a page accepts answers with the cookie and no token', async () => {
    const { token } = await invite(newEmail());
    const { status, headers } = await accept(token, newcomer, { 'x-session': 'cookie' });
    expect([status, headers['set-auth-token']]).toEqual([200, undefined]);
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly/);
  });

  test('works once, also when it is accepted several times at once', async () => {
    const { token } = await invite(newEmail());
    const replies = await Promise.all(Array.from({ length: 4 }, () => accept(token, newcomer)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(problemOf(await service.call('GET', `/api/invitations/${token}`)).code).toBe('not_found');
  });

  test('ends after seven days', async () => {
    const { token } = await invite(newEmail());
    clock.advance(INVITATION_TTL_MS - 1);
    expect((await service.call('GET', `/api/invitations/${token}`)).status).toBe(200);
    clock.advance(1);
    expect(problemOf(await service.call('GET', `/api/invitations/${token}`)).code).toBe('not_found');
    expect(problemOf(await accept(token, newcomer)).code).toBe('not_found');
  });

  test('made again replaces the first one, whose link is dead', async () => {
    const email = newEmail();
    const first = await invite(email, 'viewer');
    const second = await invite(email.toUpperCase(), 'admin');
    expect(problemOf(await accept(first.token, newcomer)).code).toBe('not_found');
    expect((await accept(second.token, newcomer)).body).toMatchObject({ organizations: [{ role: 'admin' }] });
  });

  test('of somebody with an account is accepted by them alone, signed in, without a body', async () => {
    const bob = await service.makePerson(`bob${(count += 1)}`);
    const eve = await service.makePerson(`eve${count}`);
    const { token } = await invite(bob.email);
    expect((await service.call('GET', `/api/invitations/${token}`)).body).toMatchObject({ hasAccount: true });
    expect(problemOf(await accept(token, newcomer)).code).toBe('unauthenticated');
    expect(problemOf(await accept(token, undefined, { authorization: `Bearer ${eve.token}` })).code).toBe('forbidden');
    expect((await accept(token, undefined, { authorization: `Bearer ${bob.token}` })).status).toBe(200);
    expect((await bob.call('GET', `/api/organizations/${organizationId}`)).body).toMatchObject({ role: 'operator' });
    expect((await service.signIn(bob.email, PASSWORD)).status).toBe(200);
  });

  test('without a name and a password makes no account', async () => {
    const { token } = await invite(newEmail());
    expect(problemOf(await accept(token)).errors).toEqual([
      { path: '/name', message: 'is required' },
      { path: '/password', message: 'is required' },
    ]);
    expect(problemOf(await accept(token, { name: 'x', password: 'short' })).code).toBe('validation_failed');
    expect((await accept(token, newcomer)).status).toBe(200);
  });

  test('A3: its token is kept as a hash only, and not in the log; its mail is for the service’s user alone', async () => {
    const { token } = await invite(newEmail());
    await service.call('GET', `/api/invitations/${token}`);
    const rows = await service.database.db.selectFrom('invitation').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.logged.join('')).not.toContain(token);
    const { path, raw } = await lastMail();
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m);
  });

  test('nobody who is a member is invited, nor above the inviter’s own role', async () => {
    const admin = await service.makePerson(`admin${(count += 1)}`);
    await service.setRole(organizationId, admin.id, 'admin');
    expect(problemOf((await invite(admin.email)).reply).code).toBe('conflict');
    expect(problemOf((await invite(newEmail(), 'owner', admin)).reply).code).toBe('forbidden');
    expect((await invite(newEmail(), 'admin', admin)).reply.status).toBe(201);
    const email = newEmail();
    const forOwner = await invite(email, 'owner');
    expect(problemOf((await invite(email, 'viewer', admin)).reply).code).toBe('forbidden');
    expect((await service.call('GET', `/api/invitations/${forOwner.token}`)).body).toMatchObject({ role: 'owner' });
  });
});

describe('L1: an invitation by somebody who may not invite any more', () => {
  const words = /is not valid.*Ask for a new one/;
  async function makeAdmin(role: Role = 'admin'): Promise<Person> {
    const admin = await service.makePerson(`inviter${(count += 1)}`);
    await service.setRole(organizationId, admin.id, role);
    return admin;
  }
  const told = async (token: string) => [
    problemOf(await service.call('GET', `/api/invitations/${token}`)),
    problemOf(await accept(token, newcomer)),
  ];
  const listed = async (email: string) => {
    const { items } = (await owner.call('GET', members())).body as { items: { email: string }[] };
    return items.some((item) => item.email === email);
  };

  test.each<{ from: Role; to: Role | null; invitedAs: Role; holds: boolean }>([
    { from: 'admin', to: null, invitedAs: 'viewer', holds: false },
    { from: 'admin', to: 'operator', invitedAs: 'viewer', holds: false },
    { from: 'admin', to: 'viewer', invitedAs: 'admin', holds: false },
    { from: 'owner', to: 'admin', invitedAs: 'owner', holds: false },
    { from: 'owner', to: 'admin', invitedAs: 'admin', holds: true },
    { from: 'admin', to: 'owner', invitedAs: 'admin', holds: true },
  ])('invited as $invitedAs by an $from who is made $to: holds $holds', async ({ from, to, invitedAs, holds }) => {
    const inviter = await makeAdmin(from);
    const email = newEmail();
    const { token } = await invite(email, invitedAs, inviter);
    const at = `${members()}/${inviter.id}`;
    const changed = await (to === null ? owner.call('DELETE', at) : owner.call('PATCH', at, { role: to }));
    expect(changed.status).toBeLessThan(300);
    expect(await listed(email)).toBe(holds);
    if (holds) return expect((await accept(token, newcomer)).status).toBe(200);
    for (const problem of await told(token))
      expect(problem).toMatchObject({ code: 'not_found', detail: expect.stringMatching(words) as string });
  });

  test('holds where another admin has changed its role since, and so vouches for it', async () => {
    const inviter = await makeAdmin();
    const { reply, token } = await invite(newEmail(), 'viewer', inviter);
    const { userId } = reply.body as { userId: string };
    await owner.call('PATCH', `${members()}/${userId}`, { role: 'operator' });
    await owner.call('DELETE', `${members()}/${inviter.id}`);
    expect((await accept(token, newcomer)).status).toBe(200);
  });

  test('does not hold where the inviter’s membership ended by no request of ours', async () => {
    const inviter = await makeAdmin();
    const { token } = await invite(newEmail(), 'viewer', inviter);
    await service.database.db.deleteFrom('member').where('userId', '=', inviter.id).execute();
    for (const { code } of await told(token)) expect(code).toBe('not_found');
  });

  test('that comes at the same moment as their removal either fails or is withdrawn with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const inviter = await makeAdmin();
      const email = newEmail();
      const mails = new Set(await readdir(service.outboxFolder));
      const [invited, removed] = await Promise.all([
        inviter.call('POST', members(), { email, role: 'admin' }),
        owner.call('DELETE', `${members()}/${inviter.id}`),
      ]);
      expect(removed.status).toBe(204);
      expect([201, 403, 404]).toContain(invited.status);
      expect(await listed(email)).toBe(false);
      for (const name of await readdir(service.outboxFolder)) {
        if (mails.has(name)) continue;
        const text = textOfMail(await readFile(join(service.outboxFolder, name), 'utf8'));
        for (const { code } of await told(/\/invite\/([0-9a-f]{64})/.exec(text)![1]!)) expect(code).toBe('not_found');
      }
    }
  });

  test('is not accepted when the acceptance has waited for the removal', async () => {
    const { database } = service;
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const inviter = await makeAdmin();
    const { token } = await invite(newEmail(), 'admin', inviter);
    const bare = {
      clock,
      random: createSeededRandom('L1'),
      publicUrl: () => '',
      mail: {
        post: async () => ({ state: 'sent' as const, reason: null, attempts: 1, nextAttemptAt: null }),
        drain: async () => {},
      },
    };
    const nobody = { person: null, requestId: null, ip: null };
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    const pool = gated.open((statement) =>
      isHeld && statement.includes('for share') ? held.promise : Promise.resolve(),
    );
    const waiting = acceptInvitation({ ...bare, db: pool.db }, nobody, null, token, newcomer);
    await owner.call('DELETE', `${members()}/${inviter.id}`);
    isHeld = false;
    held.resolve();
    expect(await waiting).toMatchObject({ code: 'not_found' });
  });
});

describe('M4: names', () => {
  const EVIL = 'Öpera\r\nBcc: eve@example.org\r\n\r\nYour account is locked. Open https://evil.example/login\u202e';
  const routes: [string, (name: string) => [Parameters<Person['call']>[0], string, object]][] = [
    ['an organization', (name) => ['POST', '/api/organizations', { name }]],
    ['an organization that is renamed', (name) => ['PATCH', `/api/organizations/${organizationId}`, { name }]],
    ['an event', (name) => ['POST', `/api/organizations/${organizationId}/events`, { name, timeZone: 'UTC' }]],
    [
      'a venue',
      (venue) => ['POST', `/api/organizations/${organizationId}/events`, { name: 'Ball', timeZone: 'UTC', venue }],
    ],
  ];

  test.each(routes)('M4: %s with line breaks and controls in its name is refused, in words', async (_, request) => {
    for (const bad of [EVIL, 'a\u0000b', 'a\u2028b', 'a\u200bb', 'a\ud800b', '\u202efdp.exe']) {
      const problem = problemOf(await owner.call(...request(bad)));
      expect(problem.code).toBe('validation_failed');
      expect(problem.errors?.[0]?.message).toMatch(/^must be one line without control characters/);
    }
  });

  test('M4: nor does a person come in with one', async () => {
    const { token } = await invite(newEmail());
    expect(problemOf(await accept(token, { ...newcomer, name: EVIL })).code).toBe('validation_failed');
    expect((await accept(token, newcomer)).status).toBe(200);
  });

  test('M4: a name from before stays readable, and our mails quote it on one line, without a link', async () => {
    const { db } = service.database;
    await db.updateTable('organization').set({ name: EVIL }).where('id', '=', organizationId).execute();
    await db.updateTable('user').set({ name: 'Eve\nhttps://evil.example' }).where('id', '=', owner.id).execute();
    expect((await owner.call('GET', `/api/organizations/${organizationId}`)).body).toMatchObject({ name: EVIL });
    await invite(newEmail());
    const { raw, text } = await lastMail();
    const [headline, ...rest] = text.split('\n');
    const organization = '“Öpera Bcc: eve@example[.]org Your account is locked. Open https[:]//evil[.]example/login”';
    expect(headline).toBe(`Invitation to ${organization}`);
    expect(rest.join(' ')).toContain(
      `“Eve https[:]//evil[.]example” has invited you to join the organization ${organization} with the role operator.`,
    );
    expect(text.match(/https?:\S+/g)).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/invite\//)]);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m);
  });
});

describe('members', () => {
  test('and who is invited are one list, in pages', async () => {
    const expected = [owner.email];
    for (let index = 0; index < 4; index += 1) {
      const email = newEmail();
      expected.push(email);
      const { token } = await invite(email);
      if (index % 2 === 0) await accept(token, newcomer);
    }
    const seen: { email: string; state: string }[] = [];
    let cursor: string | null = null;
    do {
      const reply = await owner.call('GET', `${members()}?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      const page = reply.body as { items: typeof seen; nextCursor: string | null };
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.map(({ email }) => email).sort()).toEqual(expected.sort());
    expect(seen.filter(({ state }) => state === 'invited')).toHaveLength(2);
  });

  test('A3: a role that is taken, and a member who is removed, end at once', async () => {
    const carl = await service.makePerson(`carl${(count += 1)}`);
    await service.setRole(organizationId, carl.id, 'admin');
    const rename = () => patchOrganization(carl, organizationId, { name: 'Renamed' });
    expect((await rename()).status).toBe(200);
    const lowered = await owner.call('PATCH', `${members()}/${carl.id}`, { role: 'viewer' });
    expect(lowered).toMatchObject({ status: 200, body: { userId: carl.id, role: 'viewer', state: 'member' } });
    expect(problemOf(await rename()).code).toBe('forbidden');
    expect((await owner.call('DELETE', `${members()}/${carl.id}`)).status).toBe(204);
    expect(problemOf(await rename()).code).toBe('not_found');
  });

  test('an invitation is changed and withdrawn by its identifier', async () => {
    const { reply, token } = await invite(newEmail(), 'viewer');
    const { userId } = reply.body as { userId: string };
    await owner.call('PATCH', `${members()}/${userId}`, { role: 'operator' });
    expect((await service.call('GET', `/api/invitations/${token}`)).body).toMatchObject({ role: 'operator' });
    expect((await owner.call('DELETE', `${members()}/${userId}`)).status).toBe(204);
    expect(problemOf(await accept(token, newcomer)).code).toBe('not_found');
  });

  test('the last owner stays, also when two remove each other at once', async () => {
    expect(problemOf(await owner.call('DELETE', `${members()}/${owner.id}`)).code).toBe('conflict');
    const second = await service.makePerson(`second${(count += 1)}`);
    await service.setRole(organizationId, second.id, 'owner');
    const replies = await Promise.all([
      owner.call('DELETE', `${members()}/${second.id}`),
      second.call('DELETE', `${members()}/${owner.id}`),
    ]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  test('A3: a role that was taken while the change waited for its turn gives nothing any more', async () => {
    const { database } = service;
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const admin = await service.makePerson(`demoted${(count += 1)}`);
    const victim = await service.makePerson(`victim${count}`);
    await service.setRole(organizationId, admin.id, 'admin');
    await service.setRole(organizationId, victim.id, 'viewer');
    const author = { person: { ...admin, name: 'Demoted' }, requestId: null, ip: null };
    const change = () =>
      changeMember(
        { db: gated.open().db, clock, forgetSubscriptions },
        author,
        { organizationId, memberId: victim.id },
        null,
      );
    const changed = await database.db.transaction().execute(async (trx) => {
      await lockOwners(trx, organizationId);
      const waiting = change();
      await gated.settled();
      await setRole(trx, organizationId, (await findMember(trx, organizationId, admin.id))!, 'viewer', owner.id);
      return { waiting };
    });
    expect(await changed.waiting).toEqual({ code: 'forbidden' });
    expect((await victim.call('GET', `/api/organizations/${organizationId}`)).status).toBe(200);
  });

  test('A1: somebody of another organization is not there', async () => {
    const stranger = await service.makePerson(`stranger${(count += 1)}`);
    expect(problemOf(await owner.call('PATCH', `${members()}/${stranger.id}`, { role: 'viewer' })).code).toBe(
      'not_found',
    );
    expect(problemOf(await stranger.call('GET', members())).code).toBe('not_found');
    expect(problemOf(await stranger.call('POST', members(), { email: newEmail(), role: 'viewer' })).code).toBe(
      'not_found',
    );
  });

  test('A2: nobody gives or takes what is above their own role, and there is always an owner', () => {
    const role = fc.constantFrom(...ROLES);
    const change = fc.record({
      by: role,
      from: role,
      to: fc.option(role),
      isInvited: fc.boolean(),
      owners: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(change, (given) => {
        const refusal = judgeMemberChange(given);
        const within = roleSuffices(given.by, given.from) && (given.to === null || roleSuffices(given.by, given.to));
        expect(refusal?.code === 'forbidden').toBe(!within);
        if (refusal === null && given.from === 'owner' && !given.isInvited) {
          expect(given.to === 'owner' || given.owners > 1).toBe(true);
        }
      }),
    );
  });
});
