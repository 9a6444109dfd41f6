import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openChromium } from '@sign-display/testing/chromium';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../adapters/issue-certificates.ts';
import { linkPages } from '../notifications/testing/sample-link-pages.ts';
import { notificationWords } from '../notifications/words/words-for-language.ts';
import { authorityPage } from './https/authority-page.ts';

/** The pages that the service writes by itself, which are none of the dashboard's: judged by axe-core in both themes, and as wide as a phone with text at twice its size. */

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const DAY_MS = 24 * 60 * 60 * 1_000;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openChromium(process.env);
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
});
afterAll(() => browser.close());

/** What is wrong with a page, a line each. */
async function wrongWith(html: string): Promise<string[]> {
  await page.setContent(html);
  const found: string[] = [];
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (wider > 0) found.push(`${wider} px too wide`);
  const size = await page.evaluate<number>("parseFloat(getComputedStyle(document.querySelector('p')).fontSize)");
  if (size < 28) found.push(`its text has ${size} px and did not grow`);
  await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map((one) => one.html).join(', ')}`),
    );
  }
  return found;
}

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test('D5: the page that installs the local authority, with and without the next one, has nothing wrong by axe-core', async () => {
    const made = await makeAuthority(
      'Sign Display local authority',
      { names: ['local'], networks: ['10.0.0.0/8'] },
      { fromMs: Date.parse('2026-01-01'), untilMs: Date.parse('2026-01-01') + 700 * DAY_MS },
    );
    const certificate = new X509Certificate(made.cert);
    for (const next of [null, certificate])
      expect(
        await wrongWith(authorityPage(language, { certificate, next }, 'https://192.168.1.20:3000/claim')),
      ).toEqual([]);
  });

  test('D5: each page that a link of a mail leads to has nothing wrong by axe-core, whatever the event is called', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
    for (const [page, html] of Object.entries(linkPages(name, notificationWords(language))))
      expect({ [page]: await wrongWith(html) }).toEqual({ [page]: [] });
  });
});
