import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, rowsOf } from './arrange.ts';
import { CARDS_FROM, centred, held, laidOver, showing, wholeOf, zoomed } from './camera.ts';
import { cornerOf, groundAt, placeOfSign, signAt, signsIn, walk, WALKS } from './ground.ts';
import { walkShown } from './walking.ts';

const places = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 });
const sizes = fc.record({ width: fc.integer({ min: 280, max: 3_800 }), height: fc.integer({ min: 200, max: 2_100 }) });
const grounds = fc.tuple(places, sizes, fc.double({ min: 1, max: 8, noNaN: true })).map(([counts, size, times]) => {
  const arrangement = arrange(counts, size);
  return { size, counts, arrangement, ground: groundAt(arrangement, arrangement.pitch * times) };
});
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

describe('the arrangement', () => {
  test('D1: 10,000 signs of 42 places are on one desk screen, each at least 6 px wide', () => {
    const counts = [...Array<number>(20).fill(240), ...Array<number>(22).fill(236), 8];
    const { fits, pitch } = arrange(counts, { width: 1_104, height: 744 });
    expect({ fits, isLarge: pitch >= 6 }).toEqual({ fits: true, isLarge: true });
  });

  test.each([
    ['240', [18, 22, 24, 12, 48, 14, 10, 16, 44, 32], 58],
    ['the 305 of the demo', [34, 12, 32, 24, 18, 22, 18, 16, 13, 14, 48, 44, 10], 54],
  ])('D1: %s signs are plates there, as wide as a name needs', (_, counts, least) => {
    const { aspect, pitch } = arrange(counts, { width: 1_104, height: 744 });
    expect({ isPlate: aspect < 0.65, isLarge: pitch >= least }).toEqual({ isPlate: true, isLarge: true });
  });

  test('D1: whatever the places and the screen, all is on the canvas, or it is scrolled downwards alone', () => {
    fc.assert(
      fc.property(places, sizes, (counts, size) => {
        const arrangement = arrange(counts, size);
        const { width, height } = groundAt(arrangement, arrangement.pitch);
        expect(width).toBeLessThanOrEqual(size.width + 0.01);
        if (arrangement.fits) expect(height).toBeLessThanOrEqual(size.height + 20);
        expect(arrangement.columnOf.toSorted((one, other) => one - other)).toEqual(arrangement.columnOf);
      }),
    );
  });

  test('D5: on a phone a mark is at least 7 px wide', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 280, max: 460 }), (counts, width) => {
        expect(arrange(counts, { width, height: 600 }).pitch).toBeGreaterThanOrEqual(7);
      }),
    );
  });
});

describe('the ground', () => {
  test('D1: a sign is found where it lies, at every pitch', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), ({ ground, counts }, any) => {
        const sign = any % total(counts);
        const { x, y } = cornerOf(ground, sign);
        expect(signAt(ground, x + ground.pitch / 2, y + ground.cellHeight / 2)).toBe(sign);
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
          column: arrangement.columnOf[place]!,
          top: ground.tops[place]!,
          bottom: ground.tops[place]! + rowsOf(count, arrangement.perRow) * ground.cellHeight,
        }));
        const isAbove = (place: number, below: number) =>
          boxes[place]!.column !== boxes[below]!.column || boxes[place]!.bottom < boxes[below]!.top;
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
          const corner = cornerOf(ground, sign);
          const [x, y] = [corner.x + ground.pitch / 2, corner.y + ground.cellHeight / 2];
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
          expect(cornerOf(ground, next).y).toBeGreaterThan(cornerOf(ground, sign).y);
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
  test('D1: zoom keeps the sign under the pointer there, unless the edge of the ground is in the way', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), fc.double({ min: 1.05, max: 3, noNaN: true }), (made, any, times) => {
        const { arrangement, size, counts } = made;
        const whole = wholeOf(arrangement);
        const sign = any % total(counts);
        const from = showing(groundAt(arrangement, whole.pitch), whole, size, sign);
        const corner = cornerOf(groundAt(arrangement, from.pitch), sign);
        const at = {
          x: corner.x - from.x + arrangement.pitch / 2,
          y: corner.y - from.y + (arrangement.pitch * arrangement.aspect) / 2,
        };
        const to = zoomed(arrangement, from, size, from.pitch * times, at);
        const ground = groundAt(arrangement, to.pitch);
        const isAtEdge =
          to.x === 0 || to.y === 0 || to.x >= ground.width - size.width || to.y >= ground.height - size.height;
        if (!isAtEdge) expect(signAt(ground, to.x + at.x, to.y + at.y)).toBe(sign);
        expect(to.pitch).toBeLessThanOrEqual(Math.max(CARDS_FROM, arrangement.pitch));
        expect(held(ground, to, size)).toEqual(to);
      }),
    );
  });

  test('D1: a picture that is laid over a nearer or farther view has at the point of the zoom the sign that will be there', () => {
    const times = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(grounds, fc.nat(), times, ({ arrangement, ground, size, counts }, any, by) => {
        const sign = any % total(counts);
        const before = { ground, camera: centred(ground, ground.pitch, size, sign) };
        const corner = cornerOf(ground, sign);
        const still = {
          x: corner.x - before.camera.x + ground.pitch / 2,
          y: corner.y - before.camera.y + ground.cellHeight / 2,
        };
        const camera = zoomed(arrangement, before.camera, size, ground.pitch * by, still);
        const now = { ground: groundAt(arrangement, camera.pitch), camera };
        const laid = laidOver(before, now, still);
        const seen = (of: typeof before, x: number, y: number) => signAt(of.ground, of.camera.x + x, of.camera.y + y);
        const will = seen(now, still.x, still.y);
        fc.pre(will !== null);
        expect(laid.times).toBeCloseTo(camera.pitch / ground.pitch);
        expect(seen(before, (still.x - laid.x) / laid.times, (still.y - laid.y) / laid.times)).toBe(will);
      }),
    );
  });

  test('D5: a sign that is walked to is seen whole, and what is seen stays where it is', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), fc.nat(), ({ ground, size, counts }, one, other) => {
        fc.pre(ground.pitch < Math.min(size.width, size.height) && ground.cellHeight < size.height);
        const first = centred(ground, ground.pitch, size, one % total(counts));
        const sign = other % total(counts);
        const seen = showing(ground, { ...camera, ...first }, size, sign);
        const { x, y } = cornerOf(ground, sign);
        expect(x - seen.x).toBeGreaterThanOrEqual(-0.001);
        expect(y - seen.y).toBeGreaterThanOrEqual(-0.001);
        expect(x - seen.x + ground.pitch).toBeLessThanOrEqual(size.width + 0.001);
        expect(y - seen.y + ground.cellHeight).toBeLessThanOrEqual(size.height + 0.001);
        expect(showing(ground, seen, size, sign)).toEqual(seen);
      }),
    );
  });
});
