import type { Event, RenderProcessGoneDetails, WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { listen } from '../electron/listen.ts';
import { ABORTED, failureOf, failureOfStatus } from './load-failure.ts';

/** What a page did that was proved before: it crashed, hung, or went somewhere that does not load. */
export interface PageFailure {
  code: 'page_crashed' | 'page_unresponsive' | 'url_unreachable' | 'url_load_failed';
  detail: string;
}

/** Chromium itself only notices a page that hangs when somebody touches it; so each page is asked for a sign of life this often. */
const PING_EVERY_MS = 5_000;
/** Longer than a heavy page on a slow machine is busy in one go. */
const HUNG_AFTER_MS = 15_000;
/** A page that is proved begins no load (content-view.ts), but for going back in its history; a load that nobody answers must not hide a page that hangs. */
const LOADED_WITHIN_MS = 60_000;
/** A world of our own, so that the page can't answer in our place. */
const WORLD = 999;

/** Looks after a page from when it is on screen (promise K5). `failed` is told once. Returns what ends the watch. */
export function watchPage(contents: WebContents, clock: Clock, failed: (failure: PageFailure) => void): () => void {
  let isOver = false;
  let cancelPing = (): void => {};
  let cancelVerdict = (): void => {};

  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    cancelPing();
    cancelVerdict();
    unlisten();
  };
  const fail = (failure: PageFailure): void => {
    if (isOver) return;
    stop();
    failed(failure);
  };

  const unlisten = listen(contents, {
    'render-process-gone': (_event: Event, { reason }: RenderProcessGoneDetails) =>
      fail({ code: 'page_crashed', detail: `The page crashed (${reason})` }),
    'did-fail-load': (_event: Event, code: number, name: string, _url: string, isMainFrame: boolean) => {
      if (!isMainFrame || code === ABORTED) return;
      const { reason, detail } = failureOf(code, name);
      fail({ code: reason === 'url_unreachable' ? reason : 'url_load_failed', detail });
    },
    'did-navigate': (_event: Event, _url: string, status: number) => {
      const failure = failureOfStatus(status);
      if (failure !== null) fail({ code: 'url_load_failed', detail: failure.detail });
    },
    destroyed: stop,
  });

  function ping(): void {
    cancelPing = clock.after(PING_EVERY_MS, ask);
  }
  function ask(): void {
    // While it loads a page answers nothing.
    const withinMs = contents.isLoadingMainFrame() ? LOADED_WITHIN_MS : HUNG_AFTER_MS;
    cancelVerdict = clock.after(withinMs, () =>
      fail({ code: 'page_unresponsive', detail: `The page has not answered for ${withinMs / 1_000} seconds` }),
    );
    const alive = (): void => {
      cancelVerdict();
      if (!isOver) ping();
    };
    contents.executeJavaScriptInIsolatedWorld(WORLD, [{ code: '0' }]).then(alive, alive);
  }
  ping();
  return stop;
}
