import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_OUTLINES, OUTLINED_MS, OUTLINES_MOST, outlinesAfter } from './choose-signs-to-outline.ts';

const patches = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 1_500 }),
    ids: fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 25 }),
  }),
  { maxLength: 30 },
);

test('D5: a changed sign is outlined for 900 ms, at most 20 at a time, and none while more than 20 change a second', () => {
  fc.assert(
    fc.property(patches, (all) => {
      let [outlines, nowMs] = [NO_OUTLINES, 0];
      const told: { id: string; atMs: number }[] = [];
      for (const { afterMs, ids } of all) {
        nowMs += afterMs;
        outlines = outlinesAfter(outlines, ids, nowMs);
        told.push(...ids.map((id) => ({ id, atMs: nowMs })));
        const now = outlines.signs.map(({ id }) => id);
        expect(new Set(now).size).toBe(now.length);
        expect(now.length).toBeLessThanOrEqual(OUTLINES_MOST);
        for (const { id, untilMs } of outlines.signs) {
          expect(untilMs).toBeGreaterThan(nowMs);
          expect(told.some((one) => one.id === id && one.atMs + OUTLINED_MS === untilMs)).toBe(true);
        }
        const lastSecond = told.filter(({ atMs }) => nowMs - atMs < 1_000).length;
        if (lastSecond > OUTLINES_MOST) expect(now).toEqual([]);
        else for (const id of ids) expect(now).toContain(id);
      }
    }),
  );
});
