import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeInTime } from './convert-server-time.ts';
import { foundAt } from './testing/claims.ts';

const { pendingId, signId, shortCode, device } = foundAt(0, 1);

test('D6: the phone blinks in step with the sign, at most half a round trip wrong, whatever its clock says', () => {
  const ms = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(
      ms,
      ms,
      fc.integer({ min: 0, max: 2e12 }),
      fc.integer({ min: 0, max: 1e9 }),
      (there, back, serviceMs, sentAtMs) => {
        const identify = { startsAtMs: serviceMs - 40, seconds: 60, serverTimeMs: serviceMs };
        const expiresAt = new Date(serviceMs + 600_000).toISOString();
        const answer = { pendingId, signRecordId: pendingId, signId, shortCode, device, identify, expiresAt };
        const found = placeInTime(answer, null, { sentAtMs, receivedAtMs: sentAtMs + there + back });
        // The service's moment, on the phone's clock.
        const trueMs = sentAtMs + there;
        const wrong = (there + back) / 2 + 1e-3;
        expect(Math.abs(found.blinks!.sinceMs - (trueMs - 40))).toBeLessThanOrEqual(wrong);
        expect(Math.abs(found.heldUntilMs - (trueMs + 600_000))).toBeLessThanOrEqual(wrong);
      },
    ),
  );
});

test('a sign that does not blink is held as long as the header’s time says', () => {
  const expiresAt = '2026-11-20T19:10:00.000Z';
  const answer = { pendingId, signRecordId: pendingId, signId, shortCode, device, identify: null, expiresAt };
  const trip = { sentAtMs: 1_000, receivedAtMs: 1_200 };
  const found = placeInTime(answer, 'Fri, 20 Nov 2026 19:00:00 GMT', trip);
  expect(found).toMatchObject({ blinks: null, heldUntilMs: 600_600 });
  expect(placeInTime(answer, null, trip).heldUntilMs).toBe(61_100);
});
