import { describe, expect, test } from 'vitest';
import { configMessage, claimedMessage, PAGE } from './testing/backend-messages.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

async function bootedSign(seed = 1): Promise<SignUnderTest> {
  const sign = createSignUnderTest(seed);
  await sign.reboot();
  return sign;
}

/** Waits between connection attempts. */
const gaps = ({ transport }: SignUnderTest): number[] =>
  transport.attempts.slice(1).map(({ atMs }, index) => atMs - transport.attempts[index]!.atMs);

describe('coming back', () => {
  test('waits grow from under 1 s to under 60 s, whatever the backend’s refusal, and a registered identity stays', async () => {
    const sign = await bootedSign();
    sign.transport.mode = 'refusing';
    sign.transport.last().lose();
    await sign.clock.advance(3_600_000);
    const waits = gaps(sign);
    waits.forEach((wait, attempt) => expect(wait).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** attempt)));
    expect(Math.max(...waits)).toBeGreaterThan(30_000);
    sign.transport.mode = 'manual';
    const tried = sign.transport.attempts.length;
    while (sign.transport.attempts.length === tried) await sign.clock.advance(1_000);
    const { signId } = sign.transport.last().handshake;
    sign.transport.last().refuse('identity_conflict');
    while (sign.transport.attempts.length === tried + 1) await sign.clock.advance(1_000);
    expect(sign.transport.last().handshake.signId).toBe(signId);
    expect(sign.shell.qr?.notice).toMatch(/Another device/);
    sign.transport.last().open();
    await sign.clock.advance(0);
    expect(sign.shell.qr?.notice).toBeNull();
  });

  test('N8: a reset identity is wiped, and the next start is a new sign; without the word for it nothing is', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    const before = sign.transport.last().handshake;
    sign.transport.mode = 'manual';
    sign.transport.last().lose();
    for (const [code, reset] of [
      ['identity_conflict', false],
      ['clone_quarantined', true],
    ] as const) {
      const tried = sign.transport.attempts.length;
      while (sign.transport.attempts.length === tried) await sign.clock.advance(1_000);
      sign.transport.last().refuse(code, reset);
      expect([sign.shell.restarts, sign.shell.screen]).toEqual([0, `page:${PAGE}`]);
    }
    const tried = sign.transport.attempts.length;
    while (sign.transport.attempts.length === tried) await sign.clock.advance(1_000);
    sign.transport.last().refuse('identity_conflict', true);
    await sign.clock.advance(0);
    expect(sign.shell.restarts).toBe(1);
    expect(sign.store.disk).toMatchObject({ identity: null, organizationId: null, currentUrl: null, acks: [] });
    sign.transport.mode = 'welcoming';
    await sign.reboot();
    const after = sign.transport.last().handshake;
    expect(after.signId).not.toBe(before.signId);
    expect(after.deviceSecret).not.toBe(before.deviceSecret);
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(sign.shell.qr?.notice).toMatch(/reset this sign/);
  });

  test('only 60 s of a stable connection make the next wait short again', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'refusing';
    await sign.reboot();
    await sign.clock.advance(600_000);
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(60_000);
    const { attempts } = sign.agent.state().connection;
    expect(attempts).toBeGreaterThan(5);
    sign.transport.last().lose();
    expect(sign.agent.state().connection.attempts).toBe(attempts + 1);
    await sign.clock.advance(60_000 + 61_000);
    sign.transport.last().lose();
    expect(sign.agent.state().connection.attempts).toBe(1);
  });

  test('server:reconnect is honoured to the millisecond', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('server:reconnect', { afterMs: 12_345 });
    expect(sign.transport.last().closed).toBe(true);
    await sign.clock.advance(12_344);
    expect(sign.transport.attempts).toHaveLength(1);
    await sign.clock.advance(1);
    expect(sign.transport.attempts).toHaveLength(2);
  });

  test('after rate_limited the sign stays away as long as it was told, and a little', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.say('kiosk:error', { code: 'rate_limited', detail: 'slow down', retryAfterMs: 30_000 });
    far.lose();
    await sign.clock.advance(29_999);
    expect(sign.transport.attempts).toHaveLength(1);
    await sign.clock.advance(1_002);
    expect(sign.transport.attempts).toHaveLength(2);
  });

  test('a fleet that lost its backend in one instant comes back spread out, and beats spread out', async () => {
    const clock = createVirtualClock();
    const fleet = Array.from({ length: 200 }, (_, index) => createSignUnderTest(index, clock));
    for (const sign of fleet) await sign.reboot();
    for (const sign of fleet) {
      sign.transport.last().lose();
      sign.transport.mode = 'refusing';
    }
    await clock.advance(120_000);
    const lastAttempts = fleet.map(({ transport }) => transport.last().atMs);
    expect(busiestSecond(lastAttempts)).toBeLessThan(30);
    for (const sign of fleet) sign.transport.mode = 'welcoming';
    await clock.advance(60_000);
    const from = clock.monotonicMs();
    for (const sign of fleet) expect(sign.agent.state().connection.phase).toBe('registered');
    const beats: number[] = [];
    for (let slice = 0; slice < 10; slice += 1) {
      const before = fleet.map((sign) => sign.agent.state().heartbeat.seq);
      await clock.advance(500);
      beats.push(fleet.filter((sign, index) => sign.agent.state().heartbeat.seq > before[index]!).length);
    }
    expect(clock.monotonicMs() - from).toBe(5_000);
    expect(beats.reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(Math.max(...beats)).toBeLessThan(40);
  });
});

function busiestSecond(times: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(Math.floor(time / 1_000), (counts.get(Math.floor(time / 1_000)) ?? 0) + 1);
  return Math.max(...counts.values());
}

describe('a connection that is none', () => {
  test('three unanswered heartbeats end a half-open connection, and a new one is made', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    await sign.clock.advance(20_000);
    far.silent = true;
    await sign.clock.advance(14_900);
    expect(far.closed).toBe(false);
    await sign.clock.advance(7_000);
    expect(far.closed).toBe(true);
    expect(sign.transport.attempts).toHaveLength(2);
    expect(sign.agent.state().connection.phase).toBe('registered');
  });

  test('a register without a reply is closed and tried again', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    const far = sign.transport.last();
    far.silent = true;
    far.open();
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(11_000);
    expect(far.closed).toBe(true);
    expect(sign.agent.state().connection.phase).toBe('registered');
  });

  test('a handshake that is never answered is given up', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    await sign.clock.advance(31_000);
    expect(sign.transport.attempts.length).toBe(2);
    expect(sign.transport.attempts[0]!.closed).toBe(true);
  });

  test('what an older connection still says is not heard', async () => {
    const sign = await bootedSign();
    const old = sign.transport.last();
    old.lose();
    await sign.clock.advance(2_000);
    old.say('sign:claimed', claimedMessage());
    old.lose();
    old.refuse('identity_conflict');
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(sign.agent.state().connection.phase).toBe('registered');
    expect(sign.transport.attempts).toHaveLength(2);
  });
});

describe('what is said', () => {
  test('C7: a config that overtakes the reply to the register is not lost', async () => {
    const sign = createSignUnderTest();
    sign.transport.mode = 'manual';
    await sign.reboot();
    sign.transport.last().open();
    sign.transport.last().say('sign:config', configMessage());
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('A5: malformed and unknown messages are logged and dropped', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    for (const payload of [undefined, null, 7, 'x', [], { requestId: 1 }, { configVersion: -1 }]) {
      far.sayAnything('sign:apply_link', payload);
      far.sayAnything('sign:config', payload);
      far.sayAnything('sign:surprise', payload);
      far.sayAnything('__proto__', payload);
    }
    await sign.clock.advance(10_000);
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(sign.agent.state().connection.phase).toBe('registered');
    expect(sign.shell.logged.filter(({ message }) => message === 'message dropped')).toHaveLength(28);
  });

  test('a content report made without a connection is sent at the next register, with the time it happened', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    sign.transport.mode = 'refusing';
    sign.transport.skewMs = 3_600_000;
    await sign.reboot();
    await sign.clock.advance(100);
    const displayedAt = sign.clock.now() + sign.transport.skewMs;
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(60_000);
    expect(sign.transport.last().heard('sign:content_displayed')).toMatchObject([
      { url: PAGE, at: new Date(displayedAt).toISOString() },
    ]);
  });

  test('no secret is ever logged', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:claimed', claimedMessage());
    await sign.clock.advance(60_000);
    const { deviceSecret } = sign.transport.last().handshake;
    expect(JSON.stringify(sign.shell.logged)).not.toContain(deviceSecret);
  });
});
