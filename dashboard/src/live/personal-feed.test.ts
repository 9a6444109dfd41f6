import { Unreachable, type Client } from '@sign-display/client/client';
import type { ErrorCode } from '@sign-display/contracts/error-codes';
import fc from 'fast-check';
import { createRoot } from 'solid-js';
import { expect, test } from 'vitest';
import { createClockByHand } from '../testing/clock-by-hand.ts';
import type { LiveSubscriptions } from './live-subscriptions.ts';
import { createPersonalFeed } from './personal-feed.ts';
import type { FeedPorts } from './run-feed.ts';

type Failure = ErrorCode | 'unreachable';

/** A page with a bell, whose feed is live. `failures`: of the next reads of the count, in order; later reads get 3. */
function build(failures: readonly Failure[]) {
  const { clock, pass } = createClockByHand();
  const left = [...failures];
  const readAtMs: number[] = [];
  let worthATry = (): void => {};
  const call = async () => {
    readAtMs.push(clock.now());
    const failure = left.shift();
    if (failure === 'unreachable') throw new Unreachable('no network', null);
    return failure ? { ok: false, body: { code: failure } } : { ok: true, body: { unreadCount: 3 } };
  };
  const ports = {
    client: { call } as unknown as Client,
    clock,
    chance: () => 0.5,
    page: { onWorthATry: (run: () => void) => ((worthATry = run), () => (worthATry = () => {})) },
  } as unknown as FeedPorts;
  const ignore = () => () => {};
  const live = { feed: () => ({ step: { is: 'live' } }), onNotification: ignore, onRead: ignore };
  const feed = createPersonalFeed(ports, { current: () => live } as unknown as LiveSubscriptions);
  const leave = createRoot((dispose) => {
    feed.use();
    return dispose;
  });
  return {
    feed,
    pass,
    readAtMs,
    leave,
    failNext: (failure: Failure) => left.push(failure),
    isWorthATry: () => worthATry(),
  };
}

test('D17: after any failed reads the bell shows the right count without a new message, and reads at most every half second', async () => {
  const failures = fc.array(fc.constantFrom<Failure[]>('unreachable', 'unavailable', 'rate_limited', 'internal'), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(failures, async (all) => {
      const { feed, pass, readAtMs } = build(all);
      await pass(8 * 15_000);
      expect(feed.unread()).toBe(3);
      const reads = readAtMs.length;
      const waits = readAtMs.slice(1).map((atMs, nth) => atMs - readAtMs[nth]!);
      // The page reads the count again once the feed is live, whatever came of the first read.
      for (const waitMs of waits.slice(1)) expect(waitMs).toBeGreaterThanOrEqual(500);
      await pass(600_000);
      expect(readAtMs.length).toBe(reads);
    }),
    { numRuns: 50 },
  );
});

test('D17: the waits of the bell grow while reads fail, begin anew after one that succeeds, and end with the page', async () => {
  const { feed, pass, readAtMs, leave, failNext } = build([]);
  await pass(1_000);
  expect(feed.unread()).toBe(3);
  const begin = readAtMs.length;
  for (let nth = 0; nth < 3; nth += 1) failNext('unavailable');
  feed.readCount();
  await pass(60_000);
  const waitsAfter = (from: number) => readAtMs.slice(from + 1).map((atMs, nth) => atMs - readAtMs[from + nth]!);
  expect(waitsAfter(begin)).toEqual([750, 1_500, 3_000]);
  const again = readAtMs.length;
  failNext('unavailable');
  feed.readCount();
  await pass(60_000);
  expect(waitsAfter(again)).toEqual([750]);
  failNext('unreachable');
  feed.readCount();
  leave();
  await pass(5_000);
  const end = readAtMs.length;
  await pass(600_000);
  expect(readAtMs.length).toBe(end);
});

test('D17: the bell reads its count immediately when the network is back, and never again where the session may not', async () => {
  const { feed, pass, readAtMs, failNext, isWorthATry } = build([]);
  await pass(1_000);
  failNext('unreachable');
  feed.readCount();
  await pass(100);
  const reads = readAtMs.length;
  isWorthATry();
  await pass(0);
  expect(readAtMs.length).toBe(reads + 1);
  failNext('mfa_required');
  feed.readCount();
  await pass(600_000);
  expect(readAtMs.length).toBe(reads + 2);
});
