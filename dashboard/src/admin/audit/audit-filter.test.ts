import fc from 'fast-check';
import type { ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { expect, test } from 'vitest';
import { changesOf, factsOf, filtersOf, placeOfFault, valueText } from './audit-filter.ts';

test('D15: a URL’s parameters that are no filters are left out', () => {
  const request = '0192aaaa-1111-7111-8111-111111111111';
  const search = { outcome: 'refused', who: 'ann', day: 'yesterday', sign: '12', request, row: '7' };
  expect(filtersOf(search, 'UTC')).toEqual({ actorId: 'ann', requestId: request });
  expect(filtersOf({ outcome: 'denied', from: '2026-11-20T10:00Z', to: 'x' }, 'UTC')).toEqual({
    outcome: 'denied',
    from: '2026-11-20T10:00:00.000Z',
  });
});

test('D16: a fault is shown between the rows around it, and above rows that do not surround it', () => {
  const rows = [9, 8, 6, 5].map((seq) => ({ seq }) as ListedAuditRow);
  expect([9, 7, 6, 10, 3].map((seq) => placeOfFault(rows, seq))).toEqual([0, 2, 2, null, null]);
});

test('a row’s detail is split into its changes and its other facts, whatever it is', () => {
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
