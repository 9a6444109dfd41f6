import { webContents, type App } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';

/** Chromium has this long to end the process of a page that is gone. */
const GRACE_MS = 3_000;

/**
 * Ends a renderer whose page is gone: one that hangs does not end by itself, and goes on taking a core. Only a process
 * that still is a renderer of ours and in which no page has a frame is ended, so a number that was given to another
 * program meanwhile is left alone. Chromium reuses a process for a frame of the same site in another page.
 */
export const endLater =
  (app: App, clock: Clock) =>
  (pid: number): void =>
    void clock.after(GRACE_MS, () => {
      const isOurs = app.getAppMetrics().some((one) => one.pid === pid && one.type === 'Tab');
      const pages = webContents.getAllWebContents().filter((one) => !one.isDestroyed());
      const isUsed = pages.some((one) => one.mainFrame.framesInSubtree.some(({ osProcessId }) => osProcessId === pid));
      if (!isOurs || isUsed) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in between.
      }
    });
