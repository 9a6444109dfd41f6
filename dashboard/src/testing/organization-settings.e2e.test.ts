import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { FailedDelivery } from '@sign-display/contracts/rest/notifications';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { english } from '../words/english.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { answerWith, ME, MEMBERS, NOW_DRAWN, ORGANIZATION } from './design-people.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';

/** The settings of an organization, in real browsers: two admins at once, hosts before they are saved, and pictures beside the drawing. */

let hall: Hall;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('settings', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
const said = englishAdmin.settings;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

beforeAll(async () => {
  hall = await openHall();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => hall.close());

const path = () => pathOf('organizationSettings', { organizationId: hall.service.organizationId });
const openSettings = async (person?: Person): Promise<Page> => {
  const page = await hall.phone({ ...DESK, path: path(), ...(person && { person }) });
  await page.locator('[name=name]').waitFor();
  return page;
};
const organization = async () =>
  good(await hall.service.owner.call('GET /api/organizations/:id', { params: { id: hall.service.organizationId } }))
    .body;
const save = (page: Page) => page.getByRole('button', { name: said.save, exact: true });

test('D9: two admins who change the same settings see both versions, and each choice is saved', async () => {
  const admin = await hall.person('admin');
  const [first, second] = [await openSettings(admin), await openSettings()];
  await first.fill('[name=name]', 'Nordlicht Events');
  await first.selectOption('[name=language]', 'de');
  await save(first).click();
  await first.getByText(said.saved).first().waitFor();

  await second.fill('[name=name]', 'Nordlicht');
  await second.getByRole('radio', { name: said.proof.off, exact: false }).first().check();
  await save(second).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByText('Nordlicht Events').first().waitFor();
  await dialog.getByText(said.languages['de']!).first().waitFor();
  expect(await inaccessible(second)).toEqual([]);
  expect((await organization()).name).toBe('Nordlicht Events');
  await dialog.getByRole('radio', { name: 'Nordlicht Events' }).check();
  await dialog.getByRole('button', { name: englishAdmin.conflict.save }).click();
  await second.getByText(said.saved).first().waitFor();
  expect(await organization()).toMatchObject({ name: 'Nordlicht Events', language: 'de', linkHandshakeEnabled: false });

  // Undo returns what this person changed, and nothing of the other.
  await second.getByRole('button', { name: english.shell.toasts.undo }).click();
  await expect.poll(async () => (await organization()).linkHandshakeEnabled).toBeNull();
  expect((await organization()).language).toBe('de');
  await Promise.all([first.close(), second.close()]);
});

test('A4: a host is checked before it is saved, and leaving with an unsaved host asks first', async () => {
  const page = await openSettings();
  await page.fill('[name=host]', 'not a host');
  await page.keyboard.press('Enter');
  await page.getByText(said.hosts.wrong).waitFor();
  await page.fill('[name=host]', 'https://menu.example/bar');
  await page.keyboard.press('Enter');
  await page.getByText(said.hosts.unsaved).waitFor();
  await page.fill('[name=url]', 'https://other.example/');
  await page.keyboard.press('Enter');
  await page.getByText(`${said.check.now} ${said.check.yes(null)}`).waitFor();
  await page.getByText(said.check.no(said.check.notListed('other.example'))).waitFor();
  expect((await organization()).allowedUrlHosts).toEqual([]);

  await page.getByRole('link', { name: english.shell.tabs.people, exact: true }).click();
  await page.getByRole('dialog').getByText(englishAdmin.leave.text(said.fields.hosts)).waitFor();
  await page.getByRole('button', { name: englishAdmin.leave.stay }).click();
  await save(page).click();
  await page.getByText(said.saved).first().waitFor();
  expect((await organization()).allowedUrlHosts).toEqual(['menu.example']);
  await page.fill('[name=url]', 'https://user@menu.example/');
  await page.keyboard.press('Enter');
  await page.getByText(english.fields.urlUser(said.check.label, '')).waitFor();
  await page.getByRole('button', { name: said.hosts.remove('menu.example') }).click();
  await save(page).click();
  await expect.poll(async () => (await organization()).allowedUrlHosts).toEqual([]);
  await page.close();
});

test('D9: what the service refuses is said at its field, and a viewer sees the settings locked', async () => {
  const page = await openSettings();
  await page.fill('[name=name]', ' ');
  await save(page).click();
  await expect.poll(() => page.getAttribute('[name=name]', 'aria-invalid')).toBe('true');
  await page.close();
  const viewer = await openSettings(await hall.person('viewer'));
  expect(await viewer.getAttribute('[name=name]', 'readonly')).not.toBeNull();
  await viewer.getByText(said.failed.only).waitFor();
  await save(viewer).click({ force: true });
  await viewer.getByText(said.only).last().waitFor();
  expect(await inaccessible(viewer)).toEqual([]);
  await viewer.close();
});

const USAGE = {
  signs: { used: 235, most: 500 },
  events: { used: 3, most: 100 },
  schedules: { used: 1_204, most: null },
  storageBytes: { used: 812_000_000, most: 1_000_000_000 },
};
const DRAWN = {
  id: ORGANIZATION,
  name: 'Nordlicht Events',
  role: 'owner',
  linkHandshakeEnabled: null,
  linkHandshakeDefault: true,
  allowedUrlHosts: ['*.lichterfest.example', '*.nordlicht.example', 'cdn.xn--verleih-sd-ieb.example', 'wetter.example'],
  language: null,
  mfaRequired: false,
  version: 6,
  createdAt: '2025-09-08T10:00:00Z',
  updatedAt: '2026-11-02T10:00:00Z',
  updatedBy: { id: 'tim', name: 'Tim Brandt' },
  usage: USAGE,
};
const HOSTS = [
  { host: 'menu.lichterfest.example', signs: 200, schedules: 4, allowed: true },
  { host: 'map.lichterfest.example', signs: 24, schedules: 0, allowed: true },
  { host: 'www.nordlicht.example', signs: 5, schedules: 0, allowed: true },
  { host: 'wetter.example', signs: 0, schedules: 1, allowed: true },
];
const FAILED: FailedDelivery[] = [
  {
    id: ORGANIZATION,
    at: '2026-11-14T17:31:00Z',
    channel: 'email',
    user: { id: 'bernd', name: 'Bernd Übelacker', email: 'bernd@haustechnik.example' },
    event: { id: ORGANIZATION, name: 'Lichterfest 2026' },
    title: '6 signs are offline in Foyer Nord',
    attempts: 6,
    failedAt: '2026-11-14T18:02:00Z',
    error: 'Mailbox full (452 4.2.2)',
  },
];

async function show(opening: Record<string, unknown>): Promise<Page> {
  const page = await hall.phone({ ...DESK, person: null, path: '/sign-in', timezoneId: 'Europe/Berlin', ...opening });
  await page.clock.setFixedTime(NOW_DRAWN);
  await answerWith(page, {
    '/api/me': ME,
    '/hosts': { items: HOSTS },
    '/members': { items: MEMBERS, nextCursor: null },
    '/failed-deliveries': { items: FAILED, nextCursor: null },
    '/retry': { id: ORGANIZATION, state: 'queued' },
    [`/organizations/${ORGANIZATION}`]: DRAWN,
  });
  await page.goto(pathOf('organizationSettings', { organizationId: ORGANIZATION }));
  await page.locator('[name=name]').waitFor();
  return page;
}

test.each(['light', 'dark'] as const)('D9, N7: the settings as they are drawn, %s', async (colorScheme) => {
  const page = await show({ colorScheme, locale: 'en-GB' });
  await page.getByText('Mailbox full').waitFor();
  album.keep(`settings-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('button', { name: said.hosts.remove('wetter.example') }).click();
  await page.getByText(said.hosts.lost('wetter.example', 0, 1)).waitFor();
  album.keep(`host-removed-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('button', { name: said.failed.retryOf(said.failed.retry, FAILED[0]!.title) }).click();
  await page.getByText(said.failed.none).waitFor();
  await page.close({ runBeforeUnload: false });
});

test.each([390, 320])('D5: the settings on a phone of %d px', async (width) => {
  const page = await show({ locale: 'de-DE', viewport: { width, height: 844 } });
  await page.getByText(germanAdmin.settings.failed.title).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') });
  album.keep(`settings-${width}`, await picture(page));
  await page.close();
});
