import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peekPosition, isOver } from './popover-position.ts';

const canvas = { width: 1_104, height: 744 };
const lens = { width: 352, height: 206 };
const peek = { width: 330, height: 300 };
const cells = fc.record({
  x: fc.integer({ min: 0, max: 1_040 }),
  y: fc.integer({ min: 0, max: 700 }),
  width: fc.integer({ min: 7, max: 60 }),
  height: fc.integer({ min: 7, max: 44 }),
});
const isInside = ({ x, y, width, height }: ReturnType<typeof peekPosition>): boolean =>
  x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height;

test('U22: wherever a sign is peeked at and another is pointed at, neither the peek nor the lens is over its sign, and the peek is not over the lens', () => {
  fc.assert(
    fc.property(cells, cells, (peeked, pointed) => {
      const open = peekPosition(peeked, peek, canvas, 8, peeked.width - peek.width, null);
      const shown = peekPosition(pointed, lens, canvas, 16, 16, open);
      expect({ peek: isInside(open), lens: isInside(shown) }).toEqual({ peek: true, lens: true });
      expect(isOver(open, peeked)).toBe(false);
      expect(isOver(shown, pointed)).toBe(false);
      expect(isOver(shown, open)).toBe(false);
    }),
  );
});

test('U22: without a peek the lens is below its signs, or above them at the foot of the map', () => {
  const at = (y: number) => peekPosition({ x: 100, y, width: 40, height: 32 }, lens, canvas, 16, 16, null);
  expect(at(100)).toMatchObject({ x: 116, y: 148 });
  expect(at(600)).toMatchObject({ x: 116, y: 378 });
});
