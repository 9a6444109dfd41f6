import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findAck, withAck, type CachedAck } from './ack-cache.ts';

const BOUNDS = { keptMs: 600_000, size: 20 };
const SUCCESS = { result: 'success', loadMs: 1 } as const;

test('C5: an answer is found for ten minutes and no longer, the cache stays bounded, a requestId is in it once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 120_000 })), { maxLength: 60 }),
      (answers) => {
        let acks: CachedAck[] = [];
        let now = 0;
        for (const [id, pauseMs] of answers) {
          now += pauseMs;
          acks = withAck(acks, { requestId: String(id), answeredAtMs: now, result: SUCCESS }, BOUNDS);
          expect(findAck(acks, String(id), now, BOUNDS)?.answeredAtMs).toBe(now);
          expect(findAck(acks, String(id), now + BOUNDS.keptMs - 1, BOUNDS)).not.toBeNull();
          expect(findAck(acks, String(id), now + BOUNDS.keptMs, BOUNDS)).toBeNull();
          expect(acks.length).toBeLessThanOrEqual(BOUNDS.size);
          expect(new Set(acks.map(({ requestId }) => requestId)).size).toBe(acks.length);
        }
      },
    ),
  );
});
