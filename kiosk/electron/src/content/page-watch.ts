import type { Event, RenderProcessGoneDetails, WebContents } from 'electron';
import type { Clock, LEADS_ELSEWHERE } from '@sign-display/kiosk-agent/ports';
import { listen } from '../electron/event-listeners.ts';
import { ABORTED, failureOf, failureOfStatus } from '@sign-display/contracts/page-load/load-failure';

/** What a page did that was proved before: it crashed, hung, or went somewhere that does not load or is another's. */
export interface PageFailure {
  code: 'page_crashed' | 'page_unresponsive' | 'url_unreachable' | 'url_load_failed' | typeof LEADS_ELSEWHERE;
  detail: string;
}

/** Chromium itself only notices a page that hangs when somebody touches it; so each page is asked for a sign of life this often. */
const PING_EVERY_MS = 5_000;
/** Longer than a heavy page on a slow machine is busy in one go. */
const HUNG_AFTER_MS = 15_000;

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
      // The document that was asked has gone, perhaps without an answer.
      else alive();
    },
    destroyed: stop,
  });

  function alive(): void {
    cancelPing();
    cancelVerdict();
    if (!isOver) cancelPing = clock.after(PING_EVERY_MS, ask);
  }
  function ask(): void {
    cancelVerdict = clock.after(HUNG_AFTER_MS, () =>
      fail({ code: 'page_unresponsive', detail: `The page has not responded for ${HUNG_AFTER_MS / 1_000} seconds` }),
    );
    // The frame answers while a resource of its page hangs; the contents would wait for the end of the load.
    (async () => contents.mainFrame.executeJavaScript('0'))().then(alive, alive);
  }
  alive();
  return stop;
}
