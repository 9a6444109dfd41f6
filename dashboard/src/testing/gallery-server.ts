import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { preview } from 'vite';
import type { GALLERIES } from './gallery-build-setup.ts';

export interface Gallery {
  /** A page of a browser that nobody used before. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Of one of its pages. */
  url(name: (typeof GALLERIES)[number]): string;
  /** For the pictures of this run. */
  folder: string;
  close(): Promise<void>;
}

/** Serves the galleries that the run has built (gallery-build-setup.ts), and opens a browser to look at them. */
export async function openGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
  const server = await preview({
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    build: { outDir: process.env['PREPARED_GALLERIES']! },
    preview: { host: '127.0.0.1', port: 0, proxy: {} },
  });
  const browser = await openChromium(process.env);
  return {
    newPage: (options) => browser.newPage(options),
    url: (name) => `${server.resolvedUrls!.local[0]!}${name}.html`,
    folder,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
