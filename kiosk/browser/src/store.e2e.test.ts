import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The sign's store on the IndexedDB of a real browser: the checks of `testing/store-checks.ts`, and a tab that dies
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
      lib: { entry: join(import.meta.dirname, 'testing/store-checks.ts'), formats: ['es'], fileName: 'store' },
    },
  });
  server = createServer(({ url: path }, response) => {
    const isScript = path === '/store.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const page = path === '/' ? '<!doctype html><script type="module" src="/store.js"></script>' : '<!doctype html>';
    response.end(isScript ? readFileSync(join(folder, 'store.js')) : page);
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

async function open(within = context): Promise<Page> {
  const page = await within.newPage();
  await page.goto(url);
  await page.waitForFunction('document.title === "ready"');
  return page;
}

test.each([
  'K3: a write that is aborted at any time leaves the last document intact',
  'K3: after a damaged copy the sign reads the previous document, reports the damage and sets the copy aside',
  'K3: a sign with two damaged copies is reported as damaged, not as unclaimed',
  'K3: a damaged sign reports the damage at each read until it writes a document',
  'K3: a claimed sign counts as claimed after its damaged copy was set aside',
  'K1, K2, K3: a sign survives closed tabs, a full disk and an unreadable one with its identity, its claim and its page',
  'a new tab takes no number of a running sign, even if the database has lost that sign',
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

/** Opens or deletes the database as another page does. Resolves with the event that comes first. */
const ofRequest = (page: Page, request: string): Promise<string> =>
  page.evaluate(`new Promise((resolve) => {
    const request = ${request};
    for (const type of ['success', 'blocked', 'error'])
      request.addEventListener(type, () => {
        if (type === 'success') request.result?.close();
        resolve(type);
      });
  })`);

describe('K3: an idle tab', () => {
  /** A page of the same origin without a connection to the database. */
  async function openOther(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${url}other`);
    return page;
  }

  test('does not block the deletion of the database, and writes its sign back', async () => {
    const [tab, other] = [await open(), await openOther()];
    const sign = await tab.evaluate<number>('newSign()');
    await tab.evaluate(`writeCount(${sign}, 7)`);
    for (let round = 0; round < 3; round += 1) {
      expect(await ofRequest(other, `indexedDB.deleteDatabase('sign-display-sign')`)).toBe('success');
      const restarted = await open();
      expect(await restarted.evaluate(`readCount(${sign})`)).toEqual({ count: 7, damaged: false });
      expect(await restarted.evaluate('allSigns()')).toContain(sign);
      await restarted.close();
    }
    await tab.evaluate(`writeCount(${sign}, 8)`);
    expect(await tab.evaluate(`readCount(${sign})`)).toEqual({ count: 8, damaged: false });
    await Promise.all([tab.close(), other.close()]);
  });

  test('writes its sign back after the site’s data is cleared, whatever the other tab does', async () => {
    const tabs = [await open(), await open()];
    const other = await openOther();
    const session = await context.newCDPSession(other);
    const signs: number[] = [];
    for (const tab of tabs) {
      const sign = await tab.evaluate<number>('newSign()');
      await tab.evaluate(`writeCount(${sign}, 7)`);
      signs.push(sign);
    }
    for (let round = 0; round < 10; round += 1) {
      await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'indexeddb' });
      const restarted = await open();
      for (const sign of signs) {
        await expect.poll(() => restarted.evaluate(`readCount(${sign})`)).toEqual({ count: 7, damaged: false });
      }
      await restarted.close();
    }
    await Promise.all([...tabs, other].map((page) => page.close()));
  });

  test('does not block a newer version of the page, but notices it, and its next write is refused', async () => {
    const ownContext = await browser.newContext();
    const [tab, newer] = [await open(ownContext), await ownContext.newPage()];
    await newer.goto(`${url}other`);
    const sign = await tab.evaluate<number>('newSign()');
    expect(await ofRequest(newer, `indexedDB.open('sign-display-sign', 1_000)`)).toBe('success');
    await tab.waitForFunction('outdated === 1');
    await expect(tab.evaluate(`writeCount(${sign}, 1)`)).rejects.toThrow(/VersionError/);
    await ownContext.close();
  });
});

test('K3: while the browser clears the site’s data during writes, every write ends, and the last stored document stays', async () => {
  const tab = await open();
  const session = await context.newCDPSession(tab);
  const sign = await tab.evaluate<number>('newSign()');
  let stored = 0;
  await tab.evaluate(`writeCount(${sign}, ${stored})`);
  for (let round = 0; round < 8; round += 1) {
    const writing = tab.evaluate<number | null>(`writeMany(${sign}, ${stored + 1})`);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'indexeddb' });
    stored = (await writing) ?? stored;
    const restarted = await open();
    // Chromium may delete what was written back while it was still clearing; the tab then writes it again.
    await expect.poll(() => restarted.evaluate(`readCount(${sign})`)).toEqual({ count: stored, damaged: false });
    await restarted.close();
  }
  await tab.close();
});
