import fc from 'fast-check';
import type { ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { expect, test } from 'vitest';
import { changesOf, factsOf, filtersOf, neighboursOf, placeOfFault, valueText } from './audit-filter.ts';

test('D15: URL parameters that are not valid filters are ignored', () => {
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

test('D16: an open row shows the rows beside it, and whether their hashes agree with it', () => {
  const row = (seq: number, prevHash: string, hash: string) => ({ seq, prevHash, hash }) as ListedAuditRow;
  const rows = [row(7, 'f', 'g'), row(4, 'c', 'd'), row(3, 'x', 'c'), row(2, 'a', 'b'), row(1, '0', 'a')];
  expect(rows.map((_, index) => neighboursOf(rows, index))).toEqual([
    { before: { seq: 6, hash: 'f', fits: null } },
    { before: { seq: 3, hash: 'c', fits: true } },
    { before: { seq: 2, hash: 'x', fits: false }, after: { seq: 4, hash: 'd', fits: true } },
    { before: { seq: 1, hash: 'a', fits: true }, after: { seq: 3, hash: 'c', fits: false } },
    { after: { seq: 2, hash: 'b', fits: true } },
  ]);
});
