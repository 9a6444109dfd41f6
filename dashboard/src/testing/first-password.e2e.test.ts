import { startNewService, type NewService } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { inaccessible, openStage, signIn, signInAside, type Opening, type Stage } from './service-and-browser.ts';

/** The page to choose a password, in place of any page, for the owner who signs in with the printed one. The last test replaces it. */

const OWN = 'seven marmots whistle';
const PHONE = { viewport: { width: 320, height: 568 } };
let stage: Stage;
let fresh: NewService;
beforeAll(async () => {
  [fresh, stage] = await Promise.all([startNewService({ SIGN_IN_LIMIT_PER_MINUTE: '1000' }), openStage()]);
});
afterAll(() => Promise.all([fresh.remove(), stage.close()]));

const open = (opening: Opening = {}): Promise<Page> => stage.open({ baseURL: fresh.url, ...opening });
const title = (page: Page, words = english) =>
  page.getByRole('heading', { level: 1, name: words.signInPages.firstPassword.title });
const isAt = (page: Page, path: string) =>
  page.waitForURL(({ pathname, search, hash }) => pathname + search + hash === path);

test.each([
  ['English', english, {}],
  ['German', german, { ...PHONE, locale: 'de-DE' }],
  ['German, dark', german, { ...PHONE, locale: 'de-DE', colorScheme: 'dark' as const }],
])('X9: after signing in with the printed password, the page to choose one comes in %s', async (_, words, opening) => {
  const page = await open({ ...opening, path: '/account' });
  await signIn(page, fresh.account);
  await title(page, words).waitFor();
  await isAt(page, '/account');
  await page.locator('[name=newPassword]:focus').waitFor();
  expect(await page.locator('[name=currentPassword]').count()).toBe(0);
  await expect.poll(() => page.title()).toContain(words.signInPages.firstPassword.title);
  expect(await inaccessible(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.getByRole('button', { name: words.shell.home.signOut }).click();
  await page.waitForURL(({ pathname }) => pathname === '/sign-in');
  await page.close();
});

test('X9: no page shows anything else, and a page that is loaded again asks for the printed password', async () => {
  const page = await open({ as: fresh.account, path: '/' });
  for (const path of ['/', '/claim', '/account', '/new-organization']) {
    await page.goto(path);
    await title(page).waitFor();
    expect([path, await page.locator('header').count()]).toEqual([path, 0]);
  }
  const set = page.getByRole('button', { name: english.signInPages.resetPassword.button });
  await page.fill('[name=currentPassword]', 'not the password');
  await page.fill('[name=newPassword]', OWN);
  await set.click();
  await page.getByText(english.account.wrongPassword).waitFor();
  await page.locator('[name=currentPassword]:focus').waitFor();
  await page.fill('[name=currentPassword]', fresh.account.password);
  await page.fill('[name=newPassword]', fresh.account.password);
  await set.click();
  await page.getByText(english.fields.passwordPrinted('', '')).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('X9: once the password is chosen, the page that was opened follows, and the other browser has to sign in', async () => {
  const other = await open({ as: fresh.account, path: '/account' });
  await title(other).waitFor();
  const wanted = '/account?from=mail#sessions';
  const page = await open({ path: wanted });
  await signIn(page, fresh.account);
  await title(page).waitFor();
  await page.fill('[name=newPassword]', OWN);
  await page.keyboard.press('Enter');
  await title(page).waitFor({ state: 'detached' });
  await isAt(page, wanted);
  await page.getByRole('heading', { level: 1, name: english.account.title }).waitFor();
  await other.reload();
  await other.waitForURL(({ pathname }) => pathname === '/sign-in');
  await expect(signInAside(other, fresh.account, fresh.url)).rejects.toThrow('could not sign in');
  await signInAside(other, { ...fresh.account, password: OWN }, fresh.url);
  await other.goto('/account');
  await other.getByRole('heading', { level: 1, name: english.account.title }).waitFor();
  await page.close();
  await other.close();
});

test('K5: no page throws an exception or violates its security policy', () => {
  expect(stage.complaints).toEqual([]);
});
