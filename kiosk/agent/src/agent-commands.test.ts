import { describe, expect, test } from 'vitest';
import {
  at,
  claimedMessage,
  commandIdOf,
  configMessage,
  OTHER_PAGE,
  PAGE,
  UNCLAIMED_CONFIG,
} from './testing/backend-messages.ts';
import type { BackendEvent } from '@sign-display/contracts/kiosk-events';
import { jsonBytes } from './wire/wire-size.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';
import { settle } from './testing/virtual-clock.ts';

async function showingSign(heartbeatIntervalMs = 5_000): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  sign.transport.heartbeatIntervalMs = heartbeatIntervalMs;
  await sign.reboot();
  sign.transport.last().say('sign:claimed', claimedMessage());
  await sign.clock.advance(1_000);
  return sign;
}

async function order(sign: SignUnderTest, event: BackendEvent, n: number, more: object = {}): Promise<void> {
  const expiresAt = at(sign.clock.now() + 60_000);
  sign.transport.last().sayAnything(event, { commandId: commandIdOf(n), expiresAt, ...more });
  await settle();
}

type Far = ReturnType<SignUnderTest['transport']['last']>;
const acks = (sign: SignUnderTest) => sign.transport.last().heard('sign:command_ack');
const errors = (sign: SignUnderTest) => sign.transport.last().heard('sign:command_error');

test('K6: refresh loads the page once however often it is sent, and an expired one not at all', async () => {
  const sign = await showingSign();
  const far = sign.transport.last();
  const expiresAt = at(sign.clock.now() + 10_000);
  far.say('sign:refresh', { commandId: commandIdOf(1), expiresAt });
  far.say('sign:refresh', { commandId: commandIdOf(1), expiresAt });
  await sign.clock.advance(11_000);
  far.say('sign:refresh', { commandId: commandIdOf(2), expiresAt });
  await settle();
  expect(sign.shell.proved).toEqual([PAGE, PAGE]);
  expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
  expect(errors(sign)).toMatchObject([{ commandId: commandIdOf(2), code: 'expired' }]);
});

describe('K6: a reboot', () => {
  test('is on disk before it happens, happens once, and is answered by the sign that comes up', async () => {
    const sign = await showingSign();
    sign.store.holding = true;
    await order(sign, 'sign:reboot', 1);
    expect(sign.shell.restarts).toBe(0);
    sign.store.release();
    await settle();
    expect(sign.shell.restarts).toBe(1);
    expect(acks(sign)).toEqual([]);
    await sign.reboot();
    await order(sign, 'sign:reboot', 1);
    await sign.clock.advance(10_000);
    expect(sign.shell.restarts).toBe(1);
    expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
    // The backend has it: nothing is said again.
    sign.transport.last().lose();
    await sign.clock.advance(10_000);
    expect(acks(sign)).toEqual([]);
    await order(sign, 'sign:reboot', 1);
    expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
  });

  test('is refused as a loop after three in ten minutes, of either kind, and done again later', async () => {
    const sign = await showingSign();
    for (const n of [1, 2, 3]) {
      await order(sign, n === 2 ? 'sign:reboot_device' : 'sign:reboot', n);
      await sign.reboot();
    }
    await order(sign, 'sign:reboot_device', 4);
    expect(errors(sign)).toMatchObject([{ commandId: commandIdOf(4), code: 'reboot_loop' }]);
    expect(sign.shell.deviceRestarts).toBe(1);
    await sign.clock.advance(600_000);
    await order(sign, 'sign:reboot', 5);
    expect(sign.shell.restarts).toBe(3);
  });

  test('that the machine refuses, or that never comes, is an error', async () => {
    const sign = await showingSign();
    sign.shell.failing.set('rebootDevice', Object.assign(new Error('no permission'), { code: 'not_supported' }));
    await order(sign, 'sign:reboot_device', 1);
    sign.shell.failing.delete('rebootDevice');
    await order(sign, 'sign:reboot_device', 2);
    await sign.clock.advance(61_000);
    expect(errors(sign)).toMatchObject([
      { commandId: commandIdOf(1), code: 'not_supported', detail: 'no permission' },
      { commandId: commandIdOf(2), code: 'timeout' },
    ]);
  });

  test('that the disk put off until its expiry is not done any more', async () => {
    const sign = await showingSign();
    sign.store.failing.writes = 100;
    await order(sign, 'sign:reboot', 1);
    await sign.clock.advance(61_000);
    sign.store.failing.writes = 0;
    await sign.clock.advance(31_000);
    expect(sign.shell.restarts).toBe(0);
    expect(errors(sign)).toMatchObject([{ code: 'expired' }]);
  });
});

describe('M3: an outcome', () => {
  test('that found no connection is told at the next register, and one that was lost on the way again', async () => {
    const sign = await showingSign(60_000);
    sign.shell.pages.set(PAGE, 'hang');
    await order(sign, 'sign:refresh', 1);
    sign.transport.last().lose();
    sign.shell.finish({ ok: true, loadMs: 5, httpStatus: 200 });
    await sign.clock.advance(1_500);
    expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
    // Cut before a heartbeat vouched for it.
    sign.transport.last().lose();
    await sign.clock.advance(3_000);
    expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
  });

  test('of what a power cut interrupted is said to be that', async () => {
    const sign = await showingSign();
    sign.shell.failing.set('checkForUpdate', 'hang');
    await order(sign, 'sign:update', 1);
    await sign.reboot();
    await order(sign, 'sign:update', 1);
    expect(errors(sign)).toMatchObject([{ commandId: commandIdOf(1), code: 'interrupted' }]);
    expect(sign.shell.updateChecks).toBe(0);
  });
});

test('background mode is the shell’s, in the heartbeats, over a reboot, and ends with the claim', async () => {
  const sign = await showingSign();
  await order(sign, 'sign:set_background_mode', 1, { enabled: true });
  await sign.reboot();
  expect(sign.shell.background).toBe(true);
  sign.transport.last().say('sign:config', configMessage());
  await sign.clock.advance(5_000);
  expect(sign.transport.last().heard('heartbeat').at(-1)).toMatchObject({ mode: 'background' });
  sign.transport.last().say('sign:unregistered', { reason: 'moved' });
  await settle();
  expect(sign.shell.background).toBe(false);
});

test('an update is acknowledged when it was looked for; how it goes on is told, the newest if there was no connection', async () => {
  const sign = await showingSign();
  await order(sign, 'sign:update', 1);
  sign.agent.updateStatus({ state: 'downloading', version: '2.0.0', percent: 1 });
  sign.agent.updateStatus({ state: 'downloading', version: '2.0.0', percent: 2 });
  expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
  expect(sign.transport.last().heard('sign:update_status')).toHaveLength(1);
  sign.transport.last().lose();
  sign.agent.updateStatus({ state: 'downloading', percent: 60 });
  sign.agent.updateStatus({ state: 'failed', detail: 'disk\u0000full' });
  await sign.clock.advance(1_500);
  expect(sign.transport.last().heard('sign:update_status')).toEqual([{ state: 'failed', detail: 'disk\uFFFDfull' }]);
});

describe('a screenshot', () => {
  test('comes with its time and size; it waits for a backend that is away', async () => {
    const sign = await showingSign();
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    expect(acks(sign)).toEqual([
      {
        commandId: commandIdOf(1),
        result: { capturedAt: at(sign.clock.now()), ...sign.shell.screenshot },
      },
    ]);
    sign.transport.last().lose();
    await sign.clock.advance(1_500);
    // A sign that lost its record meanwhile owes no picture: the backend cuts it off for one.
    expect(acks(sign)).toEqual([]);
    sign.transport.last().say('sign:config', configMessage({}));
    await sign.clock.advance(0);
    expect(acks(sign)).toMatchObject([{ commandId: commandIdOf(1), result: { width: 640 } }]);
    await sign.clock.advance(10_000);
    expect(sign.agent.state().shot).toBeNull();
  });

  test('that fails or is too large is an error', async () => {
    const sign = await showingSign();
    sign.shell.failing.set('captureScreen', Object.assign(new Error('no surface'), { code: 'EIO' }));
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    sign.shell.failing.clear();
    sign.shell.screenshot = { ...sign.shell.screenshot, image: new Uint8Array(4 * 1024 * 1024) };
    await order(sign, 'sign:screenshot', 2, { maxWidth: 640 });
    expect(errors(sign)).toMatchObject([{ code: 'screenshot_failed', detail: 'no surface' }, { code: 'too_large' }]);
  });

  test.each([
    ['unregistered', (far: Far) => far.say('sign:unregistered', { reason: 'Unregistered.' })],
    ['deleted', (far: Far) => far.say('sign:deleted', { reason: 'Deleted.' })],
    ['told that it is nobody’s', (far: Far) => far.say('sign:config', UNCLAIMED_CONFIG)],
    ['claimed for another record', (far: Far) => far.say('sign:claimed', claimedMessage({ request: 2, record: 2 }))],
  ])('H1: that the backend has not confirmed is dropped when the sign is %s', async (_how, end) => {
    const sign = await showingSign();
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    expect(acks(sign)).toHaveLength(1);
    end(sign.transport.last());
    await settle();
    expect(sign.agent.state().shot).toBeNull();
    sign.transport.last().lose();
    await sign.clock.advance(1_500);
    expect(acks(sign)).toEqual([]);
    expect(errors(sign)).toMatchObject([{ commandId: commandIdOf(1), code: 'superseded' }]);
  });

  test('H1: that is still being taken when the sign is unregistered is not sent', async () => {
    const sign = await showingSign();
    sign.shell.failing.set('captureScreen', 'hang');
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    sign.transport.last().say('sign:unregistered', { reason: 'Unregistered.' });
    await settle();
    expect(acks(sign)).toEqual([]);
    expect(errors(sign)).toMatchObject([{ commandId: commandIdOf(1), code: 'superseded' }]);
  });

  test('is not taken of a sign that nobody has claimed', async () => {
    const sign = createSignUnderTest();
    await sign.reboot();
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    expect([acks(sign), errors(sign)]).toMatchObject([[], [{ commandId: commandIdOf(1), code: 'not_claimed' }]]);
  });

  test('that still waits for the disk when the claim ends is never taken', async () => {
    const sign = await showingSign();
    sign.store.holding = true;
    await order(sign, 'sign:screenshot', 1, { maxWidth: 640 });
    sign.transport.last().say('sign:unregistered', { reason: 'because' });
    sign.store.release();
    await sign.clock.advance(1_000);
    expect([acks(sign), errors(sign)]).toMatchObject([[], [{ commandId: commandIdOf(1), code: 'superseded' }]]);
  });
});

describe('logs', () => {
  test('come in messages that fit the wire, each acknowledged before the next, and go on where a lost connection was', async () => {
    const sign = await showingSign();
    for (let n = 0; n < 400; n += 1) sign.transport.last().sayAnything('x'.repeat(99), 'é'.repeat(10));
    sign.transport.last().deaf.add('sign:logs');
    await order(sign, 'sign:fetch_logs', 1, { limit: 300 });
    const first = sign.transport.last().heard('sign:logs');
    expect(first).toHaveLength(1);
    sign.transport.last().lose();
    await sign.clock.advance(1_500);
    const pieces = sign.transport.last().heard('sign:logs');
    expect(pieces[0]).toEqual(first[0]);
    expect(pieces.flatMap(({ lines }) => lines)).toHaveLength(300);
    for (const piece of pieces) expect(jsonBytes(piece)).toBeLessThanOrEqual(64 * 1024);
    expect(pieces.every(({ truncated }) => truncated)).toBe(true);
    await settle();
    expect(acks(sign)).toEqual([{ commandId: commandIdOf(1) }]);
  });

  test('that the backend refuses, or does not answer, are an error', async () => {
    const sign = await showingSign();
    sign.transport.last().deaf.add('sign:logs');
    await order(sign, 'sign:fetch_logs', 1, { limit: 300 });
    // Only its own reply is missing: the connection holds.
    await sign.clock.advance(11_000);
    expect(errors(sign)).toMatchObject([{ code: 'backend_silent' }]);
  });

  test.each(['sign:unregistered', 'sign:deleted', 'sign:config', 'sign:claimed'] as const)(
    'A1: of a claim that %s has ended are nowhere: not for who asks next, not on disk, not on their way',
    async (end) => {
      const sign = await showingSign();
      sign.agent.pageFailed({ url: PAGE, code: 'crashed', detail: 'of the last event' });
      sign.transport.last().say('sign:config', configMessage({ url: OTHER_PAGE, version: 2 }));
      await settle();
      await sign.reboot();
      sign.transport.last().deaf.add('sign:logs');
      await order(sign, 'sign:fetch_logs', 1, { limit: 5_000 });
      expect(JSON.stringify(sign.transport.last().heard('sign:logs'))).toContain('of the last event');
      sign.transport.last().deaf.clear();
      // It hears of the end now, or only when it registers again, after a boot.
      if (end === 'sign:config') await sign.reboot();
      if (end === 'sign:config') sign.transport.last().say(end, UNCLAIMED_CONFIG);
      else if (end !== 'sign:claimed') sign.transport.last().say(end, { reason: 'moved' });
      sign.transport.last().say('sign:claimed', claimedMessage({ request: 2, record: 2, url: OTHER_PAGE }));
      await sign.clock.advance(1_000);
      const heard = sign.transport.last().heard('sign:logs').length;
      await order(sign, 'sign:fetch_logs', 2, { limit: 5_000 });
      sign.transport.last().lose();
      await sign.clock.advance(5_000);
      const later = [
        ...sign.transport.attempts.at(-2)!.heard('sign:logs').slice(heard),
        ...sign.transport.last().heard('sign:logs'),
      ];
      expect(later.flatMap(({ lines }) => lines).some(({ message }) => message.startsWith('claimed'))).toBe(true);
      for (const kept of [later, sign.store.disk]) expect(JSON.stringify(kept)).not.toContain('of the last event');
    },
  );

  test('hold what happened before a crash, also where nothing was stored since', async () => {
    const sign = await showingSign();
    sign.agent.pageFailed({ url: PAGE, code: 'crashed', detail: 'out of memory' });
    await sign.reboot();
    await order(sign, 'sign:fetch_logs', 1, { limit: 5_000 });
    const messages = sign.transport
      .last()
      .heard('sign:logs')
      .flatMap(({ lines }) => lines.map(({ message }) => message));
    expect(messages.some((message) => message.includes('out of memory'))).toBe(true);
  });
});

describe('M2: content right now, with its end', () => {
  const DAY_MS = 86_400_000;

  test('goes back to what is assigned by itself, over a reboot, without a connection, by the backend’s clock', async () => {
    const sign = createSignUnderTest();
    // The sign's own clock is a year behind.
    sign.transport.skewMs = 365 * DAY_MS;
    await sign.reboot();
    const until = at(sign.clock.now() + sign.transport.skewMs + 600_000);
    const assigned = { contentId: null, url: PAGE };
    const config = {
      ...configMessage({ url: OTHER_PAGE, version: 2 }),
      until,
      assigned: { ...assigned, contentId: commandIdOf(1) },
    };
    sign.transport.last().say('sign:config', config);
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    sign.transport.mode = 'refusing';
    await sign.reboot();
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    await sign.clock.advance(600_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('a clock that forgets at power-off is not earlier than the backend has been', async () => {
    const sign = await showingSign();
    const until = at(sign.clock.now() + 30_000);
    await sign.clock.advance(20_000);
    sign.transport
      .last()
      .say('sign:config', { ...configMessage({ url: OTHER_PAGE, version: 2 }), until, assigned: null });
    await sign.clock.advance(1_000);
    sign.transport.mode = 'refusing';
    sign.clock.jumpWall(-sign.clock.now());
    await sign.reboot();
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    await sign.clock.advance(30_000);
    expect(sign.shell.screen).toBe('splash:Sign 1');
  });

  test('null as its end is content that ends when it is told to', async () => {
    const sign = await showingSign();
    const assigned = { contentId: commandIdOf(1), url: PAGE };
    sign.transport
      .last()
      .say('sign:config', { ...configMessage({ url: OTHER_PAGE, version: 2 }), until: null, assigned });
    await sign.clock.advance(DAY_MS);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
  });
});
