import { randomUUID } from 'node:crypto';
import { PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Trx } from '../../../db/database-types.ts';
import { createGatedDatabase, type GatedDatabase } from '../../../testing/gated-database.ts';
import { createManualClock } from '../../../testing/manual-clock.ts';
import { enrol } from '../../testing/enrol-second-factor.ts';
import { problemOf, startTestService, type Person, type Reply, type TestService } from '../../testing/test-service.ts';
import { lockFactor, removeFactor } from '../factor-repository.ts';
import {
  addPasskeyOf,
  creationOptionsFor,
  ORIGIN,
  passkeysOf,
  requestOptionsOf,
  RP_ID,
  sendAssertion,
} from '../testing/passkey-steps.ts';
import { createSoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { STEP_MS } from '../totp.ts';
import { deletePasskey } from './passkeys-repository.ts';

/** A7: what changes while a request waits for the person's lock is seen under the lock. */

const clock = createManualClock(Date.UTC(2031, 0, 1));
const env = { SIGN_IN_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_URL: ORIGIN };

let service: TestService;
let gated: GatedDatabase;
/** A node of the same database whose every statement passes the gate. */
let node: TestService;
/** Called before each statement that asks for a person's lock. */
let onLocking = (): void => {};
let ada: Person;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env });
  gated = await createGatedDatabase(service.database);
  const { db } = gated.open(async (statement) => {
    if (/two_factor_enabled.*for no key update/.test(statement)) onLocking();
  });
  node = await startTestService({ clock, env, database: { ...service.database, db } });
});
afterAll(async () => {
  await node.close();
  await gated.close();
  await service.close();
});
beforeEach(async () => {
  clock.advance(10 * STEP_MS);
  ada = await service.makePerson(`ada${(count += 1)}`);
  await enrol(ada, clock);
  clock.advance(2 * STEP_MS);
});

const makeAuthenticator = () => createSoftwareAuthenticator({ origin: ORIGIN, rpId: RP_ID });
const post = (name: string, body: object): Promise<Reply> =>
  node.call('POST', `/api/auth/passkey/${name}`, body, { authorization: `Bearer ${ada.token}` });
/** A request that adds a passkey, for which the authenticator has answered. */
async function adding(): Promise<() => Promise<Reply>> {
  const response = makeAuthenticator().create(await creationOptionsFor(ada));
  return () => post('verify-registration', { name: 'Laptop', response });
}
const loseMfa = (trx: Trx) => trx.updateTable('session').set({ mfa: false }).where('userId', '=', ada.id).execute();
const countSessions = async (): Promise<number> => {
  const { db } = service.database;
  return (await db.selectFrom('session').select('id').where('userId', '=', ada.id).execute()).length;
};

/** Sends the requests, lets all of them wait for Ada's lock, makes the change in the transaction that has it, and resolves with the answers. */
async function answersAfter(sending: (() => Promise<Reply>)[], change: (trx: Trx) => Promise<unknown>) {
  const allWait = Promise.withResolvers<void>();
  let waiting = 0;
  onLocking = () => {
    if ((waiting += 1) === sending.length) allWait.resolve();
  };
  const { replies } = await service.database.db.transaction().execute(async (trx) => {
    await lockFactor(trx, ada.id);
    const sent = Promise.all(sending.map((send) => send()));
    await allWait.promise;
    await gated.settled();
    await change(trx);
    return { replies: sent };
  });
  return await replies;
}
const codesOf = (replies: Reply[]): (string | null)[] =>
  replies.map((reply) => (reply.status === 200 ? null : problemOf(reply).code)).toSorted();

test('A7: a session that loses its second factor while it adds a passkey gets mfa_required', async () => {
  expect(codesOf(await answersAfter([await adding()], loseMfa))).toEqual(['mfa_required']);
  expect(await passkeysOf(ada)).toEqual([]);
});

test('A7: a session that loses its second factor while it removes a passkey gets mfa_required', async () => {
  const { id } = await addPasskeyOf(ada, makeAuthenticator());
  expect(codesOf(await answersAfter([() => post('delete-passkey', { id })], loseMfa))).toEqual(['mfa_required']);
  expect(await passkeysOf(ada)).toHaveLength(1);
});

test('A7: a session that ends while it adds a passkey gets unauthenticated', async () => {
  const end = (trx: Trx) => trx.deleteFrom('session').where('userId', '=', ada.id).execute();
  expect(codesOf(await answersAfter([await adding()], end))).toEqual(['unauthenticated']);
});

test('A7: of the 20th and the 21st passkey that are added at the same time, one is refused', async () => {
  const row = { userId: ada.id, publicKey: Buffer.alloc(1), counter: 0, transports: [], name: 'Laptop' };
  const times = { createdAt: new Date(clock.now()), lastUsedAt: null, backedUp: false };
  const rows = Array.from({ length: PASSKEYS_MOST - 1 }, () => randomUUID());
  await service.database.db
    .insertInto('passkey')
    .values(rows.map((id) => ({ id, credentialId: id, ...row, ...times })))
    .execute();
  const replies = await answersAfter([await adding(), await adding()], async () => {});
  expect(codesOf(replies)).toEqual(expect.arrayContaining([null, 'quota_exceeded']));
  expect(await passkeysOf(ada)).toHaveLength(PASSKEYS_MOST);
});

test('A7: no passkey is added while two-step sign-in is being turned off', async () => {
  const replies = await answersAfter([await adding()], (trx) => removeFactor(trx, ada.id));
  expect(codesOf(replies)).toEqual(['conflict']);
  expect(await passkeysOf(ada)).toEqual([]);
});

test.each<[string, (trx: Trx, id: string) => Promise<unknown>]>([
  ['removed', (trx, id) => deletePasskey(trx, ada.id, id)],
  ['deleted with the second factor', (trx) => removeFactor(trx, ada.id)],
])('A7: a passkey that is being %s opens no session', async (_, change) => {
  const authenticator = makeAuthenticator();
  const { id } = await addPasskeyOf(ada, authenticator);
  const response = authenticator.get(await requestOptionsOf(service));
  const before = await countSessions();
  const replies = await answersAfter([() => sendAssertion(node, response)], (trx) => change(trx, id));
  expect(codesOf(replies)).toEqual(['unauthenticated']);
  expect(await countSessions()).toBe(before);
});
