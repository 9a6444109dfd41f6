import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import type { DashboardSocket } from '../sockets/dashboard-transport-types.ts';
import { addRow, countRows, noRows, takeRows, type Row } from './command-row-queue.ts';
import { createSubscription, PATCH_EVERY_MS } from './dashboard-subscription.ts';

const NONE: BulkCounts = { queued: 0, sent: 0, acked: 0, failed: 0, refused: 0, expired: 0 };
/** `total` tells one row of a thing from the next. */
const row = (id: string, rank: Row['rank'], total: number, eventId: string | null = null): Row => ({
  id,
  rank,
  eventId,
  event: 'bulk:progress',
  message: { bulkId: id, total, counts: NONE },
});
const numberOf = ({ message }: Row): number => (message as { total: number }).total;

const anyRank = fc.constantFrom<Row['rank'][]>(0, 1, 2);
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ rank: anyRank, which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ most: fc.integer({ min: 1, max: 6 }) }) },
);

describe('rows that wait', () => {
  it('are one for each command however often it changes, and the last that is told of each is the newest', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const pending = noRows();
        const newest = new Map<string, number>();
        const told = new Map<string, number>();
        const tell = (most: number): void => {
          const taken = takeRows(pending, most);
          expect(taken.length).toBeLessThanOrEqual(most);
          expect(taken.map(({ rank }) => rank)).toEqual(taken.map(({ rank }) => rank).toSorted());
          for (const each of taken) {
            expect(numberOf(each)).toBeGreaterThan(told.get(each.id) ?? -1);
            told.set(each.id, numberOf(each));
          }
        };
        for (const [number, step] of steps.entries()) {
          if ('most' in step) tell(step.most);
          else {
            const id = `${step.rank} ${step.which}`;
            addRow(pending, row(id, step.rank, number), Infinity);
            newest.set(id, number);
          }
          expect(countRows(pending)).toBeLessThanOrEqual(newest.size);
        }
        tell(Infinity);
        expect(told).toEqual(newest);
        expect(countRows(pending)).toBe(0);
      }),
    );
  });
  it('are never more than the bound, and what goes is of the last rank, the oldest first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyRank, fc.nat(9)), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (rows, most) => {
          const pending = noRows();
          for (const [number, [rank, which]] of rows.entries()) {
            const before = pending.map((ofRank) => Array.from(ofRank.keys()));
            addRow(pending, row(`${rank} ${which}`, rank, number), most);
            expect(countRows(pending)).toBeLessThanOrEqual(most);
            before[rank] = Array.from(new Set([...before[rank]!, `${rank} ${which}`]));
            const wanted = before.flat().length > most ? before.findLast(({ length }) => length > 0) : undefined;
            wanted?.shift();
            expect(pending.map((ofRank) => Array.from(ofRank.keys()))).toEqual(before);
          }
        },
      ),
    );
  });
});

/** A socket in the test's hand, as the transport gives it. */
function openSocket(eventId: string | null = null) {
  const state = { waiting: 0, isCut: false, sent: [] as string[] };
  const socket: DashboardSocket = {
    send: (_, message) => void state.sent.push((message as { bulkId: string }).bulkId),
    waiting: () => state.waiting,
    close: () => {},
    cut: () => void (state.isCut = true),
  };
  const subscription = createSubscription({ socket, eventId, startMs: 0, observePatch: () => {} });
  /** What is sent when it is asked at this time. */
  const flushAt = (nowMs: number): string[] => {
    state.sent = [];
    subscription.flush(nowMs);
    return state.sent;
  };
  return { state, subscription, flushAt };
}

describe('a subscription', () => {
  it('is told of thousands of commands in pieces, four times a second, and of what people sent to single signs first', () => {
    const { subscription, flushAt } = openSocket();
    for (let count = 0; count < 10_000; count += 1) subscription.addRow(row(`bulk ${count}`, 2, 0));
    subscription.addRow(row('single', 1, 0));
    subscription.addRow(row('progress', 0, 0));
    const first = flushAt(0);
    expect(first.slice(0, 3)).toEqual(['progress', 'single', 'bulk 0']);
    expect(first).toHaveLength(100);
    expect(flushAt(PATCH_EVERY_MS - 1)).toEqual([]);
    const times: number[] = [];
    const told = [...first];
    for (let nowMs = 0; told.length < 10_002; nowMs += 25) {
      const sent = flushAt(nowMs);
      expect(sent.length).toBeLessThanOrEqual(100);
      if (sent.length > 0) times.push(nowMs);
      told.push(...sent);
    }
    for (const [index, atMs] of times.entries())
      if (index >= 4) expect(atMs - times[index - 4]!).toBeGreaterThan(1_000);
    expect(new Set(told).size).toBe(10_002);
  });

  it('of which the client takes nothing gets nothing more, and is cut off after half a minute', () => {
    const { state, subscription, flushAt } = openSocket();
    subscription.addRow(row('one', 2, 0));
    state.waiting = 1;
    for (let nowMs = 0; nowMs <= 30_000; nowMs += 1_000) expect(flushAt(nowMs)).toEqual([]);
    expect(state.isCut).toBe(false);
    flushAt(30_001);
    expect(state.isCut).toBe(true);
  });

  it('M1: that reads well is not cut off by three of the largest bulks at once: of rows past the bound the newest are kept, and all of the counts and of single commands', () => {
    const { state, subscription, flushAt } = openSocket();
    subscription.addRow(row('progress', 0, 0));
    subscription.addRow(row('single', 1, 0));
    const told: string[] = [];
    for (let count = 0; count < 30_000; count += 1) {
      subscription.addRow(row(`${count}`, 2, 0));
      // As many as are read in a tick.
      if (count % 1_000 === 999) told.push(...flushAt((count / 1_000) * PATCH_EVERY_MS * 2));
    }
    for (let nowMs = 100_000; told.at(-1) !== '29999'; nowMs += 1_000) {
      const sent = flushAt(nowMs);
      expect(sent).not.toEqual([]);
      told.push(...sent);
    }
    expect(state.isCut).toBe(false);
    expect(told.slice(0, 2)).toEqual(['progress', 'single']);
    expect(told.slice(-20_000 + 100)).toEqual(Array.from({ length: 19_900 }, (_, index) => `${10_100 + index}`));
  });

  it('of one event is not told of the commands of another one’s signs', () => {
    const { subscription, flushAt } = openSocket('ours');
    for (const eventId of ['ours', 'theirs', null]) subscription.addRow(row(`${eventId}`, 2, 0, eventId));
    expect(flushAt(0)).toEqual(['ours', 'null']);
  });
});
