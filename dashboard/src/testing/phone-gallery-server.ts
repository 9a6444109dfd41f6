import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { Browser } from 'playwright-core';
import { createServer } from 'vite';

export interface PhoneGallery {
  browser: Browser;
  /** Of `/ui-phone` on a development server of its own. */
  address: string;
  /** For the pictures of this run. */
  folder: string;
  close(): Promise<void>;
}

/** The phone's screens on a development server, and a browser to look at them. */
export async function openPhoneGallery(): Promise<PhoneGallery> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
  // Its own cache: another server of the same sources may run.
  const vite = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    cacheDir: join(folder, 'vite'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
  const browser = await openChromium(process.env);
  return {
    browser,
    address: `${vite.resolvedUrls!.local[0]!}ui-phone`,
    folder,
    async close() {
      await browser.close();
      await vite.close();
    },
  };
}
