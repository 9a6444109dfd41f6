import { expect, test } from 'vitest';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import type { SignRow } from './row-types.ts';
import { createSignStability, type SignStability } from './find-unstable-signs.ts';

const MINUTE_MS = 60_000;
const row = { id: 'sign', event_id: 'event', device_sign_id: 'device', presence: 'online' } as SignRow;

/** A sign whose verdict changes at these times, each committed then. */
function changedAt(...timesMs: number[]): SignStability {
  let nowMs = 0;
  const timeline = { nowMs: () => nowMs } as World['timeline'];
  const coverage = { hit: () => undefined } as unknown as World['coverage'];
  const stability = createSignStability({ timeline, coverage });
  let before = row;
  for (const atMs of timesMs) {
    nowMs = atMs;
    const after: SignRow = { ...before, presence: before.presence === 'online' ? 'offline' : 'online' };
    stability.note({ before, after });
    before = after;
  }
  return stability;
}

test('G22: the checker does not judge a fifth change that was committed a few milliseconds after the ten minutes', () => {
  // The node judged the first and the fifth change exactly ten minutes apart, so for it the sign is unstable from the fifth.
  const fifthMs = 10 * MINUTE_MS + 8;
  const nextMs = fifthMs + 75_000;
  const stability = changedAt(0, 520_000, 525_000, 580_000, fifthMs, nextMs);
  expect(stability.spansOf('sign')).toEqual([
    { fromMs: EPOCH_MS + nextMs, untilMs: EPOCH_MS + nextMs + 15 * MINUTE_MS, eventId: 'event' },
  ]);
  expect(stability.isUnclear('sign', EPOCH_MS + nextMs)).toBe(true);
  expect(stability.isUnclear('sign', EPOCH_MS + 580_000)).toBe(false);
});

test.for([
  ['at the quiet end, a statement of a slow database early', -600],
  ['at the quiet end, six statements of a slow database late', 3_600],
])('G22: the checker does not judge a change %s', ([, offMs]) => {
  const quietMs = 60_000 + 15 * MINUTE_MS;
  const stability = changedAt(0, 15_000, 30_000, 45_000, 60_000, quietMs + Number(offMs));
  expect(stability.isUnclear('sign', EPOCH_MS + quietMs + Number(offMs))).toBe(true);
});

test('G22: the checker judges a sign if no change is near a limit of time', () => {
  const stability = changedAt(0, 15_000, 30_000, 45_000, 60_000);
  expect(stability.spansOf('sign')).toHaveLength(1);
  expect(stability.isUnclear('sign', 0, Infinity)).toBe(false);
});
