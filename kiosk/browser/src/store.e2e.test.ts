import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * The sign's store on the IndexedDB of a real browser: the checks of `testing/store-page.ts`, and a tab that dies
 * during a write.
 */

let folder: string;
let server: Server;
let browser: Browser;
let context: BrowserContext;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sign-display-store-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env': '{}' },
    build: {
      outDir: folder,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'testing/store-page.ts'), formats: ['es'], fileName: 'store' },
    },
  });
  server = createServer(({ url: path }, response) => {
    const isScript = path === '/store.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? readFileSync(join(folder, 'store.js'))
        : '<!doctype html><script type="module" src="/store.js"></script>',
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await openChromium(process.env);
  context = await browser.newContext();
});
afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction('document.title === "ready"');
  return page;
}

test.each([
  'K3: a write that is aborted at any time leaves the last document intact',
  'K3: after a damaged copy the sign reads the previous document, reports the damage and sets the copy aside',
  'K3: a sign with two damaged copies is reported as damaged, not as unclaimed',
  'K3: a damaged sign reports the damage at each read until it writes a document',
  'K7: the outbox returns each record once and in order, despite aborted writes, removals and repeated reads',
  'the log book returns its newest lines in order, and none after a clear',
  'A1: a sign never reads the data of another sign in the same browser',
])('%s', async (name) => {
  const page = await open();
  expect(await page.evaluate(`runCheck(${JSON.stringify(name)}).then(() => 'held', (error) => error.message)`)).toBe(
    'held',
  );
  await page.close();
});

test('K3: a tab that dies during a write still has its last stored document, or a newer one', async () => {
  const reader = await open();
  for (let round = 0; round < 5; round += 1) {
    const sign = await reader.evaluate<number>('newSign()');
    const writer = await open();
    let stored = 0;
    const enough = Promise.withResolvers<void>();
    await writer.exposeFunction('stored', (count: number) => {
      stored = count;
      if (count >= 5 + round * 3) enough.resolve();
    });
    void writer.evaluate(`void writeForever(${sign}, (count) => void stored(count))`);
    await enough.promise;
    const session = await context.newCDPSession(writer);
    const crashed = new Promise((resolve) => writer.once('crash', resolve));
    session.send('Page.crash').catch(() => {});
    await crashed;
    await writer.close();
    const found = await reader.evaluate<{ count: number; damaged: boolean }>(`readCount(${sign})`);
    expect(found.damaged).toBe(false);
    expect(found.count).toBeGreaterThanOrEqual(stored);
  }
});
