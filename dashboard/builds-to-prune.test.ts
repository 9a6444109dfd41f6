import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outworn } from './builds-to-prune.ts';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = 100 * 24 * HOUR_MS;
const builds = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[0-9a-f]{16}$/), touchedMs: fc.integer({ min: 0, max: NOW + HOUR_MS }) }),
  { selector: ({ name }) => name, maxLength: 8 },
);

test('R1: no build goes that a running service touched within a day, nor one of the newest three', () => {
  fc.assert(
    fc.property(builds, (all) => {
      const gone = all.filter(({ name }) => outworn(all, NOW).includes(name));
      const kept = all.filter((build) => !gone.includes(build));
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(3, all.length));
      for (const { touchedMs } of gone) {
        expect(NOW - touchedMs).toBeGreaterThan(24 * HOUR_MS);
        expect(kept.filter((build) => build.touchedMs >= touchedMs).length).toBeGreaterThanOrEqual(3);
      }
    }),
  );
});

test('all others go', () => {
  const touched = (name: string, hoursAgo: number) => ({ name, touchedMs: NOW - hoursAgo * HOUR_MS });
  const all = [touched('e', 90), touched('a', 1), touched('d', 25), touched('b', 23), touched('c', 24)];
  expect(outworn(all, NOW).toSorted()).toEqual(['d', 'e']);
  expect(outworn([touched('x', 900), touched('y', 800), touched('z', 700)], NOW)).toEqual([]);
});
