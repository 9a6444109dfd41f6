import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@sign-display/contracts/page-paths';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import { inaccessible, openStage, picture, signIn, type Stage } from './service-and-browser.ts';

/** The account: language of mails, sessions and security events, in a real browser, with pictures in docs/screens/account. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('account', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
const said = english.account;
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

test('A2: the language of mails is saved with the account, and undo puts it back', async () => {
  const language = async () => good(await stage.service.owner.call('GET /api/me')).body.user.language;
  const page = await stage.openSignedIn({ path: PAGES.account });
  await page.selectOption('[name=language]', 'de');
  await page.getByText(said.mailLanguage.saved).first().waitFor();
  expect(await language()).toBe('de');
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await expect.poll(language).toBeNull();
  await expect.poll(() => page.inputValue('[name=language]')).toBe('');
  await page.close();
});

test('A7: security events list a failed sign-in, and sessions say whether a browser or a token opened them', async () => {
  const failing = await stage.open({ path: PAGES.signIn });
  await signIn(failing, { ...stage.service.account, password: 'not the password' });
  await failing.getByRole('alert').waitFor();
  await failing.close();
  // By the form, as people do: it asks for a session of a browser.
  const page = await stage.openSignedIn();
  await page.goto(PAGES.account);
  const events = page.getByRole('list', { name: said.security.title });
  await events.getByText(said.security.failed['session.sign_in']!).first().waitFor();
  await events.getByText(said.security.actions['session.sign_in']!).first().waitFor();
  await page
    .getByText(new RegExp(`, ${said.token}`))
    .first()
    .waitFor();
  await page
    .getByText(new RegExp(`, ${said.browser}`))
    .first()
    .waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

const SESSION = {
  token: 'x',
  userId: 'maren',
  updatedAt: NOW_DRAWN,
  expiresAt: '2026-12-14T18:42:00Z',
  mfa: false,
  kind: 'browser',
};
const SESSIONS = [
  {
    ...SESSION,
    id: 'desk',
    createdAt: '2026-11-14T08:12:00Z',
    ipAddress: '10.20.2.14',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    lastUsedAt: '2026-11-14T18:42:00Z',
  },
  {
    ...SESSION,
    id: 'phone',
    createdAt: '2026-11-09T08:00:00Z',
    ipAddress: '10.20.8.51',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    lastUsedAt: '2026-11-14T18:31:00Z',
  },
  {
    ...SESSION,
    id: 'script',
    kind: 'token',
    createdAt: '2026-10-20T08:00:00Z',
    ipAddress: null,
    userAgent: 'curl/8.5.0',
    lastUsedAt: null,
  },
];
const event = (id: string, at: string, action: string, outcome = 'ok') => ({
  id,
  at,
  action,
  outcome,
  ip: '10.20.2.14',
});
const EVENTS = [
  event('1', '2026-11-14T08:12:00Z', 'session.sign_in'),
  event('2', '2026-11-14T08:11:20Z', 'session.sign_in', 'failed'),
  event('3', '2026-11-02T10:00:00Z', 'password.change'),
];

test.each([
  ['light', 1440, 'en-GB'],
  ['dark', 1440, 'en-GB'],
  ['light', 320, 'de-DE'],
] as const)('A2: the account in the theme %s at %d px', async (colorScheme, width, locale) => {
  const viewport = { width, height: 900 };
  const page = await stage.open({ path: PAGES.signIn, colorScheme, viewport, locale, timezoneId: 'Europe/Berlin' });
  await page.clock.setFixedTime(NOW_DRAWN);
  await answerWith(page, {
    '/api/me': ME,
    '/list-sessions': SESSIONS,
    '/get-session': { session: SESSIONS[0], user: ME.user },
    '/security-events': { items: EVENTS, nextCursor: null },
  });
  await page.goto(PAGES.account);
  await page.getByRole('list', { name: (width > 1000 ? english : german).account.security.title }).waitFor();
  await page
    .getByRole('button', { name: (width > 1000 ? english : german).account.end })
    .first()
    .waitFor();
  await page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  album.keep(`account-${width}-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});
