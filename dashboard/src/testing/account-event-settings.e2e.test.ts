import { good } from '@sign-display/testing/service';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { inaccessible, isIn, openStage, picture, signIn, type Stage } from './service-and-browser.ts';

/** Events, organizations and the account, in a real browser: names, passwords, sessions, and forms with the service's errors at their fields. The last tests end every session there is, the suite's own as well. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('pages', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  stage = await openStage({ ORGANIZATION_CREATION: 'nobody' });
});
afterAll(async () => {
  await stage.close();
});

const said = english.account;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.name || document.activeElement.textContent');

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([1440, 320])(
    'D3: axe-core finds nothing wrong with account and event form at %d px, and nothing is cut off',
    async (width) => {
      const page = await stage.openSignedIn({ colorScheme, path: '/account', viewport: { width, height: 900 } });
      await page.getByText(said.thisOne).waitFor();
      const paths = [
        '/account',
        `/organizations/${stage.service.organizationId}/new-event`,
        `/events/${stage.service.eventId}/settings`,
      ];
      for (const path of paths) {
        if (path !== paths[0]) await page.goto(path);
        await page.locator('form').first().waitFor();
        expect(await inaccessible(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
      album.keep(`event-settings-${width}-${colorScheme}`, await picture(page));
      await page.close();
    },
  );
});

test('D3: an event is deleted only by who types its name', async () => {
  const { owner, organizationId } = stage.service;
  const made = await owner.call('POST /api/organizations/:id/events', {
    params: { id: organizationId },
    body: { name: 'Ended fair', timeZone: 'Europe/Vienna' },
  });
  const id = (made.body as { id: string }).id;
  const page = await stage.openSignedIn({ path: `/events/${id}/settings` });
  await button(page, english.events.delete).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: english.events.delete });
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Ended');
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Ended fair');
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => !pathname.includes(id));
  expect((await owner.call('GET /api/events/:id', { params: { id } })).status).toBe(404);
  await page.close();
});

test('D3: what the service refuses of an event is said at its fields, with the cursor in the first; then its page opens', async () => {
  const path = `/organizations/${stage.service.organizationId}/new-event`;
  const page = await stage.openSignedIn({ path, timezoneId: 'Asia/Kolkata' });
  await page.getByLabel(english.events.name).waitFor();
  expect(await page.inputValue('[name=timeZone]')).toBe('Asia/Calcutta');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => focused(page)).toBe('name');
  await page.fill('[name=name]', 'Lichterfest');
  await page.fill('[name=timeZone]', 'Europe/Berlin');
  await page.fill('[name=startsAt]', '2026-11-14T20:00');
  await page.fill('[name=endsAt]', '2026-11-14T19:00');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getAttribute('[name=endsAt]', 'aria-invalid')).toBe('true');
  await expect.poll(() => focused(page)).toBe('endsAt');
  expect(await page.getAttribute('[name=name]', 'aria-invalid')).toBe('false');
  await page.getByText(english.fields.beforeStart(english.events.endsAt, '')).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  album.keep('event-form-refused', await picture(page));
  await page.fill('[name=endsAt]', '2026-11-15T02:00');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/events/'));
  await page.getByRole('button', { name: 'Lichterfest' }).waitFor();
  await page.close();
});

test.each([1440, 390, 320])('U22: at %d px a date with AM or PM is shown whole', async (width) => {
  const path = `/organizations/${stage.service.organizationId}/new-event`;
  const page = await stage.openSignedIn({ path, locale: 'en-US', viewport: { width, height: 844 } });
  await page.fill('[name=startsAt]', '2026-12-24T22:30');
  /** How much wider than its place a field would be that shows all of its date. */
  const lacking = await page.evaluate<number>(`(() => {
    const field = document.querySelector('[name=startsAt]');
    const whole = field.cloneNode();
    whole.style.width = 'max-content';
    whole.style.position = 'absolute';
    field.after(whole);
    const lacks = whole.offsetWidth - field.offsetWidth;
    whole.remove();
    return lacks;
  })()`);
  expect(lacking).toBeLessThanOrEqual(0);
  await screenshotOf(page, { path: join(folder, `event-form-${width}.png`), fullPage: true });
  await page.close();
});

test('D3: an event’s settings with wrong fields tell all of them at once, each at its field, also those that the service would tell later', async () => {
  const { owner, eventId } = stage.service;
  const before = (await owner.call('GET /api/events/:id', { params: { id: eventId } })).body;
  const page = await stage.openSignedIn({ path: `/events/${eventId}/settings` });
  const wrong = () =>
    page.locator('[aria-invalid=true]').evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
  await page.fill('[name=name]', '');
  await page.fill('[name=startsAt]', '2026-11-14T20:00');
  await page.fill('[name=endsAt]', '2026-11-14T19:00');
  await page.keyboard.press('Enter');
  await page.getByText(english.trouble.fields(2)).waitFor();
  expect(await wrong()).toEqual(['name', 'endsAt']);
  await page.fill('[name=timeZone]', 'Europe/Atlantis');
  await page.fill('[name=offlineGraceSeconds]', '-3');
  await page.keyboard.press('Enter');
  await page.getByText(english.trouble.fields(4)).waitFor();
  expect(await wrong()).toEqual(['name', 'timeZone', 'endsAt', 'offlineGraceSeconds']);
  await expect.poll(() => focused(page)).toBe('name');
  expect(await inaccessible(page)).toEqual([]);
  await screenshotOf(page, { path: join(folder, 'settings-wrong.png'), fullPage: true });
  expect((await owner.call('GET /api/events/:id', { params: { id: eventId } })).body).toEqual(before);
  await page.close();
});

test('D3: half a date in an event’s settings is told at its field and changes nothing, and stays for whoever types on', async () => {
  const { owner, organizationId } = stage.service;
  const body = { name: 'Winterfest', timeZone: 'UTC', startsAt: '2026-11-14T19:00:00.000Z' };
  const { id } = good(
    await owner.call('POST /api/organizations/:id/events', { params: { id: organizationId }, body }),
  ).body;
  const startsAt = async () => good(await owner.call('GET /api/events/:id', { params: { id } })).body.startsAt;
  const page = await stage.openSignedIn({ path: `/events/${id}/settings` });
  const { events, fields } = english;
  const told = page.getByText(fields.time(events.startsAt, ''));
  // The month, which comes first in this language.
  await page.focus('[name=startsAt]');
  await page.keyboard.press('Backspace');
  await page.getByRole('button', { name: events.save }).click();
  await told.waitFor();
  await expect.poll(() => focused(page)).toBe('startsAt');
  expect(await startsAt()).toBe(body.startsAt);
  await page.keyboard.type('12');
  await page.getByRole('button', { name: events.save }).click();
  await told.waitFor({ state: 'detached' });
  await expect.poll(startsAt).toBe('2026-12-14T19:00:00.000Z');
  // Half a date hides no other field that is wrong.
  await page.focus('[name=startsAt]');
  await page.keyboard.press('Backspace');
  await page.fill('[name=name]', '');
  await page.getByRole('button', { name: events.save }).click();
  await page.getByText(english.trouble.fields(2)).waitFor();
  await page.fill('[name=name]', 'Winterfest');
  // Deleted part by part (month, day, year, hour, minute, half of the day), it has no start any more.
  await page.focus('[name=startsAt]');
  for (let part = 0; part < 6; part += 1) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await page.getByRole('button', { name: events.save }).click();
  await expect.poll(startsAt).toBeNull();
  await page.close();
});

test('D3: on a German page what is wrong with a field is said in German, and names the field as the page does', async () => {
  const path = `/organizations/${stage.service.organizationId}/new-event`;
  const page = await stage.openSignedIn({ path, locale: 'de-DE' });
  await page.getByLabel(german.events.name).waitFor();
  await page.fill('[name=timeZone]', 'Europe/Atlantis');
  await page.fill('[name=startsAt]', '2026-11-14T19:00');
  await page.keyboard.press('Enter');
  await page.getByText('„Name“ fehlt.').waitFor();
  await page.getByText(german.events.timeZoneNoTimes).waitFor();
  expect(await page.getAttribute('[name=timeZone]', 'aria-invalid')).toBe('true');
  await expect.poll(() => focused(page)).toBe('name');
  await page.fill('[name=startsAt]', '');
  await page.fill('[name=offlineGraceSeconds]', '90000');
  await page.keyboard.press('Enter');
  await page.getByText('„Name“ fehlt.').waitFor();
  await page.getByText(`„${german.events.grace}“ darf nicht größer als 86400 sein.`).waitFor();
  await page.fill('[name=name]', 'Lichterfest');
  await page.fill('[name=offlineGraceSeconds]', '');
  await page.keyboard.press('Enter');
  await page.getByText(german.fields.unknownZone(german.events.timeZone, '')).waitFor();
  expect(await page.getAttribute('[name=name]', 'aria-invalid')).toBe('false');
  await page.close();
});

test('D3: where organizations can’t be made, the page says so in words for this service', async () => {
  const page = await stage.openSignedIn({ path: '/new-organization' });
  await page.fill('[name=name]', 'Nordlicht');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(english.events.organization.forbidden);
  await page.close();
});

test('D3: a name is changed, and undo in the toast, by keyboard, puts it back', async () => {
  const page = await stage.openSignedIn({ path: '/account' });
  await page.fill('[name=name]', 'Maren Oyelaran');
  await page.keyboard.press('Enter');
  await page.getByText(said.renamed).waitFor();
  await page.locator('header').getByText('MO', { exact: true }).waitFor();
  // A toast waits for whoever has the focus in it.
  await page.keyboard.press('F8');
  await button(page, english.shell.toasts.undo).focus();
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.locator('header').getByText('O', { exact: true }).waitFor();
  await expect.poll(() => page.inputValue('[name=name]')).toBe('Owner');
  await page.close();
});

test('D5: beside a toast the foot of the page takes clicks', async () => {
  const page = await stage.openSignedIn({ path: '/account' });
  await page.fill('[name=name]', 'Beside');
  await page.keyboard.press('Enter');
  const toasts = page.getByRole('region', { name: english.shell.toasts.region });
  await toasts.getByText(said.renamed).waitFor();
  const { x, y, height } = (await toasts.boundingBox())!;
  const takes = (left: number) =>
    page.evaluate(`document.elementFromPoint(${left}, ${y + height / 2}).closest('[role=region]') !== null`);
  expect(await takes(x + 20)).toBe(false);
  // The toast itself does.
  const toast = (await toasts.getByText(said.renamed).boundingBox())!;
  expect(await takes(toast.x + toast.width / 2)).toBe(true);
  await button(page, english.shell.toasts.undo).click();
  await expect.poll(() => page.inputValue('[name=name]')).toBe('Owner');
  await page.close();
});

test('D3: an event is saved; undo that the service refuses says that it was not undone, and why', async () => {
  const { owner, organizationId } = stage.service;
  const body = { name: 'Winter fair', timeZone: 'Europe/Vienna' };
  const { id } = good(
    await owner.call('POST /api/organizations/:id/events', { params: { id: organizationId }, body }),
  ).body;
  const page = await stage.openSignedIn({ path: `/events/${id}/settings` });
  await page.fill('[name=name]', 'Summer fair');
  await page.keyboard.press('Enter');
  await page.getByText(english.events.saved).waitFor();
  await button(page, english.shell.toasts.undo).focus();
  good(await owner.call('DELETE /api/events/:id', { params: { id } }));
  await button(page, english.shell.toasts.undo).click();
  await page.getByText(english.shell.toasts.notUndone).waitFor();
  expect(await page.inputValue('[name=name]')).toBe('Summer fair');
  await page.close();
});

test('A4: a session that is revoked in one browser ends in the other', async () => {
  const mine = await stage.openSignedIn({ path: '/account' });
  const theirs = await stage.openSignedIn({
    path: '/account',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await theirs.getByText(said.thisOne).waitFor();
  await mine.reload();
  const row = mine.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await row.getByRole('button').click();
  await mine.getByText(said.ended).waitFor();
  await row.waitFor({ state: 'detached' });
  await theirs.reload();
  await theirs.waitForURL((url) => url.pathname === '/sign-in');
  expect(await mine.getByText(said.thisOne).count()).toBe(1);
  await Promise.all([mine.close(), theirs.close()]);
});

test('A3: a wrong present password is said at its field, with the cursor in it, in both languages, and again after fields that were empty', async () => {
  for (const [locale, words] of [
    ['en-GB', english],
    ['de-DE', german],
  ] as const) {
    const page = await stage.openSignedIn({ path: '/account', locale });
    const present = page.getByLabel(words.account.currentPassword);
    const next = page.getByLabel(words.common.newPassword);
    await button(page, words.account.changePassword).click();
    await page.getByText(words.trouble.fields(2)).waitFor();
    for (const field of [present, next]) expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => focused(page)).toBe('currentPassword');
    await present.fill('not the password');
    await next.fill('lamps of the old harbour');
    await button(page, words.account.changePassword).click();
    await page.getByText(words.account.wrongPassword).waitFor();
    expect(await present.getAttribute('aria-invalid')).toBe('true');
    expect(await next.getAttribute('aria-invalid')).toBe('false');
    const said = page.locator(`[id="${await present.getAttribute('aria-describedby')}"]`);
    expect(await said.textContent()).toBe(words.account.wrongPassword);
    expect(await page.getByRole('alert').textContent()).toBe(words.trouble.fields(1));
    await expect.poll(() => focused(page)).toBe('currentPassword');
    expect(await inaccessible(page)).toEqual([]);
    await screenshotOf(page, { path: join(folder, `account-wrong-${locale}.png`), fullPage: true });
    await page.close();
  }
});

test('A3: after a wrong present password the right one sets another, with which one signs in', async () => {
  const { account } = stage.service;
  const page = await stage.openSignedIn({ path: '/account' });
  const change = async (present: string, next: string): Promise<void> => {
    await page.fill('[name=currentPassword]', present);
    await page.fill('[name=newPassword]', next);
    await button(page, said.changePassword).click();
  };
  await change('not the password', 'lamps of the old harbour');
  await page.getByRole('alert').waitFor();
  await change(account.password, 'lamps of the old harbour');
  await page.getByText(said.passwordChanged).waitFor();
  const other = await stage.open({ path: '/sign-in' });
  await signIn(other, { ...account, password: 'lamps of the old harbour' });
  await isIn(other);
  await other.close();
  await change('lamps of the old harbour', account.password);
  await expect.poll(() => page.inputValue('[name=currentPassword]')).toBe('');
  await page.close();
});

test('A4: signing out everywhere asks first, with the safe button in focus, and ends this session too', async () => {
  const page = await stage.openSignedIn({ path: '/account' });
  await page.getByText(said.thisOne).waitFor();
  await button(page, said.endAll).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => focused(page)).toBe(said.stay);
  expect(await inaccessible(page)).toEqual([]);
  album.keep('account-dialog', await picture(page));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(said.endAll);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: said.endAll }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await page.close();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(stage.complaints).toEqual([]);
});
