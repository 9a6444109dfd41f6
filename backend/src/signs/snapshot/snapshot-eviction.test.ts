import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotsToEvict } from './snapshot-eviction.ts';

const snapshot = fc.record({
  organizationId: fc.constantFrom('a', 'b', 'c'),
  bytes: fc.integer({ min: 1, max: 10 }),
  isRead: fc.boolean(),
});
const total = (held: readonly { bytes: number }[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);

test('no snapshot gives way while another organization holds more that can, or its own have one that nobody reads; none without need', () => {
  fc.assert(
    fc.property(fc.array(snapshot, { minLength: 1, maxLength: 20 }), fc.nat({ max: 100 }), (held, bytesMost) => {
      const newest = held.at(-1)!;
      const givenWay = snapshotsToEvict(held, ({ isRead }) => isRead, newest, bytesMost);
      expect(givenWay).not.toContain(newest);
      let left = held;
      for (const gone of givenWay) {
        expect(total(left)).toBeGreaterThan(bytesMost);
        const bytesOf = (id: string) => total(left.filter(({ organizationId }) => organizationId === id));
        const others = left.filter((each) => each !== newest);
        for (const { organizationId } of others)
          expect(bytesOf(organizationId)).toBeLessThanOrEqual(bytesOf(gone.organizationId));
        const own = others.filter(({ organizationId }) => bytesOf(organizationId) === bytesOf(gone.organizationId));
        if (gone.isRead) expect(own.every(({ isRead }) => isRead)).toBe(true);
        expect(own.find(({ isRead }) => isRead === gone.isRead)).toBe(gone);
        left = left.filter((each) => each !== gone);
      }
      if (left.length > 1) expect(total(left)).toBeLessThanOrEqual(bytesMost);
    }),
    { numRuns: 1_000 },
  );
});
