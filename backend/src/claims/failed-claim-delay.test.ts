import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { LIMITS } from '@sign-display/contracts/limits';
import { authorOf } from '../testing/test-author.ts';
import {
  CLAIM_SETTINGS,
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { failedClaimDelayMs } from './failed-claim-delay.ts';

/** M2: who has failed at a device that somebody else wants, too, lets others go first. */

const { holdBackMs: FIRST_MS, holdBackMostMs: MOST_MS, holdBackWindowMs: WINDOW_MS } = LIMITS;

describe('M2: the wait of who has failed', () => {
  const failures = fc.integer({ min: 0, max: 64 });
  const agoMs = fc.integer({ min: -60_000, max: 2 * WINDOW_MS });

  it('is none where nobody else wants the device, or nothing has failed', () => {
    fc.assert(
      fc.property(failures, agoMs, (count, ago) => {
        expect(failedClaimDelayMs({ failures: count, lastFailedAtMs: -ago, isContested: false }, 0)).toBe(0);
        expect(failedClaimDelayMs({ failures: 0, lastFailedAtMs: null, isContested: true }, 0)).toBe(0);
      }),
    );
  });

  it('grows with each failure up to a minute, ends by itself, and is never longer than it was at the failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), agoMs, (count, ago) => {
        const tried = { failures: count, isContested: true };
        const wholeMs = failedClaimDelayMs({ ...tried, lastFailedAtMs: 0 }, 0);
        expect(wholeMs).toBe(Math.min(MOST_MS, FIRST_MS * 2 ** (count - 1)));
        expect(failedClaimDelayMs({ ...tried, lastFailedAtMs: -ago }, 0)).toBe(
          Math.min(wholeMs, Math.max(0, wholeMs - ago)),
        );
      }),
    );
  });
});

const clock = createManualClock();
const random = createSeededRandom('hold-back');
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let attackers: TestOrganization;
let venue: TestOrganization;
let nodes: TestNode[];
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  attackers = await insertOrganization(pool.db, { clock, random }, { mallory: 'operator', mabel: 'operator' });
  venue = await insertOrganization(pool.db, { clock, random }, { alice: 'operator', bob: 'operator' });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(pool.db);
  // The device is at the first; the second one decides by what stands in the database.
  nodes = [0, 1].map(() => composeMemoryNode({ db: pool.db, clock, random }));
  device = createVirtualDevice(random);
  await device.connect(nodes[0]!);
});

type Name = 'mallory' | 'mabel' | 'alice' | 'bob';
function claim(name: Name, { node = 0, requestId = makeUuidV4(random) }: { node?: number; requestId?: string } = {}) {
  const { id: organizationId, eventId } = name.startsWith('m') ? attackers : venue;
  const { signId, shortCode } = device;
  const body = { organizationId, eventId, name: 'Lobby', location: 'Hall 1', url: 'https://pages.example/' };
  return nodes[node]!.claims.claim(authorOf(name), { ...body, signId, shortCode, requestId });
}
/** The attempt under way ends as the page does. */
async function answer(result: 'success' | 'failure'): Promise<void> {
  await gated.settled();
  const { requestId, claimToken } = device.applyLinks().at(-1)!;
  const outcome = result === 'success' ? { result } : { result, reason: 'sign_timeout' };
  await device.kiosk!.request('sign:link_ack', { requestId, claimToken, ...outcome, loadMs: 1, replayed: false });
  await gated.settled();
}
/** An attempt whose page hangs for as long as the kiosk waits for one. */
async function fail(name: Name, options?: Parameters<typeof claim>[1]) {
  const replying = claim(name, options);
  await gated.settled();
  clock.advance(CLAIM_SETTINGS.loadTimeoutMs);
  await answer('failure');
  expect(await replying).toMatchObject({ code: 'device_load_failed' });
}
const succeed = async (name: Name, options?: Parameters<typeof claim>[1]) => {
  const replying = claim(name, options);
  await answer('success');
  return await replying;
};
const NEW = { replayed: false };
const heldBack = (retryAfterMs: number) => ({
  code: 'request_in_progress',
  retryAfterMs,
  detail: expect.stringMatching(/someone else is waiting.*Try again in \d+ s/) as string,
});

describe('M2: another tenant that claims again and again with a page that hangs', () => {
  it('is held back after each failure, longer each time and on every node, and somebody else gets the device', async () => {
    for (const [index, waitMs] of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      const replying = claim('mallory');
      await gated.settled();
      // Who wants it, too, finds it busy once.
      if (index === 0) {
        const refused = await claim('alice', { node: 1 });
        expect(refused).toMatchObject({ code: 'request_in_progress' });
        expect(refused).not.toHaveProperty('retryAfterMs');
      }
      clock.advance(CLAIM_SETTINGS.loadTimeoutMs);
      await answer('failure');
      expect(await replying).toMatchObject({ code: 'device_load_failed' });
      for (const node of [0, 1]) expect(await claim('mallory', { node })).toMatchObject(heldBack(waitMs));
      clock.advance(waitMs - 1);
      expect(await claim('mallory')).toMatchObject(heldBack(1));
      clock.advance(1);
    }
    await fail('mallory');
    expect(await succeed('alice')).toMatchObject(NEW);
  });

  it('is held back with its other accounts', async () => {
    await fail('mallory');
    await fail('bob');
    clock.advance(FIRST_MS);
    await fail('mabel');
    for (const name of ['mabel', 'mallory'] as const) expect(await claim(name)).toMatchObject(heldBack(2 * FIRST_MS));
  });

  it('gets nowhere by sending the refused request again', async () => {
    const requestId = makeUuidV4(random);
    await fail('mallory');
    await fail('bob');
    clock.advance(FIRST_MS);
    await fail('mallory');
    for (let tries = 0; tries < 3; tries += 1)
      expect(await claim('mallory', { requestId })).toMatchObject(heldBack(2 * FIRST_MS));
    clock.advance(2 * FIRST_MS);
    // Then it is an attempt like any other.
    await fail('mallory', { requestId });
  });

  it('C10: stands in the history each time it is refused', async () => {
    await fail('bob');
    await fail('mallory');
    await claim('mallory');
    const outcomes = pool.db.selectFrom('history').select('outcome').where('actorId', '=', 'mallory');
    expect((await outcomes.execute()).map(({ outcome }) => outcome).toSorted()).toEqual([
      'device_load_failed',
      'request_in_progress',
    ]);
  });
});

describe('M2: an honest operator', () => {
  it('who mistypes a page again and again waits for nothing where nobody else wants the device', async () => {
    for (let tries = 0; tries < 8; tries += 1) await fail(tries % 2 === 0 ? 'alice' : 'bob');
    expect(await succeed('alice')).toMatchObject(NEW);
  });

  it('is not held back by the failures of others', async () => {
    for (let tries = 0; tries < 5; tries += 1) await fail('mallory');
    expect(await succeed('alice')).toMatchObject(NEW);
  });

  it('gets the outcome of a request that is sent again, and may try it again where the kiosk did not answer', async () => {
    await fail('mallory');
    const [answered, unanswered] = [makeUuidV4(random), makeUuidV4(random)];
    await fail('alice', { requestId: answered });
    expect(await claim('alice', { requestId: answered })).toMatchObject({ code: 'device_load_failed' });
    clock.advance(FIRST_MS);
    const replying = claim('alice', { requestId: unanswered });
    await gated.settled();
    clock.advance(CLAIM_SETTINGS.ackTimeoutMs + 1);
    expect(await replying).toMatchObject({ code: 'device_no_ack' });
    expect(await claim('alice')).toMatchObject(heldBack(2 * FIRST_MS));
    expect(await succeed('alice', { requestId: unanswered })).toMatchObject(NEW);
  });

  it('is not held back for what was ten minutes ago, nor after the device was claimed and given back', async () => {
    await fail('mallory');
    await fail('alice');
    expect(await claim('alice')).toMatchObject(heldBack(FIRST_MS));
    clock.advance(WINDOW_MS);
    await fail('alice');
    await fail('alice');
    const done = await succeed('alice');
    if (!('body' in done)) throw new Error(done.code);
    await nodes[0]!.signs.unregister(done.body.sign.id, authorOf('alice'));
    await gated.settled();
    clock.advance(1);
    await fail('mallory');
    expect(await succeed('alice')).toMatchObject(NEW);
  });
});
