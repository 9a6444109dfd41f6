import { COMMAND_STATES, type Command } from '@sign-display/contracts/rest/commands';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandRowsOf } from './command-rows.ts';

const START_MS = Date.parse('2026-11-14T18:00:00Z');
const command = (nth: number, more: Partial<Command> = {}): Command => {
  const at = new Date(START_MS - nth * 10_000).toISOString();
  return {
    commandId: `command ${nth}`,
    bulkId: null,
    command: 'fetch_logs',
    args: { since: at },
    state: 'acked',
    sentBy: { id: 'ada', name: 'Ada' },
    createdAt: at,
    sentAt: at,
    finishedAt: at,
    expiresAt: at,
    result: null,
    error: null,
    ...more,
  };
};
const commands = fc
  .array(
    fc.record({
      command: fc.constantFrom('fetch_logs', 'refresh'),
      by: fc.constantFrom('ada', 'bo'),
      state: fc.constantFrom(...COMMAND_STATES),
    }),
  )
  .map((all) => all.map(({ by, ...rest }, nth) => command(nth, { ...rest, sentBy: { id: by, name: by } })));

test('M3: logs that are fetched again and again are one row of the commands, also while the next is on its way', () => {
  const all = [command(0, { state: 'sent' }), command(1), command(2), command(3), command(4, { command: 'refresh' })];
  expect(commandRowsOf(all)).toEqual([
    { id: 'command 3', row: all[0], count: 4, firstAt: all[3]!.createdAt },
    { id: 'command 4', row: all[4], count: 1, firstAt: all[4]!.createdAt },
  ]);
});

test('M3: what failed, another page and the other way of the background are rows of their own', () => {
  const ground = (enabled: boolean) => ({ command: 'set_background_mode', args: { enabled } });
  const page = (url: string) => ({ command: 'display_content', args: { url } });
  const all = [
    command(0, { state: 'sent' }),
    command(1, { state: 'failed', error: { code: 'failed', detail: 'no' } }),
    command(2, ground(true)),
    command(3, ground(false)),
    command(4, page('https://walls.example/a')),
    command(5, page('https://walls.example/b')),
  ];
  expect(commandRowsOf(all).map(({ row }) => row)).toEqual(all);
});

test('M3: of the commands none is lost or told out of order, and a row is of one kind and one person', () => {
  fc.assert(
    fc.property(commands, (all) => {
      const rows = commandRowsOf(all);
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      let next = 0;
      for (const { row, count, id } of rows) {
        const its = all.slice(next, next + count);
        next += count;
        expect([its[0], its.at(-1)!.commandId]).toEqual([row, id]);
        expect(new Set(its.map((one) => `${one.command} ${one.sentBy!.id}`)).size).toBe(1);
        expect(
          its
            .filter(({ state }) => state !== row.state && state !== 'acked')
            .every(({ state }) => state === 'queued' || state === 'sent'),
        ).toBe(true);
      }
    }),
  );
});
