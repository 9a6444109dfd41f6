import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openChromium } from '@sign-display/testing/chromium';
import type { AxeResults } from 'axe-core';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import { createHttpServer } from '../create-http-server.ts';
import { addSampleRoute } from './sample-route.ts';

/** The sample page in a real browser, as a sign shows it. */

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const SHAPES = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 640, height: 360 },
];

const http = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom });
let browser: Browser;
let url: string;
beforeAll(async () => {
  addSampleRoute(http as never);
  http.get('/framing', async (_request, reply) =>
    reply
      .removeHeader('content-security-policy')
      .type('text/html')
      .send(`<iframe sandbox="allow-scripts allow-forms" src="${url}"></iframe>`),
  );
  await http.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/sample`;
  browser = await openChromium(process.env);
});
afterAll(async () => {
  await browser.close();
  await http.close();
});

test.each(['en-GB', 'de-AT'])(
  'D5: the sample page fits every screen in %s, has a clock, and axe-core finds no problem',
  async (locale) => {
    const page = await browser.newPage({ locale });
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    for (const viewport of SHAPES) {
      await page.setViewportSize(viewport);
      await page.goto(url);
      expect(await page.textContent('time')).toMatch(/^\d\d:\d\d$/);
      expect(await page.textContent('h1')).toBe(locale === 'de-AT' ? 'Willkommen' : 'Welcome');
      const outside = await page.evaluate<string[]>(
        `[...document.querySelectorAll('body *')].filter((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        }).map((each) => each.outerHTML)`,
      );
      expect(outside).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
    // The policy also blocks axe-core's script.
    const judged = await browser.newPage({ locale, bypassCSP: true });
    await judged.goto(url);
    await judged.evaluate(AXE);
    const { violations } = await judged.evaluate<AxeResults>('axe.run()');
    expect(violations.map(({ id }) => id)).toEqual([]);
    await judged.context().close();
  },
);

test('the sample page runs in the sandboxed frame of a sign in a browser tab, at any of the service’s origins', async () => {
  const page = await browser.newPage();
  await page.goto(url.replace('127.0.0.1', 'localhost').replace('sample', 'framing'));
  const frame = page.frameLocator('iframe');
  await expect.poll(() => frame.locator('time').textContent()).toMatch(/^\d\d:\d\d$/);
  await page.context().close();
});
