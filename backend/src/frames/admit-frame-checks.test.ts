import type { FrameCheck } from '@sign-display/contracts/kiosk-events';
import { BROWSER_PLATFORM, browserMacAddress } from '@sign-display/contracts/browser-mac-address';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { LIMITS } from '@sign-display/contracts/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSignsOfDevices, lockSign } from '../signs/signs-repository.ts';
import { setOverrides } from '../signs/content/change-signs-in-bulk.ts';
import { clearClaims, composeMemoryNode, insertOrganization } from '../testing/claim-world.ts';
import type { TestNode, TestOrganization } from '../testing/claim-world.ts';
import { authorOf } from '../testing/test-author.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import type { PagePolicy } from '../urls/url-policy.ts';
import { createFrameCheck } from './frame-check.ts';
import { createLookUp } from '../dns/host-lookup.ts';
import { startNameServer } from '../dns/testing/name-server.ts';

/**
 * `sign:frame_check`: which sign may check which page, and how often. frame-check.test.ts tests the checks themselves.
 */

const PAGE = 'https://menu.example/today';
const FRAMABLE: FrameCheck = {
  ok: true,
  framable: true,
  httpStatus: 200,
  fingerprint: 'ab',
  reason: null,
  detail: '',
};

const random = createSeededRandom('frame-checks');
let clock = createManualClock();
let database: TestDatabase;
let ours: TestOrganization;
let theirs: TestOrganization;
let node: TestNode;
/** The checks that ran, each with its policy. */
let checked: { url: string; policy: PagePolicy }[];
let answer: () => Promise<FrameCheck>;

beforeAll(async () => {
  database = await createTestDatabase();
  const deps = { clock, random };
  ours = await insertOrganization(database.db, deps, { alice: 'operator' }, { allowedUrlHosts: ['*', 'menu.example'] });
  theirs = await insertOrganization(database.db, deps, { bob: 'operator' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await clearClaims(database.db);
  clock = createManualClock();
  checked = [];
  answer = async () => FRAMABLE;
  const checkFrame = (url: string, policy: PagePolicy) => {
    checked.push({ url, policy });
    return answer();
  };
  node = composeMemoryNode({ db: database.db, clock, random, checkFrame });
});

async function connected(platform = BROWSER_PLATFORM): Promise<VirtualDevice> {
  const device = createVirtualDevice(random, undefined, platform);
  await device.connect(node);
  return device;
}
const check = (device: VirtualDevice, url: string): Promise<unknown> =>
  device.kiosk!.request('sign:frame_check', { url });
const refused = (code: string) => ({ ok: false, error: { code } });

/** Starts to claim the device, up to its `sign:apply_link`. */
async function startClaim(device: VirtualDevice, url: string, by = 'alice', { id, eventId } = ours) {
  const { signId, shortCode } = device;
  const place = { organizationId: id, eventId, name: 'Lobby', location: 'Hall 1', url };
  const claiming = node.claims.claim(authorOf(by), { ...place, signId, shortCode, requestId: makeUuidV4(random) });
  const { requestId, claimToken } = await device.kiosk!.next('sign:apply_link');
  return {
    claiming,
    answer: (result: 'success' | 'failure') =>
      device.kiosk!.request('sign:link_ack', {
        requestId,
        claimToken,
        result,
        ...(result === 'failure' && { reason: 'url_load_failed' }),
        loadMs: 1,
        replayed: false,
      }),
  };
}
async function claim(device: VirtualDevice, url: string, by = 'alice', where = ours): Promise<void> {
  const { claiming, answer: prove } = await startClaim(device, url, by, where);
  await prove('success');
  expect(await claiming).toMatchObject({ body: { handshake: 'acknowledged' } });
}

describe('sign:frame_check checks only the pages of the sign', () => {
  test('sign:frame_check checks the page of a pending claim against the URL policy of the claiming organization', async () => {
    const device = await connected();
    expect(await check(device, PAGE)).toMatchObject(refused('not_found'));
    const { claiming, answer: prove } = await startClaim(device, PAGE);
    expect(await check(device, PAGE)).toEqual(FRAMABLE);
    expect(checked).toEqual([{ url: PAGE, policy: { allowedHosts: ['*', 'menu.example'], privatePages: 'ask' } }]);
    await prove('failure');
    await claiming;
    expect(await check(device, PAGE)).toMatchObject(refused('not_found'));
  });

  test('sign:frame_check checks the current and the assigned page of a sign, in any spelling of the URL', async () => {
    const device = await connected();
    await claim(device, 'https://menu.example');
    for (const url of ['https://menu.example', 'https://MENU.example:443/'])
      expect(await check(device, url)).toEqual(FRAMABLE);
    const { sign } = (await findSignsOfDevices(database.db, [device.signId])).get(device.signId)!;
    const other = 'https://other.example/';
    expect(await check(device, other)).toMatchObject(refused('not_found'));
    await database.db.transaction().execute(async (trx) => {
      const row = (await lockSign(trx, sign.id))!;
      await setOverrides(trx, { clock, random }, [row], { url: other, untilMs: null }, clock.now());
    });
    for (const url of [other, 'https://menu.example/']) expect(await check(device, url)).toEqual(FRAMABLE);
    expect(await check(device, 'https://menu.example/else')).toMatchObject(refused('not_found'));
  });

  test("sign:frame_check refuses another organization's page, and any page of an unclaimed sign", async () => {
    const [mine, foreign, unclaimed] = [await connected(), await connected(), await connected()];
    await claim(mine, PAGE);
    await claim(foreign, 'https://secret.example/', 'bob', theirs);
    expect(await check(mine, 'https://secret.example/')).toMatchObject(refused('not_found'));
    for (const url of [PAGE, 'https://secret.example/', 'http://169.254.169.254/', 'file:///etc/passwd', 'nonsense'])
      expect(await check(unclaimed, url)).toMatchObject(refused('not_found'));
    expect(checked).toEqual([]);
    expect(await check(foreign, 'https://secret.example/')).toEqual(FRAMABLE);
    expect(checked[0]!.policy.allowedHosts).toEqual([]);
  });

  test.each(['linux', 'simulator', 'Browser', ''])(
    'sign:frame_check refuses a sign of the platform “%s”',
    async (platform) => {
      const device = await connected(platform);
      await claim(device, PAGE);
      expect(await check(device, PAGE)).toMatchObject(refused('forbidden'));
      expect(checked).toEqual([]);
    },
  );
});

describe('R4: sign:frame_check of many organizations', () => {
  test('R4: hanging checks of one organization do not delay the check of another organization', async () => {
    const server = await startNameServer((name) => (name.startsWith('hangs') ? 'silent' : undefined));
    const checkFrame = createFrameCheck({
      clock,
      publicUrl: () => 'http://signs.example',
      lookUpAll: createLookUp({ servers: [server.address], queries: { timeout: 600_000, tries: 1 } }),
      ownPage: () => Promise.reject(new Error('no page of the service was meant')),
    });
    node = composeMemoryNode({ db: database.db, clock, random, checkFrame });
    const urls = Array.from({ length: 16 }, (_, number) => `http://hangs-${number}.example/`);
    const hanging = await Promise.all(
      urls.map(async (url) => {
        const device = await connected();
        await claim(device, url);
        return { device, url };
      }),
    );
    const theirSign = await connected();
    await claim(theirSign, 'http://missing.example/', 'bob', theirs);

    const replies = hanging.map(({ device, url }) => check(device, url));
    await server.whenAsked(8, 'hangs');
    expect(await check(theirSign, 'http://missing.example/')).toMatchObject({
      framable: false,
      detail: 'missing.example is a name that does not exist (ENOTFOUND).',
    });
    expect(new Set(server.asked).size).toBe(8 + 1);
    clock.advance(LIMITS.frameCheckMs);
    await server.whenAsked(16, 'hangs');
    clock.advance(LIMITS.frameCheckMs);
    for (const reply of await Promise.all(replies))
      expect(reply).toMatchObject({ framable: false, reason: 'sign_timeout' });
    server.close();
  });
});

describe('sign:frame_check is rate-limited', () => {
  test('sign:frame_check runs one check per sign at a time; the next check waits', async () => {
    const device = await connected();
    await claim(device, PAGE);
    const first = Promise.withResolvers<FrameCheck>();
    const started = Promise.withResolvers<void>();
    answer = () => (started.resolve(), first.promise);
    const asked = [check(device, PAGE), check(device, PAGE)];
    await started.promise;
    expect(checked).toHaveLength(1);
    first.resolve(FRAMABLE);
    expect(await Promise.all(asked)).toEqual([FRAMABLE, FRAMABLE]);
    expect(checked).toHaveLength(2);
  });

  test('sign:frame_check refuses the 61st check within a minute, for any page, and returns the time to wait', async () => {
    const device = await connected();
    await claim(device, PAGE);
    for (let time = 0; time < LIMITS.frameChecksPerMinute; time += 1)
      expect(await check(device, time % 2 === 0 ? PAGE : 'https://other.example/')).not.toMatchObject(
        refused('rate_limited'),
      );
    const limited = { ok: false, error: { code: 'rate_limited', retryAfterMs: 1_000 } };
    expect(await check(device, PAGE)).toMatchObject(limited);
    clock.advance(1_000);
    expect(await check(device, PAGE)).toEqual(FRAMABLE);
    expect(checked).toHaveLength(LIMITS.frameChecksPerMinute / 2 + 1);
  });
});

describe('details 100: the hardware address of a sign in a browser tab', () => {
  const register = async (platform: string, proved: (signId: string) => string, told = proved) => {
    const device = createVirtualDevice(random, undefined, platform);
    const { signId, handshake } = device;
    const opened = await node.transport.connect({ ...handshake, macAddress: proved(signId) });
    if ('refusal' in opened) throw new Error(opened.refusal.code);
    return opened.kiosk.request('sign:register', { ...device.register(), macAddress: told(signId) });
  };
  const ofCard = () => '00:1a:2b:3c:4d:5e';

  test('sign:register accepts a sign in a browser tab only with the hardware address derived from its signId', async () => {
    expect(await register(BROWSER_PLATFORM, browserMacAddress)).toMatchObject({ ok: true });
    for (const [proved, told] of [
      [ofCard, ofCard],
      [ofCard, browserMacAddress],
      [browserMacAddress, ofCard],
      [() => '02:00:00:00:00:01', () => '02:00:00:00:00:01'],
    ] as const)
      expect(await register(BROWSER_PLATFORM, proved, told)).toMatchObject(refused('invalid_message'));
  });

  test('sign:register refuses a derived address from any other platform, but accepts other locally administered addresses', async () => {
    expect(await register('linux', browserMacAddress)).toMatchObject(refused('invalid_message'));
    expect(await register('linux', ofCard, browserMacAddress)).toMatchObject(refused('invalid_message'));
    expect(await register('linux', () => '02:42:ac:11:00:02')).toMatchObject({ ok: true });
  });
});
