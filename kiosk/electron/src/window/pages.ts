import type { NativeImage } from 'electron';
import type { Clock, ProofResult } from '@sign-display/kiosk-agent/ports';
import type { ContentView } from '../content/content-view.ts';
import type { PageAppearance } from '../content/page-display-settings.ts';
import type { PageFailure } from '../content/page-watch.ts';
import type { Stage } from './view-stack.ts';

/**
 * The pages of a sign: at most one on screen and one being proved (promise K4).
 *
 * `prove` puts a new page into the wings; `show` brings the proved one to the front and only then ends the one that was there; `discard` ends the one
 * in the wings. A page that is covered by our screen (the splash, the QR) has ended; one that is covered by the identify overlay goes on.
 */
export interface Pages {
  prove(url: string, timeoutMs: number, leadsTo: (host: string | null) => void): Promise<ProofResult>;
  /** Brings the proved page to the front. Throws where `url` is not the one that was proved. */
  show(url: string): void;
  discard(): void;
  /** No page: our screen is seen. */
  clear(): void;
  /** Our screen covers the page, which goes on below. */
  cover(covered: boolean): void;
  dress(look: PageAppearance): void;
  /** The page in front; null where our screen is. */
  capture(): Promise<NativeImage> | null;
  /** The sign's page, covered or not; null where there is none. */
  sample(): Promise<NativeImage> | null;
}

/** Between the frame that shows the new page and the end of the old one: some frames of a slow screen. */
const OVERLAP_MS = 200;

export function createPages(
  stage: Stage,
  clock: Clock,
  look: PageAppearance,
  open: (url: string, look: PageAppearance) => ContentView,
  failed: (url: string, failure: PageFailure) => void,
): Pages {
  let worn = look;
  let current: ContentView | null = null;
  let candidate: { view: ContentView; isProved: boolean } | null = null;
  let isCovered = false;

  const arrange = (): void => stage.front(isCovered ? null : current);
  function end(view: ContentView): void {
    stage.forget(view);
    view.destroy();
  }
  function discard(): void {
    if (candidate !== null) end(candidate.view);
    candidate = null;
  }

  return {
    discard,
    async prove(url, timeoutMs, leadsTo) {
      discard();
      const view = open(url, worn);
      const mine = { view, isProved: false };
      candidate = mine;
      stage.wings(view);
      const result = await view.prove(timeoutMs, leadsTo);
      if (candidate === mine && result.ok) mine.isProved = true;
      return result;
    },
    show(url) {
      if (candidate?.isProved !== true || candidate.view.url !== url) throw new Error('the page was not verified');
      const before = current;
      const { view } = candidate;
      current = view;
      candidate = null;
      arrange();
      before?.setHeard(false);
      view.setHeard(true);
      view.watch((failure) => failed(url, failure));
      if (before !== null) clock.after(OVERLAP_MS, () => end(before));
    },
    clear() {
      const before = current;
      current = null;
      arrange();
      if (before !== null) end(before);
    },
    cover(covered) {
      isCovered = covered;
      arrange();
    },
    dress(next) {
      worn = next;
      current?.dress(next);
      candidate?.view.dress(next);
    },
    capture: () => (isCovered || current === null ? null : current.capture()),
    sample: () => current && current.capture(),
  };
}
