import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { textOfMail } from '../testing/mail-text.ts';
import { PASSWORD, problemOf, startTestService, type TestService } from './testing/test-service.ts';

const REQUEST = '/api/auth/request-password-reset';
const RESET = '/api/auth/reset-password';
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '100000' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env });
});
afterAll(() => service.close());

/** The texts of the mails to somebody, oldest first; `count` are waited for. */
async function mailsTo(email: string, count: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await readdir(service.outboxFolder)).filter((one) => one.endsWith('.eml')).sort()) {
    const raw = await readFile(join(service.outboxFolder, name), 'utf8');
    if (!raw.includes(`To: ${email}\r\n`)) continue;
    found.push(textOfMail(raw));
  }
  if (found.length >= count) return found;
  await new Promise((resolve) => setImmediate(resolve));
  return mailsTo(email, count);
}

const tokenIn = (text: string): string => /http:\/\/127\.0\.0\.1:3000\/reset-password#token=(\S+)/.exec(text)![1]!;
const request = (email: string) => service.call('POST', REQUEST, { email });
const reset = (token: string, newPassword = 'a password that is new') =>
  service.call('POST', RESET, { token, newPassword });

async function linkFor(email: string): Promise<string> {
  expect((await request(email)).status).toBe(200);
  return tokenIn((await mailsTo(email, 1)).at(-1)!);
}

describe('A3: a forgotten password', () => {
  test('without a mail server, the password reset promises no mail and answers every address the same', async () => {
    const { email } = await service.makePerson('without-mail');
    const { body } = await request(email);
    expect(body).toEqual({
      status: true,
      message: expect.stringMatching(/^Mail is not set up, so no mail was sent\./) as string,
    });
    expect((await request('nobody@example.org')).body).toEqual(body);
  });

  test('is replaced by whoever reads the person’s mail, once, and every session ends', async () => {
    const person = await service.makePerson('forgetful');
    const token = await linkFor(person.email);
    expect((await reset(token)).status).toBe(200);
    expect((await service.signIn(person.email, 'a password that is new')).status).toBe(200);
    expect(problemOf(await service.signIn(person.email, PASSWORD)).code).toBe('unauthenticated');
    expect(problemOf(await person.call('GET', '/api/me')).code).toBe('unauthenticated');
    expect(problemOf(await reset(token, 'yet another password')).code).toBe('validation_failed');
    expect((await service.signIn(person.email, 'a password that is new')).status).toBe(200);
  });

  test('by one link makes the others worthless', async () => {
    const { email } = await service.makePerson('impatient');
    const first = await linkFor(email);
    await request(email);
    const second = tokenIn((await mailsTo(email, 2)).at(-1)!);
    expect(second).not.toBe(first);
    expect((await reset(second)).status).toBe(200);
    expect(problemOf(await reset(first)).code).toBe('validation_failed');
  });

  test('of two who use a link at once, one does', async () => {
    const { email } = await service.makePerson('hurried');
    const token = await linkFor(email);
    const both = await Promise.all([reset(token, 'the first password'), reset(token, 'the second password')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('by a link that is too old is not replaced', async () => {
    const { id, email } = await service.makePerson('late');
    const token = await linkFor(email);
    const { db } = service.database;
    const kept = await db.selectFrom('verification').selectAll().where('value', '=', id).executeTakeFirstOrThrow();
    const lastsMs = kept.expiresAt.getTime() - Date.now();
    expect(lastsMs).toBeGreaterThan(59 * 60_000);
    expect(lastsMs).toBeLessThanOrEqual(60 * 60_000);
    await db
      .updateTable('verification')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', kept.id)
      .execute();
    expect(problemOf(await reset(token)).code).toBe('validation_failed');
    expect((await service.signIn(email, PASSWORD)).status).toBe(200);
  });

  test('the link’s token is kept as a hash only, and is not in the log', async () => {
    const { email } = await service.makePerson('careful');
    const token = await linkFor(email);
    const rows = await service.database.db.selectFrom('verification').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.logged.join('')).not.toContain(token);
  });

  test('the answer does not tell whether there is an account', async () => {
    const { email } = await service.makePerson('hidden');
    const known = await request(email);
    const unknown = await request('nobody-at-all@example.org');
    expect(unknown.body).toEqual(known.body);
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(known.headers).toSorted());
    await mailsTo(email, 1);
    expect(await mailsTo('nobody-at-all@example.org', 0)).toEqual([]);
  });

  test('nobody’s mailbox is filled from here: three links are open at a time', async () => {
    const { email } = await service.makePerson('bombed');
    for (let count = 1; count <= 3; count += 1) {
      await request(email);
      await mailsTo(email, count);
    }
    await request(email);
    await request(email);
    // Another's, asked for afterwards, is there: so would those be.
    await linkFor((await service.makePerson('after')).email);
    expect(await mailsTo(email, 3)).toHaveLength(3);
  });

  test.each([
    [REQUEST, { email: 'no address' }],
    [REQUEST, { email: 'ada@example.org', redirectTo: 'https://elsewhere.example' }],
    [RESET, { token: 'x', newPassword: 'short' }],
    [RESET, { newPassword: 'a password that is new' }],
    [RESET, { token: 'of nothing', newPassword: 'a password that is new' }],
  ])('%s with %j is validation_failed', async (url, body) => {
    expect(problemOf(await service.call('POST', url, body)).code).toBe('validation_failed');
  });
});

describe('sessions', () => {
  test('A3: the others are ended at once, or all of them', async () => {
    const person = await service.makePerson('everywhere');
    const other = String((await service.signIn(person.email, PASSWORD)).headers['set-auth-token']);
    const asOther = () => service.call('GET', '/api/me', undefined, { authorization: `Bearer ${other}` });
    expect((await asOther()).status).toBe(200);
    expect((await person.call('POST', '/api/auth/revoke-other-sessions')).status).toBe(200);
    expect((await asOther()).status).toBe(401);
    expect((await person.call('GET', '/api/me')).status).toBe(200);
    expect((await person.call('POST', '/api/auth/revoke-sessions', {})).status).toBe(200);
    expect((await person.call('GET', '/api/me')).status).toBe(401);
  });

  test('A1: nobody ends another’s', async () => {
    const [one, two] = [await service.makePerson('one'), await service.makePerson('two')];
    const token = two.token.split('.')[0];
    await one.call('POST', '/api/auth/revoke-session', { token });
    expect((await two.call('GET', '/api/me')).status).toBe(200);
  });

  test('A3: with the password the other sessions are changed too, where that is asked for', async () => {
    const person = await service.makePerson('changed');
    const other = String((await service.signIn(person.email, PASSWORD)).headers['set-auth-token']);
    const changed = await person.call('POST', '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'a password that is new',
      revokeOtherSessions: true,
    });
    expect(changed.status).toBe(200);
    const asOther = await service.call('GET', '/api/me', undefined, { authorization: `Bearer ${other}` });
    expect(asOther.status).toBe(401);
  });
});

describe('limits by address', () => {
  test('signing in, asking for a link, using one and accepting an invitation share ten a minute', async () => {
    const limited = await startTestService({ database: service.database });
    const nobody = { email: 'nobody@example.org' };
    const tries = [
      () => limited.call('POST', '/api/auth/sign-in/email', { ...nobody, password: PASSWORD }),
      () => limited.call('POST', REQUEST, nobody),
      () => limited.call('POST', RESET, { token: 'x', newPassword: PASSWORD }),
      () => limited.call('POST', '/api/invitations/none/accept', {}),
    ];
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await tries[count % 4]!()).status);
    expect(statuses).not.toContain(429);
    for (const one of tries) {
      const reply = await one();
      expect(problemOf(reply)).toMatchObject({ code: 'rate_limited' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await limited.call('GET', '/health/live')).status).toBe(200);
    await limited.close();
  });

  test('accepting an invitation counts for a signed-in person too, but not with a malformed body', async () => {
    const limited = await startTestService({ database: service.database, env: { SIGN_IN_LIMIT_PER_MINUTE: '3' } });
    onTestFinished(() => limited.close());
    const person = await service.makePerson('invited');
    const bearer = { authorization: `Bearer ${person.token}` };
    const accept = async (body: object) =>
      (await limited.call('POST', '/api/invitations/none/accept', body, bearer)).status;
    for (let count = 0; count < 4; count += 1) expect(await accept({ unknown: true })).toBe(400);
    for (let count = 0; count < 3; count += 1) expect(await accept({})).toBe(404);
    expect(await accept({})).toBe(429);
  });
});

test('an invitation whose mail can’t be sent is there all the same, and says so', async () => {
  const refuse = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('lost') ? refuse : null),
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  const mailing = await startTestService({
    database: service.database,
    env: { ...env, SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const host = await mailing.makePerson('host');
  const made = await host.call('POST', '/api/organizations', { name: 'Opera' });
  const members = `/api/organizations/${(made.body as { id: string }).id}/members`;
  const invite = (email: string) => host.call('POST', members, { email, role: 'viewer' });
  expect(await invite('found@example.org')).toMatchObject({ status: 201, body: { invitationMail: 'sent' } });
  expect(await invite('lost@example.org')).toMatchObject({ status: 201, body: { invitationMail: 'failed' } });
  const { items } = (await host.call('GET', members)).body as { items: { email: string; invitationMail: unknown }[] };
  expect(Object.fromEntries(items.map(({ email, invitationMail }) => [email, invitationMail]))).toEqual({
    'host@example.org': null,
    'found@example.org': 'sent',
    'lost@example.org': 'failed',
  });
  expect(mailing.logged.join('')).not.toContain('/invite/');
  await mailing.close();
});
