import { asRead } from '@sign-display/contracts/allowed-characters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHOSEN_MOST,
  isStep,
  namedView,
  stateOf,
  VIEWS,
  viewOf,
  wallQueryOf,
  type WallQuery,
  type WallState,
} from './url-state.ts';
import { areInPlace, countWaiting, frozenPlaces, type ShownRow } from './frozen-order.ts';
import { aimedAt, framed, NOTHING, rangedTo, stillThere, toggled } from './selection.ts';
import { COLUMNS } from './sort-signs.ts';
import { searchOf } from './wall-chips.ts';
import { rowOf, rows, states } from './testing/make-sign-rows.ts';
import { SHOWN_AS } from '../event/sign-filter.ts';

const ORDER = Array.from({ length: 20 }, (_, number) => `s${number}`);
const ids = fc.constantFrom(...ORDER);
const some = fc.uniqueArray(ids);

describe('the selection', () => {
  test('D5: a sign that is pressed twice is as it was', () => {
    fc.assert(
      fc.property(some, ids, (chosen, id) => {
        const selection = framed(NOTHING, chosen, false);
        const once = toggled(selection, id);
        expect(once.chosen.has(id)).toBe(!selection.chosen.has(id));
        expect(toggled(once, id).chosen).toEqual(selection.chosen);
      }),
    );
  });

  test('D5: a range has both its ends and all between, and keeps what was chosen before', () => {
    fc.assert(
      fc.property(some, ids, ids, (chosen, from, to) => {
        const { chosen: after, anchor } = rangedTo(toggled(framed(NOTHING, chosen, false), from), to, ORDER);
        const [first, last] = [ORDER.indexOf(from), ORDER.indexOf(to)].toSorted((one, other) => one - other);
        for (const id of ORDER.slice(first, last! + 1)) expect(after.has(id)).toBe(true);
        for (const id of chosen) if (id !== from) expect(after.has(id)).toBe(true);
        expect(anchor).toBe(from);
      }),
    );
  });

  test('D5: without a sign to begin at, or with one that is gone, a range is the one sign', () => {
    expect(rangedTo(NOTHING, 's3', ORDER)).toEqual({ chosen: new Set(['s3']), anchor: 's3' });
    expect(rangedTo({ chosen: new Set(), anchor: 'gone' }, 's3', ORDER).chosen).toEqual(new Set(['s3']));
    expect(rangedTo(NOTHING, 'gone', ORDER)).toEqual(NOTHING);
  });

  test('D5: keys act on what is chosen, else on the sign that is marked and shown, and on no other', () => {
    fc.assert(
      fc.property(some, some, fc.option(ids), (chosen, shown, marked) => {
        const aimed = aimedAt(new Set(chosen), marked, (id) => shown.includes(id));
        if (chosen.length > 0) expect(aimed).toEqual(chosen);
        else expect(aimed).toEqual(shown.filter((id) => id === marked));
      }),
    );
  });

  test('D5: a rectangle takes the place of what was chosen, or is added to it; what is gone leaves', () => {
    fc.assert(
      fc.property(some, some, some, (before, held, there) => {
        const selection = framed(NOTHING, before, false);
        expect(framed(selection, held, false).chosen).toEqual(new Set(held));
        const both = framed(selection, held, true);
        expect(both.chosen).toEqual(new Set([...before, ...held]));
        const left = stillThere(both, (id) => there.includes(id));
        expect(Array.from(left.chosen).toSorted()).toEqual(
          Array.from(both.chosen)
            .filter((id) => there.includes(id))
            .toSorted(),
        );
        expect(stillThere(left, () => true)).toBe(left);
      }),
    );
  });
});

describe('the frozen order', () => {
  const steps = fc.array(fc.array(fc.tuple(fc.nat(12), states, fc.nat(2))), { minLength: 1, maxLength: 8 });
  test('D5: while somebody is inside nothing moves: what is gone leaves its place empty, and what came is counted', () => {
    fc.assert(
      fc.property(rows(12), steps, (first, all) => {
        let shown: readonly ShownRow[] = first;
        for (const signs of all) {
          const now = new Map(
            signs.map(([number, state, place]) => {
              const row = rowOf(number, { ...state, location: `Place ${place}` });
              return [row.id, row];
            }),
          );
          shown = frozenPlaces(shown, now);
          expect(shown.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
          expect(shown.map(({ location }) => location)).toEqual(first.map(({ location }) => location));
          for (const row of shown) {
            expect(row.isGone ?? false).toBe(!now.has(row.id));
            if (!row.isGone) expect(row.status).toBe(now.get(row.id)!.status);
          }
          const ids = new Set(first.map(({ id }) => id));
          expect(countWaiting(shown, Array.from(now.values()))).toBe(
            Array.from(now.keys()).filter((id) => !ids.has(id)).length,
          );
        }
      }),
    );
  });

  test('D5: where everybody is in their place, what would be shown is what is shown, and nobody waits', () => {
    const others = fc.array(fc.tuple(fc.nat(12), states, fc.nat(3)), { maxLength: 4 });
    fc.assert(
      fc.property(rows(12), others, fc.boolean(), (shown, changes, isOtherwise) => {
        const fresh = [...shown];
        for (const [at, state, place] of changes)
          if (fresh[at]) fresh[at] = { ...fresh[at], ...state, ...(place === 0 && { location: 'Elsewhere' }) };
        if (isOtherwise) fresh.reverse();
        const kept = frozenPlaces(shown, new Map(fresh.map((row) => [row.id, row])));
        const isThere = fresh.every((row, at) => kept[at] === row);
        expect(areInPlace(shown, fresh)).toBe(isThere);
        if (isThere) expect(countWaiting(shown, fresh)).toBe(0);
        expect(areInPlace(shown, fresh.slice(1))).toBe(fresh.length === 0);
      }),
    );
  });

  test('D5: what is the same stays the same object, so that nothing is drawn for it', () => {
    fc.assert(
      fc.property(rows(12), (all) => {
        const signs = new Map(all.map((row) => [row.id, row]));
        expect(frozenPlaces(all, signs)).toBe(all);
        const none = frozenPlaces(all, new Map());
        expect(frozenPlaces(none, new Map())).toBe(none);
      }),
    );
  });
});

describe('the address', () => {
  const chosenOnes = fc.array(fc.uuid(), { maxLength: CHOSEN_MOST });
  const columns = fc.option(
    fc
      .uniqueArray(fc.constantFrom(...COLUMNS), { minLength: 1 })
      .map((all) => COLUMNS.filter((column) => all.includes(column))),
  );
  const wallStates: fc.Arbitrary<WallState> = fc.record({
    status: fc.option(fc.constantFrom(...SHOWN_AS)),
    place: fc.option(fc.string().map(asRead).filter(Boolean)),
    find: fc.string(),
    view: fc.option(fc.constantFrom(...VIEWS)),
    sort: fc.option(fc.record({ column: fc.constantFrom(...COLUMNS), isDescending: fc.boolean() })),
    columns,
    near: fc.option(fc.record({ pitch: fc.integer({ min: 1, max: 999 }), at: fc.option(ids) })),
    peek: fc.option(ids),
    chosen: fc.oneof(fc.constant('many' as const), chosenOnes),
  });
  const asTyped = (query: Record<string, string | undefined>): WallQuery => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return Object.fromEntries(new URLSearchParams(given));
  };

  test('D5: whatever is seen comes back from its address, as text', () => {
    fc.assert(
      fc.property(wallStates, (state) => {
        expect(stateOf(asTyped(wallQueryOf(state)))).toEqual(state);
      }),
    );
  });

  test('D5: a pitch alone is understood, and means the map', () => {
    expect(stateOf({ zoom: '72' })).toMatchObject({ view: null, near: { pitch: 72, at: null } });
    expect(viewOf(stateOf({ zoom: '72' }), 'cards')).toBe('map');
    expect(viewOf(stateOf({ zoom: '72', view: 'cards' }), 'map')).toBe('cards');
    expect(stateOf({ at: 's1' })).toMatchObject({ view: null, near: null });
  });

  test('D5: a view is named only where the address would show another one without its name', () => {
    const views = fc.constantFrom(...VIEWS);
    const nears = fc.constantFrom(null, { pitch: 72, at: null });
    fc.assert(
      fc.property(views, views, nears, (view, largest, near) => {
        const named = namedView(view, near, largest);
        expect(viewOf({ view: named, near }, largest)).toBe(view);
        expect(named === null).toBe(view === (near === null ? largest : 'map'));
      }),
    );
    // Zoomed in, then everything in view again.
    expect(namedView('map', { pitch: 72, at: null }, 'map')).toBeNull();
    expect(namedView('map', null, 'map')).toBeNull();
  });

  test('D5: what is chosen, near or looked for is no step that leads back; view, filter and peek are', () => {
    fc.assert(
      fc.property(wallStates, wallStates, (from, { near, chosen, find, sort, columns, ...steps }) => {
        expect(isStep(from, { ...from, near, chosen, find, sort, columns })).toBe(false);
        const isOther = (['view', 'status', 'place', 'peek'] as const).some((part) => from[part] !== steps[part]);
        expect(isStep(from, { ...from, ...steps })).toBe(isOther);
      }),
    );
  });

  test('D5: another view or filter keeps what else is in the address, and nothing of the view before', () => {
    fc.assert(
      fc.property(wallStates, wallStates, (before, after) => {
        const search = searchOf(after, searchOf(before, '?bulk=b1'));
        expect(new URLSearchParams(search).get('bulk')).toBe('b1');
        const alone = new URLSearchParams(search);
        alone.delete('bulk');
        expect(stateOf(Object.fromEntries(alone))).toEqual(stateOf(asTyped(wallQueryOf(after))));
      }),
    );
    expect(searchOf(stateOf({}), '?status=offline')).toBe('');
  });

  test('D5: any address is understood as far as it can be, and then says the same again', () => {
    const keys = ['view', 'status', 'place', 'q', 'sort', 'columns', 'zoom', 'at', 'peek', 'select'];
    const typed = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.string(), fc.constantFrom('map', '-', 'a_b.c', '-status.', '9')),
    );
    fc.assert(
      fc.property(typed, (query) => {
        const state = stateOf(query);
        expect(stateOf(wallQueryOf(state))).toEqual(state);
      }),
    );
    expect(wallQueryOf(stateOf({})).view).toBeUndefined();
  });

  test('D5: no sign is chosen by an address that does not name it, and one that cannot name all of them names none', () => {
    const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    expect(stateOf({ select: `${one}.${other}` }).chosen).toEqual([one, other]);
    // What a filter shows, and what stands between two signs, are others after a while.
    for (const select of ['all', 'many', `${one}_${other}`, `${one}.${other}_${one}`])
      expect(stateOf({ select }).chosen).toBe('many');
    const more = Array.from({ length: CHOSEN_MOST + 1 }, () => one);
    expect(stateOf(wallQueryOf({ ...stateOf({}), chosen: more })).chosen).toBe('many');
    expect(stateOf({ select: more.join('.') }).chosen).toBe('many');
  });

  test('D5: an address never grows beyond 4,000 characters by what is chosen', () => {
    const chosen = Array.from({ length: CHOSEN_MOST }, () => '00000000-0000-4000-8000-000000000001');
    expect(wallQueryOf({ ...stateOf({}), chosen }).select!.length).toBeLessThan(4_000);
  });
});
