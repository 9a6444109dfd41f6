import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { picture } from './service-and-browser.ts';

/**
 * Pictures of a newcomer's first steps. `UPDATE_SCREENS=1` writes them to docs/screens/first-sign/. They show the time,
 * so no run compares them.
 */
const album = openAlbum('first-sign', {
  folder: mkdtempSync(join(tmpdir(), 'sign-display-pictures-')),
  update: process.env['UPDATE_SCREENS'] === '1',
});

export const keep = async (page: Page, name: string): Promise<void> => album.keep(name, await picture(page));
