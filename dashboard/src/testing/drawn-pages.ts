import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import { openStage, type Stage } from './service-and-browser.ts';

/** Pages as they are drawn: a stage, an album of pictures, and answers that the drawing stands for in place of the service's. */

export const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
};

export interface Shown {
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  /** By the last parts of their routes' paths; they win over the drawn ones. */
  answers?: Record<string, unknown>;
}

/** How many pixels of the page are beyond the window's right edge. */
export const widthBeyond = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Makes the window as high as the page, so that a picture has all of it. */
export async function growToPage(page: Page, size: keyof typeof SIZES): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width: SIZES[size].width, height });
}

/** Doubles the size of all text. */
export const doubleText = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.style.fontSize = '200%'");

/** For one test file: starts a stage before its tests and ends it after them. `name`: of the album. */
export function useDrawnPages(name: string) {
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
  const album = openAlbum(name, { folder, update: process.env['UPDATE_SCREENS'] === '1' });
  beforeAll(async () => {
    stage = await openStage();
    process.stderr.write(`  pictures of this run: ${folder}\n`);
  });
  afterAll(() => stage.close());
  return {
    album,
    /** Opens the page at `path` with the drawn answers, at the drawn moment. `prepare` runs in the empty page before. */
    async show(
      { size = 'desk', colorScheme = 'light', locale = 'en-GB', answers = {} }: Shown,
      drawn: { path: string; answers: Record<string, unknown>; prepare?: (page: Page) => Promise<void> },
    ): Promise<Page> {
      const page = await stage.open({
        path: '/',
        viewport: SIZES[size],
        colorScheme,
        locale,
        timezoneId: 'Europe/Berlin',
      });
      await drawn.prepare?.(page);
      await page.clock.setFixedTime(NOW_DRAWN);
      // The first path that fits answers.
      await answerWith(page, { ...answers, '/api/me': ME, ...drawn.answers, ...answers });
      await page.goto(drawn.path);
      await page.locator('h1').waitFor();
      return page;
    },
  };
}
