import type { AddressInfo } from 'node:net';
import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../mail/message.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import {
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from './testing/test-service.ts';
import { pruneWrongPasswords, waitAfter } from './delay-after-wrong-passwords.ts';

/** X5: wrong passwords count for the account, whichever address, route or node they come by (details 10 and 106). */

const SIGN_IN = '/api/auth/sign-in/email';
const { free, firstWaitMs, longestWaitMs, mailAt, addressKnownForMs } = WRONG_PASSWORDS;
const clock = createManualClock(Date.UTC(2031, 0, 1));
const mails: Mail[] = [];
const outside = { sendMail: async (mail: Mail) => void mails.push(mail) };
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000', TRUST_PROXY: '127.0.0.1' };

let service: TestService;
/** Another node on the same database. */
let other: TestService;
let ada: Person;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside });
  other = await startTestService({ clock, env, outside, database: service.database });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  mails.length = 0;
  ada = await service.makePerson(`ada${(count += 1)}`);
});

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Another address for each call. */
let addresses = 0;
const stranger = () => from(`198.51.${(addresses += 1) >> 8}.${addresses & 255}`);
const signIn = (password: string, headers = stranger(), email = ada.email, node = service): Promise<Reply> =>
  node.call('POST', SIGN_IN, { email, password }, headers);
const change = (currentPassword: string, headers = stranger()): Promise<Reply> =>
  service.call(
    'POST',
    '/api/auth/change-password',
    { currentPassword, newPassword: 'seven marmots whistle' },
    { authorization: `Bearer ${ada.token}`, ...headers },
  );
async function guess(times: number, attempt: () => Promise<Reply>): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    expect(['unauthenticated', 'validation_failed']).toContain(problemOf(await attempt()).code);
    clock.advance(longestWaitMs);
  }
}
/** The wait that a refusal names, in ms; 0 for an answer to the password itself. */
function waitOf(reply: Reply): number {
  if (reply.status === 200) return 0;
  const { code, retryAfterMs } = problemOf(reply);
  if (code !== 'rate_limited') return 0;
  expect(reply.headers['retry-after']).toBe(String(Math.ceil(retryAfterMs! / 1_000)));
  return retryAfterMs!;
}

test('X5: the wait begins after the free attempts, doubles and ends at the longest one', () => {
  expect(Array.from({ length: 18 }, (_, index) => waitAfter(index) / 1_000)).toEqual([
    0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900,
  ]);
  fc.assert(fc.property(fc.nat(10_000), (wrong) => waitAfter(wrong) <= waitAfter(wrong + 1)));
});

test('X5: 120 guesses from 120 addresses check five passwords, and the right one after them is refused unchecked', async () => {
  const guesses = Array.from({ length: 120 }, (_, index) => signIn(`guess ${index}`));
  const codes = (await Promise.all(guesses)).map((reply) => problemOf(reply).code);
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(free);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(120 - free);
  expect(waitOf(await signIn(PASSWORD))).toBe(firstWaitMs);
  clock.advance(firstWaitMs);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('X5: each further wrong password doubles the wait, which the database keeps for all nodes', async () => {
  for (let index = 0; index < free; index += 1) await signIn('a guess');
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    expect(waitOf(await signIn(PASSWORD, stranger(), ada.email, other))).toBe(seconds * 1_000);
    clock.advance(seconds * 1_000 - 1);
    expect(waitOf(await signIn(PASSWORD))).toBe(1);
    clock.advance(1);
    expect(waitOf(await signIn('a guess', stranger(), ada.email, other))).toBe(0);
  }
  const restarted = await startTestService({ clock, env, outside, database: service.database });
  expect(waitOf(await signIn(PASSWORD, stranger(), ada.email, restarted))).toBe(longestWaitMs);
  await restarted.close();
});

test('X5: refused attempts are not counted, and do not lengthen the wait', async () => {
  for (let index = 0; index < free; index += 1) await signIn('a guess');
  for (let index = 0; index < 20; index += 1) expect(waitOf(await signIn('a guess'))).toBe(firstWaitMs);
});

test('X5: guesses on two nodes in parallel check five passwords together', async () => {
  const guesses = Array.from({ length: 40 }, (_, index) =>
    signIn('a guess', stranger(), ada.email, index % 2 ? other : service),
  );
  const waits = (await Promise.all(guesses)).map(waitOf);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(free);
});

test('X5: sign-in, a changed spelling of the address and change-password share one count', async () => {
  await signIn('a guess');
  await signIn('a guess', stranger(), ada.email.toUpperCase());
  await change('a guess');
  await change('a guess');
  await signIn('a guess');
  expect(waitOf(await change(PASSWORD))).toBe(firstWaitMs);
  expect(waitOf(await signIn(PASSWORD))).toBe(firstWaitMs);
});

test('X5: a right password resets the count', async () => {
  for (const attempt of [() => signIn(PASSWORD, from('203.0.113.1')), () => change(PASSWORD, from('203.0.113.1'))]) {
    ada = await service.makePerson(`ada${(count += 1)}`);
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < free - 1; index += 1) expect(waitOf(await change('a guess', stranger()))).toBe(0);
      if (round === 0) expect((await attempt()).status).toBe(200);
    }
  }
});

test('X5: right passwords in parallel are all accepted', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(PASSWORD)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test('X5: an address without an account is refused in the same way and words', async () => {
  const replies = async (email: string) => {
    const found: Reply[] = [];
    for (let index = 0; index < free + 3; index += 1) found.push(await signIn('a guess', stranger(), email));
    return found.map(({ status, body, headers }) => ({ status, body, retryAfter: headers['retry-after'] }));
  };
  expect(await replies(`nobody${count}@example.org`)).toEqual(await replies(ada.email));
});

test('X5: wrong passwords from a time when the clock was a day ahead make nobody wait after the clock was set back', async () => {
  const day = 24 * 60 * 60_000;
  clock.stepWall(day);
  for (let index = 0; index < free + 2; index += 1) await signIn('a guess');
  expect(waitOf(await signIn(PASSWORD))).toBeGreaterThan(0);
  clock.stepWall(-day);
  expect(waitOf(await signIn(PASSWORD))).toBe(0);
});

describe('X5: the mail at the tenth wrong password', () => {
  const close = async (node: TestService) => {
    // Ends what is under way.
    await node.close();
    return mails.filter(({ subject }) => /Wrong passwords/.test(subject));
  };

  test('X5: goes to the person once in a row, and names the address', async () => {
    const node = await startTestService({ clock, env, outside, database: service.database });
    const attempt = () => signIn('a guess', from('203.0.113.77'), ada.email, node);
    await guess(mailAt - 1, attempt);
    expect(mails).toEqual([]);
    await guess(5, attempt);
    const [mail, ...more] = await close(node);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ada.email });
    expect(mail!.text).toContain('203.0.113.77');
    expect(mail!.text).toContain('/forgot-password');
  });

  test('X5: is not sent for an address without an account', async () => {
    const node = await startTestService({ clock, env, outside, database: service.database });
    await guess(mailAt + 2, () => signIn('a guess', stranger(), `nobody${count}@example.org`, node));
    expect(await close(node)).toEqual([]);
  });
});

describe('details 106: an address that signed in to the account', () => {
  const HOME = '203.0.113.5';

  test('X5: keeps its own count while strangers wait', async () => {
    expect((await signIn(PASSWORD, from(HOME))).status).toBe(200);
    await guess(free, () => signIn('a guess'));
    for (let index = 0; index < 12; index += 1) await signIn('a guess');
    expect(waitOf(await signIn(PASSWORD))).toBeGreaterThan(0);
    expect((await signIn(PASSWORD, from(HOME))).status).toBe(200);
    // The owner's success gives strangers no more guesses.
    expect(waitOf(await signIn(PASSWORD))).toBeGreaterThan(0);
  });

  test('X5: waits for its own wrong passwords, also by change-password', async () => {
    await signIn(PASSWORD, from(HOME));
    for (let index = 0; index < free; index += 1) await (index % 2 ? change : signIn)('a guess', from(HOME));
    expect(waitOf(await signIn(PASSWORD, from(HOME)))).toBe(firstWaitMs);
    expect(waitOf(await change(PASSWORD, from(HOME)))).toBe(firstWaitMs);
    expect(waitOf(await signIn(PASSWORD))).toBe(0);
  });

  test('X5: shares its count with all addresses of its IPv6 network', async () => {
    await signIn(PASSWORD, from('2001:db8:1:2::1'));
    for (let index = 0; index < free; index += 1) await signIn('a guess', from(`2001:db8:1:2::${index + 10}`));
    expect(waitOf(await signIn(PASSWORD, from('2001:db8:1:2::ffff')))).toBe(firstWaitMs);
    expect(waitOf(await signIn(PASSWORD, from('2001:db8:1:3::1')))).toBe(0);
  });

  test('X5: of another account, or from more than 30 days ago, counts as a stranger', async () => {
    const eve = await service.makePerson(`eve${count}`);
    await signIn(PASSWORD, from('203.0.113.66'), eve.email);
    await signIn(PASSWORD, from(HOME));
    for (let index = 0; index < free; index += 1) await signIn('a guess');
    expect(waitOf(await signIn(PASSWORD, from('203.0.113.66')))).toBe(firstWaitMs);
    const at = new Date(clock.now() - addressKnownForMs);
    await service.database.db.updateTable('securityEvent').set({ at }).where('userId', '=', ada.id).execute();
    expect(waitOf(await signIn(PASSWORD, from(HOME)))).toBe(firstWaitMs);
  });
});

test('X5: a password chosen by mail ends the wait', async () => {
  for (let index = 0; index < free; index += 1) await signIn('a guess');
  const node = await startTestService({ clock, env, outside, database: service.database });
  await node.call('POST', '/api/auth/request-password-reset', { email: ada.email });
  await node.close();
  const token = /token=(\S+)/.exec(mails.at(-1)!.text)![1]!;
  const newPassword = 'seven marmots whistle';
  expect((await service.call('POST', '/api/auth/reset-password', { token, newPassword })).status).toBe(200);
  expect((await signIn(newPassword)).status).toBe(200);
});

test('X5: counts are removed after a day without an attempt', async () => {
  await guess(free + 3, () => signIn('a guess'));
  clock.advance(WRONG_PASSWORDS.forgottenAfterMs);
  await pruneWrongPasswords(service.database.db, clock.now());
  expect(await service.database.db.selectFrom('wrongPassword').selectAll().execute()).toEqual([]);
});

test('X5: over raw HTTP, 100 guesses in parallel check five passwords', async () => {
  // Its clock stands still, so that no wait passes while passwords are hashed.
  const node = await startTestService({ clock, env, outside, database: service.database });
  await node.app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = node.app.http.server.address() as AddressInfo;
  const guesses = Array.from({ length: 100 }, async (_, index) => {
    const { status } = await fetch(`http://127.0.0.1:${port}${SIGN_IN}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...stranger() },
      body: JSON.stringify({ email: ada.email, password: `guess ${index}` }),
    });
    return status;
  });
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(free);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - free);
  await node.close();
});
