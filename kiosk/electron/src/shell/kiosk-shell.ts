import type { NativeImage } from 'electron';
import type { Clock, FetchReport, Shell } from '@sign-display/kiosk-agent/ports';
import { appearanceOf } from '../content/page-display-settings.ts';
import type { Pages } from '../window/pages.ts';
import type { Stage } from '../window/view-stack.ts';
import type { Faces } from '@sign-display/kiosk-shell/compose-screen-model';
import type { Overlays } from '@sign-display/kiosk-shell/overlays';
import { judgeBlank } from './blank-check.ts';
import type { ContentSession } from '../content/content-session.ts';
import type { SignScreens } from '@sign-display/kiosk-shell/sign-screens';
import { checkPage } from './page-check.ts';
import { takeScreenshot } from './screenshot.ts';

/** What the machine under the app gives to the shell. */
export type MachineParts = Pick<Shell, 'device' | 'networkInterfaces' | 'metrics' | 'rebootDevice' | 'log'>;

export interface ShellParts {
  clock: Clock;
  stage: Stage;
  pages: Pages;
  faces: Pick<Faces, 'turn'>;
  screens: SignScreens;
  overlays: Overlays;
  content: Pick<ContentSession, 'session' | 'sent' | 'forget'>;
  machine: MachineParts;
  fetched(report: FetchReport): void;
  /** Ends this process and brings up another one. */
  restart(): void;
}

/** A command that this version has not. */
class NotSupported extends Error {
  readonly code = 'not_supported';
}

/** The screen of a real machine, as the agent asks for it (kiosk/agent/src/ports.ts). Decides nothing. */
export function createKioskShell({
  clock,
  stage,
  pages,
  faces,
  screens,
  overlays,
  content,
  machine,
  fetched,
  restart,
}: ShellParts): Shell {
  let isBackground = false;
  /** The code is shown, and no page has been loaded since. */
  let isUnclaimed = false;
  /** The code is also for finding a sign that is in the background. */
  const arrangeWindow = (): void => stage.setHidden(isBackground && !overlays.isUp());
  const seen = (): Promise<NativeImage> => pages.capture() ?? stage.capture();

  return {
    ...machine,
    showQr(screen) {
      screens.qr(screen);
      pages.clear();
      // Nobody's sign any more, or not yet: also after a claim that failed, and at a start, where the power may have gone in between.
      if (!isUnclaimed) content.forget();
      isUnclaimed = true;
    },
    showClaiming(screen) {
      isUnclaimed = false;
      screens.claiming(screen);
    },
    showSplash(screen) {
      isUnclaimed = false;
      screens.splash(screen);
      pages.clear();
    },
    identify(overlay) {
      overlays.identify(overlay);
      arrangeWindow();
    },
    prove: (url, timeoutMs, leadsTo) => pages.prove(url, timeoutMs, leadsTo),
    show(url) {
      isUnclaimed = false;
      pages.show(url);
      screens.page();
    },
    discardProof: () => pages.discard(),
    check: (url) => checkPage(url, content, clock, fetched),
    applySettings(settings) {
      const look = appearanceOf(settings);
      pages.dress(look);
      faces.turn(look.rotation);
    },
    async sampleView() {
      const picture = isBackground ? null : pages.sample();
      return picture === null ? null : judgeBlank(await picture);
    },
    restart() {
      screens.restarting('app');
      restart();
    },
    setBackgroundMode(enabled) {
      isBackground = enabled;
      arrangeWindow();
      return Promise.resolve();
    },
    checkForUpdate: () => Promise.reject(new NotSupported('This version of the app cannot be updated remotely.')),
    async captureScreen(maxWidth) {
      return takeScreenshot(await seen(), maxWidth);
    },
  };
}
