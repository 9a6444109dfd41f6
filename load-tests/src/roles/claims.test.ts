import { expect, test } from 'vitest';
import { decodeFrame, encodeAck } from '../framing/frames.ts';
import { planRun } from '../plan/plan.ts';
import type { OpenSocket, Reply } from '../ports.ts';
import { createNodeWorld } from '../testing/ports-on-node.ts';
import { claims } from './claims.ts';

const PLAN = planRun({
  scenario: 'claim',
  profile: 'smoke',
  kiosks: 50,
  rate: 5,
  kiosksPerVu: 100,
  minutes: null,
  seed: 'seed',
  url: 'http://127.0.0.1:3000',
  email: 'a@b.example',
  password: 'secret',
  metricsUrl: null,
});
const CREW = { tokens: ['a'], owner: { organizationId: 'o', eventId: 'e', url: 'https://a.example' }, signIds: [] };
/** Of ten claims the eighth is asked for twice. */
const REPEATED = 7;

const reply = (status: number, body: object): Reply => ({
  status,
  header: () => undefined,
  text: () => JSON.stringify(body),
  json: () => body,
});
const ofSign = (status: number, id: string) => reply(status, { sign: { id } });

/** A service that lets every kiosk in and registers it. */
const openSocket: OpenSocket = (_url, _tags, handlers) => {
  queueMicrotask(() => handlers.opened());
  return {
    send(text) {
      const frame = decodeFrame(text);
      if (frame.type === 'connect') queueMicrotask(() => handlers.received('40/kiosk,{"sid":"s"}'));
      if (frame.type === 'event' && frame.id !== null) {
        const ack = encodeAck('/kiosk', frame.id, [{ ok: true, heartbeatIntervalMs: 5_000 }]);
        queueMicrotask(() => handlers.received(ack));
      }
    },
    close: () => {},
  };
};

/** What is said of one claim to a service with these answers, and whether it went as it should. */
async function claimOnce(number: number, ...replies: Reply[]) {
  const warned: string[] = [];
  const world = {
    ...createNodeWorld(),
    openSocket,
    ask: () => Promise.resolve(replies.shift()!),
    warn: (words: string) => void warned.push(words),
  };
  await claims(world, PLAN, CREW, number);
  expect(replies).toEqual([]);
  const verdicts = world.recorded.filter(({ metric }) => metric === 'claim_as_expected').map(({ value }) => value);
  return { warned, verdicts };
}

test.each([
  ['claimed once', 0, [ofSign(201, 's')]],
  ['claimed, and again with the same sign', REPEATED, [ofSign(201, 's'), ofSign(200, 's')]],
])('nothing is reported about a sign that is %s', async (_which, number, replies) => {
  expect(await claimOnce(number, ...replies)).toEqual({ warned: [], verdicts: [true] });
});

test('a claim that is refused is reported with the reply that refused it', async () => {
  expect(await claimOnce(0, reply(409, { code: 'device_no_ack' }))).toEqual({
    warned: ['claim 0 ended with device_no_ack: {"code":"device_no_ack"}'],
    verdicts: [false],
  });
});

test('a repeated claim that does not return the same sign is reported with its own reply, not with the reply to the first claim', async () => {
  expect(await claimOnce(REPEATED, ofSign(201, 's'), reply(409, { code: 'sign_already_claimed' }))).toEqual({
    warned: [
      'the repeat of claim 7 did not return the same sign and ended with sign_already_claimed: {"code":"sign_already_claimed"}',
    ],
    verdicts: [false],
  });
  expect(await claimOnce(REPEATED, ofSign(201, 's'), ofSign(200, 'other'))).toEqual({
    warned: ['the repeat of claim 7 did not return the same sign and ended with replayed: {"sign":{"id":"other"}}'],
    verdicts: [false],
  });
});

test('if the first claim is refused already, only its reply is reported', async () => {
  const failed = reply(409, { code: 'device_no_ack' });
  expect(await claimOnce(REPEATED, failed, failed)).toEqual({
    warned: ['claim 7 ended with device_no_ack: {"code":"device_no_ack"}'],
    verdicts: [false],
  });
});
