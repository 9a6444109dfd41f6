import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseProcessors } from './cpu-pinning.ts';

test('a list of processors is read as Linux writes it', () => {
  expect(parseProcessors('0-2,5\n')).toEqual([0, 1, 2, 5]);
  expect(parseProcessors('')).toEqual([]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200)), (numbers) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const ranges = sorted.flatMap((number, index) => {
        if (sorted[index - 1] === number - 1) return [];
        let last = number;
        while (sorted.includes(last + 1)) last += 1;
        return last === number ? [`${number}`] : [`${number}-${last}`];
      });
      expect(parseProcessors(ranges.join(','))).toEqual(sorted);
    }),
  );
});
