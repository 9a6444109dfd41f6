import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oldBecause } from './picture-age.ts';

const AT = Date.parse('2026-11-14T18:42:31Z');
const ms = fc.integer({ min: 0, max: 3_600_000 });

test('D2: a picture of a sign that is away is old, however young', () => {
  fc.assert(
    fc.property(ms, fc.constantFrom('offline' as const, null), (age, presence) => {
      expect(oldBecause(AT - age, { presence }, null, AT)).toBe('offline');
    }),
  );
});

test('D2: a picture is never called the present where another page was put on the screen after it', () => {
  fc.assert(
    fc.property(ms, ms, (age, later) => {
      const since = new Date(AT - age + later).toISOString();
      const because = oldBecause(AT - age, { presence: 'online' }, { since, blank: null, blankCheckedAt: null }, AT);
      expect(because === 'page').toBe(later > 0);
    }),
  );
});

test('D2: with time every picture gets old', () => {
  fc.assert(
    fc.property(ms, (age) => {
      expect(oldBecause(AT - age, { presence: 'online' }, null, AT)).toBe(age > 900_000 ? 'old' : null);
    }),
  );
});
