import fc from 'fast-check';
import type { ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { expect, test } from 'vitest';
import { changesOf, factsOf, filtersOf, placeOfFault, rangeOf, valueText } from './audit-filter.ts';

const DAY_MS = 86_400_000;

test('D15: URL parameters that are not valid filters are ignored', () => {
  const request = '0192aaaa-1111-7111-8111-111111111111';
  const search = { outcome: 'refused', who: 'ann', day: 'yesterday', sign: '12', request, row: '7' };
  expect(filtersOf(search, 'UTC')).toEqual({ actorId: 'ann', requestId: request });
  expect(filtersOf({ outcome: 'denied', from: '2026-11-20T10:00Z', to: 'x' }, 'UTC')).toEqual({
    outcome: 'denied',
    from: '2026-11-20T10:00:00.000Z',
  });
});

test('D15: a day is a range in the page’s time zone, even on days of a clock change', () => {
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

test('D16: a fault is placed between the rows around it, and nowhere if the list lacks these rows', () => {
  const rows = [9, 8, 6, 5].map((seq) => ({ seq }) as ListedAuditRow);
  expect([9, 7, 6, 10, 3].map((seq) => placeOfFault(rows, seq))).toEqual([0, 2, 2, null, null]);
});

test('a row’s detail is split into changes and other facts, whatever the detail is', () => {
  const detail = { changes: { name: { from: 'A', to: null }, url: null }, code: 'forbidden', list: [1] };
  expect(changesOf(detail)).toEqual([
    { field: 'name', from: 'A', to: null },
    { field: 'url', from: undefined, to: undefined },
  ]);
  expect(factsOf(detail).map(({ name, value }) => [name, valueText(value)])).toEqual([
    ['code', 'forbidden'],
    ['list', '[1]'],
  ]);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { from, to } of changesOf(value)) expect([valueText(from), valueText(to)].join('')).not.toBe('');
      expect(factsOf(value).length).toBeLessThanOrEqual(Object.keys(Object(value) as object).length);
    }),
  );
});
