import { PAGES } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishSecondFactor } from '../words/english-second-factor.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';
import { signIn, signOut } from './service-and-browser.ts';
import { openApp, type App } from './totp.ts';

/** Two-step sign-in in two tabs of one browser, which share its cookies, and with answers that never come. */

let hall: Hall;
const said = englishSecondFactor.secondFactor;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Types the password on the page of two-step sign-in. Resolves with the app that scanned the QR code. */
async function beginEnrolment(page: Page, { password }: Person): Promise<App> {
  await heading(page, said.headline.off).waitFor();
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await heading(page, said.headline.scan).waitFor();
  return openApp((await page.locator('code').textContent())!);
}

/** Another tab of the page's browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(`void window.open(${JSON.stringify(path)}, '_blank', 'noopener')`);
  return await opened;
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('[name=code]').focus();
  await page.keyboard.type(code);
}

test('A7: a tab whose QR code was replaced by another tab shows no recovery codes, and says to create new ones', async () => {
  const person = await hall.person('viewer');
  const first = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  await beginEnrolment(first, person);
  const second = await openTab(first, PAGES.twoStep);
  const app = await beginEnrolment(second, person);
  await typeCode(second, await app.next());
  await heading(second, said.headline.codes).waitFor();
  await typeCode(first, await app.next());
  await heading(first, said.headline.on).waitFor();
  await first.getByText(said.state.noCodes).waitFor();
  expect(await first.getByRole('list', { name: said.codes.list }).count()).toBe(0);
  await Promise.all([first.close(), second.close()]);
});

test('A7: if the response to the first correct code is lost, the page says that two-step sign-in is on and asks for new recovery codes', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const app = await beginEnrolment(page, person);
  await page.route('**/two-factor/verify-totp', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await typeCode(page, await app.next());
  await page.getByText(said.state.noCodes).waitFor();
  await heading(page, said.headline.on).waitFor();
  expect(await page.getByRole('list', { name: said.codes.list }).count()).toBe(0);
  await page.close();
});

test('A7: a QR code whose secret the service removed says to start again', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const app = await beginEnrolment(page, person);
  const database = await hall.database();
  await database.run('delete from two_factor where user_id = (select id from "user" where email = $1)', [person.email]);
  await database.close();
  await typeCode(page, await app.next());
  await page.getByText(said.digits.outdated).waitFor();
  expect(await page.getByText(said.state.noCodes).count()).toBe(0);
  await page.close();
});

test('A7: a page of one person loads again when another tab signs in another person, also while it has unsaved text', async () => {
  const [ana, bert] = [await hall.person('viewer'), await hall.person('viewer')];
  const page = await hall.phone({ ...DESK, person: ana, path: PAGES.twoStep });
  await beginEnrolment(page, ana);
  const other = await openTab(page, PAGES.twoStep);
  await heading(other, said.headline.off).waitFor();
  await signOut(other);
  await other.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await typeCode(page, '123');
  const loaded = page.waitForEvent('load');
  await signIn(other, bert);
  await loaded;
  // Nothing of the first person is left: the page belongs to the other one.
  await heading(page, said.headline.off).waitFor();
  expect(await page.locator('[name=code]').count()).toBe(0);
  await Promise.all([page.close(), other.close()]);
});
