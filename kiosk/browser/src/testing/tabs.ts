import { openChromium } from '@sign-display/testing/chromium';
import { good, startService, type TestService } from '@sign-display/testing/service';
import type { WarmUp } from '@sign-display/contracts/backend-warm-up';
import type { HealthResponse } from '@sign-display/contracts/rest/health';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Signs in tabs of a real browser, with the real service. */
export interface Tabs {
  service: TestService;
  browser: Browser;
  /** A fresh browser profile. `script` runs in each document before its own scripts. */
  newContext(options?: BrowserContextOptions, script?: string): Promise<BrowserContext>;
  /** Opens a tab at `/sign` and waits until it shows something. */
  openSign(context: BrowserContext, path?: string): Promise<Page>;
  /** The code that the tab shows, once the sign can be claimed. */
  codeOf(page: Page): Promise<string>;
  claim(shortCode: string, more?: { url?: string; name?: string }): Promise<Sign>;
  /** Waits until the record of the device with that code meets `fits`. */
  recordWhere(shortCode: string, fits: (record: Sign) => boolean): Promise<Sign>;
  /** Why the service suspends its offline verdicts (promise N2); null while it gives them. */
  warmUp(): Promise<WarmUp | null>;
  /** Rejects if a browser logged errors: uncaught exceptions, policy violations. */
  close(): Promise<void>;
}

/**
 * Errors that the tests cause: refused claims, a stopped service, a service by http under another machine's name, and
 * attacks by framed pages that the browser blocks, and framed pages whose own policy blocks their styles.
 */
const EXPECTED =
  /responded with a status of|net::ERR_|WebSocket connection to \S+ failed|^Framing '|^Applying inline style violates|^Refused to display '|^Unsafe attempt to initiate navigation|^Blocked opening|^Ignored call to|sandboxed|Cross-Origin-Opener-Policy header has been ignored|from origin 'null' has been blocked by CORS policy/;
const POLL_MS = 250;

/** Polls until `read` returns a value. Only the test's timeout ends it. */
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
    async openSign(context, path = '/sign') {
      const page = await context.newPage();
      await page.goto(path);
      await page.locator('.sign').waitFor();
      return page;
    },
    async codeOf(page) {
      // The sign is registered, so it can be claimed.
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
    async warmUp() {
      const answer = await fetch(`${service.url}/health`);
      return ((await answer.json()) as HealthResponse).presence!.warmUp;
    },
    async close() {
      await browser.close();
      await service.remove();
      if (complaints.length > 0) throw new Error(`the browser logged errors: ${complaints.join('; ')}`);
    },
  };
}
