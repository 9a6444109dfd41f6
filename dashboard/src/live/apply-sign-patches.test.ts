import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signsOf, withPatches, type SignsPatch } from './apply-sign-patches.ts';

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
/** Half of a sign, or a whole one. */
const changes = fc.record(
  {
    id: ids,
    name: fc.string(),
    createdAt: fc.constant('then'),
    status: fc.constantFrom('idle', 'offline'),
    settings: fc.constant({}),
  },
  { requiredKeys: ['id'] },
) as fc.Arbitrary<SignsPatch['changes'][number]>;
const patches = fc.array(
  fc.record({ changes: fc.array(changes, { maxLength: 4 }), removed: fc.uniqueArray(ids, { maxLength: 2 }) }),
  { maxLength: 6 },
);
const rowOf = (id: string) => ({ id, name: id, createdAt: 'then', status: 'showing' }) as unknown as SignRow;
const lists = fc.uniqueArray(ids).map((all) => all.map(rowOf));

/** What patches mean, as short as can be. */
function told(rows: readonly SignRow[], all: readonly SignsPatch[]): Map<string, SignRow> {
  const after = new Map(rows.map((row) => [row.id, row]));
  for (const patch of all) {
    for (const id of patch.removed) after.delete(id);
    for (const { settings: _, ...change } of patch.changes) {
      const before = after.get(change.id);
      if (before || ('name' in change && 'createdAt' in change))
        after.set(change.id, { ...before, ...change } as SignRow);
    }
  }
  return after;
}

test('A3: after any patches the signs are those that were told, and what was known before is as it was', () => {
  fc.assert(
    fc.property(lists, patches, (rows, all) => {
      const before = signsOf(rows);
      const after = withPatches(before, all);
      const truth = told(rows, all);
      expect(new Map(after)).toEqual(truth);
      expect(after.size).toBe(truth.size);
      for (const id of 'abcdef') {
        expect(after.get(id)).toEqual(truth.get(id));
        expect(after.has(id)).toBe(truth.has(id));
      }
      expect(Array.from(after.keys())).toEqual(after.rows.map(({ id }) => id));
      expect(Array.from(after.values())).toEqual(after.rows);
      expect(before.rows).toEqual(rows);
    }),
  );
});

test('A3: as long as no sign comes or goes each has its place', () => {
  fc.assert(
    fc.property(lists, patches, (rows, all) => {
      const before = signsOf(rows);
      const known = all.map((patch) => ({ changes: patch.changes.filter(({ id }) => before.has(id)), removed: [] }));
      const after = withPatches(before, known);
      expect(after.places).toBe(before.places);
      expect(after.rows.map(({ id }) => id)).toEqual(before.rows.map(({ id }) => id));
    }),
  );
});

test('A3: patches that nobody has looked at, however many, end as those that were looked at one by one', () => {
  fc.assert(
    fc.property(
      lists,
      fc.array(patches, { maxLength: 12 }),
      fc.array(fc.constantFrom('look', 'lay', null)),
      (rows, sent, looks) => {
        let [unread, read] = [signsOf(rows), signsOf(rows)];
        sent.forEach((some, nth) => {
          unread = withPatches(unread, some);
          if (looks[nth] === 'look') void unread.rows.length;
          if (looks[nth] === 'lay') unread.lay();
          read = withPatches(read, some);
          void read.rows.length;
        });
        expect(unread.rows).toEqual(read.rows);
        expect(Array.from(unread.keys())).toEqual(Array.from(read.keys()));
      },
    ),
  );
});
