import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import type { Command } from '@sign-display/contracts/rest/commands';
import { COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressOf, type Run } from './bulk-run-progress.ts';
import { eachSign, notDone, pageFailed, showOther } from './bulk-progress-by-sign.ts';

const BEGAN_MS = Date.parse('2026-11-14T18:00:00Z');
const PAGE = 'https://walls.example/new';
const signs = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 20 }).map(String),
    device: fc.constantFrom(null, {}),
    presence: fc.constantFrom('online', 'offline'),
    contentState: fc.constantFrom('loading', 'showing', 'error', 'unreachable'),
    url: fc.constantFrom(PAGE, 'https://walls.example/old'),
    shown: fc.record({
      url: fc.constantFrom(PAGE, 'https://walls.example/old'),
      source: fc.constantFrom('assigned', 'schedule', 'manual'),
    }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
) as unknown as fc.Arbitrary<SignRow[]>;
const NONE: BulkCounts = { queued: 0, sent: 0, acked: 0, failed: 0, expired: 0, refused: 0 };
interface Known {
  createdAtMs?: number | null;
  counts?: BulkCounts | null;
}
function runOf(
  action: Run['action'],
  all: readonly SignRow[],
  { createdAtMs = BEGAN_MS, counts = null }: Known = {},
): Run {
  const known = { counts, isUnread: false, createdAtMs, undoableUntilMs: null };
  const state = { is: 'taken', bulkId: 'bulk', total: all.length, ...known } as const;
  return { action, parts: [{ signIds: all.map(({ id }) => id), wanted: all.length, state }] };
}
/** As the service may count so many signs; where it is over, none waits. */
const countsOf = (count: number, isFinal: boolean): fc.Arbitrary<BulkCounts> =>
  fc
    .array(fc.constantFrom(...COMMAND_STATES.filter((is) => !isFinal || (is !== 'queued' && is !== 'sent'))), {
      minLength: count,
      maxLength: count,
    })
    .map((states) => {
      const counts = { ...NONE };
      for (const state of states) counts[state] += 1;
      return counts;
    });
/** Signs, and what the service counts of them. */
const counted = (isFinal: boolean) =>
  signs.chain((all) => fc.record({ all: fc.constant(all), counts: countsOf(all.length, isFinal) }));
const byId = (all: readonly SignRow[]) => new Map(all.map((sign) => [sign.id, sign]));

test('M1: each sign of a bulk is listed once, those that failed first, and they alone are tried again', () => {
  fc.assert(
    fc.property(counted(false), ({ all, counts }) => {
      const rows = eachSign(runOf({ url: PAGE }, all, { counts }), byId(all), new Map());
      expect(rows.map(({ sign }) => sign.id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      const failed = rows.filter(({ state }) => state === 'failed' || state === 'refused' || state === 'expired');
      expect(rows.slice(0, failed.length)).toEqual(failed);
      expect(notDone(rows)).toEqual(failed.map(({ sign }) => sign.id));
    }),
  );
});

test('M1: what the service counts is never contradicted: where all is over, each sign is what the counts say, or not known', () => {
  const wallActions: Run['action'][] = [{ url: PAGE }, 'undo', { command: 'refresh' }];
  fc.assert(
    fc.property(
      counted(true),
      fc.constantFrom(...wallActions),
      fc.infiniteStream(fc.constantFrom(...COMMAND_STATES)),
      (is, action, said) => {
        const createdAt = new Date(BEGAN_MS).toISOString();
        const told = is.all.map(({ id }): [string, Command] => [
          id,
          { state: said.next().value, createdAt, error: null } as Command,
        ]);
        const run = runOf(action, is.all, { counts: is.counts });
        const rows = eachSign(run, byId(is.all), new Map(told));
        const { counts } = progressOf(run);
        for (const state of COMMAND_STATES)
          expect(rows.filter((row) => row.state === state).length).toBeLessThanOrEqual(counts[state]);
        // All of one kind: then each of them is.
        const only = COMMAND_STATES.find((state) => counts[state] === is.all.length);
        if (only !== undefined) for (const { state } of rows) expect(state).toBe(only);
      },
    ),
  );
});

test('M1: until the service has counted what came of a page, no sign is called done or failed for what it shows', () => {
  fc.assert(
    fc.property(signs, fc.boolean(), (all, isSent) => {
      const counts = isSent ? { ...NONE, sent: all.length } : null;
      for (const { state } of eachSign(runOf({ url: PAGE }, all, { counts }), byId(all), new Map()))
        expect(state).toBe(isSent ? 'sent' : 'queued');
    }),
  );
});

test('M1: a sign whose change has not come here yet waits, while others are done; one that is away and waits is told apart', () => {
  const online = { device: {}, presence: 'online', contentState: 'showing' };
  const shows = (url: string) => ({ ...online, url, shown: { url, source: 'assigned' } });
  const all = [
    { id: 'new', ...shows(PAGE) },
    { id: 'old', ...shows('https://walls.example/old') },
    { id: 'away', ...shows(PAGE), presence: 'offline' },
  ] as unknown as SignRow[];
  const stateOf = (counts: Partial<BulkCounts>) => {
    const run = runOf({ url: PAGE }, all, { counts: { ...NONE, ...counts } });
    const rows = eachSign(run, byId(all), new Map());
    return Object.fromEntries(rows.map(({ sign, state }) => [sign.id, state]));
  };
  expect(stateOf({ acked: 1, sent: 1, queued: 1 })).toEqual({ new: 'acked', old: 'sent', away: 'queued' });
  expect(stateOf({ acked: 2, queued: 1 })).toEqual({ new: 'acked', old: 'acked', away: 'queued' });
  expect(stateOf({ acked: 3 })).toEqual({ new: 'acked', old: 'acked', away: 'acked' });
  // It is away again: which of the two failed nobody tells.
  expect(stateOf({ acked: 2, failed: 1 })).toEqual({ new: 'acked', old: null, away: null });
});

test('M1: a page is called done by what is seen only on a sign that shows it, on one with another page on first, or on one without a device', () => {
  fc.assert(
    fc.property(counted(false), ({ all, counts }) => {
      const isSeen = (sign: SignRow) =>
        sign.device === null ||
        (sign.presence === 'online' &&
          sign.url === PAGE &&
          (sign.shown.source !== 'assigned' || (sign.contentState === 'showing' && sign.shown.url === PAGE)));
      const seen = all.filter(isSeen).length;
      // With two kinds that nobody is seen to be in, nothing follows from the counts alone.
      const unsaid = { ...counts, acked: seen, expired: counts.expired + 1, refused: counts.refused + 1 };
      const rows = eachSign(runOf({ url: PAGE }, all, { counts: unsaid }), byId(all), new Map());
      expect(rows.filter(({ sign, state }) => state === 'acked' && !isSeen(sign))).toEqual([]);
    }),
  );
});

test('M1: a page is said to have failed for what a sign says only of a sign that failed and says so itself', () => {
  fc.assert(
    fc.property(counted(false), fc.boolean(), ({ all, counts }, isCommand) => {
      const run = runOf(isCommand ? { command: 'refresh' } : { url: PAGE }, all, { counts });
      const rows = eachSign(run, byId(all), new Map());
      const failed = new Set(rows.filter(({ state }) => state === 'failed').map(({ sign }) => sign));
      for (const sign of pageFailed(rows, run)) {
        expect([isCommand, failed.has(sign)]).toEqual([false, true]);
        expect(['error', 'unreachable']).toContain(sign.contentState);
      }
    }),
  );
});

test('M1: where an undo left out who was changed since, no sign is called done: which ones they are nobody tells', () => {
  fc.assert(
    fc.property(signs, fc.integer({ min: 1, max: 3 }), (all, leftOut) => {
      const run = runOf('undo', all);
      const parts = run.parts.map((part) => ({ ...part, wanted: part.wanted + leftOut }));
      for (const { state } of eachSign({ ...run, parts }, byId(all), new Map())) expect(state).toBe(null);
    }),
  );
});

test('M1: where an undo left out who was changed since, each sign that has its old page again is done, and no other', () => {
  const old = 'https://walls.example/old';
  fc.assert(
    fc.property(signs, fc.integer({ min: 1, max: 3 }), (all, leftOut) => {
      const there = all.map(
        (sign) => ({ ...sign, device: {}, presence: 'online', contentState: 'showing' }) as SignRow,
      );
      const rows = there.map((sign) => ({ ...sign, shown: { ...sign.shown, url: sign.url } }));
      const back = new Map(rows.map(({ id }): [string, string] => [id, old]));
      const run = runOf('undo', rows, { counts: { ...NONE, acked: rows.length } });
      const parts = run.parts.map((part) => ({ ...part, back, wanted: part.wanted + leftOut }));
      for (const { sign, state } of eachSign({ ...run, parts }, byId(rows), new Map()))
        expect(state).toBe(sign.url === old ? 'acked' : null);
    }),
  );
});

test('M1: a sign that is done says what it shows in the page’s place: a schedule, what was set by hand, or that the page fails', () => {
  const wallActions: Run['action'][] = [{ url: PAGE }, 'undo'];
  fc.assert(
    fc.property(signs, fc.constantFrom(...wallActions), (all, action) => {
      const run = runOf(action, all, { counts: { ...NONE, acked: all.length } });
      const rows = eachSign(run, byId(all), new Map());
      for (const { sign, state, shows } of rows) {
        expect(state).toBe('acked');
        const { source } = sign.shown;
        const fails =
          { error: 'content_error', unreachable: 'content_unreachable' }[sign.contentState as string] ?? null;
        const isThere = sign.device !== null && sign.presence === 'online';
        expect(shows).toBe(!isThere ? null : source === 'assigned' ? fails : source);
      }
      // Who is to be looked at comes first.
      const known = rows.map(({ shows }) => shows === null);
      expect(known).toEqual(known.toSorted((one, other) => Number(one) - Number(other)));
      const others = rows.filter(({ shows }) => shows === 'schedule' || shows === 'manual');
      expect(showOther(run, byId(all))).toBe(others.length);
    }),
  );
});

test('D10: no connected sign that still shows a page set by hand is called done, and a schedule is no page in the place of another', () => {
  fc.assert(
    fc.property(counted(false), ({ all, counts }) => {
      const seen = all.filter(({ device, presence, shown }) => {
        return device === null || (presence === 'online' && shown.source !== 'manual');
      });
      const acked = seen.filter(({ device, contentState }) => device === null || contentState === 'showing').length;
      // With two states that no sign is seen to be in, nothing follows from the counts alone.
      const unsaid = { ...counts, acked, expired: counts.expired + 1, refused: counts.refused + 1 };
      const rows = eachSign(runOf({ override: null }, all, { counts: unsaid }), byId(all), new Map());
      for (const { sign, state, shows } of rows) {
        if (sign.device && sign.presence === 'online' && sign.shown.source === 'manual')
          expect(state).not.toBe('acked');
        expect(shows).not.toBe('schedule');
      }
    }),
  );
});

test('M1: of a command only a row from its own time counts; of others nothing is said', () => {
  const told = fc.record({ state: fc.constantFrom(...COMMAND_STATES), seconds: fc.integer({ min: -60, max: 60 }) });
  fc.assert(
    fc.property(signs, fc.array(told, { minLength: 8, maxLength: 8 }), fc.boolean(), (all, rows, isKnown) => {
      const commands = new Map(
        all.map(({ id }, nth): [string, Command] => {
          const { state, seconds } = rows[nth]!;
          const createdAt = new Date(BEGAN_MS + seconds * 1_000).toISOString();
          return [id, { state, createdAt, error: null } as Command];
        }),
      );
      const run = runOf({ command: 'refresh' }, all, { createdAtMs: isKnown ? BEGAN_MS : null });
      for (const { sign, state } of eachSign(run, byId(all), commands)) {
        const row = commands.get(sign.id)!;
        expect(state).toBe(isKnown && Date.parse(row.createdAt) >= BEGAN_MS ? row.state : null);
      }
    }),
  );
});
