import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForeignPages, type ForeignPages } from './testing/foreign-pages.ts';
import { openTabs, type Tabs } from './testing/tabs.ts';
import { makeCertificate, startTlsFront, type Certificate, type TlsFront } from './testing/tls-front.ts';

/** Signs in tabs that were opened by http and by https, and pages by http and by https in their frames. */

const IGNORES_CERTIFICATES = { ignoreHTTPSErrors: true };
/** Of the page in front. */
const headingOf = (page: Page) => page.locator('.pages iframe.in-front').contentFrame().locator('h1').textContent();

let certificate: Certificate;
let pages: ForeignPages;
let securePages: TlsFront;
beforeAll(async () => {
  [certificate, pages] = await Promise.all([makeCertificate(), startForeignPages()]);
  securePages = await startTlsFront(certificate);
  securePages.forwardTo(Number(new URL(pages.url('')).port));
});
afterAll(async () => {
  await securePages.stop();
  await Promise.all([pages.stop(), certificate.remove()]);
});

/** The service trusts the certificate of the pages by https. */
const settings = () => ({ PRIVATE_PAGES: 'loopback', NODE_EXTRA_CA_CERTS: certificate.file });

describe('a sign on an http page', () => {
  let tabs: Tabs;
  beforeAll(async () => (tabs = await openTabs(settings())));
  afterAll(() => tabs.close());

  test('details 100: shows a page by https', async () => {
    const context = await tabs.newContext(IGNORES_CERTIFICATES);
    const page = await tabs.openSign(context);
    await tabs.claim(await tabs.codeOf(page), { url: `${securePages.origin}/good` });
    expect(await headingOf(page)).toBe('A page');
    await context.close();
  });

  test('opened by the name of another machine, has no wake lock and still shows a page', async () => {
    const context = await tabs.newContext();
    const page = await tabs.openSign(context, `http://hall.test:${new URL(tabs.service.url).port}/sign`);
    expect(await page.evaluate('isSecureContext || "wakeLock" in navigator')).toBe(false);
    await tabs.claim(await tabs.codeOf(page), { url: pages.url('good') });
    expect(await headingOf(page)).toBe('A page');
    await context.close();
  });
});

describe('a sign on an https page', () => {
  let tabs: Tabs;
  let front: TlsFront;
  beforeAll(async () => {
    front = await startTlsFront(certificate);
    tabs = await openTabs({ ...settings(), PUBLIC_URL: front.origin });
    front.forwardTo(Number(new URL(tabs.service.url).port));
  });
  afterAll(async () => {
    await tabs.close();
    await front.stop();
  });

  async function opened() {
    const context = await tabs.newContext(IGNORES_CERTIFICATES);
    const page = await tabs.openSign(context, `${front.origin}/sign`);
    return { context, page, code: await tabs.codeOf(page) };
  }

  test.each([
    ['of another origin', () => `${securePages.origin}/good`],
    ['of the service itself', () => `${front.origin}/sample`],
  ])('details 100: shows a page by https %s', async (_, url) => {
    const { context, page, code } = await opened();
    await tabs.claim(code, { url: url() });
    expect(await headingOf(page)).toMatch(/./);
    await context.close();
  });

  test.each([
    ['a page by http', () => pages.url('good'), /^device_load_failed: .*needs https/],
    [
      'a page by https that leads to one by http',
      () => `${securePages.origin}/redirects`,
      /^device_load_failed: .*leads to localhost:\d+, which needs https/,
    ],
  ])('details 100: refuses %s in words, and shows its code again', async (_, url, words) => {
    const { context, page, code } = await opened();
    await expect(tabs.claim(code, { url: url() })).rejects.toThrow(words);
    await page.getByText('The sign was not claimed. Scan again.').waitFor();
    expect(await tabs.codeOf(page)).toBe(code);
    expect(await page.locator('iframe').count()).toBe(0);
    await context.close();
  });
});
