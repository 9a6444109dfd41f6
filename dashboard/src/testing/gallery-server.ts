import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createServer } from 'vite';

/** The development server's pages with made-up data. */
type GalleryPath = 'ui' | 'ui-phone' | 'ui-wall.html' | 'ui-whole.html';

export interface Gallery {
  /** A page of a browser that nobody used before. It waits for a busy server. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Of one of its pages. */
  url(path: GalleryPath): string;
  /** For the pictures of this run. */
  folder: string;
  close(): Promise<void>;
}

/** A development server can need so long for all modules of a page, on a busy machine. */
const NAVIGATION_MS = 110_000;

/** These pages on a development server of its own, and a browser to look at them. Resolves when the server has made all modules of `paths`. */
export async function openGallery(...paths: GalleryPath[]): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
  const vite = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    // Its own: another server of the same sources may run.
    cacheDir: join(folder, 'vite'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
  const url = (path: GalleryPath): string => `${vite.resolvedUrls!.local[0]!}${path}`;
  const browser = await openChromium(process.env);
  async function newPage(options?: BrowserContextOptions): Promise<Page> {
    const page = await browser.newPage(options);
    page.setDefaultNavigationTimeout(NAVIGATION_MS);
    return page;
  }
  for (const path of paths) {
    const first = await newPage();
    await first.goto(url(path));
    await first.close();
  }
  return {
    newPage,
    url,
    folder,
    async close() {
      await browser.close();
      await vite.close();
    },
  };
}
