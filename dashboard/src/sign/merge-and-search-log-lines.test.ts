import type { LogLine } from '@sign-display/contracts/rest/telemetry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchLogLines, mergeLogLines } from './merge-and-search-log-lines.ts';

const FROM = Date.parse('2026-11-14T18:00:00Z');
const line = fc.integer({ min: 0, max: 40 }).map((nth): LogLine => ({
  id: `line ${nth}`,
  at: new Date(FROM + nth * 1_000).toISOString(),
  level: nth % 3 === 0 ? 'warn' : 'info',
  message: `Loaded page ${nth}`,
  commandId: 'command',
}));
const lines = fc.array(line);

test('D2: log lines that are fetched again and again are listed once, newest first', () => {
  fc.assert(
    fc.property(lines, lines, (known, more) => {
      const all = mergeLogLines(known, more);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.map(({ at }) => at)).toEqual(
        all
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      );
      expect(mergeLogLines(all, known)).toEqual(all);
    }),
  );
});

test('D2: a log line that is fetched again stays the same object, so that its row stays', () => {
  fc.assert(
    fc.property(lines, lines, (known, more) => {
      const all = mergeLogLines(known, []);
      const again = mergeLogLines(
        all,
        [...more, ...all].map((one) => ({ ...one })),
      );
      expect(again.filter((one) => all.includes(one)).length).toBe(all.length);
    }),
  );
});

test('D2: of more lines than a page holds the newest stay', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(10), (known, more, most) => {
      expect(mergeLogLines(known, more, most)).toEqual(mergeLogLines(known, more).slice(0, most));
    }),
  );
});

test('D2: a search in the log shows every line that has the text, and no other', () => {
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom('PAGE 1', '', 'nothing'),
      fc.constantFrom('warn', null),
      (known, text, level) => {
        const found = new Set(searchLogLines(known, text, level));
        for (const one of known)
          expect(found.has(one)).toBe(
            one.message.toLowerCase().includes(text.toLowerCase()) && (level === null || one.level === level),
          );
      },
    ),
  );
});
