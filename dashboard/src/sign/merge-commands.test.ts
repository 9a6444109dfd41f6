import { COMMAND_STATES, type Command } from '@sign-display/contracts/rest/commands';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOver, merged } from './merge-commands.ts';

const row = fc
  .record({ nth: fc.integer({ min: 0, max: 5 }), state: fc.constantFrom(...COMMAND_STATES) })
  .map(({ nth, state }): Command => {
    const at = new Date(Date.parse('2026-11-14T18:42:31Z') + nth * 1_000).toISOString();
    const rest = {
      bulkId: null,
      args: {},
      sentBy: null,
      sentAt: at,
      finishedAt: null,
      expiresAt: at,
      result: null,
      error: null,
    };
    return { commandId: `command ${nth}`, command: 'refresh', state, createdAt: at, ...rest };
  });
const rows = fc.array(row);

test('M3: each command is listed once, newest first, whatever is told twice or late', () => {
  fc.assert(
    fc.property(rows, rows, (known, told) => {
      const list = merged(known, told);
      expect(new Set(list.map(({ commandId }) => commandId)).size).toBe(list.length);
      expect(list.map(({ createdAt }) => createdAt)).toEqual(
        list
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      );
    }),
  );
});

test('M3: a command that has ended is never again under way', () => {
  fc.assert(
    fc.property(rows, rows, (known, told) => {
      const ended = merged(known, []).filter(isOver);
      const after = merged(known, told);
      for (const { commandId } of ended) expect(isOver(after.find((one) => one.commandId === commandId)!)).toBe(true);
    }),
  );
});
