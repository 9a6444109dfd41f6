import type { NativeImage, Rectangle } from 'electron';
import { LEADS_ELSEWHERE, type ProofResult } from '@sign-display/kiosk-agent/ports';
import type { PageAppearance } from './page-display-settings.ts';
import { createPageView, type PageView, type PageViewParts } from './page-view.ts';
import type { PageFailure } from './page-watch.ts';

/**
 * A sign's content: a page, and what it goes on to by itself (promise K4). A page that wants to go somewhere, or to load itself again, stays where it is;
 * the address is loaded and proved in a second view, in the wings, and takes its place when it is whole. Where it fails, or ends on another host than the first
 * page did, the page that was there stays.
 */
export interface ContentView {
  /** The address that it began with. */
  readonly url: string;
  place(bounds: Rectangle): void;
  /** Loads the page and sees that it is drawn. Resolves within `timeoutMs`. Once. */
  prove(timeoutMs: number, leadsTo?: (host: string | null) => void): Promise<ProofResult>;
  dress(look: PageAppearance): void;
  /** Loud pages are for those on screen. */
  setHeard(heard: boolean): void;
  /** The page as it is drawn now, in device pixels. */
  capture(): Promise<NativeImage>;
  /** From now on the page may go on to others, and `failed` is told once of what goes wrong. */
  watch(failed: (failure: PageFailure) => void): void;
  destroy(): void;
}

/** A page that loads itself anew all the time does it no more often than this. */
const PAUSE_MS = 1_000;
/** Between the frame that shows the new page and the end of the old one: some frames of a slow screen. */
const OVERLAP_MS = 200;

export function createContentView(parts: PageViewParts, url: string, look: PageAppearance): ContentView {
  const { clock } = parts;
  let page = createPageView(parts, url, look);
  /** Where the page wants to go: null while it wants nothing; the view is there once the pause is over. */
  let next: { view: PageView | null } | null = null;
  let cancelPause = (): void => {};
  let worn = look;
  let isHeard = false;
  let bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  let timeoutMs = 0;
  /** Where the first page's load ended. */
  let host: string | undefined;
  let told: ((failure: PageFailure) => void) | null = null;

  /** As large, outside of the window but for one pixel (window/view-stack.ts). */
  const wings = (): Rectangle => ({ ...bounds, x: bounds.width - 1, y: bounds.height - 1 });
  function giveUpNext(): void {
    cancelPause();
    next?.view?.destroy();
    next = null;
  }
  /** Once: whoever is told loads the content anew. Until then the page stays as it is. */
  function fail(failure: PageFailure): void {
    giveUpNext();
    const tell = told;
    told = null;
    tell?.(failure);
  }

  function go(to: string): void {
    // One at a time: a page that asks every second for what takes longer would never get there.
    if (next !== null || told === null) return;
    const mine = (next = { view: null as PageView | null });
    cancelPause = clock.after(PAUSE_MS, () => {
      const view = createPageView(parts, to, worn);
      mine.view = view;
      view.place(wings());
      void view.prove(timeoutMs).then((result) => {
        if (next !== mine) return;
        const failure = result.ok ? failureOfHost(result.host, host) : failureOfProof(result);
        if (failure === null) swap(view);
        else fail(failure);
      });
    });
  }
  function swap(view: PageView): void {
    const before = page;
    next = null;
    page = view;
    view.place(bounds);
    before.place(wings());
    before.setHeard(false);
    view.setHeard(isHeard);
    view.watch(fail, go);
    clock.after(OVERLAP_MS, () => before.destroy());
  }

  return {
    url,
    place(where) {
      bounds = where;
      page.place(where);
      next?.view?.place(wings());
    },
    async prove(withinMs, leadsTo) {
      timeoutMs = withinMs;
      const result = await page.prove(withinMs, leadsTo);
      if (result.ok) ({ host } = result);
      return result;
    },
    dress(to) {
      worn = to;
      page.dress(to);
      next?.view?.dress(to);
    },
    setHeard(heard) {
      isHeard = heard;
      page.setHeard(heard);
    },
    capture: () => page.capture(),
    watch(failed) {
      told = failed;
      page.watch(fail, go);
    },
    destroy() {
      told = null;
      giveUpNext();
      page.destroy();
    },
  };
}

/** Null for a page on the host on which the proved load ended. */
function failureOfHost(led: string | undefined, before: string | undefined): PageFailure | null {
  if (led === undefined || before === undefined || led === before) return null;
  return { code: LEADS_ELSEWHERE, detail: `The page leads to ${led}` };
}

function failureOfProof({ reason, detail }: Extract<ProofResult, { ok: false }>): PageFailure {
  const code = reason === 'url_unreachable' ? reason : 'url_load_failed';
  return { code, detail: `The page redirected to another page that did not load: ${detail}` };
}
