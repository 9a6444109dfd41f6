import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { createOverlays } from './overlays.ts';
import { createReleaseDialog } from './release-dialog.ts';

const LONG_MS = 600_000;

function opened() {
  const clock = createVirtualClock(0);
  const seen: unknown[] = [];
  const overlays = createOverlays((overlay) => seen.push(overlay));
  const dialog = createReleaseDialog(
    clock,
    overlays,
    (code) => code === 'ABC123',
    () => {},
  );
  dialog.open();
  return { clock, overlays, dialog, seen };
}

test('K13: a dialog that nobody answers ends, also where a code came over the sign and went meanwhile', async () => {
  const { clock, overlays, seen } = opened();
  overlays.identify({ shortCode: '4QB50C', startsAtMs: 0, untilMs: 10_000 });
  overlays.identify(null);
  await clock.advance(LONG_MS);
  expect(seen.at(-1)).toBeNull();
  expect(overlays.isUp()).toBe(false);
});

test('K13: the time of a dialog that was closed ends no later one', async () => {
  const { clock, dialog, overlays } = opened();
  await clock.advance(179_999);
  dialog.cancel();
  dialog.open();
  await clock.advance(179_999);
  expect(overlays.isUp()).toBe(true);
});
