import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { germanWall } from '../words/german-wall.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/**
 * Ends manual overrides on the page of a sign and on the wall, in real browsers, with three virtual signs that stay
 * online and one that loses its power.
 */

const english = { ...everybodys, ...englishWall };
const { sign: said, wallActions } = english;
const bulk = wallActions.bulk;
let hall: Hall;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  console.log(`  pictures of this run: ${folder}`);
  const [bars, box] = await Promise.all([hall.box.signs(3), hall.box.signs(1)]);
  const names = ['Bar 1', 'Bar 2', 'Bar 3', 'Kasse 4'];
  const claims = [...bars.all, ...box.all].map(({ shortCode }, nth) =>
    hall.claim(shortCode, { url: hall.websites.page('bar'), name: names[nth]! }),
  );
  for (const claimed of await Promise.all(claims)) good(claimed);
  await until('Kasse 4', ({ status }) => status === 'showing');
  await override('Kasse 4', 'special');
  await box.unplug();
  await until('Kasse 4', ({ status }) => status === 'offline');
});
afterAll(() => hall.close());

const open: Page[] = [];
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
const shot = async (page: Page, name: string): Promise<void> => {
  await picture(page);
  await screenshotOf(page, { path: join(folder, `${name}.png`) });
};

async function signNamed(name: string): Promise<Sign> {
  const query = { organizationId: hall.service.organizationId };
  return good(await hall.owner.client.list('GET /api/signs', { query })).items.find((sign) => sign.name === name)!;
}
const until = (name: string, is: (sign: Sign) => boolean): Promise<void> =>
  vi.waitFor(async () => expect(is(await signNamed(name))).toBe(true), { timeout: 60_000 });
/** Sets an override for an hour, and resolves with its end when the sign shows it. */
async function override(name: string, page: string): Promise<string> {
  const end = new Date(Date.now() + HOUR_MS).toISOString();
  const args = { url: hall.websites.page(page), until: end };
  const body = { command: 'display_content', args } as const;
  const { id } = await signNamed(name);
  good(await hall.owner.client.call('POST /api/signs/:id/commands', { params: { id }, body }));
  await until(name, ({ shown, contentState }) => shown.url === args.url && contentState === 'showing');
  return end;
}
const sourceOf = async (name: string) => (await signNamed(name)).shown.source;

test('D10: with the keyboard alone a person ends an override on the sign’s page, which first says what the sign will show and then shows it loaded; undo restores the override', async () => {
  const end = await override('Bar 1', 'special');
  const { id } = await signNamed('Bar 1');
  const page = await desk({ path: pathOf('sign', { signId: id }) });
  const button = page.getByRole('button', { name: said.shows.endPage });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: said.shows.endTitle });
  await dialog.getByText(hall.websites.page('bar')).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await shot(page, 'sign-asks');
  const send = dialog.getByRole('button', { name: said.shows.end });
  await page.keyboard.press('Tab');
  await send.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText(said.content.proof).waitFor();
  await shot(page, 'sign-loaded');
  expect((await signNamed('Bar 1')).shown).toEqual({ url: hall.websites.page('bar'), source: 'assigned', until: null });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await until('Bar 1', ({ shown }) => shown.source === 'manual' && shown.until === end);
  await button.waitFor();
});

test('D10: the dialog says that a sign with a schedule follows it, in German and in dark mode, even on a narrow screen with large text', async () => {
  await override('Bar 2', 'special');
  const { id } = await signNamed('Bar 2');
  const schedule = {
    url: hall.websites.page('planned'),
    startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
    endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
    timeZone: 'Europe/Vienna',
    priority: 0,
    enabled: true,
  };
  const params = { id };
  good(
    await hall.owner.client.call('PUT /api/signs/:id/schedules', {
      params,
      body: { schedules: [schedule] },
      ifMatch: 0,
    }),
  );
  const words = germanWall.sign;
  const page = await desk({
    path: pathOf('sign', { signId: id }),
    locale: 'de-AT',
    colorScheme: 'dark',
    viewport: { width: 320, height: 800 },
  });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await page.getByRole('button', { name: words.shows.endPage }).click();
  const dialog = page.getByRole('dialog', { name: words.shows.endTitle });
  await dialog.getByText(words.shows.after.schedule(hall.websites.page('bar'))).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await shot(page, 'sign-asks-narrow-de-dark');
  await dialog.getByRole('button', { name: words.shows.end }).click();
  await until('Bar 2', ({ shown }) => shown.source === 'schedule');
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id/schedules', { params })).body;
  good(await hall.owner.client.call('DELETE /api/signs/:id/schedules', { params, ifMatch: version }));
});

test('D10, M4: the wall ends the overrides of the chosen signs and lists the waiting sign, and undo leaves out the sign that was changed since', async () => {
  for (const name of ['Bar 1', 'Bar 2']) await override(name, 'special');
  const page = await desk({ path: `${pathOf('wall', { eventId: hall.service.eventId })}?view=map` });
  const toolbar = page.getByRole('toolbar');
  const card = (title: string) => page.getByRole('region', { name: title });
  const count = (title: string, state: string) => card(title).locator(`li[data-state=${state}] b`);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await toolbar.getByRole('button', { name: bulk.override.label(3) }).click();
  const dialog = page.getByRole('dialog', { name: bulk.override.ask(3) });
  await dialog.getByText(bulk.override.away(1)).waitFor();
  await shot(page, 'wall-asks');
  expect(await inaccessible(page)).toEqual([]);
  await dialog.getByRole('button', { name: bulk.override.name }).click();
  const ending = bulk.title(bulk.override.name, 3);
  await expect.poll(() => count(ending, 'acked').textContent()).toBe('2');
  await until('Bar 1', ({ shown }) => shown.source === 'assigned');
  await card(ending)
    .getByRole('button', { name: new RegExp(bulk.untilBack) })
    .click();
  const waiting = page.getByRole('list', { name: bulk.listOf(bulk.states.queued) });
  await waiting.getByText(bulk.waitsForSign).waitFor();
  await waiting.getByRole('link', { name: 'Kasse 4' }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await shot(page, 'wall-waiting');

  await override('Bar 1', 'later');
  await card(ending).getByRole('button', { name: bulk.undo }).click();
  const undone = bulk.undone(3);
  await card(undone).getByText(bulk.leftOut(1)).waitFor();
  await shot(page, 'wall-left-out');
  await until('Bar 2', ({ shown }) => shown.source === 'manual' && shown.url === hall.websites.page('special'));
  expect(await sourceOf('Kasse 4')).toBe('manual');
  expect((await signNamed('Bar 1')).shown.url).toBe(hall.websites.page('later'));
  expect(await sourceOf('Bar 3')).toBe('assigned');
});

test('M1: a count links to its signs with the reasons, and after a reload the service still names every sign', async () => {
  const page = await desk({
    path: `${pathOf('wall', { eventId: hall.service.eventId })}?view=map`,
    colorScheme: 'dark',
  });
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByText(bulk.reach(3, 4)).waitFor();
  await page.keyboard.press('r');
  const refresh = page.getByRole('region', { name: bulk.title(said.commands.names['refresh']!, 4) });
  const failed = refresh.getByRole('button', { name: `1 ${bulk.states.failed}` });
  await failed.focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: bulk.listOf(bulk.states.failed) });
  await list.getByText(bulk.reasons.sign_not_connected).waitFor();
  await refresh.getByRole('button', { name: bulk.tryAgain(1) }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await shot(page, 'wall-failed-dark');
  await page.reload();
  await refresh.getByRole('button', { name: bulk.showEach }).click();
  const all = page.getByRole('list', { name: bulk.each }).getByRole('listitem');
  await expect.poll(() => all.count()).toBe(4);
  expect(await all.allTextContents()).toMatchObject(
    ['Bar 1', 'Bar 2', 'Bar 3', 'Kasse 4'].map((name) => expect.stringContaining(name) as string),
  );
});

test('A2: a viewer sees that a page was set manually and that only operators can end it', async () => {
  await override('Bar 3', 'special');
  const { id } = await signNamed('Bar 3');
  const page = await desk({ path: pathOf('sign', { signId: id }), person: await hall.person('viewer') });
  const button = page.getByRole('button', { name: said.shows.endPage });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await button.click({ force: true });
  await page
    .getByRole('region', { name: english.shell.toasts.region })
    .getByText(said.commands.onlyOperators)
    .waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
