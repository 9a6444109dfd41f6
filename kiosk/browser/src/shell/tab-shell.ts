import { browserMacAddress } from '@sign-display/contracts/browser-mac-address';
import type { Shell } from '@sign-display/kiosk-agent/ports';
import type { Faces } from '@sign-display/kiosk-shell/compose-screen-model';
import type { Overlays } from '@sign-display/kiosk-shell/overlays';
import type { SignScreens } from '@sign-display/kiosk-shell/sign-screens';
import type { FrameChecks } from '../page/frame-check-requests.ts';
import { appearanceOf } from '../page/page-zoom-and-rotation.ts';
import type { Pages } from '../page/pages.ts';

export interface TabShellParts {
  pages: Pages;
  checks: Pick<FrameChecks, 'check'>;
  faces: Pick<Faces, 'turn'>;
  screens: SignScreens;
  overlays: Overlays;
  facts: Pick<Shell, 'device' | 'metrics'>;
  /** The name of the claimed sign; null for an unclaimed one. */
  signName(): string | null;
  /** Sets the title of the tab. */
  setTitle(title: string): void;
  /** The title of a tab whose sign has no name yet. */
  untitled: string;
  /** Hides or shows the sign. */
  setHidden(isHidden: boolean): void;
  /** Reloads the tab. */
  reload(): void;
}

/** A command that a tab can't carry out. */
class NotSupported extends Error {
  readonly code = 'not_supported';
}

const refuse = (detail: string) => (): Promise<never> => Promise.reject(new NotSupported(detail));

/** The agent's port `Shell` for a sign in a tab (kiosk/agent/src/ports.ts). Makes no decisions. */
export function createTabShell(parts: TabShellParts): Shell {
  const { pages, checks, faces, screens, overlays, facts } = parts;
  let isBackground = false;
  /** A sign in background mode also shows its code when asked to identify. */
  const arrange = (): void => parts.setHidden(isBackground && !overlays.isUp());

  return {
    ...facts,
    // The hardware address is derived from the signId, so there are no network cards to compare.
    networkInterfaces: () => Promise.resolve([]),
    macAddressOf: browserMacAddress,
    showQr(screen) {
      parts.setTitle(screen.shortCode === null ? parts.untitled : `${parts.untitled} ${screen.shortCode}`);
      screens.qr(screen);
      pages.clear();
    },
    showClaiming: (screen) => screens.claiming(screen),
    showSplash(screen) {
      screens.splash(screen);
      pages.clear();
    },
    identify(overlay) {
      overlays.identify(overlay);
      arrange();
    },
    prove: (url, timeoutMs, leadsTo) => pages.prove(url, timeoutMs, leadsTo),
    show(url) {
      pages.show(url);
      screens.page();
    },
    discardProof: () => pages.discard(),
    check: (url) => checks.check(url),
    // Comes with each claim, at each start of a claimed sign, and with each change of its record.
    applySettings(settings) {
      parts.setTitle(parts.signName() ?? parts.untitled);
      const look = appearanceOf(settings);
      pages.dress(look);
      faces.turn(look.rotation);
    },
    // A tab can't take a picture of a frame of another origin.
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
    checkForUpdate: refuse(
      'A sign in a browser tab always loads the version of its service, so it can’t be updated separately.',
    ),
    // The log book is enough for `fetch_logs`; a console log would help nobody.
    log: () => {},
  };
}
