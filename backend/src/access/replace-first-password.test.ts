import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import type { Mail } from '../mail/message.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { bootstrapOwner } from './create-first-owner.ts';
import { problemOf, startTestService, type Reply, type TestService } from './testing/test-service.ts';

/** Details 9 and 102: the printed first password lets its owner do nothing but replace it. */

const OWN = 'seven marmots whistle';
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '20' };
const mails: Mail[] = [];
const outside = { sendMail: async (mail: Mail) => void mails.push(mail) };

let database: TestDatabase;
let service: TestService;
let owner: { email: string; password: string };
let token: string;

const bearer = (of: string) => ({ authorization: `Bearer ${of}` });
const tokenOf = ({ headers }: Reply): string => String(headers['set-auth-token']);
const call = (method: 'GET' | 'POST', path: string, body?: unknown, as = token): Promise<Reply> =>
  service.call(method, path, body, bearer(as));
const codeOf = (reply: Reply): string => (reply.status < 300 ? 'answered' : problemOf(reply).code);
const isOpen = async (as = token): Promise<string> => codeOf(await call('GET', '/api/organizations', undefined, as));
const change = (newPassword: string, more: { currentPassword?: string; revokeOtherSessions?: boolean } = {}) =>
  call('POST', '/api/auth/change-password', { currentPassword: owner.password, newPassword, ...more });

async function bootstrap(password: string | null): Promise<void> {
  const config = { bootstrap: { email: null, password, organization: 'My organization' } };
  const made = await bootstrapOwner({ db: database.db, config, clock: systemClock, random: systemRandom });
  owner = { email: made.email, password: made.password ?? password! };
  service = await startTestService({ database, env, outside });
  token = tokenOf(await service.signIn(owner.email, owner.password));
}

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await service.close();
  await database.drop();
});

/** The routes that answer an owner with the printed password as they answer any caller. */
const OPEN: RouteKey[] = ['GET /api/me', 'POST /api/auth/change-password', 'POST /api/auth/sign-out'];
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('X9: with the printed first password', () => {
  beforeEach(() => bootstrap(null));

  test('X9: every route that needs a caller answers password_change_required, except the open ones', async () => {
    const keys = (Object.keys(ROUTES) as RouteKey[]).filter((key) => ROUTES[key].role !== 'none');
    expect(keys.filter((key) => (ROUTES[key] as Route).allowsFirstPassword).toSorted()).toEqual(OPEN.toSorted());
    for (const key of keys.filter((one) => !OPEN.includes(one))) {
      const { method, path } = routeAddress(key);
      // The refusal comes before the limit of the session and before the body is read.
      const reply = await service.call(method, path.replaceAll(/:\w+/g, NOBODY), undefined, bearer(token));
      expect([key, reply.status, codeOf(reply)]).toEqual([key, 403, 'password_change_required']);
    }
  });

  test('X9: /api/me says that the password must be replaced, get-session answers, and the owner can sign out', async () => {
    const me = await call('GET', '/api/me');
    expect(me.body).toMatchObject({ user: { email: owner.email }, passwordChangeRequired: true });
    expect(await call('GET', '/api/auth/get-session')).toMatchObject({
      status: 200,
      body: { user: { email: owner.email } },
    });
    expect((await call('POST', '/api/auth/sign-out', {})).status).toBe(200);
    expect(codeOf(await call('GET', '/api/me'))).toBe('unauthenticated');
  });

  test('X9: the owner can’t accept an invitation', async () => {
    const admin = await service.makePerson('admin');
    const made = await admin.call('POST', '/api/organizations', { name: 'Opera' });
    const { id } = made.body as { id: string };
    await admin.call('POST', `/api/organizations/${id}/members`, { email: owner.email, role: 'viewer' });
    const invitation = /\/invite\/(\w+)/.exec(mails.at(-1)!.text)![1]!;
    const accept = () => call('POST', `/api/invitations/${invitation}/accept`, {});
    expect(codeOf(await accept())).toBe('password_change_required');
    await change(OWN);
    expect(codeOf(await accept())).toBe('answered');
  });

  test('X9: once the owner has replaced it, the same session may do everything, and the new password signs in', async () => {
    expect(await isOpen()).toBe('password_change_required');
    expect((await change(OWN)).status).toBe(200);
    expect(await isOpen()).toBe('answered');
    expect((await call('GET', '/api/me')).body).not.toHaveProperty('passwordChangeRequired');
    expect(await isOpen(tokenOf(await service.signIn(owner.email, OWN)))).toBe('answered');
    expect(codeOf(await service.signIn(owner.email, owner.password))).toBe('unauthenticated');
  });

  test.each([{}, { revokeOtherSessions: true }])(
    'X9: replacing it with %j ends every other session that it opened',
    async (more) => {
      const other = tokenOf(await service.signIn(owner.email, owner.password));
      const changed = await change(OWN, more);
      expect(await isOpen(other)).toBe('unauthenticated');
      expect(await isOpen('revokeOtherSessions' in more ? tokenOf(changed) : token)).toBe('answered');
    },
  );

  test('X9: later changes of the password end no session that the owner did not name', async () => {
    await change(OWN);
    const other = tokenOf(await service.signIn(owner.email, OWN));
    expect((await change(`${OWN} again`, { currentPassword: OWN })).status).toBe(200);
    expect(await isOpen(other)).toBe('answered');
  });

  test('X9: a wrong current password, a weak new one and the printed one again replace nothing', async () => {
    const refused = async (reply: Promise<Reply>) => {
      expect(codeOf(await reply)).toBe('validation_failed');
      expect(await isOpen()).toBe('password_change_required');
    };
    await refused(change(OWN, { currentPassword: 'not the password' }));
    await refused(change('password'));
    await refused(change(owner.password));
    expect(problemOf(await change(owner.password)).errors).toEqual([
      { path: '/newPassword', message: 'This is the printed password. Choose one of your own.' },
    ]);
  });

  test('X9: a change with a wrong current password does not reveal whether the new one is the printed one', async () => {
    const wrong = { currentPassword: 'not the password' };
    const [printed, other] = [await change(owner.password, wrong), await change(OWN, wrong)];
    expect([codeOf(printed), problemOf(printed).errors]).toEqual([codeOf(other), problemOf(other).errors]);
    expect(problemOf(printed).detail).toBe(problemOf(other).detail);
  });

  test('X9: a mailed link also replaces it, but not with the printed one', async () => {
    await service.call('POST', '/api/auth/request-password-reset', { email: owner.email });
    // Closing waits for the mail.
    await service.close();
    service = await startTestService({ database, env, outside });
    const link = /token=(\S+)/.exec(mails.at(-1)!.text)![1]!;
    const reset = (newPassword: string) =>
      service.call('POST', '/api/auth/reset-password', { token: link, newPassword });
    expect(codeOf(await reset(owner.password))).toBe('validation_failed');
    expect((await reset(OWN)).status).toBe(200);
    expect(await isOpen(tokenOf(await service.signIn(owner.email, OWN)))).toBe('answered');
  });
});

test('X9: a given BOOTSTRAP_PASSWORD stays', async () => {
  await bootstrap('turnips under a blue moon');
  expect(await isOpen()).toBe('answered');
  expect((await call('GET', '/api/me')).body).not.toHaveProperty('passwordChangeRequired');
});
