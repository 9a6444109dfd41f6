import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTabs, type Tabs } from './testing/tabs.ts';

/** A sign in a browser tab, before the real service: who it is, through a reload, a closed tab and a second one; and that it stays online while nobody sees it. */

let tabs: Tabs;
beforeAll(async () => {
  // Few signs, of which a test closes many.
  tabs = await openTabs({ WARM_UP_MS: '0' });
});
afterAll(() => tabs.close());

/** A tab that was claimed without a page. */
async function claimedTab(name: string, ...given: Parameters<Tabs['newContext']>) {
  const context = await tabs.newContext(...given);
  const page = await tabs.openSign(context);
  const code = await tabs.codeOf(page);
  await tabs.claim(code, { name });
  await page.getByText(name).waitFor();
  return { context, page, code };
}
const isOnline = (code: string) => tabs.recordWhere(code, ({ status }) => status !== 'offline');
const isOffline = (code: string) => tabs.recordWhere(code, ({ status }) => status === 'offline');

describe('identity', () => {
  test('details 100: a tab is a sign that another tab claims: on the platform browser, at an address that is derived from its signId', async () => {
    const { context, page, code } = await claimedTab('Bar 1');
    const { device } = await isOnline(code);
    expect(device).toMatchObject({ shortCode: code });
    expect(device?.macAddress).toMatch(/^02:/);
    expect(await page.title()).toBe('Bar 1');
    await context.close();
  });

  test('a tab that is loaded again is the same sign, also where an older sign is free', async () => {
    const older = await claimedTab('Bar 2');
    const newer = await tabs.openSign(older.context);
    const code = await tabs.codeOf(newer);
    await tabs.claim(code, { name: 'Bar 3' });
    await newer.getByText('Bar 3').waitFor();
    await older.page.close();
    await newer.reload();
    await newer.getByText('Bar 3').waitFor();
    expect(await newer.title()).toBe('Bar 3');
    await older.context.close();
  });

  test('two tabs are two signs, and a duplicated tab is a third', async () => {
    const context = await tabs.newContext();
    const [first, second] = [await tabs.openSign(context), await tabs.openSign(context)];
    const codes = [await tabs.codeOf(first), await tabs.codeOf(second)];
    // `window.open` copies what the tab remembers, as duplicating a tab does.
    const [third] = await Promise.all([context.waitForEvent('page'), first.evaluate('void open("/sign")')]);
    codes.push(await tabs.codeOf(third));
    expect(new Set(codes).size).toBe(3);
    await context.close();
  });

  test('a closed tab is offline within 15 s and a few more, and the next tab is the same sign', async () => {
    const { context, page, code } = await claimedTab('Bar 4');
    await isOnline(code);
    const closedMs = Date.now();
    await page.close();
    await isOffline(code);
    expect(Date.now() - closedMs).toBeLessThan(25_000);
    const again = await tabs.openSign(context);
    await again.getByText('Bar 4').waitFor();
    await isOnline(code);
    await context.close();
  });

  test('M1: signs of two browsers are two devices', async () => {
    const codes = new Set<string>();
    for (const _ of [1, 2]) {
      const context = await tabs.newContext();
      codes.add(await tabs.codeOf(await tabs.openSign(context)));
      await context.close();
    }
    expect(codes.size).toBe(2);
  });
});

/** The tab's own timers run once a minute, as Chromium lets them in a tab that nobody has seen for five minutes. The page takes itself for hidden. */
const HIDDEN_FOR_LONG = `
  const MINUTE = 60_000;
  const { setTimeout: usual } = window;
  window.setTimeout = (task, ms = 0, ...more) => usual(task, Math.ceil(ms / MINUTE) * MINUTE || MINUTE, ...more);
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });
`;

describe('a tab that nobody sees', () => {
  /** Whether the sign went offline in so many heartbeats. */
  async function staysOnline(code: string): Promise<boolean> {
    const first = await isOnline(code);
    const gone = isOffline(code).then(() => false);
    const seen = tabs.recordWhere(code, ({ lastSeenAt }) => {
      return Date.parse(lastSeenAt ?? '') - Date.parse(first.lastSeenAt ?? '') > 40_000;
    });
    return Promise.race([gone, seen.then(() => true)]);
  }

  test('K6: hidden for five minutes it goes on sending heartbeats, though its own timers run once a minute', async () => {
    const { context, page, code } = await claimedTab('Bar 5', {}, HIDDEN_FOR_LONG);
    expect(await page.evaluate('document.visibilityState')).toBe('hidden');
    expect(await staysOnline(code)).toBe(true);
    await context.close();
  });

  test('a tab whose scripts stand still (frozen) is offline, and the same sign when the browser lets it run again', async () => {
    const { context, page, code } = await claimedTab('Bar 6');
    await isOnline(code);
    const session = await context.newCDPSession(page);
    // Chromium freezes no tab that a test drives: a debugger stops its scripts instead.
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    await isOffline(code);
    await session.send('Debugger.resume');
    expect((await isOnline(code)).device?.shortCode).toBe(code);
    await context.close();
  });
});

describe('where a browser lacks something', () => {
  const reads = (page: Page, text: string) => page.getByText(text).waitFor();

  test('K3: without IndexedDB the tab shows that it can’t be a sign, and no code', async () => {
    for (const script of [
      `Object.defineProperty(window, 'indexedDB', { value: undefined })`,
      `IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }`,
    ]) {
      const context = await tabs.newContext({}, script);
      const page = await tabs.openSign(context);
      await reads(page, 'This tab can’t be a sign');
      expect(await page.title()).toBe('Sign');
      await context.close();
    }
  });

  test('without Web Locks (http from another machine) a browser is one sign: a second tab says so, and takes over once the first is gone', async () => {
    const context = await tabs.newContext(
      {},
      `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`,
    );
    const first = await tabs.openSign(context);
    const code = await tabs.codeOf(first);
    const second = await tabs.openSign(context);
    await reads(second, 'Another tab is this sign');
    await first.close();
    await second.reload();
    expect(await tabs.codeOf(second)).toBe(code);
    await context.close();
  });
});
