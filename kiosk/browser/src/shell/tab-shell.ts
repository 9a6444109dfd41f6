import { browserMacAddress } from '@sign-display/contracts/browser-sign';
import type { Shell } from '@sign-display/kiosk-agent/ports';
import type { Faces } from '@sign-display/kiosk-shell/faces';
import type { Overlays } from '@sign-display/kiosk-shell/overlays';
import type { SignScreens } from '@sign-display/kiosk-shell/sign-screens';
import type { FrameChecks } from '../page/frame-checks.ts';
import { lookOf } from '../page/page-look.ts';
import type { Pages } from '../page/pages.ts';

export interface TabShellParts {
  pages: Pages;
  checks: Pick<FrameChecks, 'check'>;
  faces: Pick<Faces, 'turn'>;
  screens: SignScreens;
  overlays: Overlays;
  facts: Pick<Shell, 'device' | 'metrics'>;
  /** What the tab is called. */
  setTitle(title: string): void;
  /** Takes the sign off the screen, or puts it back. */
  setHidden(isHidden: boolean): void;
  /** Loads the tab again. */
  reload(): void;
}

/** A command that no tab can carry out. */
class NotSupported extends Error {
  readonly code = 'not_supported';
}

const refuse = (detail: string) => (): Promise<never> => Promise.reject(new NotSupported(detail));

/** The screen of a sign in a tab, as the agent asks for it (kiosk/agent/src/ports.ts). Decides nothing. */
export function createTabShell(parts: TabShellParts): Shell {
  const { pages, checks, faces, screens, overlays, facts } = parts;
  let isBackground = false;
  /** The code is also for finding a sign that is in the background. */
  const arrange = (): void => parts.setHidden(isBackground && !overlays.isUp());

  return {
    ...facts,
    // What stands for the sign is derived from its signId, so no network card is foreign.
    networkInterfaces: () => Promise.resolve([]),
    macAddressOf: browserMacAddress,
    showQr(screen) {
      parts.setTitle(screen.shortCode === null ? 'Sign' : `Sign ${screen.shortCode}`);
      screens.qr(screen);
      pages.clear();
    },
    showClaiming: (screen) => screens.claiming(screen),
    showSplash(screen) {
      parts.setTitle(screen.signName);
      screens.splash(screen);
      pages.clear();
    },
    identify(overlay) {
      overlays.identify(overlay);
      arrange();
    },
    prove: (url, timeoutMs) => pages.prove(url, timeoutMs),
    show(url) {
      pages.show(url);
      screens.page();
    },
    discardProof: () => pages.discard(),
    check: (url) => checks.check(url),
    applySettings(settings) {
      const look = lookOf(settings);
      pages.dress(look);
      faces.turn(look.rotation);
    },
    // A frame of another origin gives nobody its picture.
    sampleView: () => Promise.resolve(null),
    captureScreen: refuse('A sign in a browser tab can’t see the page in its frame, so it takes no screenshots.'),
    restart() {
      screens.restarting('app');
      parts.reload();
    },
    rebootDevice: refuse('A browser tab can’t restart the machine that it runs on.'),
    setBackgroundMode(enabled) {
      isBackground = enabled;
      arrange();
      return Promise.resolve();
    },
    checkForUpdate: refuse('A sign in a browser tab has the version of its service each time that it is loaded.'),
    // `fetch_logs` reads the log book; nobody reads a tab's console.
    log: () => {},
  };
}
