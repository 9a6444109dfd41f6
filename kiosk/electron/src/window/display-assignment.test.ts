import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange, isSame } from './display-assignment.ts';

const coordinate = fc.integer({ min: -4_000, max: 4_000 });
const length = fc.integer({ min: 1, max: 4_000 });
const display = fc.record({
  id: fc.nat(),
  scaleFactor: fc.constantFrom(1, 2),
  bounds: fc.record({ x: coordinate, y: coordinate, width: length, height: length }),
});
const displays = fc.array(display, { minLength: 1, maxLength: 4 });

test('one display is the sign and each other is black, whatever the order that the system tells them in', () => {
  fc.assert(
    fc.property(displays, fc.integer({ min: 0, max: 5 }), (all, number) => {
      const { mine, others } = arrange(all, number);
      expect(new Set([mine, ...others])).toEqual(new Set(all));
      expect(others).toHaveLength(all.length - 1);
      const { x, y } = mine!.bounds;
      const before = others.filter(({ bounds }) => bounds.x < x || (bounds.x === x && bounds.y < y));
      const asMany = others.filter(({ bounds }) => bounds.x < x || (bounds.x === x && bounds.y <= y));
      const wanted = number < all.length ? number : 0;
      expect(before.length).toBeLessThanOrEqual(wanted);
      expect(asMany.length).toBeGreaterThanOrEqual(wanted);
    }),
  );
});

test('what moves no window is no new arrangement; a display that moved is one', () => {
  fc.assert(
    fc.property(displays, fc.nat(), (all, which) => {
      const now = arrange(all, 0);
      const rescaled = all.map((one) => ({ ...one, scaleFactor: one.scaleFactor + 1 }));
      expect(isSame(now, arrange(rescaled, 0))).toBe(true);
      const moved = all.map((one, at) =>
        at === which % all.length ? { ...one, bounds: { ...one.bounds, width: one.bounds.width + 1 } } : one,
      );
      expect(isSame(now, arrange(moved, 0))).toBe(false);
    }),
  );
});
