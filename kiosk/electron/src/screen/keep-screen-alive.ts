import type { Clock } from '@sign-display/kiosk-agent/ports';
import { delayAfter, failuresNow } from '../restart-delay.ts';

/** What is needed of our screen's page. */
export interface ScreenPage {
  on(name: 'render-process-gone' | 'destroyed', listener: () => void): void;
  /** Resolves or rejects when the page has answered. */
  ask(): Promise<unknown>;
  load(): void;
  /** Ends its process. */
  kill(): void;
}

const ASK_EVERY_MS = 5_000;
/** Our screen is small; only a machine that is very busy keeps it this long from an answer. */
const HUNG_AFTER_MS = 15_000;

/**
 * Loads our screen and keeps it alive: one that crashes (a machine short of memory) is loaded again, ever more slowly if it crashes at once, and one that hangs is ended
 * and so comes back as well.
 */
export function restoreScreen(page: ScreenPage, clock: Clock): void {
  let failures = 0;
  let startedMs = 0;
  let isGone = false;
  let cancel = (): void => {};

  function start(): void {
    startedMs = clock.monotonicMs();
    page.load();
    askLater();
  }
  function askLater(): void {
    cancel = clock.after(ASK_EVERY_MS, () => {
      const life = startedMs;
      cancel = clock.after(HUNG_AFTER_MS, () => page.kill());
      const alive = (): void => {
        // An answer that comes when the page is another one already counts for nothing.
        if (life !== startedMs || isGone) return;
        cancel();
        askLater();
      };
      page.ask().then(alive, alive);
    });
  }
  page.on('render-process-gone', () => {
    cancel();
    if (isGone) return;
    isGone = true;
    failures = failuresNow(failures, clock.monotonicMs() - startedMs);
    cancel = clock.after(delayAfter(failures), () => {
      isGone = false;
      start();
    });
  });
  page.on('destroyed', () => {
    isGone = true;
    cancel();
  });
  start();
}
