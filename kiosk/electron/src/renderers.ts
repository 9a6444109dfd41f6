import { webContents, type App } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { frameProcesses } from './electron/versions.ts';

/** Chromium has this long to end the process of a page that is gone. */
const GRACE_MS = 3_000;

/**
 * Ends a renderer whose page is gone: one that hangs does not end by itself, and goes on taking a core. Only a process that still is a renderer of
 * ours and in which no page has a frame is ended, so a number that was given to another program meanwhile is left alone. Chromium puts a frame of
 * another page into a process of its site that is there already; where this Electron can't tell that, only what was `hung` is ended.
 */
export const endLater =
  (app: App, clock: Clock) =>
  (pid: number, hung: boolean): void =>
    void clock.after(GRACE_MS, () => {
      const isOurs = app.getAppMetrics().some((one) => one.pid === pid && one.type === 'Tab');
      const pages = webContents.getAllWebContents().filter((one) => !one.isDestroyed());
      const isUsed = pages.some((one) => {
        const frames = frameProcesses(one);
        return one.getOSProcessId() === pid || (frames === null ? !hung : frames.includes(pid));
      });
      if (!isOurs || isUsed) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in between.
      }
    });
