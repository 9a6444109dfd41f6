import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blackened, differing, openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english, german } from '../claiming/testing/words.ts';
import { first } from '../words/english/first-sign.ts';
import { serveDrawings } from './design-drawing-server.ts';
import {
  OF_FAULTS,
  inaccessible,
  isIn,
  openStage,
  picture,
  signIn,
  signOut,
  type Stage,
} from './service-and-browser.ts';

/** Signing in, in a real browser: as drawn, by keyboard, in both themes and languages. `UPDATE_SCREENS=1` writes docs/screens/pages/ anew. */

let stage: Stage;
let drawings: Awaited<ReturnType<typeof serveDrawings>>;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('pages', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  drawings = await serveDrawings();
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(async () => {
  await stage.close();
  await drawings.close();
});

/** Pixels that may differ: less than one letter of the smallest text. */
const MOST_PIXELS = 60;
const THEMES = ['light', 'dark'] as const;

/** What the drawing has typed in. */
const DRAWN = { email: 'maren@nordlicht.example', password: 'twelve chars' };
/** What is typed there: a field of the browser's sets it a fraction of a pixel higher than the drawing's text. */
const TYPED = [41, 377, 407, 419] as const;
/** The drawing shows another version. */
const asDrawn = (page: Page) =>
  page.getByText('0.1.0', { exact: true }).evaluate((node) => (node.textContent = '1.4.0'));

test('D3: the form stands while the service has not said how it is', async () => {
  const page = await stage.open({ path: '/sign-in' });
  let answer = (): void => {};
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/health', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.reload();
  await page.locator('input[name=email]').waitFor();
  expect(await page.getByText(english.signInPages.foot.up, { exact: true }).count()).toBe(0);
  answer();
  await page.getByText(english.signInPages.foot.up, { exact: true }).waitFor();
  await page.close();
});

describe.each(THEMES)('%s', (colorScheme) => {
  test('D3: the page looks as it is drawn', async () => {
    const drawing = await stage.open({ colorScheme, path: `${drawings.url}/signin.html` });
    const drawn = await picture(drawing);
    const page = await stage.open({ colorScheme, path: '/sign-in' });
    await signIn(page, DRAWN);
    await page.getByRole('alert').waitFor();
    await asDrawn(page);
    const ours = await picture(page);
    album.keep(`signin-${colorScheme}-drawn`, drawn);
    album.keep(`signin-${colorScheme}`, ours);
    const pixels = differing(blackened(ours, TYPED, null), blackened(drawn, TYPED, null));
    console.log(`  signin-${colorScheme}: ${pixels} of ${ours.width * ours.height} pixels differ from the drawing`);
    expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
    await drawing.close();
    await page.close();
  });

  test.each([1440, 390, 320])(
    'D3: axe-core finds nothing wrong at a width of %d, and nothing is cut off',
    async (width) => {
      const page = await stage.open({ colorScheme, path: '/sign-in', viewport: { width, height: 720 } });
      await signIn(page, DRAWN);
      await page.getByRole('alert').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      if (width === 390) album.keep(`signin-phone-${colorScheme}`, await picture(page));
      await page.close();
    },
  );
});

test('D3: by keyboard alone a person signs in, and signs out again', async () => {
  const page = await stage.open({ path: '/' });
  await page.waitForURL('/sign-in');
  await page.locator('[name=email]:focus').waitFor();
  const { email, password } = stage.service.account;
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe(english.signInPages.signIn.forgotten);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-in/email'));
  await page.keyboard.press('Enter');
  // X9: scripts get no token.
  expect((await answered).headers()['set-auth-token']).toBeUndefined();
  // There is one event alone: nothing to choose.
  await page.waitForURL(`/events/${stage.service.eventId}`);
  await page.getByText(first.title).waitFor();
  await expect.poll(() => page.title()).toBe(`Opera ball · ${english.common.product}`);
  // What they typed into a claim goes with them.
  await page.evaluate(
    "fetch('/api/me').then((answer) => answer.json()).then(({ user }) => localStorage.setItem(`claim ${user.id}`, '{}'))",
  );
  const kept = () => page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('claim '))");
  expect(await kept()).toHaveLength(1);
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === '/sign-in');
  await expect.poll(kept).toEqual([]);
  await page.close();
});

test('D3: until the scripts have come the window is not blank: it says in the person’s language that the page is loading', async () => {
  const page = await stage.open({ path: '/sign-in', locale: 'de-AT' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!initial-theme).*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const waits = page.getByText('Die Seite wird geladen.');
  await waits.waitFor();
  expect(await page.getByText('The page is loading.').isVisible()).toBe(false);
  release();
  await page.locator('[name=email]').waitFor();
  expect(await waits.isVisible()).toBe(false);
  await page.close();
});

test('D3: a wrong password is said, and what was typed stays', async () => {
  const page = await stage.open({ path: '/sign-in' });
  const button = page.getByRole('button', { name: english.signInPages.signIn.button });
  const before = await button.boundingBox();
  await signIn(page, { ...stage.service.account, password: 'not the password' });
  await page.getByRole('alert').waitFor();
  // U22: nothing moves when a sign-in fails.
  expect(await button.boundingBox()).toEqual(before);
  expect(await page.getByRole('alert').textContent()).toBe(english.signInPages.signIn.wrong);
  expect(await page.inputValue('[name=email]')).toBe(stage.service.account.email);
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
  await page.fill('[name=password]', stage.service.account.password);
  await page.keyboard.press('Enter');
  await isIn(page);
  await page.close();
});

test('A1: who came for a page signs in and is there; a link to another host leads home', async () => {
  const wall = `/events/${stage.service.eventId}?status=offline`;
  const page = await stage.open({ path: wall });
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await page.getByText(english.signInPages.signIn.lead).waitFor();
  await signIn(page, stage.service.account);
  await page.waitForURL(wall);

  // The session ends: only now is that said, and not any more to who has signed out.
  await page.context().clearCookies();
  await page.reload();
  await page.getByText(english.signInPages.signIn.leadFromPage).waitFor();
  await signIn(page, stage.service.account);
  await page.waitForURL(wall);
  // Until its first data have come, the page takes its elements out of the document for a moment, and an open menu loses the focus.
  await page.getByText(first.title).waitFor();
  await signOut(page);
  await page.getByText(english.signInPages.signIn.lead).waitFor();
  expect(await page.getByText(english.signInPages.signIn.leadFromPage).count()).toBe(0);
  await page.close();

  const lured = await stage.open({ path: '/sign-in?next=%2F%2Fevil.example%2Fclaim' });
  await signIn(lured, stage.service.account);
  await isIn(lured);
  // Who is signed in already goes on at once.
  await lured.goto('/sign-in?next=%2Fclaim');
  await lured.waitForURL('/claim');
  await lured.close();
});

test('D3: a German browser gets German pages, in a document that says so', async () => {
  const page = await stage.open({ path: '/sign-in', locale: 'de-AT' });
  await page.getByRole('heading', { name: german.signInPages.signIn.title }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('K5: a mistyped address says so in the house’s own page, and leads home', async () => {
  const page = await stage.open({ path: '/evnts/x' });
  await page.getByRole('heading', { name: english.shell.missing.title }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('link', { name: english.shell.missing.home }).click();
  await page.waitForURL('/sign-in');
  await page.close();
});

test('D6: a link to the claim that names no sign, or half a code, says so and goes on', async () => {
  const page = await stage.open({ path: '/claim?sign=garbage', viewport: { width: 390, height: 844 } });
  await signIn(page, stage.service.account);
  await page.getByRole('heading', { name: english.claiming.start.wrongLink }).waitFor();
  await page.getByRole('button', { name: english.claiming.start.camera }).waitFor();
  await page.goto('/claim?code=4QB5');
  await page.getByText(english.claiming.type.wrongLink).waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('4QB5');
  await page.close();
});

test('D3: while the service is away a page says so, and goes on when it is back', async () => {
  const page = await stage.open({ path: '/sign-in' });
  await page.fill('[name=email]', stage.service.account.email);
  await page.fill('[name=password]', stage.service.account.password);
  await stage.service.stop();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(english.trouble.unreachable);
  await stage.service.start();
  await page.getByRole('button', { name: english.signInPages.signIn.button }).click();
  await isIn(page);
  await page.close();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(stage.complaints.filter((complaint) => !OF_FAULTS.test(complaint))).toEqual([]);
});
