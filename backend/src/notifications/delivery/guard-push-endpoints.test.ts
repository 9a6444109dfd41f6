import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { startPushReceiver } from '../../testing/push-receiver.ts';
import { isPublicAddress } from '../../urls/address-kind.ts';
import { createPushEndpoints } from './guard-push-endpoints.ts';
import { pushContact } from './push-contact.ts';
import { createPushSender, encodePayload } from './push-sender.ts';
import webPush from 'web-push';

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'nonsense',
  '',
];
const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:400a::1', '::ffff:8.8.8.8'];

test.each(PRIVATE)('A5: %s is no address of a push service', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(PUBLIC)('%s may be one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
test('A5: what is private as IPv4 is so as IPv6', () => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      (address) => void expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address)),
    ),
  );
});

/** A name server that says these, one after the other, and then the last. */
function names(...answers: (string[] | Error)[]) {
  let asked = 0;
  return (_host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    if (answer instanceof Error) done(answer, []);
    else
      done(
        null,
        answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
}

describe('A5: an endpoint', () => {
  const publicName = createPushEndpoints({ allowPrivate: false, lookUpAll: names(['8.8.8.8']) });
  test.each([
    'http://push.example.org/1',
    'ftp://push.example.org/1',
    'https://ada:secret@push.example.org/1',
    'push.example.org',
    'https://127.0.0.1/1',
    'https://127.1/1',
    'https://2130706433/1',
    'https://0x7f.1/1',
    'https://[::1]/1',
    'https://[::ffff:7f00:1]/1',
    'https://[fd00::1]/1',
    'https://push/1',
    'https://push.local/1',
    'https://localhost/1',
  ])('%s is refused', async (endpoint) => {
    expect(await publicName.check(endpoint)).not.toBe(null);
    expect(() => publicName.open(endpoint)).toThrow(/private/);
  });
  test('whose name means a public address is not', async () => {
    expect(await publicName.check('https://push.example.org/1')).toBe(null);
    expect(await publicName.check('https://8.8.8.8/1')).toBe(null);
  });
  test('one of whose addresses is private is refused; one that has none now is checked when it is used', async () => {
    const mixed = createPushEndpoints({ allowPrivate: false, lookUpAll: names(['8.8.8.8', '10.0.0.1']) });
    expect(await mixed.check('https://push.example.org/1')).not.toBe(null);
    const unknown = createPushEndpoints({ allowPrivate: false, lookUpAll: names(new Error('ENOTFOUND')) });
    expect(await unknown.check('https://push.example.org/1')).toBe(null);
  });
});

const PAYLOAD = {
  notificationId: 'id',
  title: 'Title',
  text: 'Text',
  eventId: 'e',
  kind: 'sign_offline',
  tag: 'tag',
  url: '/',
};
const keys = webPush.generateVAPIDKeys();
const senderFor = (
  endpoints: ReturnType<typeof createPushEndpoints>,
  own: Partial<Parameters<typeof createPushSender>[0]> = {},
) =>
  createPushSender({
    clock: systemClock,
    endpoints,
    vapidKeys: async () => keys,
    contact: () => ({ subject: 'mailto:signs@example.org' }),
    ...own,
  });

test.each([
  ['a', ['127.0.0.1']],
  ['also a', ['8.8.8.8', '127.0.0.1']],
  ['also a', ['127.0.0.1', '8.8.8.8']],
])(
  'A5: a name that means %s private address at the connection is not connected to (DNS rebinding) %j',
  async (_, later) => {
    let connected = 0;
    const server = createServer((socket) => {
      connected += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void server.close());
    const rebound = createPushEndpoints({ allowPrivate: false, lookUpAll: names(['8.8.8.8'], later) });
    onTestFinished(rebound.close);
    const endpoint = `https://push.example.org:${(server.address() as AddressInfo).port}/1`;
    expect(await rebound.check(endpoint)).toBe(null);
    const receiver = await startPushReceiver();
    onTestFinished(receiver.close);
    const { p256dh, auth } = receiver.subscribe().keys;
    const outcome = await senderFor(rebound)({ endpoint, p256dh, auth }, PAYLOAD, { isUrgent: true });
    expect(outcome).toMatchObject({ result: 'failed', error: expect.stringMatching(/private/) });
    expect(connected).toBe(0);
  },
);

describe('a push service', () => {
  async function start() {
    const receiver = await startPushReceiver();
    const endpoints = createPushEndpoints({ allowPrivate: true });
    onTestFinished(async () => {
      endpoints.close();
      await receiver.close();
    });
    const { endpoint, keys: own } = receiver.subscribe();
    const target = { endpoint, ...own };
    const send = (payload = PAYLOAD) => senderFor(endpoints)(target, payload, { isUrgent: true });
    return { receiver, target, send };
  }

  test('takes a message that its browser can read, signed by us', async () => {
    const { receiver, target, send } = await start();
    expect([await send(), receiver.faults]).toEqual([{ result: 'taken' }, []]);
    expect(receiver.received).toEqual([
      {
        endpoint: target.endpoint,
        payload: PAYLOAD,
        vapidPublicKey: keys.publicKey,
        headers: { ttl: '86400', urgency: 'high', topic: 'tag' },
      },
    ]);
  });

  test.each([
    [404, { result: 'gone' }],
    [410, { result: 'gone' }],
    [429, { result: 'failed', error: 'The push service answered 429.' }],
    [500, { result: 'failed', error: 'The push service answered 500.' }],
    [302, { result: 'failed', error: 'The push service answered 302.' }],
  ])('that answers %i', async (status, outcome) => {
    const { receiver, target, send } = await start();
    receiver.answer(target.endpoint, status);
    expect(await send()).toEqual(outcome);
  });

  test.each([
    ['of Apple', '{"reason":"BadJwtToken"}', 'BadJwtToken'],
    ['of Mozilla', '{"code":403,"errno":109,"error":"Forbidden","message":"Invalid subject."}', 'Invalid subject'],
    ['of Google', '{"error":{"code":403,"message":"The sender is unknown"}}', 'The sender is unknown'],
    ['in an error alone', '{"error":"Forbidden"}', 'Forbidden'],
    ['as text', 'the VAPID subject\r\nis not valid\n', 'the VAPID subject is not valid'],
    ['as a page', '<title>403</title><style>a{}</style><p>Not <b>allowed</b></p>', '403 Not allowed'],
    ['with the endpoint', '{"message":"No https://1.1.1.1/a?b=c of ada@example.org"}', 'No [link] of [address]'],
    ['that is long', 'x'.repeat(100_000), `${'x'.repeat(199)}…`],
  ])('G18: the reason %s is shown on one line', async (_whose, body, reason) => {
    const { receiver, target, send } = await start();
    receiver.answer(target.endpoint, 403, { body });
    expect(await send()).toEqual({ result: 'failed', error: `The push service answered 403: ${reason}.` });
  });

  test('G18: is sent nothing without a public contact, and the sender learns why', async () => {
    const { receiver, target } = await start();
    const endpoints = createPushEndpoints({ allowPrivate: true });
    onTestFinished(endpoints.close);
    const contact = () =>
      pushContact({
        contact: null,
        mailFrom: 'Sign Display Service <no-reply@localhost>',
        publicUrl: 'http://localhost:3000',
      });
    const outcome = await senderFor(endpoints, { contact })(target, PAYLOAD, { isUrgent: true });
    expect(outcome).toEqual({ result: 'failed', error: expect.stringContaining('Set PUSH_CONTACT') });
    expect(receiver.asked(target.endpoint)).toBe(0);
  });

  test('that is away', async () => {
    const { receiver, send } = await start();
    await receiver.close();
    expect(await send()).toMatchObject({ result: 'failed', error: expect.stringMatching(/reached/) });
  });

  test.each([
    { p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { p256dh: 'AAAA' },
    { auth: Buffer.alloc(15).toString('base64url') },
  ])('is not asked for a browser whose keys are none: %j', async (odd) => {
    const { receiver, target } = await start();
    const endpoints = createPushEndpoints({ allowPrivate: true });
    onTestFinished(endpoints.close);
    const outcome = await senderFor(endpoints)({ ...target, ...odd }, PAYLOAD, { isUrgent: false });
    expect([outcome, receiver.received]).toEqual([{ result: 'gone' }, []]);
  });

  test.each([
    ['its sender’s name', { contact: () => ({ subject: 'nobody' }) }],
    ['its sender’s keys', { vapidKeys: async () => ({ ...keys, privateKey: 'short' }) }],
  ])('N7: loses no browser where the fault is ours: %s', async (_what, own) => {
    const { target } = await start();
    const endpoints = createPushEndpoints({ allowPrivate: true });
    onTestFinished(endpoints.close);
    const outcome = await senderFor(endpoints, own)(target, PAYLOAD, { isUrgent: false });
    // Only the log gets the exception's message, because it may quote our keys.
    expect(outcome).toEqual({ result: 'failed', error: 'The push could not be made.', logged: expect.any(String) });
  });

  test('N7: is sent 3,000 bytes at most, whatever the text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 5_000 });
    fc.assert(
      fc.property(text, text, (title, words) => {
        const encoded = encodePayload({ ...PAYLOAD, title, text: words });
        expect(Buffer.byteLength(encoded)).toBeLessThanOrEqual(3_000);
        const read = JSON.parse(encoded) as typeof PAYLOAD;
        expect(words.toWellFormed().startsWith(read.text.replace(/…$/, '').slice(0, -1))).toBe(true);
      }),
    );
  });
});
