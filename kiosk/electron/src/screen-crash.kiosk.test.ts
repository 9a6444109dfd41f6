import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';
import { openWorld } from './testing/display-service-and-pages.ts';

const { world, freshMachine, unclaimed, claim, seen, spot } = openWorld();
const GREEN = [16, 160, 64];

test.each(['uncaughtException', 'unhandledRejection'])(
  'an error that nobody expected (%s) shows no box: the app writes it down, ends, and its page is there again',
  async (kind) => {
    const machine = await freshMachine(world().service.url, { wanted: /nobody expected this/ });
    const { kiosk, shortCode } = await unclaimed(machine);
    good(await claim(shortCode, world().pages.url('good')));
    await seen(GREEN);
    const gone = kiosk.ended();
    await kiosk.app.evaluate((_electron, how) => {
      const error = new Error('nobody expected this');
      if (how === 'unhandledRejection') void Promise.reject(error);
      else
        setTimeout(() => {
          throw error;
        }, 0);
    }, kind);
    await gone;
    await until('the window to be gone', spot, (colour) => colour !== GREEN.join());
    await seen(GREEN);
    expect(readFileSync(join(machine.dataDir, 'log.jsonl'), 'utf8')).toMatch(/nobody expected this/);
  },
);

test('our screen comes back when it crashes, and when it hangs, and says what it said', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  /** Resolves when our screen is there again. */
  const back = (harm: 'crash' | 'hang') =>
    kiosk.app.evaluate(({ BrowserWindow }, how) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      const isBack = new Promise<number>((resolve) =>
        webContents.once('dom-ready', () => resolve(webContents.getOSProcessId())),
      );
      if (how === 'crash') process.kill(webContents.getOSProcessId(), 'SIGKILL');
      else void webContents.executeJavaScript('for (;;);').catch(() => {});
      return isBack;
    }, harm);
  const afterCrash = await back('crash');
  expect(await back('hang')).not.toBe(afterCrash);
  const said = await kiosk.app.evaluate(({ BrowserWindow }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    return new Promise<string>((resolve) => {
      webContents.on('page-title-updated', (_event, title) => resolve(title));
      void webContents.executeJavaScript(
        'kiosk.onModel(({ face }) => { if (face.kind === "code") document.title = face.shortCode; }); 0',
      );
    });
  });
  expect(said).toBe(shortCode);
});
