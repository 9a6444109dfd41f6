import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createPlainHistogram } from './plain-histogram.ts';

const BUCKETS = [0.01, 0.25, 1, 30];

test('R5: it says what prom-client’s own says of the same values, at each scrape', async () => {
  const values = fc.array(fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constantFrom(0, ...BUCKETS)));
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 3 }), async (scrapes) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const config = { name: 'lag_seconds', help: 'Lag', buckets: BUCKETS };
      const plain = createPlainHistogram({ ...config, registers: [ours] });
      const known = new Histogram({ ...config, registers: [theirs] });
      expect(await ours.metrics()).toBe(await theirs.metrics());
      for (const observed of scrapes) {
        for (const value of observed) {
          plain.observe(value);
          known.observe(value);
        }
        expect(await ours.metrics()).toBe(await theirs.metrics());
      }
    }),
  );
});
