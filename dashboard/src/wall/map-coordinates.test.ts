import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, rowsOf, type Size } from './map-layout.ts';
import { centred, held, kept, laidOver, NEAREST, showing, wholeOf, zoomed, type Camera } from './map-camera.ts';
import { cellOf, groundAt, placeOfSign, signAt, signsIn, type Ground } from './map-coordinates.ts';
import { walk, WALKS } from './map-navigation.ts';
import { walkShown } from './map-keys.ts';

const places = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 });
const sizes = fc.record({ width: fc.integer({ min: 280, max: 3_800 }), height: fc.integer({ min: 200, max: 2_100 }) });
const grounds = fc.tuple(places, sizes, fc.double({ min: 1, max: 8, noNaN: true })).map(([counts, size, times]) => {
  const arrangement = arrange(counts, size);
  return { size, counts, arrangement, ground: groundAt(arrangement, arrangement.pitch * times) };
});
const middleOf = (ground: Ground, sign: number) => {
  const { x, y, width, height } = cellOf(ground, sign);
  return { x: x + width / 2, y: y + height / 2 };
};
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

describe('the arrangement', () => {
  test('D1: whatever the places and the screen, all is on the canvas, or it is scrolled downwards alone', () => {
    fc.assert(
      fc.property(places, sizes, (counts, size) => {
        const arrangement = arrange(counts, size);
        const { width, height } = groundAt(arrangement, arrangement.pitch);
        expect(width).toBeLessThanOrEqual(size.width + 0.01);
        if (arrangement.fits) expect(height).toBeLessThanOrEqual(size.height + 0.01);
        expect(arrangement.columns.flat()).toEqual(counts.map((_, place) => place));
      }),
    );
  });

  test('D5: on a phone a mark is at least 7 px wide, and up to 600 signs are plates for fingers', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 280, max: 460 }), (counts, width) => {
        const { pitch, cellHeight } = arrange(counts, { width, height: 600 });
        if (total(counts) > 600) expect([pitch, cellHeight]).toEqual([7, 7]);
        else expect({ isWide: pitch >= 68, cellHeight }).toEqual({ isWide: true, cellHeight: 43 });
      }),
    );
  });
});

describe('the ground', () => {
  test('D1: a sign is found where it lies, at every pitch', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), ({ ground, counts }, any) => {
        const sign = any % total(counts);
        const { x, y, width, height } = cellOf(ground, sign);
        expect(signAt(ground, x + width / 2, y + height / 2)).toBe(sign);
        const place = placeOfSign(ground, sign);
        expect(sign).toBeGreaterThanOrEqual(ground.firsts[place]!);
        expect(sign).toBeLessThan(ground.firsts[place + 1]!);
      }),
    );
  });

  test('D1: no two cells lie upon each other', () => {
    fc.assert(
      fc.property(grounds, ({ ground, arrangement }) => {
        const boxes = arrangement.counts.map((count, place) => ({
          left: ground.lefts[place]!,
          right: ground.lefts[place]! + arrangement.perRow[place]! * ground.cellWidths[place]!,
          top: ground.tops[place]!,
          bottom: ground.tops[place]! + rowsOf(count, arrangement.perRow[place]!) * ground.cellHeights[place]!,
        }));
        const isAbove = (place: number, below: number) =>
          boxes[place]!.right <= boxes[below]!.left || boxes[place]!.bottom < boxes[below]!.top;
        const pairs = boxes.flatMap((_, below) => Array.from({ length: below }, (_, place) => [place, below] as const));
        expect(pairs.filter(([place, below]) => !isAbove(place, below))).toEqual([]);
      }),
    );
  });

  test('D1: a rectangle has the signs whose middle is in it, and no other', () => {
    const parts = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(grounds, parts, parts, ({ ground, counts }, one, other) => {
        const along = (index: 0 | 1, whole: number) =>
          [one[index] * whole, other[index] * whole].toSorted((a, b) => a - b) as [number, number];
        const [left, right] = along(0, ground.width);
        const [top, bottom] = along(1, ground.height);
        const found = new Set(signsIn(ground, { left, top, right, bottom }));
        const misjudged = Array.from({ length: total(counts) }, (_, sign) => sign).filter((sign) => {
          const { x, y } = middleOf(ground, sign);
          const within = Math.min(x - left, right - x, y - top, bottom - y);
          // On the edge itself rounding decides.
          return Math.abs(within) > 0.001 && found.has(sign) !== within > 0;
        });
        expect(misjudged).toEqual([]);
      }),
    );
  });

  test('D5: arrows reach every sign, and lead nowhere else', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), fc.constantFrom(...WALKS), ({ ground, counts }, any, to) => {
        const sign = any % total(counts);
        const next = walk(ground, sign, to);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(total(counts));
        if (to === 'right' && sign + 1 < total(counts)) expect(walk(ground, next, 'left')).toBe(sign);
        if (to === 'down' && next !== sign && placeOfSign(ground, next) === placeOfSign(ground, sign))
          expect(cellOf(ground, next).y).toBeGreaterThan(cellOf(ground, sign).y);
      }),
    );
  });
});

test('D5: keys walk only to signs that the filter shows, and every one of them is reached', () => {
  const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown');
  fc.assert(
    fc.property(grounds, fc.integer({ min: 1, max: 9 }), fc.nat(), keys, ({ ground, counts }, each, any, key) => {
      const isShown = (sign: number): boolean => sign % each === 0;
      const from = Math.floor((any % total(counts)) / each) * each;
      const walked = (pressed: string) =>
        walkShown({ key: pressed, shiftKey: false, altKey: false, hasControl: false }, ground, from, isShown);
      expect(isShown(walked(key))).toBe(true);
      expect(walked('ArrowRight')).toBe(from + each < total(counts) ? from + each : from);
      expect([walked('Home'), walked('End')]).toEqual([0, Math.floor((total(counts) - 1) / each) * each]);
    }),
  );
});

describe('the camera', () => {
  const camera = { pitch: 0, x: 0, y: 0 };
  const points = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
  /** The signs of which some of the cell is in view. */
  const seenOf = (ground: Ground, { x, y }: Camera, { width, height }: Size): number[] =>
    Array.from({ length: ground.firsts.at(-1)! }, (_, sign) => sign).filter((sign) => {
      const cell = cellOf(ground, sign);
      return cell.x + cell.width > x && cell.x < x + width && cell.y + cell.height > y && cell.y < y + height;
    });

  test('D1: zoom keeps the sign under the pointer there, unless the edge of the ground is in the way', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), fc.double({ min: 1.05, max: 3, noNaN: true }), (made, any, times) => {
        const { arrangement, size, counts } = made;
        const whole = wholeOf(arrangement);
        const sign = any % total(counts);
        const from = showing(groundAt(arrangement, whole.pitch), whole, size, sign);
        const middle = middleOf(groundAt(arrangement, from.pitch), sign);
        const at = { x: middle.x - from.x, y: middle.y - from.y };
        const to = zoomed(arrangement, from, size, from.pitch * times, at);
        const ground = groundAt(arrangement, to.pitch);
        const isAtEdge =
          to.x === 0 || to.y === 0 || to.x >= ground.width - size.width || to.y >= ground.height - size.height;
        if (!isAtEdge) expect(signAt(ground, to.x + at.x, to.y + at.y)).toBe(sign);
        expect(to.pitch).toBeLessThanOrEqual(Math.max(NEAREST, arrangement.pitch));
        expect(held(ground, to, size)).toEqual(to);
      }),
    );
  });

  test('U6: wherever the pointer is, no step of zoom ends on empty ground', () => {
    fc.assert(
      fc.property(
        grounds,
        points,
        fc.array(fc.double({ min: 0.4, max: 2.5, noNaN: true }), { maxLength: 8 }),
        (made, part, steps) => {
          const { arrangement, size } = made;
          const at = { x: part[0] * size.width, y: part[1] * size.height };
          let is = wholeOf(arrangement);
          for (const times of steps) {
            is = zoomed(arrangement, is, size, is.pitch * times, at);
            expect(seenOf(groundAt(arrangement, is.pitch), is, size).length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('U6: a drag that would leave no sign in view brings the nearest one back; any other goes where it is dragged', () => {
    const drags = fc.tuple(
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    );
    fc.assert(
      fc.property(grounds, drags, ({ ground, size }, [x, y]) => {
        const moved = { pitch: ground.pitch, x, y };
        const to = kept(ground, moved, size);
        expect(seenOf(ground, to, size).length).toBeGreaterThan(0);
        const inset = 8;
        const inner = { width: size.width - 2 * inset, height: size.height - 2 * inset };
        const within = held(ground, moved, size);
        if (seenOf(ground, { ...within, x: within.x + inset, y: within.y + inset }, inner).length > 0)
          expect(to).toEqual(within);
      }),
      { numRuns: 50 },
    );
  });

  test('D1: a picture that is laid over a nearer or farther view has at the point of the zoom the sign that will be there', () => {
    const times = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(grounds, fc.nat(), times, ({ arrangement, ground, size, counts }, any, by) => {
        const sign = any % total(counts);
        const before = { ground, camera: centred(ground, ground.pitch, size, sign) };
        const middle = middleOf(ground, sign);
        const still = { x: middle.x - before.camera.x, y: middle.y - before.camera.y };
        const camera = zoomed(arrangement, before.camera, size, ground.pitch * by, still);
        const now = { ground: groundAt(arrangement, camera.pitch), camera };
        const laid = laidOver(before, now, still);
        const seen = (of: typeof before, x: number, y: number) => signAt(of.ground, of.camera.x + x, of.camera.y + y);
        const will = seen(now, still.x, still.y);
        fc.pre(will !== null);
        expect(laid.times).toBeCloseTo(camera.pitch / ground.pitch);
        const { x, y } = middleOf(now.ground, will);
        const there = { x: x - camera.x, y: y - camera.y };
        // Of cells that take another shape as they come nearer, a picture has the right one in the middle.
        if (Math.abs(there.x - still.x) < 1 && Math.abs(there.y - still.y) < 1)
          expect(seen(before, (still.x - laid.x) / laid.times, (still.y - laid.y) / laid.times)).toBe(will);
      }),
    );
  });

  test('D5: a sign that is walked to is seen whole, and what is seen stays where it is', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), fc.nat(), ({ ground, size, counts }, one, other) => {
        const first = centred(ground, ground.pitch, size, one % total(counts));
        const sign = other % total(counts);
        const seen = showing(ground, { ...camera, ...first }, size, sign);
        const { x, y, width, height } = cellOf(ground, sign);
        fc.pre(width < Math.min(size.width, size.height) && height < size.height);
        expect(x - seen.x).toBeGreaterThanOrEqual(-0.001);
        expect(y - seen.y).toBeGreaterThanOrEqual(-0.001);
        expect(x - seen.x + width).toBeLessThanOrEqual(size.width + 0.001);
        expect(y - seen.y + height).toBeLessThanOrEqual(size.height + 0.001);
        expect(showing(ground, seen, size, sign)).toEqual(seen);
      }),
    );
  });
});
