import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTabs, type Tabs } from './testing/tabs.ts';

/**
 * A sign in a browser tab against the real service: its identity after a reload, a closed tab and a second tab, and its
 * heartbeats in a hidden tab.
 */

let tabs: Tabs;
beforeAll(async () => {
  // Longer than a sign may be silent, and shorter than the service's own minute.
  tabs = await openTabs({ WARM_UP_MS: '30000' });
});
afterAll(() => tabs.close());

/** Opens a tab and claims it without a page. */
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

// This test has to be the first: the others leave silent signs behind, and then no sign is the only one.
test('N1, decision 43: a service’s only sign goes offline 15 s after its tab closes, with no warm-up, and a new tab resumes that sign', async () => {
  const { context, page, code } = await claimedTab('Bar 4');
  await isOnline(code);
  // After its start, the service suspends its offline verdicts for a while.
  await expect.poll(() => tabs.warmUp(), { timeout: 60_000 }).toBeNull();
  const closedMs = Date.now();
  await page.close();
  await isOffline(code);
  expect(Date.now() - closedMs).toBeLessThan(25_000);
  expect(await tabs.warmUp()).toBeNull();
  const again = await tabs.openSign(context);
  await again.getByText('Bar 4').waitFor();
  await isOnline(code);
  await context.close();
});

test('K8: a sign tab uses the dashboard language set in this browser, or else the browser’s language', async () => {
  const german = await tabs.newContext({ locale: 'de-AT' });
  const page = await tabs.openSign(german);
  await page.getByRole('heading', { name: 'Zum Übernehmen scannen' }).waitFor();
  await page
    .getByText('Ethernet, Kabel eingesteckt')
    .or(page.getByText('verbunden', { exact: true }))
    .waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  await german.close();
  const chosen = await tabs.newContext({ locale: 'de-AT' }, "try { localStorage.setItem('language', 'en') } catch {}");
  const other = await tabs.openSign(chosen);
  await other.getByRole('heading', { name: 'Scan to claim this sign' }).waitFor();
  await chosen.close();
});

/** Waits until the browser has stored a claim with that name. `page` runs a sign, so the database exists. */
const isStored = (page: Page, name: string) =>
  page.waitForFunction(
    `new Promise((resolve) => {
      const request = indexedDB.open('sign-display-sign');
      // It is being cleared: a new database would have no stores.
      request.addEventListener('upgradeneeded', () => request.transaction.abort());
      request.addEventListener('error', () => resolve(false));
      request.addEventListener('success', () => {
        const documents = request.result.transaction('documents').objectStore('documents').getAll();
        documents.addEventListener('success', () => {
          request.result.close();
          resolve(documents.result.some(({ text }) => text.includes('"${name}"')));
        });
      });
    })`,
    null,
    { polling: 100 },
  );

describe('identity', () => {
  test('details 100: the dashboard claims a sign in a browser tab: its platform is browser, and its hardware address is derived from its signId', async () => {
    const { context, page, code } = await claimedTab('Bar 1');
    const { device } = await isOnline(code);
    expect(device).toMatchObject({ shortCode: code });
    expect(device?.macAddress).toMatch(/^02:/);
    await expect.poll(() => page.title()).toBe('Bar 1');
    await context.close();
  });

  test('a reloaded tab stays the same sign, even if an older sign is free', async () => {
    const older = await claimedTab('Bar 2');
    const newer = await tabs.openSign(older.context);
    const code = await tabs.codeOf(newer);
    await tabs.claim(code, { name: 'Bar 3' });
    await newer.getByText('Bar 3').waitFor();
    await older.page.close();
    await newer.reload();
    await newer.getByText('Bar 3').waitFor();
    await expect.poll(() => newer.title()).toBe('Bar 3');
    await older.context.close();
  });

  test('K3: a sign whose name is in any script keeps its claim when its tab reloads', async () => {
    const name = 'Foyer Süd – 東入口 🎪';
    const { context, page } = await claimedTab(name);
    await isStored(page, name);
    await page.reload();
    await page.getByText(name).waitFor();
    await expect.poll(() => page.title()).toBe(name);
    await context.close();
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

  test('K3: if the browser clears the site’s data while two claimed tabs run, both stay their signs, and a new tab is a third sign', async () => {
    const { context, page: first, code } = await claimedTab('Bar 7');
    const second = await tabs.openSign(context);
    const codes = [code, await tabs.codeOf(second)];
    await tabs.claim(codes[1]!, { name: 'Bar 8' });
    const names = ['Bar 7', 'Bar 8'];
    for (const name of names) await isStored(first, name);
    const session = await context.newCDPSession(first);
    const cleared = { origin: tabs.service.url, storageTypes: 'indexeddb' };
    await session.send('Storage.clearDataForOrigin', cleared);
    const third = await tabs.openSign(context);
    expect(codes).not.toContain(await tabs.codeOf(third));
    for (const name of names) await isStored(third, name);
    for (const [index, page] of [first, second].entries()) {
      await page.reload();
      await page.getByText(names[index]!).waitFor();
    }
    await context.close();
  });

  test('the empty wall’s tab leaves a claimed sign alone and opens an unclaimed one', async () => {
    const { context, page, code } = await claimedTab('Bar 5');
    await isOnline(code);
    // The service commits a claim before the browser has stored it. A tab that closes in between leaves an unclaimed sign.
    await isStored(page, 'Bar 5');
    await page.close();
    const fresh = await tabs.openSign(context, '/sign?unclaimed');
    const other = await tabs.codeOf(fresh);
    expect(other).not.toBe(code);
    await fresh.close();
    // The unclaimed sign is used again, so that no signs pile up.
    expect(await tabs.codeOf(await tabs.openSign(context, '/sign?unclaimed'))).toBe(other);
    await context.close();
  });

  test('a sign that the empty wall opened and claimed is the same sign after its frame reloads', async () => {
    const context = await tabs.newContext();
    const page = await tabs.openSign(context, '/sign?unclaimed');
    const code = await tabs.codeOf(page);
    await tabs.claim(code, { name: 'Bar 10' });
    await isStored(page, 'Bar 10');
    await page.reload();
    await page.getByText('Bar 10').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await context.close();
  });

  test('a tab that the dashboard opens for a closed sign is that sign, though an older sign is free', async () => {
    const older = await claimedTab('Bar 11');
    const newer = await tabs.openSign(older.context);
    await tabs.claim(await tabs.codeOf(newer), { name: 'Bar 12' });
    await isStored(newer, 'Bar 12');
    const number = await newer.evaluate<string>('document.documentElement.dataset.sign');
    await older.page.close();
    await newer.close();
    const again = await tabs.openSign(older.context, `/sign?sign=${number}`);
    await again.getByText('Bar 12').waitFor();
    expect(await again.title()).toBe('Bar 12');
    await older.context.close();
  });

  test.each(['?sign=999', '?sign=', '?sign=-1', '?sign=x&unclaimed'])(
    'a tab whose address names no sign of this browser (%s) takes the oldest free sign',
    async (search) => {
      const context = await tabs.newContext();
      const first = await tabs.openSign(context);
      const code = await tabs.codeOf(first);
      await first.close();
      expect(await tabs.codeOf(await tabs.openSign(context, `/sign${search}`))).toBe(code);
      await context.close();
    },
  );

  test('M1: two browsers are two different devices', async () => {
    const codes = new Set<string>();
    for (const _ of [1, 2]) {
      const context = await tabs.newContext();
      codes.add(await tabs.codeOf(await tabs.openSign(context)));
      await context.close();
    }
    expect(codes.size).toBe(2);
  });
});

/**
 * Simulates a tab that was hidden for five minutes: its timers run once a minute, as in Chromium, and `document.hidden`
 * is true.
 */
const HIDDEN_FOR_LONG = `
  const MINUTE = 60_000;
  const { setTimeout: usual } = window;
  window.setTimeout = (task, ms = 0, ...more) => usual(task, Math.ceil(ms / MINUTE) * MINUTE || MINUTE, ...more);
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });
`;

describe('a hidden tab', () => {
  /** The longest time between two heartbeats, of those that the service receives in 40 s. */
  async function longestSilenceMs(code: string): Promise<number> {
    const seenMs: number[] = [];
    await tabs.recordWhere(code, ({ lastSeenAt }) => {
      const atMs = Date.parse(lastSeenAt ?? '');
      if (!Number.isNaN(atMs) && atMs !== seenMs.at(-1)) seenMs.push(atMs);
      return seenMs.at(-1)! - seenMs[0]! > 40_000;
    });
    return Math.max(...seenMs.slice(1).map((atMs, index) => atMs - seenMs[index]!));
  }

  test('N1: a tab that was hidden for five minutes is never silent for 15 s, though the browser runs its timers only once a minute', async () => {
    const { context, page, code } = await claimedTab('Bar 9', {}, HIDDEN_FOR_LONG);
    expect(await page.evaluate('document.visibilityState')).toBe('hidden');
    expect(await longestSilenceMs(code)).toBeLessThan(15_000);
    await context.close();
  });

  test('a frozen tab goes offline, and is the same sign after the browser resumes it', async () => {
    const { context, page, code } = await claimedTab('Bar 6');
    await isOnline(code);
    const session = await context.newCDPSession(page);
    // Chromium never freezes a tab under test, so a debugger pauses its scripts.
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    await isOffline(code);
    await session.send('Debugger.resume');
    expect((await isOnline(code)).device?.shortCode).toBe(code);
    await context.close();
  });
});

describe('a tab in a browser without Web Locks or IndexedDB', () => {
  const reads = (page: Page, text: string) => page.getByText(text).waitFor();

  test('K3: without IndexedDB the tab shows no code, but a message that it can’t be a sign', async () => {
    for (const script of [
      `Object.defineProperty(window, 'indexedDB', { value: undefined })`,
      `IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }`,
    ]) {
      const context = await tabs.newContext({}, script);
      const page = await tabs.openSign(context);
      await reads(page, 'This tab can’t be a sign');
      await expect.poll(() => page.title()).toBe('Sign');
      await context.close();
    }
  });

  const WITHOUT_LOCKS = `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`;
  const TAKEN = 'This sign is open in another tab';

  test('without Web Locks (http from another machine) a browser is one sign: a second tab shows a message, and takes over once the first is closed', async () => {
    const context = await tabs.newContext({}, WITHOUT_LOCKS);
    const first = await tabs.openSign(context);
    const code = await tabs.codeOf(first);
    const second = await tabs.openSign(context);
    await reads(second, TAKEN);
    await first.close();
    expect(await tabs.codeOf(second)).toBe(code);
    expect(await second.getByText(TAKEN).count()).toBe(0);
    await context.close();
  });

  test('without Web Locks the empty wall’s tab opens an unclaimed sign, and says where it can’t be one', async () => {
    const context = await tabs.newContext({}, WITHOUT_LOCKS);
    const first = await tabs.openSign(context);
    const code = await tabs.codeOf(first);
    await tabs.claim(code, { name: 'Bar 13' });
    await isStored(first, 'Bar 13');
    const waiting = await tabs.openSign(context, '/sign?unclaimed');
    await reads(waiting, TAKEN);
    expect(await waiting.evaluate('document.documentElement.dataset.noSign')).toBe('taken');
    await first.close();
    expect(await tabs.codeOf(waiting)).not.toBe(code);
    expect(await waiting.evaluate('document.documentElement.dataset.noSign')).toBeUndefined();
    await context.close();
  });

  test('without Web Locks a second tab takes over from a frozen tab, which gives way after the browser has resumed it', async () => {
    const context = await tabs.newContext({}, WITHOUT_LOCKS);
    const first = await tabs.openSign(context);
    const code = await tabs.codeOf(first);
    const session = await context.newCDPSession(first);
    // Chromium never freezes a tab under test, so a debugger pauses its scripts.
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    const second = await tabs.openSign(context);
    expect(await tabs.codeOf(second)).toBe(code);
    await session.send('Debugger.resume');
    await reads(first, TAKEN);
    expect(await second.title()).toBe(`Sign ${code}`);
    await context.close();
  });
});
