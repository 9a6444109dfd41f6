import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Problem } from '@sign-display/contracts/rest/problem';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestsOf } from '../event/read-pace.ts';
import { createClockByHand } from '../testing/clock-by-hand.ts';
import { createEndedOutageReads } from './ended-outage-reads.ts';
import { createOpenOutageReads, REQUESTS_OF_TURN } from './open-outage-reads.ts';

const MINUTE_MS = 60_000;
const problem = (code: ErrorCode, retryAfterMs?: number) =>
  ({ code, ...(retryAfterMs !== undefined && { retryAfterMs }) }) as Problem;
const outage = (id: string, until: string | null): Outage => ({ id, until }) as Outage;

/** The most requests in any minute. */
function mostInMinute(requests: readonly { atMs: number; count: number }[]): number {
  const within = (fromMs: number) => requests.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + MINUTE_MS);
  const sums = requests.map(({ atMs }) => within(atMs).reduce((sum, { count }) => sum + count, 0));
  return Math.max(0, ...sums);
}

/** Reads the open outages of events with so many of them. A request takes 50 ms. */
function openReadsOf(counts: readonly number[], failsWith?: () => Problem | undefined) {
  const time = createClockByHand();
  const requests: { atMs: number; count: number; eventId: string }[] = [];
  const taken = new Map<string, number>();
  let isVisible = true;
  let [underWay, mostUnderWay] = [0, 0];
  const reads = createOpenOutageReads({
    clock: time.clock,
    isVisible: () => isVisible,
    async read(eventId) {
      const open = counts[Number(eventId)]!;
      const body = failsWith?.();
      const count = body ? 1 : requestsOf(open);
      requests.push({ atMs: time.clock.now(), count, eventId });
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await new Promise<void>((resolve) => void time.clock.after(count * 50, resolve));
      underWay -= 1;
      if (body) return { ok: false, body };
      return { ok: true, items: Array.from({ length: open }, (_, nth) => outage(`${eventId} ${nth}`, null)) };
    },
    take: (eventId, { length }) => taken.set(eventId, length),
  });
  return {
    ...time,
    reads,
    requests,
    taken,
    mostUnderWay: () => mostUnderWay,
    setVisible: (is: boolean) => void (isVisible = is),
  };
}

test('D17: in a storm over eight events an open inbox reads one list at a time, and uses at most a fifth of its person’s requests and those of one more turn', async () => {
  const MOST = 8_000;
  const counts = fc.array(fc.integer({ min: 0, max: MOST }), { minLength: 1, maxLength: 8 });
  // All turns but the last one of a minute have rested a second for each request before the minute is over.
  const mostRequests = LIMITS.requestsPerMinute / 5 + REQUESTS_OF_TURN + requestsOf(MOST);
  await fc.assert(
    fc.asyncProperty(counts, async (all) => {
      const { reads, requests, taken, pass, mostUnderWay } = openReadsOf(all);
      reads.setEvents(all.map((_, nth) => String(nth)));
      // A message each 100 ms, of all events in turn, and a connection that is lost again and again.
      for (let nth = 0; nth < 3_000; nth += 1) {
        reads.wantSoon(String(nth % all.length));
        if (nth % 30 === 0) reads.wantAll();
        await pass(100);
      }
      reads.stop();
      expect(mostInMinute(requests)).toBeLessThanOrEqual(mostRequests);
      expect(mostUnderWay()).toBe(1);
      const wholeMs = all.reduce((sum, count) => sum + requestsOf(count) * 1_000 + 5_000, 0);
      if (wholeMs < 200_000) expect([...taken.values()].toSorted()).toEqual([...all].toSorted());
    }),
    { numRuns: 15 },
  );
});

test('D17: the inbox reads the open outages of an event within 5 s after its message, every 10 s without one, and never while it is out of sight', async () => {
  const { reads, requests, pass, setVisible } = openReadsOf([3, 4]);
  reads.setEvents(['0', '1']);
  await pass(9_000);
  expect(requests.map(({ eventId }) => eventId)).toEqual(['0', '1']);
  const messageAtMs = 9_000;
  reads.wantSoon('1');
  await pass(5_000);
  expect(requests.slice(2).map(({ eventId }) => eventId)).toEqual(['1']);
  expect(requests[2]!.atMs - messageAtMs).toBeLessThanOrEqual(5_000);
  await pass(20_000);
  expect(requests.slice(3).map(({ eventId }) => eventId)).toEqual(['0', '1', '0', '1'].slice(0, requests.length - 3));
  expect(requests.length).toBeGreaterThanOrEqual(5);
  setVisible(false);
  await pass(1_000);
  const hidden = requests.length;
  reads.wantSoon('0');
  await pass(600_000);
  expect(requests.length).toBe(hidden);
  setVisible(true);
  reads.wantAll();
  await pass(1_000);
  expect(requests.length).toBe(hidden + 2);
  reads.setEvents(['0', '1', '2']);
  reads.stop();
  await pass(600_000);
  expect(requests.length).toBe(hidden + 2);
});

test('D17: an event that joins the inbox is read without reading the known ones again', async () => {
  const { reads, requests, pass } = openReadsOf([1, 1, 1]);
  reads.setEvents(['0', '1']);
  await pass(5_500);
  reads.setEvents(['0', '1', '2']);
  await pass(1_000);
  expect(requests.map(({ eventId }) => eventId)).toEqual(['0', '1', '2']);
});

test('D17: the inbox waits as long as the service asks for, and then reads what it does not know', async () => {
  let refusals = 1;
  const { reads, requests, taken, pass } = openReadsOf([1, 1], () =>
    refusals-- > 0 ? problem('rate_limited', 30_000) : undefined,
  );
  reads.setEvents(['0', '1']);
  await pass(29_000);
  expect([requests.length, taken.size]).toEqual([1, 0]);
  await pass(2_000);
  expect(taken.size).toBe(2);
});

type Reply = ErrorCode | 'ended' | 'open';

/** Reads single outages, whose replies are in `replies`; without one the outage has ended. */
function endedReadsOf(replies: Record<string, Reply[]>) {
  const time = createClockByHand();
  const requests: { atMs: number; count: number; id: string }[] = [];
  const taken: string[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const reads = createEndedOutageReads({
    clock: time.clock,
    chance: () => 0.5,
    async read(id) {
      requests.push({ atMs: time.clock.now(), count: 1, id });
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await new Promise<void>((resolve) => void time.clock.after(20, resolve));
      underWay -= 1;
      const reply = replies[id]?.shift() ?? 'ended';
      if (reply !== 'ended' && reply !== 'open') return { ok: false, body: problem(reply) };
      return { ok: true, body: outage(id, reply === 'ended' ? '2026-11-14T18:00:00Z' : null) };
    },
    take: ({ id }) => taken.push(id),
  });
  return { ...time, reads, requests, taken, mostUnderWay: () => mostUnderWay };
}

test('D17: each ended outage is read once, one at a time, whatever passing failures come between, in at most 80 requests a minute', async () => {
  const failure = fc.constantFrom<Reply[]>('unavailable', 'rate_limited', 'internal');
  const failures = fc.array(fc.tuple(fc.nat(99), failure), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), failures, async (count, all) => {
      const replies: Record<string, Reply[]> = {};
      for (const [nth, code] of all) (replies[`outage ${nth % count}`] ??= []).push(code);
      const { reads, requests, taken, pass, mostUnderWay } = endedReadsOf(replies);
      const ids = Array.from({ length: count }, (_, nth) => `outage ${nth}`);
      // Rows in sight want their outages again and again.
      for (let nth = 0; nth < 300; nth += 1) {
        reads.want(ids.slice(nth % count, (nth % count) + 6));
        await pass(1_000);
      }
      expect(taken.toSorted()).toEqual(ids.toSorted());
      expect(mostUnderWay()).toBe(1);
      expect(mostInMinute(requests)).toBeLessThanOrEqual(80);
      expect(requests.length).toBe(count + all.length);
    }),
    { numRuns: 20 },
  );
});

test('D17: an outage that the service refuses to this person is not read again, and one that is still open is', async () => {
  const { reads, requests, taken, pass } = endedReadsOf({
    gone: ['not_found'],
    foreign: ['forbidden'],
    open: ['open'],
    locked: ['mfa_required'],
  });
  for (let nth = 0; nth < 5; nth += 1) {
    reads.want(['gone', 'foreign', 'open', 'locked']);
    await pass(10_000);
  }
  const times = (id: string) => requests.filter((one) => one.id === id).length;
  expect(['gone', 'foreign', 'open', 'locked'].map(times)).toEqual([1, 1, 2, 2]);
  expect(taken.toSorted()).toEqual(['locked', 'open']);
});

test('D17: the outages that were wanted last are read first, and none after the page is left', async () => {
  const { reads, requests, pass } = endedReadsOf({});
  reads.want(Array.from({ length: 50 }, (_, nth) => `far ${nth}`));
  await pass(2_000);
  reads.want(['in sight']);
  await pass(2_000);
  expect(requests.slice(20, 25).map(({ id }) => id)).toContain('in sight');
  reads.stop();
  const { length } = requests;
  reads.want(['late']);
  await pass(600_000);
  expect(requests.length).toBe(length);
});
