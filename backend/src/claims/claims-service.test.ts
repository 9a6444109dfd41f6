import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_QUOTAS } from '../access/check-quotas.ts';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { authorOf } from '../testing/test-author.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  CLAIM_SETTINGS,
} from '../testing/claim-world.ts';
import type { TestNode, TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';

/** What needs an example by name; everything that can happen is in claims-model.test.ts. */

const alice = authorOf('alice');
const bob = authorOf('bob');
const clock = createManualClock();
const random = createSeededRandom('claims-service');
const { shortCodeFailures, shortCodeWindowMs, ackTimeoutMs } = CLAIM_SETTINGS;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let record: string;
let node: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  organization = await insertOrganization(pool.db, { clock, random }, { alice: 'operator', bob: 'operator' });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(pool.db);
  record = await insertRecord(pool.db, { clock, random }, organization);
  node = composeMemoryNode({ db: pool.db, clock, random });
  device = createVirtualDevice(random);
  await device.connect(node);
});

const proofOf = ({ signId, shortCode }: VirtualDevice) => ({ signId, shortCode });
type Proof = { shortCode: string; signId?: string; pendingId?: string; requestId?: string };
const claim = (operator: typeof alice, proof: Proof) => {
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Lobby', location: 'Hall 1' };
  return node.claims.claim(operator, { ...place, requestId: makeUuidV4(random), ...proof });
};
/** Every route that takes a code. */
const ROUTES: Record<string, (proof: Proof) => Promise<object>> = {
  'claim/start': (proof) => node.claims.start(alice, proof),
  claim: (proof) => claim(alice, proof),
  link: (proof) => node.claims.link(alice, record, { requestId: makeUuidV4(random), ...proof }),
};
const routeNames = Object.keys(ROUTES);
const isLimited = (reply: object) => 'code' in reply && reply.code === 'rate_limited';

it('an attempt waits for the one under way before it locks the organization for the quota', async () => {
  const quotas = { ...NO_QUOTAS, signs: 100 };
  const limited = composeMemoryNode({ db: pool.db, clock, random, quotas });
  const kiosk = createVirtualDevice(random);
  await kiosk.connect(limited);
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Lobby', location: 'Hall 1' };
  const ask = (by: typeof alice) =>
    limited.claims.claim(by, { ...place, requestId: makeUuidV4(random), ...proofOf(kiosk) });
  const first = ask(alice);
  await gated.settled();
  let second = first;
  await database.db.transaction().execute(async (trx) => {
    const claims = await trx.selectFrom('claim').where('state', '=', 'awaiting_ack').selectAll().forUpdate().execute();
    expect(claims).toHaveLength(1);
    second = ask(bob);
    await gated.settled();
    // Throws at once if anybody has it.
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organization.id)
      .forNoKeyUpdate()
      .noWait()
      .execute();
  });
  expect(await second).toMatchObject({ code: 'request_in_progress' });
  clock.advance(ackTimeoutMs);
  await gated.settled();
  clock.advance(ackTimeoutMs);
  expect(await first).toMatchObject({ code: 'device_no_ack' });
});

/** Named by the field, so that a phone knows it from an event that is gone. */
const PENDING_GONE = { code: 'not_found', errors: [{ path: '/pendingId' }] };

describe('wrong short codes', () => {
  const wrong = () => ({ shortCode: device.shortCode === 'VE05BR' ? '4QB50C' : 'VE05BR' });

  it('5 in 15 minutes, whatever the routes, and the next code is refused for as long as it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ route: fc.constantFrom(...routeNames), afterMs: fc.integer({ min: 0, max: 60_000 }) }), {
          minLength: shortCodeFailures,
          maxLength: shortCodeFailures,
        }),
        fc.constantFrom(...routeNames),
        async (guesses, last) => {
          await pool.db.deleteFrom('shortCodeFailure').execute();
          const times: number[] = [];
          for (const { route, afterMs } of guesses) {
            clock.advance(afterMs);
            times.push(clock.now());
            expect(await ROUTES[route]!(wrong())).toMatchObject({ code: 'short_code_unknown' });
          }
          const retryAfterMs = times[0]! + shortCodeWindowMs - clock.now();
          expect(await ROUTES[last]!(wrong())).toMatchObject({
            code: 'rate_limited',
            retryAfterMs,
            errors: [{ path: '/shortCode' }],
          });
          clock.advance(retryAfterMs);
          expect(await ROUTES[last]!(wrong())).toMatchObject({ code: 'short_code_unknown' });
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each(routeNames)(
    'keep nobody from %s for longer than two windows if the clock is set back, and no answer says more than one',
    async (route) => {
      const wrongly = () => ROUTES[route]!(wrong());
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3 * shortCodeWindowMs }), async (backMs) => {
          await pool.db.deleteFrom('shortCodeFailure').execute();
          for (let guess = 0; guess < shortCodeFailures; guess += 1) await wrongly();
          clock.stepWall(-backMs);
          const steppedAtMs = clock.now();
          let reply = (await wrongly()) as { code?: string; retryAfterMs?: number };
          // Failures so far ahead do not count, and do not make those of now forgotten.
          if (backMs > shortCodeWindowMs) {
            for (let guess = 1; guess < shortCodeFailures; guess += 1)
              expect(await wrongly()).toMatchObject({ code: 'short_code_unknown' });
            reply = (await wrongly()) as typeof reply;
          }
          expect(reply).toMatchObject({ code: 'rate_limited' });
          while (isLimited(reply)) {
            expect(reply.retryAfterMs).toBeLessThanOrEqual(shortCodeWindowMs);
            expect(clock.now() - steppedAtMs).toBeLessThan(2 * shortCodeWindowMs);
            clock.advance(reply.retryAfterMs!);
            reply = (await wrongly()) as typeof reply;
          }
        }),
        { numRuns: 8 },
      );
    },
  );

  it.each(routeNames)('on %s at once: no more than 5 are answered', async (route) => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ROUTES[route]!(wrong())));
    expect(replies.filter((reply) => !isLimited(reply))).toHaveLength(shortCodeFailures);
  });

  it('of one operator do not hinder another', async () => {
    for (let guess = 0; guess < shortCodeFailures; guess += 1) await claim(alice, wrong());
    expect(await claim(alice, { shortCode: device.shortCode })).toMatchObject({ code: 'rate_limited' });
    const started = await node.claims.start(bob, { shortCode: device.shortCode });
    expect(started).toMatchObject({ signId: device.signId });
  });

  it('L2: with the signId of the QR are told as a mismatch, and count; past the limit a typed code is refused and a scan is not', async () => {
    const scans = [
      (proof: Proof) => claim(alice, proof),
      (proof: Proof) => node.claims.link(alice, record, { requestId: makeUuidV4(random), ...proof }),
      (proof: Proof) => node.claims.start(alice, proof),
    ];
    for (let guess = 0; guess < 2 * shortCodeFailures; guess += 1) {
      const scanned = await scans[guess % scans.length]!({ ...wrong(), signId: device.signId });
      expect(scanned).toMatchObject({ code: 'short_code_mismatch' });
    }
    for (const name of routeNames)
      expect(await ROUTES[name]!({ shortCode: device.shortCode })).toMatchObject({ code: 'rate_limited' });
    const started = await node.claims.start(alice, proofOf(device));
    expect(started).toMatchObject({ signId: device.signId });
    // The pendingSign names the device, too.
    const { pendingId } = started as { pendingId: string };
    const replying = claim(alice, { shortCode: device.shortCode, pendingId });
    await gated.settled();
    const { requestId, claimToken } = device.applyLinks().at(-1)!;
    const ack = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false };
    await device.kiosk!.request('sign:link_ack', ack);
    expect(await replying).toMatchObject({ replayed: false });
    // What no limit asks about any more is not kept.
    expect(await pool.db.selectFrom('shortCodeFailure').selectAll().execute()).toHaveLength(shortCodeFailures);
  });

  it.each(routeNames)(
    'L2: of 40 typed at once on %s, by two nodes, five are looked up, and the right one is not found',
    async (route) => {
      const lookUps: string[] = [];
      const counted = () =>
        gated.open(async (statement) => {
          if (/from "device" where "device"."short_code" =/.test(statement)) lookUps.push(statement);
        });
      const nodes = [0, 1].map(() => composeMemoryNode({ db: counted().db, clock, random }));
      const asked = (one: TestNode, shortCode: string) => {
        const requestId = makeUuidV4(random);
        const place = {
          organizationId: organization.id,
          eventId: organization.eventId,
          name: 'Lobby',
          location: 'Hall',
        };
        if (route === 'claim/start') return one.claims.start(alice, { shortCode });
        if (route === 'claim') return one.claims.claim(alice, { ...place, requestId, shortCode });
        return one.claims.link(alice, record, { requestId, shortCode });
      };
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          asked(nodes[index % 2]!, index === 30 ? device.shortCode : wrong().shortCode),
        ),
      );
      expect(lookUps).toHaveLength(shortCodeFailures);
      const codes = replies.map((reply) => ('code' in reply ? reply.code : 'found'));
      expect(codes.filter((code) => code === 'short_code_unknown')).toHaveLength(shortCodeFailures);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(40 - shortCodeFailures);
    },
  );

  it('L2: codes that are right never fill the limit, however many are typed at once', async () => {
    const devices = Array.from({ length: 12 }, () => createVirtualDevice(random));
    for (const each of devices) await each.connect(node);
    const started = await Promise.all(devices.map(({ shortCode }) => node.claims.start(alice, { shortCode })));
    expect(started.map((each) => 'signId' in each && each.signId)).toEqual(devices.map(({ signId }) => signId));
    expect(await pool.db.selectFrom('shortCodeFailure').selectAll().execute()).toEqual([]);
  });
});

describe('G16: an attempt whose page led to another host', () => {
  it('C10: is committed, and the history says where the page led', async () => {
    const replying = claim(alice, proofOf(device));
    await gated.settled();
    const { requestId, claimToken } = device.applyLinks().at(-1)!;
    const ack = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false };
    const detail = 'leads to login.hotspot.example';
    expect(await device.kiosk!.request('sign:link_ack', { ...ack, detail })).toEqual({ ok: true });
    expect(await replying).toMatchObject({ replayed: false });
    const rows = await database.db
      .selectFrom('history')
      .select(['outcome', 'reason', 'detail', 'loadMs'])
      .where('requestId', '=', requestId)
      .execute();
    expect(rows).toEqual([{ outcome: 'committed', reason: null, detail, loadMs: 1 }]);
  });
});

describe('an attempt that its device did not answer', () => {
  it('C4, C6: is told as device_no_ack to who waits for it, when the next attempt ends it', async () => {
    const first = claim(alice, proofOf(device));
    await gated.settled();
    // At the deadline exactly: the first request's own timer looks a millisecond later.
    clock.advance(ackTimeoutMs);
    const second = claim(bob, proofOf(device));
    expect(await first).toMatchObject({ code: 'device_no_ack' });
    await gated.settled();
    const { requestId, claimToken } = device.applyLinks().at(-1)!;
    const ack = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false };
    expect(await device.kiosk!.request('sign:link_ack', ack)).toEqual({ ok: true });
    expect(await second).toMatchObject({ replayed: false, body: { requestId, handshake: 'acknowledged' } });
  });

  it('C5: is sent again, with the same token, to a device that returns inside the deadline', async () => {
    const replying = claim(alice, proofOf(device));
    await gated.settled();
    device.disconnect();
    await device.connect(node);
    await gated.settled();
    const links = device.applyLinks();
    expect(links).toHaveLength(2);
    expect(links[1]).toEqual(links[0]);
    clock.advance(ackTimeoutMs + 1);
    expect(await replying).toMatchObject({ code: 'device_no_ack' });
  });
});

describe('an overdue attempt that a sweep ends', () => {
  /** Opens an attempt of a new device, whose deadline passes without a client that waits for it. */
  async function overdue(): Promise<string> {
    const kiosk = createVirtualDevice(random);
    await kiosk.connect(node);
    const requestId = makeUuidV4(random);
    const replying = claim(alice, { ...proofOf(kiosk), requestId });
    await gated.settled();
    const ack = { requestId, result: 'failure', reason: 'url_unreachable', loadMs: 1, replayed: false };
    await kiosk.kiosk!.request('sign:link_ack', { ...ack, claimToken: kiosk.applyLinks().at(-1)!.claimToken });
    expect(await replying).toMatchObject({ code: 'device_load_failed' });
    await reopen(requestId);
    return requestId;
  }
  /** Opens the attempt of a request again as a node of an older version does: it knows no identifiers of attempts. */
  async function reopen(requestId: string): Promise<void> {
    clock.advance(1_000);
    const [submittedAt, deadlineAt] = [new Date(clock.now()), new Date(clock.now() + ackTimeoutMs)];
    await database.db
      .updateTable('claim')
      .set({ state: 'awaiting_ack', submittedAt, deadlineAt, settledAt: null, outcome: null, reason: null })
      .where('requestId', '=', requestId)
      .execute();
  }
  const outcomesOf = async (requestId: string) => {
    const query = database.db.selectFrom('history').select(['id', 'outcome']).where('requestId', '=', requestId);
    return await query.orderBy('at').execute();
  };
  const endAll = async () => {
    clock.advance(ackTimeoutMs + 1);
    await node.claims.sweep();
    await gated.settled();
  };

  it('R3: ends under a new identifier if a node of an older version opened it again, also several times', async () => {
    const requestId = await overdue();
    await endAll();
    await reopen(requestId);
    await endAll();
    const ended = await outcomesOf(requestId);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['device_load_failed', 'device_no_ack', 'device_no_ack']);
    expect(new Set(ended.map(({ id }) => id)).size).toBe(3);
    // The row no longer names an attempt of the history, so a repeated request is counted with none of them.
    const { attemptId } = (await database.db
      .selectFrom('claim')
      .select('attemptId')
      .where('requestId', '=', requestId)
      .executeTakeFirst())!;
    expect(attemptId).toBeNull();
  });

  it('C6: ends although an older one can’t be ended, which ends once its cause is gone', async () => {
    const [stuck, other] = [await overdue(), await overdue()];
    // The history has a row under this identifier already.
    const [{ id } = { id: '' }] = await outcomesOf(other);
    const setAttempt = (attemptId: string | null) =>
      database.db.updateTable('claim').set({ attemptId }).where('requestId', '=', stuck).execute();
    await setAttempt(id);
    await endAll();
    expect((await outcomesOf(other)).map(({ outcome }) => outcome)).toEqual(['device_load_failed', 'device_no_ack']);
    expect(await outcomesOf(stuck)).toHaveLength(1);
    await setAttempt(null);
    await endAll();
    expect((await outcomesOf(stuck)).map(({ outcome }) => outcome)).toEqual(['device_load_failed', 'device_no_ack']);
  });
});

describe('a pendingSign', () => {
  const answer = async (result: 'success' | 'failure') => {
    await gated.settled();
    const { requestId, claimToken } = device.applyLinks().at(-1)!;
    const outcome = result === 'success' ? { result } : { result, reason: 'url_unreachable' };
    await device.kiosk!.request('sign:link_ack', { requestId, claimToken, ...outcome, loadMs: 1, replayed: false });
  };
  const start = async () => {
    const started = await node.claims.start(alice, proofOf(device));
    if ('code' in started) throw new Error(started.code);
    return started;
  };

  it('outlives a refusal that is no handshake, and its record gets the identifier that was told', async () => {
    const { pendingId, signRecordId } = await start();
    device.disconnect();
    expect(await claim(alice, { ...proofOf(device), pendingId })).toMatchObject({ code: 'sign_not_connected' });
    await device.connect(node);
    const replying = claim(alice, { ...proofOf(device), pendingId });
    await answer('success');
    expect(await replying).toMatchObject({ body: { sign: { id: signRecordId } } });
    expect(await claim(alice, { ...proofOf(device), pendingId })).toMatchObject(PENDING_GONE);
  });

  it('is used up when the attempt that was refused beside it is made again', async () => {
    const { pendingId, signRecordId } = await start();
    const requestId = makeUuidV4(random);
    device.disconnect();
    await claim(alice, { ...proofOf(device), pendingId, requestId });
    await device.connect(node);
    const replying = claim(alice, { ...proofOf(device), pendingId, requestId });
    await answer('success');
    expect(await replying).toMatchObject({ body: { sign: { id: signRecordId } } });
    expect(await claim(alice, { ...proofOf(device), pendingId })).toMatchObject(PENDING_GONE);
  });

  it('C3: is cleared when its handshake fails', async () => {
    const { pendingId } = await start();
    const replying = claim(alice, { ...proofOf(device), pendingId });
    await answer('failure');
    expect(await replying).toMatchObject({ code: 'device_load_failed' });
    expect(await claim(alice, { ...proofOf(device), pendingId })).toMatchObject(PENDING_GONE);
  });

  it('C10: a second request on one that is under way is refused, and stands in the history', async () => {
    const { pendingId } = await start();
    const replying = claim(alice, { ...proofOf(device), pendingId });
    await gated.settled();
    const requestId = makeUuidV4(random);
    const second = await claim(alice, { ...proofOf(device), pendingId, requestId });
    expect(second).toMatchObject({ code: 'request_in_progress' });
    const rows = await pool.db.selectFrom('history').select('outcome').where('requestId', '=', requestId).execute();
    expect(rows).toEqual([{ outcome: 'request_in_progress' }]);
    await answer('success');
    expect(await replying).toMatchObject({ replayed: false });
  });
});

it('C4: of one request that is sent several times at once, one is told as new and the device is asked once', async () => {
  const requestId = makeUuidV4(random);
  const replying = Promise.all([1, 2, 3, 4].map(() => claim(alice, { ...proofOf(device), requestId })));
  await gated.settled();
  expect(device.applyLinks()).toHaveLength(1);
  const { claimToken } = device.applyLinks()[0]!;
  await device.kiosk!.request('sign:link_ack', {
    requestId,
    claimToken,
    result: 'success',
    loadMs: 1,
    replayed: false,
  });
  const replies = await replying;
  expect(replies.map((reply) => 'replayed' in reply && reply.replayed).toSorted()).toEqual([false, true, true, true]);
  expect(new Set(replies.map((reply) => JSON.stringify('body' in reply && reply.body))).size).toBe(1);
});

it('A2: a claim is not started by who may claim nowhere', async () => {
  expect(await node.claims.start(authorOf('mallory'), proofOf(device))).toEqual({ code: 'forbidden' });
});

describe('a code that two signs show', () => {
  // Two of the 2^30 codes coincide: found by trying 35,940 identifiers.
  const TWINS = ['f3b8bb60-306a-4e8a-9420-bb91677231a2', 'c51433ca-3bb9-4d2b-bc66-36f97cc5432c'];

  it('is ambiguous while both are connected and unclaimed, and names the one that is left', async () => {
    const [first, second] = TWINS.map((signId) => createVirtualDevice(random, signId)) as [
      VirtualDevice,
      VirtualDevice,
    ];
    expect(first.shortCode).toBe(second.shortCode);
    await first.connect(node);
    await second.connect(node);
    const { shortCode } = first;
    expect(await node.claims.start(alice, { shortCode })).toEqual({ code: 'short_code_ambiguous' });
    expect(await node.claims.start(alice, { shortCode, signId: second.signId })).toMatchObject({
      signId: second.signId,
    });
    second.disconnect();
    expect(await node.claims.start(alice, { shortCode })).toMatchObject({ signId: first.signId });
  });
});

describe('an acknowledgement that nobody asked for', () => {
  const ack = { claimToken: 'a'.repeat(64), result: 'success', loadMs: 1, replayed: false };

  it('C2: of an unknown requestId is refused as not_found', async () => {
    const reply = await device.kiosk!.request('sign:link_ack', { ...ack, requestId: makeUuidV4(random) });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('C2: with a forged token is refused as a conflict, and commits nothing', async () => {
    const requestId = makeUuidV4(random);
    const replying = claim(alice, { ...proofOf(device), requestId });
    await gated.settled();
    const reply = await device.kiosk!.request('sign:link_ack', { ...ack, requestId });
    expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(await pool.db.selectFrom('sign').select('id').where('deviceSignId', 'is not', null).execute()).toEqual([]);
    clock.advance(ackTimeoutMs + 1);
    expect(await replying).toMatchObject({ code: 'device_no_ack' });
  });
});
