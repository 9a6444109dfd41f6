import fc from 'fast-check';
import type { ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import { expect, test } from 'vitest';
import { failuresOf, filtersOf, isFiltered, NO_FILTERS } from './content-fetch-filter.ts';

const ID = '0192aaaa-1111-7111-8111-111111111111';

test('D15: a URL’s parameters that are no filters are left out', () => {
  expect(filtersOf({ result: 'late', event: 'ball', sign: '12', from: 'x', to: '' })).toEqual({});
  expect(filtersOf({ result: 'failed', event: ID, sign: ID, from: '2026-11-20T10:00Z' })).toEqual({
    result: 'failed',
    eventId: ID,
    signId: ID,
    from: '2026-11-20T10:00:00.000Z',
  });
  expect([isFiltered({ result: 'late' }), isFiltered({ sign: ID }), isFiltered(NO_FILTERS)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('D15: the page of an event has its own requests, whatever event the URL names', () => {
  const other = ID.replace('aaaa', 'bbbb');
  expect(filtersOf({ event: other }, ID)).toEqual({ eventId: ID });
});

test('D2: the headline counts failed requests and signs, and names a host only if all requests went there', () => {
  const made = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('bar.example', 'menu.example:8080')));
  fc.assert(
    fc.property(made, fc.boolean(), (requests, isMore) => {
      const items = requests.map(([signId, host]) => ({ signId, url: `https://${host}/x` }) as ListedContentFetch);
      const found = failuresOf({ items, nextCursor: isMore ? 'next' : null });
      expect(found.count).toBe(requests.length);
      expect(found.signs).toBe(new Set(requests.map(([sign]) => sign)).size);
      const [, first] = requests[0] ?? [];
      const isOne = requests.length > 1 && !isMore && requests.every(([, host]) => host === first);
      expect(found.host).toBe(isOne ? first : null);
    }),
  );
});
