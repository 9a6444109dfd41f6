import { webContents, type App } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';

/** Chromium has this long to end the process of a page that is gone. */
const GRACE_MS = 3_000;

/**
 * Ends a renderer whose page is gone: one that hangs does not end by itself, and goes on taking a core. Only a process that still is a renderer of
 * ours and has no page is ended, so a number that was given to another program meanwhile is left alone.
 */
export const endLater =
  (app: App, clock: Clock) =>
  (pid: number): void =>
    void clock.after(GRACE_MS, () => {
      const isOurs = app.getAppMetrics().some((one) => one.pid === pid && one.type === 'Tab');
      const hasPage = webContents.getAllWebContents().some((one) => !one.isDestroyed() && one.getOSProcessId() === pid);
      if (!isOurs || hasPage) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in between.
      }
    });
