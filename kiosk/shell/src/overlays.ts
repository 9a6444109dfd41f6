import type { IdentifyOverlay } from '@sign-display/kiosk-agent/ports';
import type { ScreenModel } from '@sign-display/kiosk-screen/model';

type Release = Extract<ScreenModel['overlay'], { kind: 'release' }>;

/**
 * What lies over the sign for a while: its code (promise K12), and the dialog that releases it (K13). The dialog is in front, because a person stands there and
 * types; the code comes back when the dialog goes. The page below goes on.
 */
export interface Overlays {
  identify(overlay: IdentifyOverlay | null): void;
  release(overlay: Release | null): void;
  isUp(): boolean;
}

/** `changed` is told of what is to be seen now, each time that it changes. */
export function createOverlays(changed: (overlay: ScreenModel['overlay']) => void): Overlays {
  let identify: IdentifyOverlay | null = null;
  let release: Release | null = null;
  const front = (): ScreenModel['overlay'] => release ?? (identify && { kind: 'identify', ...identify });
  return {
    identify(overlay) {
      identify = overlay;
      changed(front());
    },
    release(overlay) {
      release = overlay;
      changed(front());
    },
    isUp: () => front() !== null,
  };
}
