import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shrink } from './delta-debugging.ts';

const never = () => false;

test('shrinking leaves exactly the items that the failure needs, whatever the width', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60).chain((length) =>
        fc.record({
          length: fc.constant(length),
          needed: length === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(length - 1), { maxLength: 6 }),
          width: fc.integer({ min: 1, max: 5 }),
        }),
      ),
      async ({ length, needed, width }) => {
        const items = Array.from({ length }, (_, index) => index);
        const fails = async (some: readonly number[]) => needed.every((each) => some.includes(each));
        expect(await shrink(items, fails, { width, isOver: never })).toEqual(needed.toSorted((a, b) => a - b));
      },
    ),
  );
});

test('the shrunk list fails also where smaller lists fail by chance and larger ones do not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(20), async (length, salt, asks) => {
      const items = Array.from({ length }, (_, index) => index);
      const isFailing = (some: readonly number[]) =>
        some.length === length || some.reduce((sum, each) => (sum * 31 + each + salt) % 1_009, 7) % 3 === 0;
      let asked = 0;
      const fails = async (some: readonly number[]) => {
        asked += 1;
        return isFailing(some);
      };
      expect(isFailing(await shrink(items, fails, { width: 2, isOver: () => asked >= asks }))).toBe(true);
      expect(asked).toBeLessThanOrEqual(asks + 2);
    }),
  );
});
