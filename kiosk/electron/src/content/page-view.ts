import type { BrowserWindow, NativeImage, Rectangle } from 'electron';
import type { Clock, ProofResult } from '@sign-display/kiosk-agent/ports';
import { createView } from '../electron/create-view.ts';
import { guardPage } from '../guard-page.ts';
import { CONTENT_PARTITION, mayNavigate, type ContentSession } from './content-session.ts';
import { REFUSED_FEATURES, refuseChoosers } from './dialog-blocking.ts';
import { appearanceCss, type PageAppearance } from './page-display-settings.ts';
import { watchPage, type PageFailure } from './page-watch.ts';
import { loadAndProve } from './page-proof.ts';

/** A page of somebody else's in a view of its own (promise K5). It loads one address; another address is another view. */
export interface PageView {
  place(bounds: Rectangle): void;
  /** Loads the page and sees that it is drawn. Resolves within `timeoutMs`. Once. `leadsTo`: see loadAndProve. */
  prove(timeoutMs: number, leadsTo?: (host: string | null) => void): Promise<ProofResult>;
  dress(look: PageAppearance): void;
  /** Loud pages are for those on screen. */
  setHeard(heard: boolean): void;
  /** The page as it is drawn now, in device pixels. */
  capture(): Promise<NativeImage>;
  /**
   * From now on `failed` is told once of what goes wrong, and `asked` of each address that the page wants to go to. It goes nowhere by itself once it is
   * proved: what it wants before this is told at once.
   */
  watch(failed: (failure: PageFailure) => void, asked: (url: string) => void): void;
  destroy(): void;
}

export interface PageViewParts {
  window: BrowserWindow;
  content: ContentSession;
  clock: Clock;
  /** Ends a renderer that outlives its view. */
  endRenderer(pid: number): void;
}

/** The web preferences of every foreign page. */
export const CONTENT_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  devTools: false,
  disableDialogs: true,
  navigateOnDragDrop: false,
  spellcheck: false,
  autoplayPolicy: 'no-user-gesture-required',
  // A page under proof is covered, but must still draw.
  backgroundThrottling: false,
  disableBlinkFeatures: REFUSED_FEATURES,
} as const;

const NOT_CLEAN = 'What pages of an earlier claim left on the machine could not be removed';

export function createPageView(parts: PageViewParts, url: string, look: PageAppearance): PageView {
  const { window, content, clock } = parts;
  const view = createView(window, { ...CONTENT_PREFERENCES, partition: CONTENT_PARTITION });
  const contents = view.webContents;
  guardPage(contents, mayNavigate);
  let isGone = false;
  let isProved = false;
  let wish: string | null = null;
  let asked = (to: string): void => void (wish = to);
  contents.on('will-navigate', (event, to) => {
    if (!isProved) return;
    event.preventDefault();
    if (mayNavigate(to)) asked(to);
  });
  let worn = look;
  let isHeard = false;
  let styleKey: Promise<string> | null = null;
  let stopWatching = (): void => {};

  function dress(): void {
    contents.setZoomFactor(worn.zoom);
    contents.setAudioMuted(worn.muted || !isHeard);
    const before = styleKey;
    styleKey = contents.insertCSS(appearanceCss(worn));
    // The document may have gone in the meantime.
    styleKey.catch(() => {});
    before?.then((key) => contents.removeInsertedCSS(key)).catch(() => {});
  }
  contents.setAudioMuted(true);
  // Another document takes the style with it.
  contents.on('did-navigate', () => void (styleKey = null));
  contents.on('dom-ready', dress);

  return {
    place: (bounds) => view.place(bounds),
    async prove(timeoutMs, leadsTo = () => {}) {
      const isClean = await content.whenForgotten().then(
        () => true,
        () => false,
      );
      if (!isClean) return { ok: false, loadMs: 0, reason: 'url_load_failed', detail: NOT_CLEAN };
      const result = await loadAndProve(contents, content, clock, url, timeoutMs, leadsTo);
      isProved = result.ok;
      if (isProved && !contents.isDestroyed()) {
        refuseChoosers(contents);
        // A document that waits for a deferred script is not `dom-ready` yet.
        if (styleKey === null) dress();
      }
      return result;
    },
    dress(next) {
      worn = next;
      dress();
    },
    setHeard(heard) {
      isHeard = heard;
      contents.setAudioMuted(worn.muted || !isHeard);
    },
    capture: () => contents.capturePage(),
    watch(failed, askedFor) {
      stopWatching = watchPage(contents, clock, failed);
      asked = askedFor;
      if (wish !== null) asked(wish);
    },
    destroy() {
      if (isGone) return;
      isGone = true;
      stopWatching();
      const pid = contents.isDestroyed() ? 0 : contents.getOSProcessId();
      view.destroy();
      if (pid !== 0) parts.endRenderer(pid);
    },
  };
}
