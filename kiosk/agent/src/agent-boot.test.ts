import { describe, expect, test } from 'vitest';
import { claimedMessage, configMessage, OTHER_PAGE, PAGE } from './testing/backend-messages.ts';
import { BAD, ETHERNET, WIFI } from './testing/scripted-shell.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';

async function claimedSign(): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  await sign.reboot();
  sign.transport.last().say('sign:claimed', claimedMessage());
  await sign.clock.advance(1_000);
  expect(sign.shell.screen).toBe(`page:${PAGE}`);
  return sign;
}

describe('K1: identity and hardware', () => {
  test('the first boot makes an identity and connects once it is on disk', async () => {
    const sign = createSignUnderTest();
    sign.store.holding = true;
    void sign.agent.start();
    await sign.clock.advance(5_000);
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(sign.transport.attempts).toEqual([]);
    sign.store.release();
    await sign.clock.advance(0);
    expect(sign.transport.last().handshake).toMatchObject({ protocol: 1, macAddress: ETHERNET.macAddress });
  });

  test('K8: without any network interface the first boot waits for one, and shows that', async () => {
    const sign = createSignUnderTest();
    sign.shell.interfaces = [];
    await sign.reboot();
    await sign.clock.advance(3_600_000);
    expect(sign.store.disk).toBeNull();
    expect(sign.shell.qr).toMatchObject({ qrText: null, shortCode: null });
    sign.shell.interfaces = [WIFI];
    await sign.clock.advance(2_000);
    expect(sign.transport.last().handshake.macAddress).toBe(WIFI.macAddress);
    expect(sign.shell.qr?.shortCode).toMatch(/^[0-9A-Z]{6}$/);
  });

  test('a machine with virtual interfaces only (a container) takes one after some patience', async () => {
    const sign = createSignUnderTest();
    const virtual = { name: 'eth0', macAddress: '02:42:ac:11:00:02', physical: false, connected: true };
    sign.shell.interfaces = [virtual];
    await sign.reboot();
    await sign.clock.advance(5_000);
    expect(sign.transport.attempts).toEqual([]);
    await sign.clock.advance(7_000);
    expect(sign.transport.last().handshake.macAddress).toBe(virtual.macAddress);
  });

  test('a MAC swap wipes everything, restarts, and the next start is a new sign on the QR screen', async () => {
    const sign = await claimedSign();
    const before = sign.transport.last().handshake;
    sign.shell.interfaces = [{ ...ETHERNET, macAddress: '00:99:99:99:99:99' }];
    await sign.reboot();
    expect(sign.shell.restarts).toBe(1);
    expect(sign.transport.last().handshake).toBe(before);
    expect(sign.store.disk).toMatchObject({ identity: null, organizationId: null, eventId: null, currentUrl: null });
    await sign.reboot();
    const after = sign.transport.last().handshake;
    expect(after.signId).not.toBe(before.signId);
    expect(after.deviceSecret).not.toBe(before.deviceSecret);
    expect(after.macAddress).toBe('00:99:99:99:99:99');
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(sign.shell.qr?.notice).toMatch(/hardware/);
  });

  test.each([
    ['a pulled cable', [{ ...ETHERNET, connected: false }]],
    [
      'Ethernet to Wi-Fi',
      [
        { ...ETHERNET, connected: false },
        { ...WIFI, connected: true },
      ],
    ],
    ['no interface listed', []],
    ['virtual interfaces only', [{ ...WIFI, name: 'docker0', physical: false }]],
  ])('%s keeps identity, stored MAC and claim', async (_, interfaces) => {
    const sign = await claimedSign();
    const before = sign.transport.last().handshake;
    sign.shell.interfaces = interfaces;
    await sign.reboot();
    const { bootId, ...after } = sign.transport.last().handshake;
    expect(before).toMatchObject(after);
    expect(bootId).not.toBe(before.bootId);
    expect(sign.shell.restarts).toBe(0);
  });
});

describe('G11: a card with another address at each boot', () => {
  const random = (nth: number) => ({ ...ETHERNET, macAddress: `5e:00:00:00:00:0${nth}`, madeUp: true });
  const set = (nth: number) => ({ ...ETHERNET, macAddress: `00:99:99:99:99:0${nth}`, madeUp: true });

  test.each([
    ['drawn at random', [random(1), random(2)]],
    ['set by a service', [set(1), set(2)]],
    ['set by a service, which comes later at the next boot', [set(1), { ...ETHERNET, madeUp: false }]],
    ['permanent, until it could no longer be read', [ETHERNET, random(1)]],
  ])('keeps identity, stored MAC and claim: %s', async (_, [first, ...next]) => {
    const sign = createSignUnderTest();
    sign.shell.interfaces = [first!];
    await sign.reboot();
    sign.transport.last().say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    const before = sign.transport.last().handshake;
    expect(before.macAddress).toBe(first!.macAddress);
    for (const one of [...next, ...next]) {
      sign.shell.interfaces = [one];
      await sign.reboot();
      await sign.clock.advance(1_000);
      const { bootId: _boot, ...after } = sign.transport.last().handshake;
      expect(before).toMatchObject(after);
      expect(sign.shell.screen).toBe(`page:${PAGE}`);
    }
    expect(sign.shell.restarts).toBe(0);
  });

  test('is still known to be such a card once the sign has given up an identity that another device bound first', async () => {
    const sign = createSignUnderTest();
    sign.shell.interfaces = [set(1)];
    sign.transport.mode = 'manual';
    await sign.reboot();
    const { signId } = sign.transport.last().handshake;
    sign.transport.last().refuse('identity_conflict');
    await sign.clock.advance(0);
    const identity = (sign.store.disk as { identity: { signId: string } }).identity;
    expect(identity).toMatchObject({ macAddress: set(1).macAddress, macMadeUp: true });
    expect(identity.signId).not.toBe(signId);
  });
});

describe('K2: claimed and rebooted', () => {
  test('shows its last page without a backend', async () => {
    const sign = await claimedSign();
    sign.transport.mode = 'refusing';
    await sign.reboot();
    await sign.clock.advance(200);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('registers as what it is', async () => {
    const sign = await claimedSign();
    await sign.reboot();
    const { organization, event } = claimedMessage();
    expect(sign.transport.last().heard('sign:register')).toMatchObject([
      { state: 'idle', currentUrl: PAGE, organizationId: organization.id, eventId: event.id, configVersion: 1 },
    ]);
  });

  test('K4: keeps trying where the network comes later than the power', async () => {
    const sign = await claimedSign();
    sign.shell.pages.set(PAGE, BAD);
    await sign.reboot();
    await sign.clock.advance(30_000);
    expect(sign.shell.screen).toBe('splash:Sign 1');
    sign.shell.pages.delete(PAGE);
    await sign.clock.advance(60_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('K4: shows the last good page while the wanted one fails', async () => {
    const sign = await claimedSign();
    sign.shell.pages.set(OTHER_PAGE, BAD);
    sign.transport.last().say('sign:config', configMessage({ url: OTHER_PAGE, version: 2 }));
    await sign.clock.advance(1_000);
    await sign.reboot();
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    sign.shell.pages.delete(OTHER_PAGE);
    await sign.clock.advance(60_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
  });
});

describe('K3: the store', () => {
  test('a disk that cannot be read is asked again and never taken for a first boot', async () => {
    const sign = await claimedSign();
    const { signId } = sign.transport.last().handshake;
    sign.store.failing.reads = 4;
    sign.shell.screen = 'nothing';
    await sign.reboot();
    await sign.clock.advance(10_000);
    expect(sign.shell.screen).toBe('nothing');
    await sign.clock.advance(10_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    expect(sign.transport.last().handshake.signId).toBe(signId);
  });

  test('a damaged store is reported, and said on the QR screen if nothing was left of it', async () => {
    const sign = await claimedSign();
    sign.store.disk = null;
    sign.store.damaged = true;
    await sign.reboot();
    expect(sign.shell.qr?.notice).toMatch(/damaged/);
    expect(sign.shell.logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'store damaged' }));
  });

  test('a full disk holds up answers, not the screen, and is tried again', async () => {
    const sign = createSignUnderTest();
    await sign.reboot();
    const far = sign.transport.last();
    sign.store.failing.writes = 3;
    far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    expect(far.heard('sign:claim_confirmed')).toEqual([]);
    await sign.clock.advance(20_000);
    expect(far.heard('sign:claim_confirmed')).toHaveLength(1);
    expect(sign.store.disk).toMatchObject({ currentUrl: PAGE });
  });
});
