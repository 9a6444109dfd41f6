import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { KioskToBackend } from '@sign-display/contracts/kiosk-events';
import { LIMITS, TAKEOVER_MARGIN_MS } from '@sign-display/contracts/limits';
import { clearClaims, composeMemoryNode, HEARTBEAT_INTERVAL_MS, type TestNode } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { MemoryKiosk } from '../testing/memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, makeHandshake, makeRegister, type VirtualDevice } from '../testing/virtual-device.ts';

const random = createSeededRandom('kiosk-channel');
const clock = createManualClock();
const TAKEOVER_MS = HEARTBEAT_INTERVAL_MS + TAKEOVER_MARGIN_MS;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let node: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(pool.db);
  node = composeMemoryNode({ db: pool.db, clock, random });
  device = createVirtualDevice(random);
});

async function letIn(handshake: unknown): Promise<MemoryKiosk> {
  const connected = await node.transport.connect(handshake);
  if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
  return connected.kiosk;
}
const codeOf = (connected: Awaited<ReturnType<TestNode['transport']['connect']>>) =>
  'refusal' in connected ? connected.refusal.code : 'let in';

describe('the handshake', () => {
  it('A5: any garbage is refused with invalid_identity or protocol_unsupported', async () => {
    const refused = { refusal: { code: expect.stringMatching(/^(invalid_identity|protocol_unsupported)$/) as string } };
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (garbage) => {
        expect(await node.transport.connect(garbage)).toMatchObject(refused);
      }),
    );
  });

  it('A5: an identity with one field missing or of another kind is refused with invalid_identity', async () => {
    const field = fc.constantFrom('signId', 'deviceSecret', 'bootId', 'macAddress', 'appVersion', 'protocol');
    const wrong = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.boolean(),
      fc.array(fc.string()),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(field, wrong, async (name, value) => {
        const connected = await node.transport.connect({ ...makeHandshake(random), [name]: value });
        expect(codeOf(connected)).toBe('invalid_identity');
      }),
    );
  });

  it('the protocol may be the text "1"', async () => {
    expect(await node.transport.connect({ ...makeHandshake(random), protocol: '1' })).toHaveProperty('kiosk');
  });

  it('another protocol is told as such, whatever else it brings', async () => {
    expect(codeOf(await node.transport.connect({ protocol: 2 }))).toBe('protocol_unsupported');
  });

  it('a second secret is refused with identity_conflict and never bound', async () => {
    const handshake = makeHandshake(random);
    (await letIn(handshake)).cut();
    const other = { ...handshake, deviceSecret: makeSecret(random) };
    for (let time = 0; time < 3; time += 1)
      expect(codeOf(await node.transport.connect(other))).toBe('identity_conflict');
    (await letIn(handshake)).cut();
  });

  it('of two secrets that come first at once one is bound', async () => {
    const first = makeHandshake(random);
    const second = { ...first, deviceSecret: makeSecret(random) };
    const decisions = await Promise.all([first, second].map((each) => node.transport.connect(each)));
    expect(decisions.map(codeOf).toSorted()).toEqual(['identity_conflict', 'let in']);
  });
});

describe('a second connection of one identity', () => {
  const anotherBoot = () => ({ ...device.handshake, bootId: makeUuidV4(random), macAddress: '00:00:00:00:00:01' });

  it('takes over at once where it is of the same boot', async () => {
    await device.connect(node);
    const before = device.kiosk!;
    await device.connect(node);
    expect([before.isOpen, device.kiosk?.isOpen]).toEqual([false, true]);
  });

  it('N8: is quarantined when anything comes from the first, which stays up and keeps its record', async () => {
    await device.connect(node);
    const clone = node.transport.connect(anotherBoot());
    await gated.settled();
    device.kiosk!.send('sign:status', { state: 'fine' });
    expect(codeOf(await clone)).toBe('clone_quarantined');
    expect(device.kiosk!.isOpen).toBe(true);
    const row = await pool.db.selectFrom('device').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ bootId: device.handshake.bootId, macAddress: device.handshake.macAddress });
  });

  it('N8: is quarantined when the first reconnects while it waits', async () => {
    await device.connect(node);
    const clone = node.transport.connect(anotherBoot());
    await gated.settled();
    await device.connect(node);
    expect(codeOf(await clone)).toBe('clone_quarantined');
    expect(device.kiosk!.isOpen).toBe(true);
  });

  it('N8: takes over from a silent first one (a power cut), and not a moment before', async () => {
    await device.connect(node);
    const before = device.kiosk!;
    let isIn = false;
    const back = node.transport.connect(anotherBoot()).finally(() => (isIn = true));
    await gated.settled();
    clock.advance(TAKEOVER_MS - 1);
    await gated.settled();
    expect(isIn).toBe(false);
    clock.advance(1);
    expect(codeOf(await back)).toBe('let in');
    expect(before.isOpen).toBe(false);
  });

  it('N8: comes in as soon as the first one closes', async () => {
    await device.connect(node);
    const back = node.transport.connect(anotherBoot());
    await gated.settled();
    device.disconnect();
    expect(codeOf(await back)).toBe('let in');
  });
});

describe('a message', () => {
  const events = Object.keys(KioskToBackend);

  it('before sign:register is refused with not_registered', async () => {
    const kiosk = await letIn(device.handshake);
    kiosk.send('sign:status', { state: 'fine' });
    expect(await kiosk.next('kiosk:error')).toMatchObject({ code: 'not_registered', event: 'sign:status' });
  });

  it.each([
    ['identity_conflict', { signId: '00000000-0000-4000-8000-000000000000', shortCode: 'VE05BR' }],
    ['short_code_mismatch', { shortCode: 'VE05BR' }],
  ])('sign:register for another device is refused with %s', async (code, wrong) => {
    const kiosk = await letIn(device.handshake);
    const reply = await kiosk.request('sign:register', { ...makeRegister(device.handshake), ...wrong });
    expect(reply).toMatchObject({ ok: false, error: { code } });
    kiosk.send('sign:status', { state: 'fine' });
    expect(await kiosk.next('kiosk:error')).toMatchObject({ code: 'not_registered' });
  });

  it.each(events)('A5: %s without a payload is refused with invalid_message', async (event) => {
    await device.connect(node);
    // Of one event all is said by its name.
    const empty = event === 'sign:released' ? [] : [{}];
    for (const payload of [undefined, null, [], 'text', 7, ...empty]) {
      const reply = await device.kiosk!.request(event, payload);
      expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_message' } });
    }
    expect(device.kiosk!.isOpen).toBe(true);
  });

  it('A5: of any name and content never crashes the node, and is answered', async () => {
    const name = fc.oneof(
      fc.constantFrom(...events),
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'toString'),
    );
    await fc.assert(
      fc.asyncProperty(name, fc.jsonValue(), async (event, payload) => {
        // Any object says all that this one has to say.
        fc.pre(event !== 'sign:released' || typeof payload !== 'object' || payload === null || Array.isArray(payload));
        await device.connect(node);
        expect(await device.kiosk!.request(event, payload)).toMatchObject({
          ok: false,
          error: { code: 'invalid_message' },
        });
      }),
      { numRuns: 50 },
    );
  });

  const askForScreenshot = (commandId: string): void =>
    node.connections.send(device.signId, 'sign:screenshot', {
      commandId,
      expiresAt: new Date(0).toISOString(),
      maxWidth: 640,
    });

  it('H1: past 64 KiB is told message_too_large and cut off, where no screenshot is owed', async () => {
    await device.connect(node);
    const { kiosk } = device;
    kiosk!.send('sign:status', { state: 'x'.repeat(LIMITS.messageBytes) });
    expect(await kiosk!.next('kiosk:error')).toMatchObject({ code: 'message_too_large' });
    expect(kiosk!.isOpen).toBe(false);
  });

  it('past 64 KiB is refused with message_too_large, and the connection stays, while a screenshot is owed', async () => {
    await device.connect(node);
    askForScreenshot(makeUuidV4(random));
    device.kiosk!.send('sign:status', { state: 'x'.repeat(LIMITS.messageBytes) });
    expect(await device.kiosk!.next('kiosk:error')).toMatchObject({ code: 'message_too_large' });
    expect(device.kiosk!.isOpen).toBe(true);
  });

  it('past 64 KiB an answer to a command is refused as well, unless an image is what makes it large', async () => {
    await device.connect(node);
    const commandId = makeUuidV4(random);
    const image = Buffer.alloc(4 * LIMITS.messageBytes);
    const large = 'x'.repeat(LIMITS.messageBytes);
    const refused = { ok: false, error: { code: 'message_too_large' } };
    askForScreenshot(makeUuidV4(random));
    for (const result of [large, { image: large }, { image: Array.from(image) }, { image, more: large }]) {
      askForScreenshot(commandId);
      expect(await device.kiosk!.request('sign:command_ack', { commandId, result })).toMatchObject(refused);
    }
    askForScreenshot(commandId);
    expect(await device.kiosk!.request('sign:command_ack', { commandId, result: { image } })).toBeUndefined();
  });

  it('H1: an image for a command that was not asked for one ends the connection', async () => {
    await device.connect(node);
    const { kiosk } = device;
    askForScreenshot(makeUuidV4(random));
    kiosk!.send('sign:command_ack', { commandId: makeUuidV4(random), result: { image: Buffer.alloc(8) } });
    expect(await kiosk!.next('kiosk:error')).toMatchObject({ code: 'invalid_message' });
    expect(kiosk!.isOpen).toBe(false);
  });

  it('a failed link without its reason is refused with invalid_message', async () => {
    await device.connect(node);
    const ack = { requestId: makeUuidV4(random), claimToken: 'f'.repeat(64), loadMs: 1, replayed: false };
    expect(await device.kiosk!.request('sign:link_ack', { ...ack, result: 'failure' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_message' },
    });
    const withReason = { ...ack, result: 'failure', reason: 'url_unreachable' };
    expect(await device.kiosk!.request('sign:link_ack', withReason)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('past the limit is told rate_limited, and the connection cut', async () => {
    await device.connect(node);
    const { kiosk } = device;
    for (let sent = 0; sent < LIMITS.messagesPerSecond * LIMITS.messageWindowSeconds; sent += 1)
      kiosk!.send('sign:status', { state: 'fine' });
    expect(await kiosk!.next('kiosk:error')).toMatchObject({ code: 'rate_limited', retryAfterMs: 10_000 });
    await kiosk!.ended;
  });
});
