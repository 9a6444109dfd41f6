import type { AuthenticationCredential } from '@sign-display/contracts/rest/passkeys';
import { BEARER_HEADER, type MeResponse, type SecurityEvent } from '@sign-display/contracts/rest/session';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../../adapters/system-random.ts';
import { createManualClock } from '../../../testing/manual-clock.ts';
import { enrol } from '../../testing/enrol-second-factor.ts';
import {
  AUTH_SECRET,
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../testing/test-service.ts';
import {
  addPasskeyOf,
  ORIGIN,
  passkeysOf,
  requestOptionsOf,
  RP_ID,
  sendAssertion,
  signInBy,
} from '../testing/passkey-steps.ts';
import {
  createSoftwareAuthenticator,
  type Behaviour,
  type SoftwareAuthenticator,
} from '../testing/software-authenticator.ts';
import { STEP_MS } from '../totp.ts';
import { createChallenges, PASSKEY_CHALLENGE_TTL_MS } from './challenges.ts';

/** A7: a passkey alone opens a session that counts as two-factor. The tests use HTTP and real signatures. */

const clock = createManualClock(Date.UTC(2031, 0, 1));
const env = { SIGN_IN_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_URL: ORIGIN };

let service: TestService;
/** Another node of the same database. */
let other: TestService;
let ada: Person;
let authenticator: SoftwareAuthenticator;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env });
  other = await startTestService({ clock, env, database: service.database });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  clock.advance(10 * STEP_MS);
  ada = await service.makePerson(`ada${(count += 1)}`);
  await enrol(ada, clock);
  authenticator = createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID });
  await addPasskeyOf(ada, authenticator);
  // Events of one moment have no order.
  clock.advance(1_000);
});

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
const me = async (token: unknown): Promise<MeResponse> =>
  (await service.call('GET', '/api/me', undefined, bearer(token))).body as MeResponse;
const sessionsOf = async ({ id }: Person) =>
  await service.database.db.selectFrom('session').selectAll().where('userId', '=', id).orderBy('createdAt').execute();
const countSessions = async (): Promise<number> =>
  (await service.database.db.selectFrom('session').select('id').execute()).length;
const statusesOf = (replies: Reply[]): number[] => replies.map(({ status }) => status).toSorted();
async function eventsOf(person: Person): Promise<string[]> {
  const { body } = await person.call('GET', '/api/me/security-events');
  return (body as { items: SecurityEvent[] }).items.map(({ action, outcome }) => `${action} ${outcome}`);
}
const assertion = async (change: Partial<Behaviour> = {}): Promise<AuthenticationCredential> =>
  authenticator.get(await requestOptionsOf(service), change);

/** Expects that the answer refuses the credential and that no session was opened. */
async function expectRefused(sending: () => Promise<Reply>): Promise<void> {
  const before = await countSessions();
  const { code, errors } = problemOf(await sending());
  expect([code, errors?.[0]?.path]).toEqual(['unauthenticated', '/response']);
  expect(await countSessions()).toBe(before);
}

describe('A7: a passkey alone opens a session', () => {
  test('A7: a sign-in with a passkey opens a session with a second factor', async () => {
    const reply = await signInBy(service, authenticator);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ user: { id: ada.id, email: ada.email } });
    expect(await me(reply.headers[BEARER_HEADER])).toMatchObject({ mfa: true, user: { id: ada.id, passkeys: 1 } });
    expect((await passkeysOf(ada))[0]).toMatchObject({ lastUsedAt: new Date(clock.now()).toISOString() });
    expect((await eventsOf(ada))[0]).toBe('session.sign_in ok');
  });

  test('A7: a passkey opens an organization that requires a second factor', async () => {
    const { id } = (await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string };
    expect((await patchOrganization(ada, id, { mfaRequired: true })).status).toBe(200);
    const token = (await signInBy(service, authenticator)).headers[BEARER_HEADER];
    const reply = await service.call('GET', `/api/organizations/${id}`, undefined, bearer(token));
    expect(reply.status).toBe(200);
  });

  test('A7: a passkey opens a new session and leaves the caller’s session without a second factor as it is', async () => {
    const { db } = service.database;
    await db.updateTable('session').set({ mfa: false }).where('userId', '=', ada.id).execute();
    const reply = await sendAssertion(service, await assertion(), bearer(ada.token));
    expect(await me(reply.headers[BEARER_HEADER])).toMatchObject({ mfa: true });
    expect((await sessionsOf(ada)).map(({ mfa }) => mfa)).toEqual([false, true]);
    expect(await me(ada.token)).toMatchObject({ mfa: false });
  });

  test('A7: a browser receives the session of a passkey in a cookie and no bearer token', async () => {
    const reply = await sendAssertion(service, await assertion(), { 'x-session': 'cookie', origin: ORIGIN });
    expect(reply.headers[BEARER_HEADER]).toBeUndefined();
    const [cookie] = [reply.headers['set-cookie'] ?? []].flat() as string[];
    expect(cookie).toMatch(/^__Host-better-auth\.session_token=.*HttpOnly; Secure; SameSite=Lax$/);
    expect((await sessionsOf(ada)).at(-1)).toMatchObject({ kind: 'browser', mfa: true });
  });

  test('A7: a passkey without a user handle and without a counter opens sessions again and again', async () => {
    const plain = createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID, counter: 0, userHandle: null });
    await addPasskeyOf(ada, plain);
    expect((await signInBy(service, plain)).status).toBe(200);
    expect((await signInBy(service, plain)).status).toBe(200);
  });

  test('A7: a person who still has the printed first password can only replace it, even after signing in with a passkey', async () => {
    const first = service.database.db.updateTable('user').set({ passwordChangeRequired: true });
    await first.where('id', '=', ada.id).execute();
    const token = (await signInBy(service, authenticator)).headers[BEARER_HEADER];
    const refused = await service.call('GET', '/api/organizations', undefined, bearer(token));
    expect(problemOf(refused).code).toBe('password_change_required');
  });

  test('A7: the options for a sign-in name no credential and write no row', async () => {
    const { db } = service.database;
    const read = () =>
      Promise.all(
        (['usedChallenge', 'verification'] as const).map((table) => db.selectFrom(table).selectAll().execute()),
      );
    const before = await read();
    const options = await requestOptionsOf(service);
    expect(options).toMatchObject({ rpId: RP_ID, allowCredentials: [], userVerification: 'required' });
    expect(await read()).toEqual(before);
  });
});

describe('A7: a response of an authenticator opens at most one session', () => {
  test('A7: a second use of the same assertion is refused', async () => {
    const response = await assertion();
    expect((await sendAssertion(service, response)).status).toBe(200);
    await expectRefused(() => sendAssertion(service, response));
  });

  test.each(['with', 'without'])(
    'A7: two nodes that receive the same assertion of an authenticator %s a counter open one session',
    async (how) => {
      const before = (await sessionsOf(ada)).length;
      let used = authenticator;
      if (how === 'without') {
        used = createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID, counter: 0 });
        await addPasskeyOf(ada, used);
      }
      const response = used.get(await requestOptionsOf(service));
      const replies = await Promise.all([service, other, service, other].map((node) => sendAssertion(node, response)));
      expect(statusesOf(replies)).toEqual([200, 401, 401, 401]);
      expect(await sessionsOf(ada)).toHaveLength(before + 1);
    },
  );

  test('A7: a challenge signs in once, also with a second assertion', async () => {
    const options = await requestOptionsOf(service);
    expect((await sendAssertion(service, authenticator.get(options))).status).toBe(200);
    await expectRefused(() => sendAssertion(service, authenticator.get(options)));
  });
});

describe('A7: a wrong answer of an authenticator opens no session', () => {
  const wrong: [string, Partial<Behaviour>][] = [
    ['without user verification', { userVerified: false }],
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from the origin with another port', { origin: `${ORIGIN}:8443` }],
    ['for another host name', { rpId: 'example.org' }],
    ['inside a page of another origin', { crossOrigin: true }],
    ['with the user handle of another person', { userHandle: 'AAAA' }],
  ];
  test.each(wrong)('A7: an assertion %s is refused and recorded as a failed sign-in', async (_, change) => {
    await expectRefused(async () => sendAssertion(service, await assertion(change)));
    expect((await eventsOf(ada))[0]).toBe('session.sign_in failed');
    expect((await signInBy(service, authenticator)).status).toBe(200);
  });

  test('A7: an assertion with a counter that did not grow is refused', async () => {
    expect((await signInBy(service, authenticator, { counter: 7 })).status).toBe(200);
    for (const counter of [0, 6, 7])
      await expectRefused(async () => sendAssertion(service, await assertion({ counter })));
    expect((await signInBy(service, authenticator, { counter: 8 })).status).toBe(200);
  });

  test('A7: a request from a page on another origin is refused', async () => {
    const response = await assertion();
    await expectRefused(() => sendAssertion(service, response, { origin: 'https://evil.example' }));
    expect((await sendAssertion(service, response, { origin: ORIGIN })).status).toBe(200);
  });

  test('A7: a credential that is not stored, and one under the identifier of another person’s, are refused', async () => {
    const grace = await service.makePerson(`grace${count}`);
    await enrol(grace, clock);
    const hers = createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID });
    await expectRefused(async () => sendAssertion(service, hers.get(await requestOptionsOf(service))));
    await addPasskeyOf(grace, hers);
    clock.advance(1_000);
    const { credentialId: id } = hers;
    await expectRefused(async () => sendAssertion(service, { ...(await assertion()), id, rawId: id }));
    expect((await eventsOf(grace))[0]).toBe('session.sign_in failed');
  });

  test('A7: a challenge that has expired, was made with another AUTH_SECRET or for adding a passkey is refused', async () => {
    const ports = { clock, random: systemRandom };
    const options = await requestOptionsOf(service);
    const signed = (challenge: string) => authenticator.get({ ...options, challenge });
    const late = signed(options.challenge);
    clock.advance(PASSKEY_CHALLENGE_TTL_MS);
    const [session] = await sessionsOf(ada);
    const adding = createChallenges(AUTH_SECRET, ports).make({ userId: ada.id, sessionId: session!.id });
    const foreign = createChallenges('another secret that is long enough', ports).make('sign-in');
    for (const response of [late, signed(adding), signed(foreign), signed('AAAA'), signed('')])
      await expectRefused(() => sendAssertion(service, response));
    const last = signed((await requestOptionsOf(service)).challenge);
    clock.advance(PASSKEY_CHALLENGE_TTL_MS - 1);
    expect((await sendAssertion(service, last)).status).toBe(200);
  });

  test('A7: one changed byte in any part of an assertion makes the service refuse it', async () => {
    const response = await assertion();
    const parts: [string, (bytes: string) => AuthenticationCredential][] = [
      ['id', (id) => ({ ...response, id })],
      ['rawId', (rawId) => ({ ...response, rawId })],
      ...(['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const).map(
        (part): [string, (bytes: string) => AuthenticationCredential] => [
          part,
          (bytes) => ({ ...response, response: { ...response.response, [part]: bytes } }),
        ],
      ),
    ];
    const valueOf = (part: string): string =>
      (({ ...response, ...response.response }) as unknown as Record<string, string>)[part]!;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parts),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async ([part, build], position, mask) => {
          const bytes = Buffer.from(valueOf(part), 'base64url');
          bytes[position % bytes.length]! ^= mask;
          await expectRefused(() => sendAssertion(service, build(bytes.toString('base64url'))));
        },
      ),
      { numRuns: 100 },
    );
    expect((await sendAssertion(service, response)).status).toBe(200);
  });
});

test('A7: a passkey opens no session after an older node has turned off the second factor of its person', async () => {
  const { db } = service.database;
  await db.updateTable('user').set({ twoFactorEnabled: false }).where('id', '=', ada.id).execute();
  const before = await countSessions();
  expect(problemOf(await signInBy(service, authenticator)).code).toBe('unauthenticated');
  expect(await countSessions()).toBe(before);
});
