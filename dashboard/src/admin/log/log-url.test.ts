import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf, searchText, timeIn } from './log-url.ts';

const DAY_MS = 86_400_000;

test('D15: a day is a range in the page’s zone, also where the clock changes', () => {
  expect(rangeOf('2026-11-20', 'Europe/Berlin')).toEqual({
    from: '2026-11-19T23:00:00.000Z',
    to: '2026-11-20T23:00:00.000Z',
  });
  const zone = fc.constantFrom('Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'UTC', 'Africa/Cairo');
  fc.assert(
    fc.property(fc.integer({ min: 20_000, max: 22_000 }), zone, (day, timeZone) => {
      const dateOf = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);
      const [range, next] = [rangeOf(dateOf(day), timeZone), rangeOf(dateOf(day + 1), timeZone)];
      expect(range.to).toBe(next.from);
      const hours = (Date.parse(range.to!) - Date.parse(range.from!)) / 3_600_000;
      expect([23, 24, 25]).toContain(hours);
    }),
  );
});

test('D15: a filter that is not set is not in the URL, and a text that is no time is no filter', () => {
  expect(searchText({ result: undefined })).toBe('');
  expect(searchText({ result: 'failed', sign: undefined, from: '2026-11-20T10:00:00.000Z' })).toBe(
    '?result=failed&from=2026-11-20T10%3A00%3A00.000Z',
  );
  expect([timeIn('2026-11-20T10:00Z'), timeIn('yesterday'), timeIn(undefined)]).toEqual([
    '2026-11-20T10:00:00.000Z',
    undefined,
    undefined,
  ]);
});
