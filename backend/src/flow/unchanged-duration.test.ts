import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createUnchangedFor } from './unchanged-duration.ts';

test('a thing is counted from when it was first seen, and anew after it was missing or another', () => {
  const clock = createManualClock();
  const look = createUnchangedFor(clock, ({ id, value }: { id: string; value: number }) => `${id} ${value}`);
  const [same, other] = [
    { id: 'a', value: 1 },
    { id: 'b', value: 1 },
  ];
  expect([same, other].map(look([same, other]))).toEqual([0, 0]);
  clock.advance(1_000);
  clock.stepWall(-3_600_000);
  const changed = { id: 'b', value: 2 };
  expect([same, changed].map(look([same, changed]))).toEqual([1_000, 0]);
  clock.advance(500);
  expect([changed].map(look([changed]))).toEqual([500]);
  clock.advance(500);
  expect([same, changed].map(look([same, changed]))).toEqual([0, 1_000]);
});
