import type { Command } from '@sign-display/contracts/rest/commands';
import { COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Run } from './bulk.ts';
import { eachSign, notDone } from './each-sign.ts';

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
      source: fc.constantFrom('assigned', 'schedule'),
    }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
) as unknown as fc.Arbitrary<SignRow[]>;
const runOf = (deed: Run['deed'], all: readonly SignRow[], createdAtMs: number | null = BEGAN_MS): Run => {
  const counts = null;
  const state = { is: 'taken', bulkId: 'bulk', total: all.length, counts, createdAtMs, undoableUntilMs: null } as const;
  return { deed, parts: [{ signIds: all.map(({ id }) => id), wanted: all.length, state }] };
};
const byId = (all: readonly SignRow[]) => new Map(all.map((sign) => [sign.id, sign]));

test('M1: each sign of a bulk is listed once, those that failed first, and they alone are tried again', () => {
  fc.assert(
    fc.property(signs, (all) => {
      const rows = eachSign(runOf({ url: PAGE }, all), byId(all), new Map());
      expect(rows.map(({ sign }) => sign.id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      const failed = rows.filter(({ state }) => state === 'failed');
      expect(rows.slice(0, failed.length)).toEqual(failed);
      expect(notDone(rows)).toEqual(failed.map(({ sign }) => sign.id));
    }),
  );
});

test('M1: a page is called done only on a sign that shows it, on one with another page on first, or on one without a device', () => {
  fc.assert(
    fc.property(signs, (all) => {
      for (const { sign, state } of eachSign(runOf({ url: PAGE }, all), byId(all), new Map())) {
        if (state !== 'acked' || sign.device === null) continue;
        expect(sign.presence).toBe('online');
        expect(sign.url).toBe(PAGE);
        expect(sign.contentState).toBe('showing');
        if (sign.shown.source === 'assigned') expect(sign.shown.url).toBe(PAGE);
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
      const run = runOf({ command: 'refresh' }, all, isKnown ? BEGAN_MS : null);
      for (const { sign, state } of eachSign(run, byId(all), commands)) {
        const row = commands.get(sign.id)!;
        expect(state).toBe(isKnown && Date.parse(row.createdAt) >= BEGAN_MS ? row.state : null);
      }
    }),
  );
});
