import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import type { Mail } from '../../mail/message.ts';
import { enrol } from '../testing/enrol-second-factor.ts';
import { PASSWORD, problemOf, startTestService, type Person, type TestService } from '../testing/test-service.ts';

/** Details 70 and 71: a person who lost the second factor gets it removed, by a system owner or on the machine. */

const URL = '/api/system/mfa-reset';
const env = {
  SIGN_IN_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SYSTEM_OWNERS: 'root@example.org, second@example.org',
};

let service: TestService;
let root: Person;
let ada: Person;
let organizationId: string;
let count = 0;
/** Resolves with the next mail. */
let mailed: PromiseWithResolvers<Mail>;

beforeAll(async () => {
  service = await startTestService({ env, outside: { sendMail: async (mail) => mailed.resolve(mail) } });
  root = await service.makePerson('root');
});
afterAll(() => service.close());
beforeEach(async () => {
  mailed = Promise.withResolvers();
  ada = await service.makePerson(`ada${(count += 1)}`);
  organizationId = ((await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
  await enrol(ada, systemClock);
});

async function expectReset(): Promise<void> {
  expect((await ada.call('GET', '/api/me')).status).toBe(401);
  expect((await service.signIn(ada.email, PASSWORD)).body).toHaveProperty('token');
  const { db } = service.database;
  for (const table of ['twoFactor', 'usedCode', 'wrongCode'] as const)
    expect(await db.selectFrom(table).where('userId', '=', ada.id).execute()).toEqual([]);
}

async function rowsOf() {
  const { db } = service.database;
  const rows = db.selectFrom('audit').select(['actorId', 'targetId', 'ip', 'outcome']);
  const events = db.selectFrom('securityEvent').select(['action', 'ip']).where('userId', '=', ada.id);
  return {
    audit: await rows.where('organizationId', '=', organizationId).where('action', '=', 'mfa.reset').execute(),
    events: await events.where('action', '=', 'mfa.reset').execute(),
  };
}

describe('POST /api/system/mfa-reset', () => {
  test('A7: POST mfa-reset removes the second factor and ends all sessions; the audit log names the system owner without IP', async () => {
    // An account is found by its address in any case.
    expect((await root.call('POST', URL, { email: ada.email.toUpperCase() })).status).toBe(204);
    await expectReset();
    expect(await rowsOf()).toEqual({
      audit: [{ actorId: root.id, targetId: ada.id, ip: null, outcome: 'ok' }],
      events: [{ action: 'mfa.reset', ip: null }],
    });
  });

  test.each([
    ['en', 'reset your two-step sign-in, which also removed any passkeys, and signed you out everywhere'],
    ['de', 'Anmeldung in zwei Schritten zurückgesetzt, Ihre Passkeys entfernt und Sie überall abgemeldet'],
  ] as const)(
    'A7: the person gets a mail in their language (%s) that names the system owner',
    async (language, words) => {
      await service.database.db.updateTable('user').set({ language }).where('id', '=', ada.id).execute();
      expect((await root.call('POST', URL, { email: ada.email.toUpperCase() })).status).toBe(204);
      const { to, text } = await mailed.promise;
      expect(to).toBe(ada.email);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(text).toContain('root');
    },
  );

  test('A10: only a system owner may reset a second factor; others get forbidden, whether the account exists or not', async () => {
    for (const email of [ada.email, 'unknown@example.org'])
      expect(problemOf(await ada.call('POST', URL, { email })).code).toBe('forbidden');
    expect(problemOf(await root.call('POST', URL, { email: 'unknown@example.org' })).code).toBe('not_found');
  });

  test('details 71: a system owner who has a second factor can reset another person’s only in a session with it', async () => {
    const second = await service.makePerson('second');
    await enrol(second, systemClock);
    const { db } = service.database;
    await db.updateTable('session').set({ mfa: false }).where('userId', '=', second.id).execute();
    expect(problemOf(await second.call('POST', URL, { email: ada.email })).code).toBe('mfa_required');
    await db.updateTable('session').set({ mfa: true }).where('userId', '=', second.id).execute();
    expect((await second.call('POST', URL, { email: ada.email })).status).toBe(204);
  });
});

describe('npm run mfa-reset', () => {
  const program = join(import.meta.dirname, 'mfa-reset-cli.ts');
  async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const given = { ...process.env, DATABASE_URL: service.database.url };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env: given });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  }

  test('A7: npm run mfa-reset removes the second factor, ends all sessions, and writes an audit entry without an actor', async () => {
    const { code, stdout } = await run(ada.email);
    expect([code, stdout]).toEqual([0, expect.stringContaining(ada.email)]);
    expect(stdout).toContain('No mail was sent');
    await expectReset();
    expect(await rowsOf()).toEqual({
      audit: [{ actorId: null, targetId: ada.id, ip: null, outcome: 'ok' }],
      events: [{ action: 'mfa.reset', ip: null }],
    });
  });

  test('npm run mfa-reset exits with 1 and changes nothing if no account has the e-mail address', async () => {
    const { code, stderr } = await run('unknown@example.org');
    expect([code, stderr]).toEqual([1, 'No account has the e-mail address unknown@example.org.\n']);
    expect((await ada.call('GET', '/api/me')).status).toBe(200);
  });

  test('npm run mfa-reset prints its usage for --help and exits with 2 unless it gets exactly one e-mail address', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run mfa-reset') as string,
    });
    for (const args of [[], ['a@example.org', 'b@example.org'], ['--all']])
      expect(await run(...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('--help') as string,
      });
  });
});
