import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { NotificationPage } from '@sign-display/contracts/rest/notifications';
import { NOTIFICATION_CHANNELS, type ChannelTest, type PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import { problemOf, startTestService, type Person, type TestService } from '../../access/testing/test-service.ts';
import { IN_OUTBOX } from '../../mail/file-outbox.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { startPushReceiver, type PushReceiver } from '../../testing/push-receiver.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { attemptsOf, sumUpBrowsers } from './send-test-messages.ts';

/** Two nodes with a real mail server and push service, asked by people for test messages to themselves. */

const TITLE = 'This is a test: nothing has happened';
let database: TestDatabase;
let mails: MailServer;
let pushes: PushReceiver;
let nodes: TestService[];
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  mails = await startMailServer();
  pushes = await startPushReceiver();
  const push = { PUSH_CONTACT: 'ops@example.org', PUSH_ALLOW_PRIVATE: 'true' };
  const env = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, ...push };
  nodes = [await startTestService({ database, env }), await startTestService({ database, env })];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await mails.close();
  await pushes.close();
  await database.drop();
});

let ada: Person;
let eventId: string;
let place: string;
const path = (): string => `/api/events/${eventId}/subscription`;
const subscribe = (channels: readonly string[], more: object = {}) => {
  const rest = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  return ada.call('PUT', path(), { kinds: ['sign_offline'], channels, ...rest, ...more });
};
const resultsOf = ({ status, body }: { status: number; body: unknown }): ChannelTest[] => {
  if (status !== 200) throw new Error(`not tested: ${status} ${JSON.stringify(body)}`);
  return (body as { results: ChannelTest[] }).results;
};
const tested = async () => resultsOf(await ada.call('POST', `${path()}/test`));

async function settle(service: TestService): Promise<void> {
  ada = await service.makePerson(`ada-${(people += 1)}`);
  const made = await ada.call('POST', '/api/organizations', { name: 'Opera' });
  place = `/api/organizations/${(made.body as { id: string }).id}/events`;
  eventId = ((await ada.call('POST', place, { name: 'Ball', timeZone: 'UTC' })).body as { id: string }).id;
}
beforeEach(async () => {
  // All tests push to one host.
  await database.db.deleteFrom('countedAttempt').execute();
  await settle(nodes[0]!);
});

async function addBrowser(): Promise<string> {
  const browser = pushes.subscribe();
  const { status } = await ada.call('POST', '/api/push-subscriptions', browser);
  expect(status).toBe(201);
  return browser.endpoint;
}

test('N6: a test message goes out by each channel of the caller, says that it is one, and how things stand', async () => {
  const endpoint = await addBrowser();
  // A test ignores quiet hours and snoozes, because its person has requested it and waits for it.
  const quietHours = { start: '00:00', end: '23:59', timeZone: 'UTC' };
  await subscribe(NOTIFICATION_CHANNELS, { quietHours, snoozedUntil: '2099-01-01T00:00:00.000Z' });
  const results = await tested();
  expect(results).toEqual([
    {
      channel: 'email',
      ok: true,
      detail: `The mail server accepted the test message for ${ada.email}.`,
      outcome: 'accepted',
    },
    {
      channel: 'push',
      ok: true,
      detail: 'The push service of your browser accepted the test message.',
      outcome: 'accepted',
      browsers: [{ endpoint, outcome: 'accepted' }],
    },
    { channel: 'inbox', ok: true, detail: 'The test message is in your inbox.', outcome: 'accepted' },
  ]);
  const mail = mails.taken.find(({ to }) => to === ada.email)!.raw;
  expect(mail).toMatch(new RegExp(`^Subject: ${TITLE} \\(Ball\\)`, 'm'));
  expect(mail).toContain('none of 0 offline');
  expect(mail).toMatch(/^List-Unsubscribe:/m);
  const push = pushes.received.find((each) => each.endpoint === endpoint)!.payload as Record<string, string>;
  expect(push).toMatchObject({ title: `${TITLE} – Ball`, text: expect.stringContaining('Now, '), kind: 'test' });
  // A push that tells of something stays on the lock screen.
  expect(push.tag).not.toBe(eventId);
  const { items } = (await ada.call('GET', '/api/notifications')).body as NotificationPage;
  expect(items).toMatchObject([{ kind: 'test', title: TITLE, signs: [], signCount: 0, event: { id: eventId } }]);
});

test('a person without a subscription gets no test message, and the test does not count', async () => {
  for (const wish of [{ kinds: [] }, { channels: [] }]) {
    await subscribe(['inbox'], wish);
    for (let time = 0; time < 6; time += 1) expect(await tested()).toEqual([]);
  }
  await subscribe(['inbox']);
  expect(await tested()).toHaveLength(1);
});

test('X8: a person can send five test messages an hour over all events, also by parallel requests to several nodes', async () => {
  const events = [eventId];
  for (let nth = 1; nth < 6; nth += 1)
    events.push(((await ada.call('POST', place, { name: `Ball ${nth}`, timeZone: 'UTC' })).body as { id: string }).id);
  for (eventId of events) await subscribe(['inbox']);
  const asked = Array.from({ length: 12 }, (_, index) =>
    nodes[index % 2]!.call('POST', `/api/events/${events[index % 6]!}/subscription/test`, undefined, {
      authorization: `Bearer ${ada.token}`,
    }),
  );
  const replies = await Promise.all(asked);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  const refusals = replies.filter(({ status }) => status !== 200).map(problemOf);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['rate_limited']));
  for (const { retryAfterMs } of refusals) {
    expect(retryAfterMs).toBeGreaterThan(3_500_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
  }
  const { items } = (await ada.call('GET', '/api/notifications')).body as NotificationPage;
  expect(items).toHaveLength(5);
});

test('X8: at most 20 test messages an hour go to one push host, counted over all people; a request beyond that sends nothing', async () => {
  for (let nth = 0; nth < 8; nth += 1) await addBrowser();
  await subscribe(['email', 'push']);
  const before = pushes.received.length;
  expect((await tested())[1]).toMatchObject({ ok: true });
  expect((await tested())[1]).toMatchObject({ ok: true });
  const first = ada;
  await settle(nodes[1]!);
  for (let nth = 0; nth < 5; nth += 1) await addBrowser();
  await subscribe(['email', 'push']);
  const mailed = mails.taken.length;
  const refused = await ada.call('POST', `${path()}/test`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(problemOf(refused)).toMatchObject({ code: 'rate_limited' });
  expect(pushes.received.length - before).toBe(16);
  expect(mails.taken.slice(mailed).filter(({ to }) => to === ada.email || to === first.email)).toEqual([]);
  // Without push there is no host to protect.
  await subscribe(['inbox']);
  expect(await tested()).toHaveLength(1);
});

test('X8: a host is the same in any case, at any port, and with a dot at its end', () => {
  const endpoints = [
    'https://Push.Example/1',
    'https://push.example:8443/2',
    'https://push.example./3',
    'https://other.example/4',
  ];
  const counts = attemptsOf(
    'ada',
    endpoints.map((endpoint) => ({ endpoint })),
  ).map(({ key, count }) => [key, count]);
  expect(counts).toEqual([
    ['ada', undefined],
    ['push.example', 3],
    ['other.example', 1],
  ]);
});

describe('what a channel does not take is told in words', () => {
  test('a mail server that refuses, and a push service that does', async () => {
    const [gone, other] = [await addBrowser(), await addBrowser()];
    await subscribe(['email', 'push']);
    mails.refuse(ada.email, 550);
    pushes.answer(gone, 410);
    expect(await tested()).toEqual([
      {
        channel: 'email',
        ok: false,
        detail: expect.stringMatching(/^The mail server did not take it: .*550/),
        outcome: 'failed',
      },
      {
        channel: 'push',
        ok: true,
        detail: expect.stringMatching(/^1 of 2 browsers accepted the test message\. .* endpoint is gone\.$/),
        outcome: 'accepted',
        browsers: expect.toSatisfy((browsers: { endpoint: string; outcome: string }[]) => {
          const outcomes = new Map(browsers.map(({ endpoint, outcome }) => [endpoint, outcome]));
          return outcomes.get(gone) === 'stopped' && outcomes.get(other) === 'accepted' && outcomes.size === 2;
        }),
      },
    ]);
    pushes.answer(other, 503, { retryAfter: '120' });
    const held = { channel: 'push', ok: false, outcome: 'failed', browsers: [{ endpoint: other, outcome: 'failed' }] };
    expect((await tested())[1]).toEqual({ ...held, detail: 'The push service answered 503.' });
    const asked = pushes.asked(other);
    expect((await tested())[1]).toEqual({ ...held, detail: expect.stringContaining('will not accept messages until') });
    expect(pushes.asked(other)).toBe(asked);
  });

  test('no browser at all', async () => {
    await subscribe(['push']);
    expect(await tested()).toEqual([
      {
        channel: 'push',
        ok: false,
        detail: 'None of your browsers is registered for notifications.',
        outcome: 'no_browser',
        browsers: [],
      },
    ]);
  });

  test('servers that hang: the answer is there within ten seconds', async () => {
    const hanging = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const sockets = new Set<{ destroy(): void }>();
    hanging.on('connection', (socket) => sockets.add(socket));
    const { port } = hanging.address() as AddressInfo;
    const clock = createManualClock();
    const service = await startTestService({
      clock,
      env: {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        PUSH_CONTACT: 'ops@example.org',
        PUSH_ALLOW_PRIVATE: 'true',
      },
    });
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => hanging.close(resolve));
      await service.close();
    });
    await settle(service);
    const { keys } = pushes.subscribe();
    await ada.call('POST', '/api/push-subscriptions', { endpoint: `http://127.0.0.1:${port}/`, keys });
    await subscribe(NOTIFICATION_CHANNELS);
    const asked = tested();
    // Both wait for an answer that never comes.
    await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(2);
    clock.advance(9_900);
    expect(await asked).toEqual([
      {
        channel: 'email',
        ok: false,
        detail: 'The mail server did not answer within 8 seconds. The server may still deliver the mail.',
        outcome: 'late',
      },
      {
        channel: 'push',
        ok: false,
        detail: 'The push service did not answer within 8 seconds.',
        outcome: 'late',
        browsers: [{ endpoint: `http://127.0.0.1:${port}/`, outcome: 'late' }],
      },
      { channel: 'inbox', ok: true, detail: 'The test message is in your inbox.', outcome: 'accepted' },
    ]);
  });

  test('a service without a mail server reports no mail as delivered, and names its folder', async () => {
    const service = await startTestService();
    onTestFinished(service.close);
    await settle(service);
    await subscribe(['email']);
    expect(await tested()).toEqual([{ channel: 'email', ok: false, detail: IN_OUTBOX, outcome: 'outbox' }]);
    expect(await readdir(service.outboxFolder)).toHaveLength(1);
  });
});

test('a test push to several browsers is ok if and only if one accepted it, and reports each failure once', () => {
  const endpoint = 'https://push.example/1';
  const outcome = fc.oneof(
    fc.constant({ endpoint, ok: true, detail: '', outcome: 'accepted' as const }),
    fc.constant({ endpoint, ok: false, detail: 'It is gone.', outcome: 'stopped' as const }),
    fc.constant({ endpoint, ok: false, detail: 'It hangs.', outcome: 'late' as const }),
  );
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 20 }), (outcomes) => {
      const summary = sumUpBrowsers(outcomes);
      expect(summary.ok).toBe(outcomes.some((each) => each.ok));
      expect(summary.outcome === 'accepted').toBe(summary.ok);
      expect(summary.detail).not.toBe('');
      expect(summary.browsers).toEqual(outcomes.map((each) => ({ endpoint, outcome: each.outcome })));
      for (const each of outcomes) if (!each.ok) expect(summary.detail.split(each.detail)).toHaveLength(2);
    }),
  );
});

test('N7: a browser whose endpoint no longer exists is listed as stopped, gets no more messages, and is replaced when it registers again', async () => {
  const gone = await addBrowser();
  await subscribe(['push']);
  pushes.answer(gone, 410);
  expect(await tested()).toMatchObject([
    { ok: false, outcome: 'stopped', browsers: [{ endpoint: gone, outcome: 'stopped' }] },
  ]);
  const list = async () => ((await ada.call('GET', '/api/push-subscriptions')).body as { items: PushBrowser[] }).items;
  expect(await list()).toMatchObject([{ endpoint: gone, stoppedAt: expect.any(String) }]);
  expect([(await tested())[0]!.outcome, pushes.asked(gone)]).toEqual(['no_browser', 1]);
  const again = await addBrowser();
  expect(await list()).toMatchObject([{ endpoint: again, stoppedAt: null }]);
  expect((await tested())[0]!.outcome).toBe('accepted');
});
