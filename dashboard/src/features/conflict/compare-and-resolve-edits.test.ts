import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, conflictOf, pick, resolved, toSend, type Draft } from './compare-and-resolve-edits.ts';

const FIELDS = ['name', 'hosts', 'zoom', 'muted'] as const;

const value = fc.constantFrom('1', '2', '3');
const draft = fc.record(Object.fromEntries(FIELDS.map((field) => [field, value]))) as fc.Arbitrary<
  Draft<(typeof FIELDS)[number]>
>;

test('M4: with two editors nothing is lost unsaid: each field is one’s, or both see it', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, mine, current) => {
      const rows = conflictOf(base, mine, current);
      const after = resolved(current, rows);
      for (const field of FIELDS) {
        const [isMine, isTheirs] = [mine[field] !== base[field], current[field] !== base[field]];
        const isBoth = isMine && isTheirs && mine[field] !== current[field];
        expect(after[field]).toBe(isMine ? mine[field] : current[field]);
        const both = { field, by: 'both', mine: mine[field], theirs: current[field], picked: 'mine' };
        expect(rows.filter((row) => row.field === field && row.by === 'both')).toEqual(isBoth ? [both] : []);
      }
    }),
  );
});

test('M4: what is sent is what was picked of mine and no other field', () => {
  fc.assert(
    fc.property(draft, draft, draft, fc.subarray([...FIELDS]), (base, mine, current, theirs) => {
      const rows = theirs.reduce((all, field) => pick(all, field, 'theirs'), conflictOf(base, mine, current));
      const sent = toSend(current, rows);
      for (const field of sent) expect(rows.find((row) => row.field === field)?.picked).toBe('mine');
      expect(changed(current, resolved(current, rows))).toEqual(sent);
    }),
  );
});

test('M4: the same change by both is no conflict', () => {
  fc.assert(
    fc.property(draft, draft, (base, mine) => {
      expect(conflictOf(base, mine, mine)).toEqual([]);
    }),
  );
});
