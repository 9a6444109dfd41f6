import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { describeSign } from '../signs/sign-view.ts';
import { anySignRow } from '../signs/testing/any-sign-row.ts';
import { addTo, differenceOf, emptyPatch, takePatch, tellOf } from './sign-differences.ts';

const IDS = ['a', 'b', 'c'];
const EVENTS = ['one', 'other'];
const anySign = fc
  .record({ row: anySignRow, id: fc.constantFrom(...IDS), eventId: fc.constantFrom(...EVENTS) })
  .map(({ row, id, eventId }): Sign => ({ ...describeSign(row), id, eventId }));
/** A record is made or changed, or removed. */
const anyChange = fc.oneof(
  anySign,
  fc.constantFrom(...IDS).map((id) => ({ id, removed: true as const })),
);

it('a difference over what was there is what is there, and holds nothing that was there', () => {
  fc.assert(
    fc.property(anySign, anySign, (before, given) => {
      const after = { ...given, id: before.id };
      const change = differenceOf(before, after);
      expect({ ...before, ...change }).toEqual(after);
      for (const [field, value] of Object.entries(change ?? {}))
        if (field !== 'id') expect(value).not.toEqual(before[field as keyof Sign]);
    }),
  );
});

it('whatever happens and whenever patches are taken, they turn the list that was read into the list that is', () => {
  const steps = fc.array(fc.record({ change: anyChange, isNew: fc.boolean(), isTaken: fc.boolean() }));
  fc.assert(
    fc.property(fc.array(anySign), steps, fc.constantFrom(null, ...EVENTS), (first, changes, eventId) => {
      const isIn = ({ eventId: own }: Sign) => eventId === null || own === eventId;
      const records = new Map(first.map((sign) => [sign.id, sign]));
      const client = new Map(Array.from(records).filter(([, sign]) => isIn(sign)));
      const known = new Map<string, Sign | null>();
      const pending = emptyPatch();
      const take = (): void => {
        const patch = takePatch(pending);
        for (const change of patch.changes) client.set(change.id, { ...client.get(change.id), ...change } as Sign);
        for (const id of patch.removed) client.delete(id);
      };
      for (const { change, isNew, isTaken } of changes) {
        if ('removed' in change) records.delete(change.id);
        else records.set(change.id, change);
        const { id } = change;
        const after = records.get(id) ?? null;
        const told = tellOf({ id, before: known.get(id), after }, eventId, isNew);
        known.set(id, after);
        if (told) addTo(pending, told);
        if (isTaken) take();
      }
      take();
      const expected = new Map(Array.from(records).filter(([, sign]) => isIn(sign)));
      expect(client).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});
