import { openChromium } from '@sign-display/testing/chromium';
import { good, startService, type TestService } from '@sign-display/testing/service';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Signs in tabs of a real browser, before the real service. */
export interface Tabs {
  service: TestService;
  browser: Browser;
  /** A browser that nobody used before. `script` runs in each of its documents before their own. */
  newContext(options?: BrowserContextOptions, script?: string): Promise<BrowserContext>;
  /** A tab at `/sign` once it shows something. */
  openSign(context: BrowserContext): Promise<Page>;
  /** The code of a tab that shows it, once it can be claimed. */
  codeOf(page: Page): Promise<string>;
  claim(shortCode: string, more?: { url?: string; name?: string }): Promise<Sign>;
  /** The record of the device with that code; waits until `fits` it. */
  recordWhere(shortCode: string, fits: (record: Sign) => boolean): Promise<Sign>;
  /** Rejects with what browsers complained of: scripts that threw, what the policy refused. */
  close(): Promise<void>;
}

/**
 * What the tests themselves bring: refused claims, a service that goes away, and pages in a frame whose tries the browser blocks.
 */
const EXPECTED =
  /responded with a status of|net::ERR_|WebSocket connection to \S+ failed|^Framing '|^Unsafe attempt to initiate navigation|^Blocked opening|^Ignored call to|sandboxed/;
const POLL_MS = 250;

/** What `read` gives, once it is there. The test's own timeout ends it. */
async function until<Value>(read: () => Promise<Value | null | undefined>): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined) return value;
    await new Promise((again) => setTimeout(again, POLL_MS));
  }
}

export async function openTabs(settings: Record<string, string> = {}): Promise<Tabs> {
  const service = await startService({
    LOAD_TIMEOUT_MS: '8000',
    ACK_TIMEOUT_MS: '10000',
    RATE_LIMIT_PER_MINUTE: '10000',
    ...settings,
  });
  const browser = await openChromium(process.env, ['--host-resolver-rules=MAP *.test 127.0.0.1']);
  const complaints: string[] = [];
  const { owner, organizationId, eventId } = service;

  const records = async (): Promise<Sign[]> =>
    good(await owner.list('GET /api/signs', { query: { organizationId } })).items as Sign[];

  return {
    service,
    browser,
    async newContext(options = {}, script) {
      const context = await browser.newContext({ baseURL: service.url, ...options });
      if (script !== undefined) await context.addInitScript(script);
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      return context;
    },
    async openSign(context) {
      const page = await context.newPage();
      await page.goto('/sign');
      await page.locator('.sign').waitFor();
      return page;
    },
    async codeOf(page) {
      // Registered: from then on it can be claimed.
      await page.getByText('reached', { exact: true }).waitFor();
      const [, code = ''] = await until(async () => /^Sign (.{6})$/.exec(await page.title()));
      return code;
    },
    async claim(shortCode, more = {}) {
      const body = { organizationId, eventId, name: `Sign ${shortCode}`, location: 'Hall 1', shortCode, ...more };
      return good(await owner.call('POST /api/signs/claim', { body })).body.sign;
    },
    async recordWhere(shortCode, fits) {
      return until(async () =>
        (await records()).find((record) => record.device?.shortCode === shortCode && fits(record)),
      );
    },
    async close() {
      await browser.close();
      await service.remove();
      if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join('; ')}`);
    },
  };
}
