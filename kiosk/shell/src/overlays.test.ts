import { expect, test } from 'vitest';
import type { ScreenModel } from '@sign-display/kiosk-screen/model';
import { createOverlays } from './overlays.ts';

const code = { shortCode: '4QB50C', startsAtMs: 1_000, untilMs: 11_000 };

test('K12, K13: the release dialog lies over the code, and the code is there again when the dialog goes', () => {
  const seen: ScreenModel['overlay'][] = [];
  const overlays = createOverlays((overlay) => seen.push(overlay));
  overlays.identify(code);
  overlays.release({ kind: 'release', problem: null });
  overlays.release(null);
  expect(overlays.isUp()).toBe(true);
  overlays.identify(null);
  const identify = { kind: 'identify', ...code };
  expect(seen).toEqual([identify, { kind: 'release', problem: null }, identify, null]);
  expect(overlays.isUp()).toBe(false);
});

test('K13: a dialog that the code came under ends with nothing left over', () => {
  const seen: ScreenModel['overlay'][] = [];
  const overlays = createOverlays((overlay) => seen.push(overlay));
  overlays.release({ kind: 'release', problem: null });
  overlays.identify(code);
  overlays.identify(null);
  overlays.release(null);
  expect(seen.at(-1)).toBeNull();
});
