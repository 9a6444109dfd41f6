import { randomUUID } from 'node:crypto';
import { PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import type { AuditPage } from '@sign-display/contracts/rest/audit';
import type { MeResponse, SecurityEvent } from '@sign-display/contracts/rest/session';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../adapters/system-random.ts';
import type { Mail } from '../../../mail/message.ts';
import { createManualClock } from '../../../testing/manual-clock.ts';
import { pruneSessions } from '../../sessions-pruning.ts';
import { enrol } from '../../testing/enrol-second-factor.ts';
import {
  openSession,
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../testing/test-service.ts';
import { resetFactor } from '../mfa-reset.ts';
import {
  addPasskeyOf,
  creationOptionsFor,
  ORIGIN,
  passkeysOf,
  register,
  removePasskeyOf,
  RP_ID,
  signInBy,
} from '../testing/passkey-steps.ts';
import { createSoftwareAuthenticator, type Behaviour } from '../testing/software-authenticator.ts';
import { STEP_MS } from '../totp.ts';
import { PASSKEY_CHALLENGE_TTL_MS } from './challenges.ts';
import { USED_CHALLENGE_KEPT_MS } from './passkeys-repository.ts';

/** A7 and details 62 and 64: a person adds, lists and removes passkeys, and what removes them with the second factor. */

const clock = createManualClock(Date.UTC(2031, 0, 1));
const env = { SIGN_IN_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_URL: ORIGIN };
const ADD = '/api/auth/passkey/verify-registration';

let service: TestService;
let ada: Person;
let count = 0;

/** Resolves with the next mail. */
let mailed: PromiseWithResolvers<Mail>;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside: { sendMail: async (mail) => mailed.resolve(mail) } });
});
afterAll(() => service.close());
beforeEach(async () => {
  mailed = Promise.withResolvers();
  clock.advance(10 * STEP_MS);
  ada = await service.makePerson(`ada${(count += 1)}`);
  await enrol(ada, clock);
  clock.advance(2 * STEP_MS);
});

const makeAuthenticator = () => createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID });
const codeOf = (reply: Reply): string => problemOf(reply).code;
const setMfa = async (mfa: boolean): Promise<void> => {
  await service.database.db.updateTable('session').set({ mfa }).where('userId', '=', ada.id).execute();
};
async function eventsOf(person: Person): Promise<string[]> {
  const { body } = await person.call('GET', '/api/me/security-events');
  return (body as { items: SecurityEvent[] }).items.map(({ action, outcome }) => `${action} ${outcome}`);
}
interface LogLine {
  level: number;
  msg: string;
  action?: string;
  userId?: string;
  code?: string;
  reason?: string;
  err?: object;
}
/** The last line of the log about this action of Ada's. */
const lastLineOf = (action: string): LogLine =>
  service.logged
    .map((line) => JSON.parse(line) as LogLine)
    .findLast((line) => line.action === action && line.userId === ada.id)!;
const countPasskeys = async (): Promise<number> =>
  ((await ada.call('GET', '/api/me')).body as MeResponse).user.passkeys;
/** The same person in another session with a second factor. */
async function inAnotherSession(): Promise<Person> {
  const token = await openSession(service.database.db, clock, ada.id, { mfa: true });
  const authorization = `Bearer ${token}`;
  return { ...ada, call: (method, url, body, more) => service.call(method, url, body, { authorization, ...more }) };
}

describe('A7: adding a passkey', () => {
  test('A7: an added passkey is listed with its name, counted in /api/me, and never shown with its key', async () => {
    const added = await addPasskeyOf(ada, makeAuthenticator(), { name: 'Laptop' });
    expect(added).toEqual({
      id: expect.any(String) as string,
      name: 'Laptop',
      createdAt: new Date(clock.now()).toISOString(),
      lastUsedAt: null,
      kind: 'device',
    });
    clock.advance(1);
    const second = await addPasskeyOf(ada, makeAuthenticator(), { name: 'Phone', transports: ['hybrid'] });
    expect(await passkeysOf(ada)).toEqual([added, second]);
    expect(await countPasskeys()).toBe(2);
    expect((await eventsOf(ada))[0]).toBe('passkey.add ok');
  });

  const kinds: [string, Partial<Behaviour>][] = [
    ['device', { transports: [] }],
    ['device', { transports: ['internal'] }],
    ['synced', { transports: ['hybrid', 'internal'], backedUp: true }],
    ['security_key', { transports: ['nfc', 'usb'] }],
    ['phone', { transports: ['hybrid'], backedUp: true }],
  ];
  test.each(kinds)('A7: the list shows a passkey as %s by what the browser reports of it: %j', async (kind, change) => {
    expect(await addPasskeyOf(ada, makeAuthenticator(), change)).toMatchObject({ kind });
  });

  test('A7: the options name the person, require user verification and exclude the person’s other passkeys', async () => {
    const authenticator = makeAuthenticator();
    await addPasskeyOf(ada, authenticator);
    expect(await creationOptionsFor(ada)).toMatchObject({
      rp: { id: RP_ID, name: 'Sign Display Service' },
      user: { id: Buffer.from(ada.id).toString('base64url'), name: ada.email },
      excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  test.each([
    ['en', 'A passkey was added to your account', '“Laptop”'],
    ['de', 'Neuer Passkey für Ihr Konto', '„Laptop“'],
  ] as const)('A7: a person who adds a passkey gets a mail in %s', async (language, subject, name) => {
    await service.database.db.updateTable('user').set({ language }).where('id', '=', ada.id).execute();
    await addPasskeyOf(ada, makeAuthenticator(), { name: 'Laptop' });
    const mail = await mailed.promise;
    expect(mail).toMatchObject({ to: ada.email, subject });
    expect(mail.text).toContain(name);
    expect(mail.text).toContain(`${ORIGIN}/account/passkeys`);
  });

  const wrong: [string, Partial<Behaviour>][] = [
    ['without user verification', { userVerified: false }],
    ['made on a page of another origin', { origin: 'https://evil.example' }],
    ['made for another host name', { rpId: 'example.org' }],
    ['made inside a page of another origin', { crossOrigin: true }],
  ];
  test.each(wrong)('A7: a passkey %s is refused', async (_, change) => {
    const { code, errors } = problemOf(await register(ada, makeAuthenticator(), change));
    expect([code, errors?.[0]?.path]).toEqual(['validation_failed', '/response']);
    expect(await passkeysOf(ada)).toEqual([]);
  });

  test('A7: the log has the library’s exception for a refused passkey, with its stack and a short message', async () => {
    const origin = `https://${'e'.repeat(1_000)}.example`;
    expect(codeOf(await register(ada, makeAuthenticator(), { origin }))).toBe('validation_failed');
    const { level, msg, reason, err } = lastLineOf('passkey.add');
    expect([level, msg]).toEqual([40, 'credentials rejected']);
    expect(err).toMatchObject({
      message: reason,
      stack: expect.stringContaining('verifyRegistrationResponse') as string,
    });
    expect(JSON.stringify(err)).not.toContain('e'.repeat(300));
  });

  test('A7: the options of one session add no passkey in another session, nor late, nor twice', async () => {
    const other = await inAnotherSession();
    const options = await creationOptionsFor(ada);
    const send = (person: Person, response = makeAuthenticator().create(options)) =>
      person.call('POST', ADD, { name: 'Laptop', response });
    expect(codeOf(await send(other))).toBe('validation_failed');
    expect((await send(ada)).status).toBe(200);
    expect(codeOf(await send(ada))).toBe('validation_failed');
    const late = makeAuthenticator().create(await creationOptionsFor(ada));
    clock.advance(PASSKEY_CHALLENGE_TTL_MS);
    expect(codeOf(await send(ada, late))).toBe('validation_failed');
    expect(await countPasskeys()).toBe(1);
  });

  test('A7: a passkey that an account has stored is refused, for this person and for others', async () => {
    const authenticator = makeAuthenticator();
    await addPasskeyOf(ada, authenticator);
    expect(codeOf(await register(ada, authenticator))).toBe('conflict');
    const grace = await service.makePerson(`grace${count}`);
    await enrol(grace, clock);
    expect(codeOf(await register(grace, authenticator))).toBe('conflict');
    expect(await passkeysOf(grace)).toEqual([]);
  });

  test('A7: a statement of the manufacturer is not read, so that the service fetches no URL of its certificates', async () => {
    // CBOR: { "x5c": [] }
    const statement = { format: 'packed', cbor: Buffer.from('a16378356380', 'hex') };
    expect(await addPasskeyOf(ada, makeAuthenticator(), { statement })).toMatchObject({ name: 'Laptop' });
  });

  test('A7: an account has at most 20 passkeys', async () => {
    const { db } = service.database;
    const waiting = makeAuthenticator().create(await creationOptionsFor(ada));
    for (let made = 0; made < PASSKEYS_MOST; made += 1) await addPasskeyOf(ada, makeAuthenticator());
    const refused = await ada.call('POST', '/api/auth/passkey/generate-register-options', {});
    expect(problemOf(refused)).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringContaining('20') as string,
    });
    expect(codeOf(await ada.call('POST', ADD, { name: 'Laptop', response: waiting }))).toBe('quota_exceeded');
    expect(await db.selectFrom('passkey').select('id').where('userId', '=', ada.id).execute()).toHaveLength(20);
  });
});

describe('A7: passkeys need the authenticator app and a session with a second factor', () => {
  test('A7: while two-step sign-in is off, adding a passkey is a conflict', async () => {
    const grace = await service.makePerson(`grace${count}`, { mfa: true });
    expect(codeOf(await grace.call('POST', '/api/auth/passkey/generate-register-options', {}))).toBe('conflict');
    const response = makeAuthenticator().create(await creationOptionsFor(ada));
    expect(codeOf(await grace.call('POST', ADD, { name: 'Laptop', response }))).toBe('conflict');
  });

  test('A7: a session without a second factor lists passkeys, but neither adds nor removes one', async () => {
    const { id } = await addPasskeyOf(ada, makeAuthenticator());
    const response = makeAuthenticator().create(await creationOptionsFor(ada));
    await setMfa(false);
    expect(codeOf(await ada.call('POST', '/api/auth/passkey/generate-register-options', {}))).toBe('mfa_required');
    expect(codeOf(await ada.call('POST', ADD, { name: 'Laptop', response }))).toBe('mfa_required');
    expect(codeOf(await removePasskeyOf(ada, id))).toBe('mfa_required');
    expect(await passkeysOf(ada)).toHaveLength(1);
  });
});

describe('A7: removing passkeys', () => {
  test('A7: a removed passkey can’t open a session, and its removal is a security event', async () => {
    const authenticator = makeAuthenticator();
    const { id } = await addPasskeyOf(ada, authenticator);
    clock.advance(1);
    expect((await removePasskeyOf(ada, id)).body).toEqual({ status: true });
    expect((await eventsOf(ada))[0]).toBe('passkey.remove ok');
    expect(codeOf(await signInBy(service, authenticator))).toBe('unauthenticated');
    expect(codeOf(await removePasskeyOf(ada, id))).toBe('not_found');
    expect(await countPasskeys()).toBe(0);
  });

  test('A7: nobody removes a passkey of another person', async () => {
    const { id } = await addPasskeyOf(ada, makeAuthenticator());
    const grace = await service.makePerson(`grace${count}`, { mfa: true });
    expect(codeOf(await removePasskeyOf(grace, id))).toBe('not_found');
    expect(await passkeysOf(ada)).toHaveLength(1);
  });

  test('A7: a refused removal is in the log', async () => {
    expect(codeOf(await removePasskeyOf(ada, randomUUID()))).toBe('not_found');
    expect(lastLineOf('passkey.remove')).toMatchObject({ msg: 'credentials rejected', code: 'not_found' });
  });

  const author = { person: null, requestId: null, ip: null };
  const ends: [string, () => Promise<unknown>][] = [
    ['turning two-step sign-in off', () => ada.call('POST', '/api/auth/two-factor/disable', { password: PASSWORD })],
    ['mfa-reset', () => resetFactor({ db: service.database.db, clock, random: systemRandom }, author, ada.email)],
    ['the deletion of the account', () => service.database.db.deleteFrom('user').where('id', '=', ada.id).execute()],
  ];
  test.each(ends)('A7: %s deletes the person’s passkeys, and they open no session', async (_, end) => {
    const authenticator = makeAuthenticator();
    await addPasskeyOf(ada, authenticator);
    await end();
    expect(await service.database.db.selectFrom('passkey').where('userId', '=', ada.id).execute()).toEqual([]);
    expect(codeOf(await signInBy(service, authenticator))).toBe('unauthenticated');
  });

  test('A7: a node of an older version that turns two-step sign-in off deletes the passkeys of that person alone', async () => {
    const grace = await service.makePerson(`grace${count}`);
    await enrol(grace, clock);
    const [authenticator, hers] = [makeAuthenticator(), makeAuthenticator()];
    await addPasskeyOf(ada, authenticator);
    await addPasskeyOf(grace, hers);
    // All that such a node changes of the row.
    await service.database.db.updateTable('user').set({ twoFactorEnabled: false }).where('id', '=', ada.id).execute();
    expect(await passkeysOf(ada)).toEqual([]);
    expect(codeOf(await signInBy(service, authenticator))).toBe('unauthenticated');
    expect((await signInBy(service, hers)).status).toBe(200);
    await enrol(ada, clock);
    expect(await passkeysOf(ada)).toEqual([]);
  });

  test('A7: changing a person’s name deletes no passkeys', async () => {
    await addPasskeyOf(ada, makeAuthenticator());
    const change = { twoFactorEnabled: true, name: 'Ada King' };
    await service.database.db.updateTable('user').set(change).where('id', '=', ada.id).execute();
    expect(await countPasskeys()).toBe(1);
  });
});

test('A7: each organization of the person logs added and removed passkeys without the network address', async () => {
  const { id: organizationId } = (await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as {
    id: string;
  };
  const { id } = await addPasskeyOf(ada, makeAuthenticator());
  await removePasskeyOf(ada, id);
  const { items } = (await ada.call('GET', `/api/audit?organizationId=${organizationId}`)).body as AuditPage;
  const rows = items.filter(({ action }) => action.startsWith('passkey.'));
  expect(rows.map(({ action, actor, ip, outcome }) => [action, actor?.id, ip, outcome])).toEqual([
    ['passkey.remove', ada.id, null, 'ok'],
    ['passkey.add', ada.id, null, 'ok'],
  ]);
});

test('R11: the hash of an answered challenge is deleted 24 hours after the challenge has expired', async () => {
  const { db } = service.database;
  clock.advance(PASSKEY_CHALLENGE_TTL_MS + USED_CHALLENGE_KEPT_MS);
  await pruneSessions(db, clock.now());
  const person = await inAnotherSession();
  await addPasskeyOf(person, makeAuthenticator());
  const read = () => db.selectFrom('usedChallenge').selectAll().execute();
  clock.advance(PASSKEY_CHALLENGE_TTL_MS + USED_CHALLENGE_KEPT_MS - 1);
  await pruneSessions(db, clock.now());
  expect(await read()).toHaveLength(1);
  clock.advance(1);
  await pruneSessions(db, clock.now());
  expect(await read()).toEqual([]);
});

test('A7: a used challenge does not work again after the clock was an hour ahead and challenges were pruned', async () => {
  const options = await creationOptionsFor(ada);
  const send = () => ada.call('POST', ADD, { name: 'Laptop', response: makeAuthenticator().create(options) });
  expect((await send()).status).toBe(200);
  clock.stepWall(60 * 60_000);
  await pruneSessions(service.database.db, clock.now());
  clock.stepWall(-60 * 60_000);
  expect(codeOf(await send())).toBe('validation_failed');
  expect(await countPasskeys()).toBe(1);
});

test.each(['http://192.0.2.7:3000', 'http://[2001:db8::7]'])(
  'A7: a service whose PUBLIC_URL is %s answers that passkeys need a host name',
  async (publicUrl) => {
    const node = await startTestService({ clock, env: { ...env, PUBLIC_URL: publicUrl }, database: service.database });
    onTestFinished(() => node.close());
    const detail = expect.stringContaining('host name in PUBLIC_URL') as string;
    const options = await node.call('POST', '/api/auth/passkey/generate-authenticate-options', {});
    expect(problemOf(options)).toMatchObject({ code: 'conflict', detail });
    const authorization = `Bearer ${ada.token}`;
    const creation = await node.call('POST', '/api/auth/passkey/generate-register-options', {}, { authorization });
    expect(problemOf(creation)).toMatchObject({ code: 'conflict', detail });
  },
);
