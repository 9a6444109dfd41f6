import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import { COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTIONS, disruptionOf } from './needs-confirmation.ts';
import {
  isOver,
  progressOf,
  sharesOf,
  takenNow,
  undoableOf,
  undoOf,
  waitingOf,
  wantedOf,
  whyNothing,
  withNews,
  withState,
  type Part,
  type Run,
} from './bulk-run-progress.ts';
import { countReachable } from './count-reachable-signs.ts';

const counted = fc
  .array(fc.nat(50), { minLength: COMMAND_STATES.length, maxLength: COMMAND_STATES.length })
  .map((numbers) => Object.fromEntries(COMMAND_STATES.map((state, nth) => [state, numbers[nth]!])) as BulkCounts);
const sum = (counts: BulkCounts): number => Object.values(counts).reduce((all, count) => all + count, 0);
const why = { type: '', title: '', status: 409, detail: '', code: 'quota_exceeded' } as const;
const ids = (count: number): string[] => Array.from({ length: count }, (_, nth) => `sign ${nth}`);

const parts: fc.Arbitrary<Part> = fc.oneof(
  fc
    .record({ wanted: fc.nat(50), is: fc.constantFrom('asking', 'unknown', 'refused') })
    .map(({ wanted, is }): Part => ({ signIds: ids(wanted), wanted, state: is === 'refused' ? { is, why } : { is } })),
  fc
    .record({
      counts: counted,
      isRead: fc.boolean(),
      leftOut: fc.nat(5),
      bulkId: fc.uuid(),
      until: fc.option(fc.nat(100)),
    })
    .map(({ counts, isRead, leftOut, bulkId, until }): Part => ({
      signIds: null,
      wanted: sum(counts) + leftOut,
      state: {
        is: 'taken',
        bulkId,
        total: sum(counts),
        counts: isRead ? counts : null,
        isUnread: false,
        createdAtMs: null,
        undoableUntilMs: until,
      },
    })),
);
const runs = fc.array(parts, { minLength: 1, maxLength: 4 }).map((all): Run => ({ action: { url: null }, parts: all }));

test('M1: every sign that was wanted is counted once: in a state, asked for, unknown, refused or left out', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const { counts, total, asking, unknown, refused, leftOut } = progressOf(run);
      expect(sum(counts)).toBe(total);
      expect(total + asking + unknown + refused + leftOut).toBe(wantedOf(run));
    }),
  );
});

test('M1: a run is over only when nothing waits, is on its way, or is asked for', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const progress = progressOf(run);
      const isWaiting = progress.counts.queued + progress.counts.sent > 0;
      expect(isOver(progress)).toBe(
        !isWaiting && !run.parts.some(({ state, wanted }) => state.is === 'asking' && wanted > 0),
      );
    }),
  );
});

test('M4: an undo is for what can still be undone, and knows which page each sign gets back', () => {
  const had = new Map([['bar', 'https://walls.example/old']]);
  const now = new Map([['bar', 'https://walls.example/new']]);
  fc.assert(
    fc.property(runs, (run) => {
      const known = { ...run, parts: run.parts.map((part) => ({ ...part, had })) };
      const undo = undoOf(known, () => now);
      expect(undo.parts.map(({ undoes }) => undoes)).toEqual(undoableOf(run, -Infinity));
      for (const part of undo.parts) expect(part).toMatchObject({ back: had, had: now, state: { is: 'asking' } });
    }),
  );
});

test('M4: the progress of a partial undo counts exactly the signs that it restores and the signs that it leaves out', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (accepted, leftOut, failedBefore) => {
      const wanted = accepted + leftOut + failedBefore;
      const run: Run = { action: 'undo', parts: [{ signIds: null, wanted, state: { is: 'asking' } }] };
      const taken = withState(run, 0, takenNow({ bulkId: 'undo', accepted }, null), leftOut);
      expect(wantedOf(taken)).toBe(accepted + leftOut);
      expect(progressOf(taken)).toMatchObject({ total: accepted, leftOut });
    }),
  );
});

test('M1: the bar is as long as all signs together, whatever their states', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const shares = sharesOf(progressOf(run)).map(({ share }) => share);
      if (shares.length === 0) expect(progressOf(run).total).toBe(0);
      else expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(100);
    }),
  );
});

test('M1: what did not answer is never undone, nor what is too late', () => {
  fc.assert(
    fc.property(runs, fc.nat(100), (run, nowMs) => {
      const undone = new Set(undoableOf(run, nowMs));
      for (const { state } of run.parts)
        if (state.is === 'taken')
          expect(undone.has(state.bulkId)).toBe(state.undoableUntilMs !== null && nowMs < state.undoableUntilMs);
      expect(undone.size).toBeLessThanOrEqual(run.parts.filter(({ state }) => state.is === 'taken').length);
    }),
  );
});

test('M1: news of one request changes that one alone, and of an unknown one nothing', () => {
  fc.assert(
    fc.property(runs, counted, fc.uuid(), (run, counts, other) => {
      expect(withNews(run, other, { counts })).toEqual(run);
      for (const [nth, { state }] of run.parts.entries()) {
        if (state.is !== 'taken') continue;
        const news = withNews(run, state.bulkId, { counts, total: sum(counts) });
        expect(withState(news, nth, state)).toEqual(run);
        expect(news.parts[nth]!.state).toMatchObject({ counts, total: sum(counts) });
      }
    }),
  );
});

test('M1: who can be reached are those with a device that is online', () => {
  const signs = fc.array(
    fc.record({
      device: fc.constantFrom(null, {} as never),
      presence: fc.constantFrom('online' as const, 'offline' as const, null),
    }),
  );
  fc.assert(
    fc.property(signs, (all) => {
      const { online, devices, all: count } = countReachable(all);
      expect(online).toBe(all.filter(({ device, presence }) => device !== null && presence === 'online').length);
      expect(online).toBeLessThanOrEqual(devices);
      expect(devices).toBeLessThanOrEqual(count);
    }),
  );
});

test('M1: what no service took is told with its reason; where some of it was taken, or may have been, it is not called refused', () => {
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (all) => {
      const isRefused = all.every(({ state }) => state.is === 'refused');
      expect(whyNothing({ action: 'undo', parts: all })).toEqual(isRefused ? why : undefined);
    }),
  );
});

test('M1: what has no undo is asked about before it is sent again; what can be undone, or nobody sees, is not', () => {
  for (const [what, action] of Object.entries(ACTIONS)) expect(disruptionOf(action)).toBe(what);
  for (const action of ['undo', { url: null }, { command: 'refresh' }, { command: 'screenshot' }] as const)
    expect(disruptionOf(action)).toBe(null);
});

test('M1: of the signs that wait for a page only those that are away wait until they are back', () => {
  const taken = (signIds: readonly string[] | null, queued: number): Run => ({
    action: { url: null },
    parts: [
      {
        signIds,
        wanted: 300,
        state: {
          is: 'taken',
          bulkId: 'b',
          total: 300,
          counts: { queued, sent: 0, acked: 300 - queued, failed: 0, expired: 0, refused: 0 },
          isUnread: false,
          createdAtMs: null,
          undoableUntilMs: null,
        },
      },
    ],
  });
  const isOnline = (id: string) => Number(id.slice(5)) >= 10;
  expect(waitingOf(taken(ids(300), 290), isOnline)).toEqual({ back: 10, turn: 280 });
  expect(waitingOf(taken(ids(300), 7), isOnline)).toEqual({ back: 7, turn: 0 });
  // After a reload nobody knows which they are.
  expect(waitingOf(taken(null, 290), isOnline)).toBeNull();
});
