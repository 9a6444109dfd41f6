import { app } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { Pages } from '../window/pages.ts';
import type { Front } from './first-window.ts';
import { createOverlays, type Overlays } from '@sign-display/kiosk-shell/overlays';
import { createReleaseDialog } from '@sign-display/kiosk-shell/release-dialog';
import { watchReleaseKey } from './watch-release-key.ts';

/** What lies over the sign, and what a person at the machine can do: hold the key, and type the sign's code. `release`: whether it is this sign's. */
export function openOverlays(
  { stage, ourScreen, faces }: Front,
  pages: Pages,
  clock: Clock,
  release: (typedCode: string) => boolean,
): Overlays {
  const overlays = createOverlays((overlay) => {
    faces.overlay(overlay);
    pages.cover(overlay !== null);
  });
  const dialog = createReleaseDialog(clock, overlays, release, () => {
    stage.window.focus();
    stage.window.webContents.focus();
  });
  ourScreen.heed({
    releaseTyped: (text) => dialog.typed(text),
    releaseCancelled: () => dialog.cancel(),
  });
  const watchKeys = watchReleaseKey(clock, () => dialog.open());
  app.on('web-contents-created', (_event, contents) => watchKeys(contents));
  watchKeys(stage.window.webContents);
  return overlays;
}
