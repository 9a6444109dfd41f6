import { expect, test } from 'vitest';
import { describePhone, medianOf, type Round, type Script } from './phone-report.ts';

const GOOD: Round = { scanToFoundMs: 700, readingMs: 30, tapsMs: [40, 100], bareTapMs: 24, longTasks: [] };
const SCRIPTS: Script[] = [
  { name: 'index.js', bytes: 60_000, isReader: false },
  { name: 'claim.js', bytes: 30_000, isReader: false },
  { name: 'reader.js', bytes: 500_000, isReader: true },
];

test('figures at their bounds are within them, and the reader of codes is not counted', () => {
  const { text, isWithin } = describePhone(SCRIPTS, [GOOD, { ...GOOD, scanToFoundMs: 910, tapsMs: [16] }]);
  expect(isWithin).toBe(true);
  expect(text).toMatch(/without the reader of codes +90\.0 kB/);
  expect(text).toMatch(/reader\.js +500\.0 kB +not counted/);
});

test.each<[string, Script[], Partial<Round>]>([
  ['a byte too much', [...SCRIPTS, { name: 'more.js', bytes: 1, isReader: false }], {}],
  ['a sign found too late', SCRIPTS, { scanToFoundMs: 911 }],
  ['a reader that is too slow on a phone', SCRIPTS, { readingMs: 101 }],
  ['a tap without an answer', SCRIPTS, { tapsMs: [16, 104] }],
  ['a task in the way', SCRIPTS, { longTasks: [{ durationMs: 51, after: 'Claim' }] }],
])('%s is past its bound', (_, scripts, part) => {
  expect(describePhone(scripts, [{ ...GOOD, ...part }]).isWithin).toBe(false);
});

test('the median decides, and the worst is shown', () => {
  const { text, isWithin } = describePhone(SCRIPTS, [GOOD, GOOD, { ...GOOD, scanToFoundMs: 5_000 }]);
  expect(isWithin).toBe(true);
  expect(text).toMatch(/scan to found +790 ms +5090 ms +1000 ms/);
  expect(text).toMatch(/page of one button +24 ms +24 ms/);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
});
