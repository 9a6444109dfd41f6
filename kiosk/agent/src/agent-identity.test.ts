import { parseQrText } from '@sign-display/contracts/qr-payload';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { describe, expect, test } from 'vitest';
import { claimedMessage, PAGE } from './testing/backend-messages.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';

/** Who a sign is, when somebody else has its signId (M1) or somebody at the machine gives it up (K13). */

async function registeredSign(): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  await sign.reboot();
  return sign;
}
async function claimedSign(): Promise<SignUnderTest> {
  const sign = await registeredSign();
  sign.transport.last().say('sign:claimed', claimedMessage());
  await sign.clock.advance(1_000);
  return sign;
}
/** Waits for the next attempt to connect. */
async function nextAttempt(sign: SignUnderTest) {
  const tried = sign.transport.attempts.length;
  while (sign.transport.attempts.length === tried) await sign.clock.advance(1_000);
  return sign.transport.last();
}
const codeOf = (sign: SignUnderTest): string => deriveShortCode(sign.transport.last().handshake.signId);
const scannedId = ({ shell }: SignUnderTest): string | null => {
  const scanned = shell.qr?.qrText == null ? null : parseQrText(shell.qr.qrText);
  return scanned?.ok ? scanned.payload.signId : null;
};

describe('M1: an identity that somebody else has bound first', () => {
  test('is given up for a new one each time it is taken, and the QR can be scanned only once the sign is registered', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    const signIds = new Set<string>();
    for (let taken = 0; taken < 5; taken += 1) {
      const { handshake } = sign.transport.last();
      expect([sign.shell.screen, sign.shell.qr?.qrText]).toEqual([`qr:${deriveShortCode(handshake.signId)}`, null]);
      expect(signIds.has(handshake.signId)).toBe(false);
      signIds.add(handshake.signId);
      sign.transport.last().refuse('identity_conflict');
      await nextAttempt(sign);
    }
    expect([sign.shell.restarts, sign.shell.qr?.notice]).toEqual([0, null]);
    sign.transport.last().open();
    await sign.clock.advance(0);
    const { signId } = sign.transport.last().handshake;
    expect(signIds.has(signId)).toBe(false);
    expect(scannedId(sign)).toBe(signId);
    expect(sign.store.disk).toMatchObject({ identity: { signId }, registered: true });
  });

  test('is kept once it was registered, also through a reboot and an upgrade from a version that did not note it', async () => {
    for (const isOld of [false, true]) {
      const sign = await registeredSign();
      const { signId } = sign.transport.last().handshake;
      if (isOld) {
        const { registered: _, ...disk } = sign.store.disk as { registered: boolean };
        sign.store.disk = disk;
      }
      sign.transport.mode = 'manual';
      await sign.reboot();
      for (let refused = 0; refused < 3; refused += 1) {
        sign.transport.last().refuse('identity_conflict');
        await nextAttempt(sign);
        expect(sign.transport.last().handshake.signId).toBe(signId);
      }
      expect(sign.shell.qr?.notice).toMatch(/Another device/);
      expect(sign.shell.qr?.qrText).toBeNull();
    }
  });

  test('K3: the new one is on disk before the backend hears of it', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    sign.store.holding = true;
    sign.transport.last().refuse('identity_conflict');
    await sign.clock.advance(120_000);
    expect(sign.transport.attempts).toHaveLength(1);
    sign.store.release();
    await sign.clock.advance(0);
    expect(sign.store.disk).toMatchObject({ identity: { signId: sign.transport.last().handshake.signId } });
    expect(sign.transport.attempts).toHaveLength(2);
  });

  test('is tried again no faster than any other refusal', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    const begin = sign.clock.monotonicMs();
    for (let taken = 0; taken < 20; taken += 1) {
      sign.transport.last().refuse('identity_conflict');
      await nextAttempt(sign);
    }
    expect(sign.clock.monotonicMs() - begin).toBeGreaterThan(120_000);
  });
});

describe('M1: the QR', () => {
  test('is struck out while a claim can’t work: before the sign is registered, after a reboot, and while it is away', async () => {
    const sign = await registeredSign();
    const { signId } = sign.transport.last().handshake;
    expect(scannedId(sign)).toBe(signId);
    sign.transport.mode = 'manual';
    sign.transport.last().lose();
    expect([sign.shell.screen, sign.shell.qr?.qrText]).toEqual([`qr:${codeOf(sign)}`, null]);
    await nextAttempt(sign);
    await sign.reboot();
    expect([sign.shell.screen, sign.shell.qr?.qrText]).toEqual([`qr:${codeOf(sign)}`, null]);
    sign.transport.last().open();
    await sign.clock.advance(0);
    expect(scannedId(sign)).toBe(signId);
  });

  test('is struck out when heartbeats go unanswered, and when the node drains', async () => {
    for (const end of ['silent', 'drains'] as const) {
      const sign = await registeredSign();
      sign.transport.mode = 'manual';
      if (end === 'silent') sign.transport.last().silent = true;
      else sign.transport.last().say('server:reconnect', { afterMs: 5_000 });
      await sign.clock.advance(end === 'silent' ? 30_000 : 0);
      expect(sign.shell.qr?.qrText).toBeNull();
    }
  });
});

describe('K13: a release at the machine', () => {
  test('takes the code as people type it, and no other', async () => {
    const sign = await claimedSign();
    const code = codeOf(sign);
    const wrong = code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
    for (const typed of ['', 'abc', wrong, `${code}0`]) expect(sign.agent.release(typed)).toBe(false);
    await sign.clock.advance(30_000);
    expect([sign.shell.screen, sign.shell.restarts]).toEqual([`page:${PAGE}`, 0]);
    expect(sign.transport.last().heard('sign:released')).toEqual([]);
    const typed = ` ${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    expect(sign.agent.release(typed)).toBe(true);
    expect(sign.transport.last().heard('sign:released')).toEqual([{}]);
  });

  test('tells the backend, wipes itself, and is a new sign at once', async () => {
    const sign = await claimedSign();
    const before = sign.transport.last().handshake;
    expect(sign.agent.release(codeOf(sign))).toBe(true);
    await sign.clock.advance(0);
    expect(sign.shell.restarts).toBe(1);
    expect(sign.store.disk).toMatchObject({ identity: null, organizationId: null, currentUrl: null, acks: [] });
    await sign.reboot();
    const after = sign.transport.last().handshake;
    expect(after.signId).not.toBe(before.signId);
    expect(after.deviceSecret).not.toBe(before.deviceSecret);
    expect(after.macAddress).toBe(before.macAddress);
    expect(sign.shell.screen).toBe(`qr:${deriveShortCode(after.signId)}`);
    expect(sign.shell.qr?.notice).toMatch(/released/);
  });

  test('waits for the backend’s answer for 10 s at most; a second one meanwhile, and what the backend says, changes nothing', async () => {
    const sign = await claimedSign();
    const far = sign.transport.last();
    far.deaf.add('sign:released');
    expect(sign.agent.release(codeOf(sign))).toBe(true);
    expect(sign.agent.release(codeOf(sign))).toBe(true);
    far.say('sign:claimed', claimedMessage({ version: 2, url: 'https://example.org/late' }));
    await sign.clock.advance(9_999);
    expect([sign.shell.restarts, far.heard('sign:released')]).toEqual([0, [{}]]);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    await sign.clock.advance(1);
    expect(sign.shell.restarts).toBe(1);
    expect(sign.store.disk).toMatchObject({ identity: null });
  });

  test.each(['sign:unregistered, then the end of the connection', 'the end of the connection', 'no connection'])(
    'wipes itself where there is %s',
    async (what) => {
      const sign = await claimedSign();
      const far = sign.transport.last();
      far.deaf.add('sign:released');
      sign.transport.mode = 'refusing';
      const code = codeOf(sign);
      if (what === 'no connection') far.lose();
      expect(sign.agent.release(code)).toBe(true);
      if (what.startsWith('sign:')) far.say('sign:unregistered', { reason: 'released' });
      if (what !== 'no connection') far.lose();
      await sign.clock.advance(0);
      expect(sign.shell.restarts).toBe(1);
      expect(sign.store.disk).toMatchObject({ identity: null });
    },
  );

  test('K3: after a power cut before the wipe it is the old sign, which the backend refuses with reset, and then a new one', async () => {
    const sign = await claimedSign();
    const before = sign.transport.last().handshake;
    sign.store.holding = true;
    expect(sign.agent.release(codeOf(sign))).toBe(true);
    await sign.clock.advance(0);
    expect(sign.shell.restarts).toBe(0);
    sign.store.cutPower();
    sign.store.holding = false;
    sign.transport.mode = 'manual';
    await sign.reboot();
    expect(sign.transport.last().handshake.signId).toBe(before.signId);
    sign.transport.last().refuse('identity_conflict', true);
    await sign.clock.advance(0);
    expect(sign.shell.restarts).toBe(1);
    expect(sign.store.disk).toMatchObject({ identity: null, organizationId: null });
  });

  test('is possible while the sign is unclaimed, and brings a hidden sign back to the screen', async () => {
    const unclaimed = await registeredSign();
    expect(unclaimed.agent.release(codeOf(unclaimed))).toBe(true);
    await unclaimed.clock.advance(0);
    expect([unclaimed.shell.restarts, unclaimed.transport.last().heard('sign:released')]).toEqual([1, [{}]]);

    const hidden = await claimedSign();
    const commandId = '22222222-0000-4000-8000-000000000001';
    const expiresAt = new Date(hidden.clock.now() + 60_000).toISOString();
    hidden.transport.last().say('sign:set_background_mode', { commandId, expiresAt, enabled: true });
    await hidden.clock.advance(1_000);
    expect(hidden.shell.background).toBe(true);
    hidden.agent.release(codeOf(hidden));
    await hidden.clock.advance(0);
    expect(hidden.shell.background).toBe(false);
  });
});

describe('K1: a machine that can’t read its network cards', () => {
  const macAddressOf = (signId: string): string => `02:${signId.slice(0, 8).replace(/..(?=.)/g, '$&:')}:00`;

  test('derives its hardware address from its signId, keeps both through a reboot, and derives a new address if another device has the signId', async () => {
    const sign = createSignUnderTest();
    sign.shell.interfaces = [];
    sign.shell.macAddressOf = macAddressOf;
    sign.transport.mode = 'manual';
    await sign.reboot();
    const first = sign.transport.last().handshake;
    expect(first.macAddress).toBe(macAddressOf(first.signId));
    sign.transport.last().refuse('identity_conflict');
    await nextAttempt(sign);
    const second = sign.transport.last().handshake;
    expect(second.signId).not.toBe(first.signId);
    expect(second.macAddress).toBe(macAddressOf(second.signId));
    await sign.reboot();
    expect(sign.transport.last().handshake).toMatchObject({ signId: second.signId, macAddress: second.macAddress });
  });
});
