import { createClient } from '@sign-display/client/client';
import { connectDashboard } from '@sign-display/client/sockets';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { good } from '@sign-display/testing/service';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForeignPages, type ForeignPages } from './testing/foreign-pages.ts';
import { openTabs, type Tabs } from './testing/tabs.ts';

/**
 * Foreign pages in the frame of a sign in a tab: which pages it shows, which pages it refuses with a reason, and what a
 * page in the frame can't do.
 */

let tabs: Tabs;
let pages: ForeignPages;
beforeAll(async () => {
  // The test pages are on this machine, so the service must allow loopback pages.
  [tabs, pages] = await Promise.all([openTabs({ PRIVATE_PAGES: 'loopback' }), startForeignPages()]);
});
afterAll(() => Promise.all([tabs.close(), pages.stop()]));

/** Opens a tab and starts to claim it with the page at `url`. */
async function claimedWith(url: string, options: BrowserContextOptions = {}) {
  const context = await tabs.newContext(options);
  const page = await tabs.openSign(context);
  const code = await tabs.codeOf(page);
  const answer = await tabs.claim(code, { url }).then(
    (record) => ({ record, refusal: '' }),
    (error: Error) => ({ record: null, refusal: error.message }),
  );
  return { context, page, code, ...answer };
}
async function allowHosts(allowedUrlHosts: string[]): Promise<void> {
  const { owner, organizationId: id } = tabs.service;
  const { version: ifMatch } = good(await owner.call('GET /api/organizations/:id', { params: { id } })).body;
  good(await owner.call('PATCH /api/organizations/:id', { params: { id }, body: { allowedUrlHosts }, ifMatch }));
}
const shown = (page: Page) => page.locator('.pages iframe.in-front');

describe('a page', () => {
  test('K4: is proved below our screen before it is shown, in a sandbox that allows only scripts and forms', async () => {
    const { context, page, record } = await claimedWith(pages.url('good'));
    expect(record).not.toBeNull();
    await shown(page).contentFrame().getByText('A page').waitFor();
    const frame = shown(page);
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect([await frame.getAttribute('allow'), await frame.getAttribute('referrerpolicy')]).toEqual([
      '',
      'no-referrer',
    ]);
    await context.close();
  });

  test('the tab’s title is the name of the sign, also behind a page and after the sign is renamed', async () => {
    const context = await tabs.newContext();
    const page = await tabs.openSign(context);
    const code = await tabs.codeOf(page);
    const { id } = await tabs.claim(code, { url: pages.url('good'), name: 'Bar 9' });
    await shown(page).waitFor();
    expect(await page.title()).toBe('Bar 9');
    const { version } = await tabs.recordWhere(code, ({ status }) => status === 'showing');
    const { owner } = tabs.service;
    const body = { name: 'Bar 10' };
    good(await owner.call('PATCH /api/signs/:id', { params: { id }, body, ifMatch: version }));
    await page.waitForFunction('document.title === "Bar 10"');
    await context.close();
  });

  test('that refuses framing, by X-Frame-Options or by CSP, fails with a reason in plain words', async () => {
    for (const name of ['refuses', 'refuses-by-policy']) {
      const { context, page, refusal } = await claimedWith(pages.url(name));
      expect(refusal).toMatch(/^device_load_failed: .*refuses to be shown in a frame/);
      await page.getByText(/refuses to be shown in a frame/).waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
      await context.close();
    }
  });

  test.each([
    ['a page that is not there', () => pages.url('missing'), /answered with HTTP 404/],
    ['a page whose server is broken', () => pages.url('broken'), /answered with HTTP 500/],
    ['a page that never answers', () => pages.url('hanging'), /5 s|took longer|in time/],
    ['a page on a port without a server', () => pages.refusing, /refused the connection/],
    [
      'a page without the TLS that its URL asks for',
      () => pages.url('good').replace('http:', 'https:'),
      /could not be reached|certificate/,
    ],
    ['a page of the dashboard', () => `${tabs.service.url}/sign-in`, /refuses to be shown in a frame/],
    ['the page of a sign in a tab', () => `${tabs.service.url}/sign`, /refuses to be shown in a frame/],
    ['the documentation of the API', () => `${tabs.service.url}/api/docs`, /refuses to be shown in a frame/],
  ])('K4: %s fails the claim in words', async (_, url, words) => {
    const { context, refusal } = await claimedWith(url());
    expect(refusal).toMatch(/^device_load_failed: /);
    expect(refusal).toMatch(words);
    await context.close();
  });

  test.each(['good', 'slow', 'blank'])('K4: the page %s is shown', async (name) => {
    const { context, page, refusal } = await claimedWith(pages.url(name));
    expect(refusal).toBe('');
    await shown(page).waitFor();
    await context.close();
  });

  test('G17: gets the user agent and the languages of the tab from the service’s check too', async () => {
    const { context, page, refusal } = await claimedWith(pages.url('blue'), { locale: 'en-GB' });
    expect(refusal).toBe('');
    await shown(page).waitFor();
    const [check, load] = pages.browsers('blue');
    expect(load?.userAgent).toBe(await page.evaluate('navigator.userAgent'));
    expect(load?.languages).toMatch(/^en-GB/);
    expect(check).toEqual(load);
    await context.close();
  });

  test('details 100: from the service itself (/sample) is shown', async () => {
    const { context, page, refusal } = await claimedWith(`${tabs.service.url}/sample`);
    expect(refusal).toBe('');
    await shown(page).contentFrame().locator('h1').waitFor();
    await context.close();
  });

  test('K4: a redirect to another host is followed and shown, unless the organization does not allow that host', async () => {
    const allowed = await claimedWith(pages.url('redirects'));
    const frame = shown(allowed.page).contentFrame();
    expect(new URL(await frame.locator('html').evaluate((html) => html.baseURI)).hostname).toBe('localhost');
    await allowed.context.close();
    await allowHosts(['127.0.0.1']);
    const { context, refusal } = await claimedWith(pages.url('redirects'));
    await allowHosts([]);
    expect(refusal).toMatch(/^device_load_failed: .*leads to localhost.*organization does not allow/);
    await context.close();
  });

  test('G16: the sign and its operator see where a page leads: the sign before the page is proved, the operator with the proof', async () => {
    const { url: origin, account: body } = tabs.service;
    const { headers } = await createClient({ origin }).call('POST /api/auth/sign-in/email', { body });
    const socket = connectDashboard({ origin, token: headers.get(BEARER_HEADER)! });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    const proved = new Promise<unknown>((resolve) =>
      socket.on('claim:update', (update) => update.step === 'acknowledged' && resolve(update.detail)),
    );
    const context = await tabs.newContext();
    const page = await tabs.openSign(context);
    const claim = tabs.claim(await tabs.codeOf(page), { url: pages.url('redirects-held') });
    const { host } = new URL(pages.elsewhere(''));
    await page.getByText(`The page redirects to ${host}`).waitFor();
    await page.getByRole('heading', { name: 'Loading the page' }).waitFor();
    pages.letGo();
    expect(await proved).toBe(`leads to ${host}`);
    await claim;
    socket.disconnect();
    await context.close();
  });

  test('SSRF: a claim with a private address that the organization does not allow is refused, and the sign still shows its code', async () => {
    const { context, page, code, refusal } = await claimedWith('http://10.11.12.13/');
    expect(refusal).toMatch(/^invalid_url: 10\.11\.12\.13 is on a private network/);
    expect(await tabs.codeOf(page)).toBe(code);
    expect(await page.locator('iframe').count()).toBe(0);
    await context.close();
  });

  test('SSRF: a redirect to a private address that the organization does not allow fails the claim', async () => {
    const { context, refusal } = await claimedWith(pages.url('redirects-inside'));
    expect(refusal).toMatch(/10\.11\.12\.13.*(organization does not allow|on a private network)/);
    await context.close();
  });
});

describe('A5: a hostile page', () => {
  test('can’t take the tab to another page, nor read our page', async () => {
    const { context, page } = await claimedWith(pages.url('top'));
    // Under proof, and again on screen.
    for (const count of [1, 2])
      expect(await pages.reported('top: ', count)).toBe(`top: ${'SecurityError,'.repeat(3)}`.slice(0, -1));
    await shown(page).contentFrame().getByText('A page').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign');
    await context.close();
  });

  test('opens no window', async () => {
    const { context } = await claimedWith(pages.url('windows'));
    expect(await pages.reported('windows: ')).toBe('windows: null');
    expect(context.pages()).toHaveLength(1);
    await context.close();
  });

  test('opens no dialog', async () => {
    const { context, page } = await claimedWith(pages.url('dialogs'));
    let dialogs = 0;
    page.on('dialog', () => (dialogs += 1));
    expect(await pages.reported('dialogs: ')).toBe('dialogs: undefined,false,null');
    expect(dialogs).toBe(0);
    await context.close();
  });

  test('reads no storage, and has no origin', async () => {
    const { context } = await claimedWith(pages.url('storage'));
    expect(await pages.reported('storage: ')).toMatch(
      /^storage: SecurityError,SecurityError,(SecurityError|UnknownError|NotSupportedError),(SecurityError|NotSupportedError|InvalidStateError),null$/,
    );
    await context.close();
  });

  test('gets no cookie of the dashboard, although both are on one host', async () => {
    const context = await tabs.newContext();
    await context.addCookies([{ name: 'session', value: 'secret', domain: '127.0.0.1', path: '/' }]);
    const page = await tabs.openSign(context);
    await tabs.claim(await tabs.codeOf(page), { url: pages.url('good') });
    await shown(page).contentFrame().getByText('A page').waitFor();
    expect(pages.cookies().filter((cookie) => cookie.includes('secret'))).toEqual([]);
    await context.close();
  });

  test('can’t influence the sign by messages', async () => {
    const { context, page, code } = await claimedWith(pages.url('messages'));
    await pages.reported('messages: ');
    await shown(page).waitFor();
    const { device } = await tabs.recordWhere(code, ({ status }) => status === 'showing');
    expect(device?.shortCode).toBe(code);
    await context.close();
  });
});
