import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openChromium } from '@sign-display/testing/chromium';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { startService, type TestService } from '@sign-display/testing/service';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Of a refusal, which the page has words for. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4/;
/** Of what tests do: a network that is away, a service that is busy or gone, a sign that does not answer. */
export const OF_FAULTS =
  /net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET)|^WebSocket connection to \S+ failed|responded with a status of 50[034]|error occurred when fetching the script|Failed to fetch dynamically imported module/;

interface Account {
  email: string;
  password: string;
}

/**
 * How a page is opened: `path` below the service, and what the browser is told of its person. `within`: a browser in place of the stage's own. `as`: who has
 * signed in there before.
 */
export type Opening = BrowserContextOptions & { path?: string; within?: Browser; as?: Account | null };

export interface Stage {
  service: TestService;
  /** A page of a browser that nobody used before. */
  open(opening?: Opening): Promise<Page>;
  /** The same, signed in as the owner. Without a `path` it signs in through the form. */
  openSignedIn(opening?: Opening): Promise<Page>;
  /** What browsers complained of: scripts that threw, what the policy refused. */
  complaints: string[];
  close(): Promise<void>;
}

/** The real backend and a real browser in front of it. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  // Each test signs in anew.
  const [service, browser] = await Promise.all([
    startService({ SIGN_IN_LIMIT_PER_MINUTE: '1000', ...settings }),
    openChromium(process.env),
  ]);
  const complaints: string[] = [];

  async function open({ path = '/', within = browser, as = null, ...context }: Opening = {}): Promise<Page> {
    const { width, height } = context.viewport ?? { width: 1440, height: 900 };
    const baseURL = context.baseURL ?? service.url;
    const page = await within.newPage({
      baseURL,
      colorScheme: 'light',
      ...context,
      viewport: { width, height },
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    if (as) await signInAside(page, as, baseURL);
    await page.goto(path);
    return page;
  }

  return {
    service,
    open,
    async openSignedIn(opening = {}) {
      if (opening.path !== undefined) return await open({ ...opening, as: service.account });
      const page = await open({ ...opening, path: '/sign-in' });
      await signIn(page, service.account);
      await isIn(page);
      return page;
    },
    complaints,
    async close() {
      await browser.close();
      await service.remove();
    },
  };
}

/** Signs the page's browser in without its page, by the call that the page would make. */
export async function signInAside(page: Page, { email, password }: Account, origin: string): Promise<void> {
  const data = { email, password };
  const answer = await page.request.post('/api/auth/sign-in/email', { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
}

/** Types into the page to sign in, and sends it with Enter. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.keyboard.press('Enter');
}

/** Resolves when the page that signs in, or another door, has led in: to the walls, or to the only one that there is. */
export const isIn = (page: Page): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === '/' || pathname.startsWith('/events/'));

/** Signs out by keyboard: the person's menu, whose last entry it is. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup]').last().focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

/** Presses Escape in the very moment in which the page's next dialog comes; resolves then. */
export async function escapeAtOnce(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=dialog]')) return;
    observer.disconnect();
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    done(document.activeElement.dispatchEvent(escape));
  }).observe(document.body, { childList: true, subtree: true }))`);
}

/** Goes on to where the buttons of a screen that has just come take taps, which they do after a while: nobody waits for that here. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(
    `document.getAnimations().forEach((one) => one.animationName === 'rests-at-first' && one.finish())`,
  );
}

/** A picture of the page, once its fonts and pictures are there and nothing waits to be drawn. */
export async function picture(page: Page): Promise<PNG> {
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    // What is broken is drawn as such.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    // What is seen of a map may be behind for some frames.
    do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (document.querySelector('[data-behind]'));
  })()`);
  return PNG.sync.read(await screenshotOf(page, { animations: 'disabled', caret: 'hide' }));
}

/** The description that a screen reader reads with a field, beside its label. */
export const described = (field: Locator): Promise<string> =>
  field.evaluate((it) =>
    (it.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id: string) => it.ownerDocument.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** What axe-core finds wrong with the page, a line each. */
export async function inaccessible(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`);
}
