import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { CDPSession, Page } from 'playwright-core';
import { englishSecondFactor } from '../words/english-second-factor.ts';
import { germanSecondFactor } from '../words/german-second-factor.ts';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import { inaccessible, picture, type Opening, type Stage } from './service-and-browser.ts';

/** Pictures of two-step sign-in and passkeys: docs/screens/second-factor. The service's answers are the drawing's. `UPDATE_SCREENS=1` writes them anew. */

export const LANGUAGES = {
  'en-GB': { ...english, ...englishSecondFactor },
  'de-DE': { ...german, ...germanSecondFactor },
} as const;
type Locale = keyof typeof LANGUAGES;

export interface Shown {
  width: number;
  height?: number;
  colorScheme: 'light' | 'dark';
  locale: Locale;
}
export const SHOWN: Shown[] = [
  { width: 1440, colorScheme: 'light', locale: 'en-GB' },
  { width: 1440, colorScheme: 'dark', locale: 'en-GB' },
  { width: 390, colorScheme: 'light', locale: 'de-DE' },
  { width: 320, colorScheme: 'dark', locale: 'de-DE' },
];

/** Who has two-step sign-in, in a session that was opened with it. */
export const ON: MeResponse = { ...ME, mfa: true, user: { ...ME.user, totp: true, recoveryCodes: 10 } };
/** What `/api/me` answers where the organization requires a second factor. */
export const REQUIRED = { organizations: [{ ...ME.organizations[0]!, mfaRequired: true }] };
export const OTHER = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Messe Nord',
  role: 'viewer',
  mfaRequired: false,
} as const;

/** A refusal of the service. */
export const problem = (status: number, code: string, more: object = {}) => ({
  status,
  json: { type: 'about:blank', title: code, status, code, detail: code, ...more },
});

/** Doubles the size of text, as the text size in a browser’s settings does. */
const setText = (session: CDPSession, percent: number) =>
  session.send('Page.setFontSizes', { fontSizes: { standard: 0.16 * percent, fixed: 0.13 * percent } });

export function openShots(stage: () => Stage) {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
  const album = openAlbum('second-factor', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
  return {
    /** The pictures of this run. */
    folder,
    /** A page with these answers, at the drawn moment. `answers` can be changed later. */
    async show(shown: Shown, path: string, answers: Record<string, unknown>, opening: Opening = {}): Promise<Page> {
      const { width, height = 900, colorScheme, locale } = shown;
      const viewport = { width, height };
      const where = { path: PAGES.signIn, viewport, colorScheme, locale, timezoneId: 'Europe/Berlin' };
      const page = await stage().open({ ...where, ...opening });
      await page.clock.setFixedTime(NOW_DRAWN);
      await answerWith(page, answers);
      await page.goto(path);
      return page;
    },
    /** What is wrong with the page: it is wider than the window, also with text at 200 %, or axe-core finds something. The whole page is in the album. */
    async judge(page: Page, { width, colorScheme, height = 900 }: Shown, name: string): Promise<string[]> {
      // A session that ends takes the page's virtual authenticator away, so this one stays.
      const session = await page.context().newCDPSession(page);
      const tooWide = async (text: number): Promise<string[]> => {
        await setText(session, text);
        const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        return pixels === 0 ? [] : [`with text at ${text} %, the page is ${pixels} px too wide`];
      };
      const wrong = [...(await tooWide(200)), ...(await tooWide(100)), ...(await inaccessible(page))];
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width, height: Math.max(height, whole) });
      album.keep(`${name}-${width}-${colorScheme}`, await picture(page));
      await page.setViewportSize({ width, height });
      return wrong;
    },
  };
}
export type Shots = ReturnType<typeof openShots>;
