import { asRead } from '@sign-display/contracts/allowed-characters';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsOf, filtered, filterOf, isCounted, isFiltered, oneStepBack, queryOf, SHOWN_AS } from './sign-filter.ts';
import { signsOf, withPatches } from '../live/apply-sign-patches.ts';
import { NO_ORDER, ordered } from './sign-order.ts';

let made = 0;
function sign(fields: Partial<SignRow> = {}): SignRow {
  made += 1;
  return {
    id: `sign-${made}`,
    name: `Sign ${made}`,
    location: '',
    status: 'showing',
    blank: null,
    unstable: false,
    lastSeenAt: '2026-11-14T19:38:12.000Z',
    statusSince: '2026-11-14T19:38:20.000Z',
    device: { shortCode: '4Q850C' },
    shown: { url: null, source: null, until: null },
    ...fields,
  } as SignRow;
}
const many = (count: number, fields: Partial<SignRow> = {}): SignRow[] =>
  Array.from({ length: count }, () => sign(fields));

describe('the filter', () => {
  const filters = fc.record({
    status: fc.option(fc.constantFrom(...SHOWN_AS)),
    place: fc.option(fc.string().map(asRead).filter(Boolean)),
    find: fc.string(),
  });
  test('D5: comes back whole from its address, and understands any', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterOf(queryOf(filter))).toEqual(filter);
      }),
    );
    expect(filterOf({ status: 'on fire', place: '' })).toEqual({ status: null, place: null, find: '' });
  });

  test('D5: Escape takes one thing away at a time: what is looked for, the place, the status', () => {
    let filter = filterOf({ status: 'offline', place: 'Bars', q: 'left' });
    const steps = [1, 2, 3].map(() => queryOf((filter = oneStepBack(filter))));
    expect(steps).toEqual([{ status: 'offline', place: 'Bars' }, { status: 'offline' }, {}]);
    expect(isFiltered(filter)).toBe(false);
  });

  test('D5: shows under a status as many signs as the strip counts', () => {
    const signs = SIGN_STATUSES.flatMap((status, index) =>
      many(index, { status, blank: index === 3, unstable: index === 4 }),
    );
    const counts = countsOf(signs);
    for (const status of SHOWN_AS) {
      const shown = filtered(signs, { status, place: null, find: '' });
      expect(shown.length).toBe(counts[status]);
      expect(shown.every((one) => isCounted(one, status))).toBe(true);
    }
  });

  test.each(['säule', 'SAULE', 'foyer', '4q8-50c', '4Q8 50C'])('D5: finds a sign by “%s”', (find) => {
    const signs = [sign({ name: 'Säule 04', location: 'Foyer Nord' }), sign({ device: null })];
    expect(filtered(signs, { status: null, place: null, find })).toEqual([signs[0]]);
  });
});

describe('the order', () => {
  test('D5: a sign stays where it is, whatever happens to it; a new one takes its own place', () => {
    const signs = [sign({ name: 'Bar 10' }), sign({ name: 'Bar 9' }), sign({ name: 'Aula', location: 'Z' })];
    const first = ordered(signsOf(signs), NO_ORDER);
    expect(first.rows.map(({ name }) => name)).toEqual(['Bar 9', 'Bar 10', 'Aula']);
    const changed = signs.map((one) => ({ ...one, status: 'offline' as const }));
    const second = ordered(signsOf(changed), first);
    expect(second.rows.map(({ name, status }) => [name, status])).toEqual(
      first.rows.map(({ name }) => [name, 'offline']),
    );
    const third = ordered(signsOf([...changed, sign({ name: 'Bar 9b' })]), second);
    expect(third.rows.map(({ name }) => name)).toEqual(['Bar 9', 'Bar 9b', 'Bar 10', 'Aula']);
  });

  test('D5: is the same however the signs came to be what they are', () => {
    const names = fc.constantFrom('Bar 9', 'Bar 10', 'Aula');
    const wallActions = fc.record({
      index: fc.nat(5),
      is: fc.constantFrom('change', 'rename', 'remove', 'add', 'read again'),
      name: names,
    });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 5 }), fc.array(wallActions, { maxLength: 8 }), (begun, all) => {
        let signs = signsOf(begun.map((name) => sign({ name })));
        let order = ordered(signs, NO_ORDER);
        for (const { index, is, name } of all) {
          const row = signs.rows[index];
          if (is === 'add')
            signs = withPatches(signs, [{ changes: [{ ...sign({ name }), createdAt: 'now' }], removed: [] }]);
          else if (is === 'read again') signs = signsOf(signs.rows.toReversed());
          else if (is === 'remove') signs = withPatches(signs, [{ changes: [], removed: row ? [row.id] : [] }]);
          else if (row) {
            const change = is === 'rename' ? { id: row.id, name } : { id: row.id, status: 'offline' as const };
            signs = withPatches(signs, [{ changes: [change], removed: [] }]);
          }
          order = ordered(signs, order);
          expect(order.rows).toEqual(ordered(signs, NO_ORDER).rows);
        }
      }),
    );
  });
});
