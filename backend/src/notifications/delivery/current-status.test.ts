import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeSince } from './current-status-text.ts';
import { english } from '../words/english.ts';

const open = { isOver: false, knownBy: null };
const over = { isOver: true, knownBy: null };
const known = (knownBy: string) => ({ isOver: false, knownBy });

test.each([
  ['nothing where all is as it is told', [open, open], null],
  ['that one is over', [over], 'It is over.'],
  ['that all are', [over, { ...known('Ada'), isOver: true }], 'All are over.'],
  ['that some are', [over, open, over], '2 are over.'],
  ['who acknowledged one', [known('Ada')], 'Ada acknowledged it.'],
  ['who acknowledged all', [known('Ada'), known('Ada')], 'Ada acknowledged all of them.'],
  ['that two people acknowledged some', [known('Ada'), known('Ben'), open], 'Several people acknowledged 2 of them.'],
  ['both', [over, known('Ada'), open], '1 is over. Ada acknowledged 1 of them.'],
])('N11: a message that is sent late says %s', (_, outages, expected) => {
  expect(describeSince(outages, english)).toBe(expected);
});

test('A5: the name of who acknowledged an outage makes no line of its own, and no link', () => {
  const name = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u2028', '.', 'https://evil.example') });
  fc.assert(
    fc.property(name, (knownBy) => {
      expect(describeSince([known(knownBy)], english)).not.toMatch(/[\n\u2028]|:\/\/|evil\.example/);
    }),
  );
});
