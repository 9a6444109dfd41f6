import { createScriptedTransport } from '@sign-display/kiosk-agent/testing/scripted-transport';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { expect, test } from 'vitest';
import { createFrameChecks, NOT_ASKED, NOT_OURS } from './frame-check-requests.ts';

const PAGE = 'https://example.org/wall';
const FRAMABLE = { ok: true, framable: true, httpStatus: 200, fingerprint: 'a', reason: null, detail: '' };
const REFUSED = { ...FRAMABLE, framable: false, fingerprint: null, reason: 'url_load_failed', detail: 'refuses' };

function newChecks() {
  const clock = createVirtualClock();
  const service = createScriptedTransport(clock);
  const checks = createFrameChecks(clock, service);
  const handlers = { onOpen: () => {}, onRefused: () => {}, onLost: () => {}, onMessage: () => {} };
  const handshake = {
    protocol: 1 as const,
    signId: '',
    deviceSecret: '',
    bootId: '',
    macAddress: '',
    appVersion: '1.0.0',
  };
  return {
    clock,
    service,
    checks,
    asked: () => service.attempts.flatMap((far) => far.heard('sign:frame_check')).length,
    async register() {
      await checks.transport.connect(handshake, handlers).request('sign:register', {} as never, 10_000);
    },
  };
}
const NEVER = new AbortController().signal;

test('K4: a check of a discarded page sends no more requests, and leaves no timer', async () => {
  const { clock, checks, asked, register } = newChecks();
  await register();
  const giveUp = new AbortController();
  const reply = checks.ask(PAGE, 60_000, giveUp.signal);
  await clock.advance(5_000);
  const before = asked();
  expect(before).toBeGreaterThan(2);
  giveUp.abort();
  expect(await reply).toBeNull();
  await clock.advance(60_000);
  expect(asked()).toBe(before);
  expect(clock.pending()).toBe(0);
});

test('K4: a check that waits for a connection sends nothing after its page is discarded', async () => {
  const { clock, checks, asked, register, service } = newChecks();
  service.frameReply = FRAMABLE;
  const giveUp = new AbortController();
  const reply = checks.ask(PAGE, 60_000, giveUp.signal);
  giveUp.abort();
  expect(await reply).toBeNull();
  await register();
  await clock.advance(60_000);
  expect(asked()).toBe(0);
  expect(clock.pending()).toBe(0);
});

test('K4: a check waits for the connection, retries until the service answers, and ends at its time limit', async () => {
  const { clock, checks, service, register } = newChecks();
  expect(await Promise.all([checks.ask(PAGE, 5_000, NEVER), clock.advance(5_000)])).toEqual([null, undefined]);
  const reply = checks.ask(PAGE, 20_000, NEVER);
  await clock.advance(5_000);
  await register();
  await clock.advance(5_000);
  service.frameReply = FRAMABLE;
  await clock.advance(2_000);
  expect(await reply).toEqual(FRAMABLE);
  expect(clock.pending()).toBe(0);
});

const refusedWith = (code: string, retryAfterMs?: number) => ({
  ok: false,
  error: { code, detail: 'no', retryAfterMs },
});

test.each(['not_found', 'forbidden'])('K4: a check that the service answers with %s is not repeated', async (code) => {
  const { clock, checks, service, asked, register } = newChecks();
  await register();
  service.frameReply = refusedWith(code);
  expect(await checks.ask(PAGE, 60_000, NEVER)).toBe('not_ours');
  expect(await checks.check(PAGE)).toEqual({ ok: false, detail: NOT_OURS });
  expect(asked()).toBe(2);
  expect(clock.pending()).toBe(0);
});

test('K4: a check that the service refuses to repeat so soon waits as long as the service asks', async () => {
  const { clock, checks, service, asked, register } = newChecks();
  await register();
  service.frameReply = refusedWith('rate_limited', 7_000);
  const reply = checks.ask(PAGE, 60_000, NEVER);
  await clock.advance(6_900);
  expect(asked()).toBe(1);
  service.frameReply = FRAMABLE;
  await clock.advance(200);
  expect(await reply).toEqual(FRAMABLE);
  expect(asked()).toBe(2);
});

test('G16: a check tells where the page leads, if the service says so', async () => {
  const { checks, service, register } = newChecks();
  await register();
  service.frameReply = { ...FRAMABLE, host: 'login.example' };
  expect(await checks.check(PAGE)).toEqual({ ok: true, fingerprint: 'a', host: 'login.example' });
  service.frameReply = FRAMABLE;
  expect(await checks.check(PAGE)).toEqual({ ok: true, fingerprint: 'a' });
});

test('while the service is unreachable, the page on screen keeps its last result, though another page was checked after it', async () => {
  const { checks, service, register } = newChecks();
  expect(await checks.check(PAGE)).toEqual({ ok: false, detail: NOT_ASKED });
  await register();
  service.frameReply = FRAMABLE;
  await checks.ask(PAGE, 5_000, NEVER);
  service.frameReply = REFUSED;
  await checks.ask('https://example.org/other', 5_000, NEVER);
  service.last().lose();
  expect(await checks.check(PAGE)).toEqual({ ok: true, fingerprint: 'a' });
});
