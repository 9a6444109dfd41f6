import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';
import { described, inaccessible, picture } from './service-and-browser.ts';

/** The page of a sign, in a real browser, of a real virtual sign. */

let hall: Hall;
let signs: Signs;
let signId: string;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const said = englishWall.sign;
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  console.log(`  pictures of this run: ${folder}`);
  signs = await hall.box.signs(1);
  const [sign] = signs.all;
  const claimed = good(await hall.claim(sign!.shortCode, { url: hall.websites.page('bar'), name: 'Bar 3 links' }));
  signId = claimed.body.sign.id;
});
afterAll(() => hall.close());

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}
/** Also those of a test that failed: this browser ends when pages of several sizes stand open in it. */
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
const chain = (page: Page) => page.getByRole('list', { name: said.chain.label });
const link = (page: Page, word: string) => chain(page).getByRole('heading', { name: word, exact: true });
const command = (page: Page, name: string) =>
  page.getByRole('list', { name: said.commands.title }).getByRole('listitem').filter({ hasText: name });
const path = () => pathOf('sign', { signId });

test('D2: the chain of a sign that shows is whole, and its picture comes when it is ordered, with its age', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.online).waitFor();
  await link(page, english.marks.showing).waitFor();
  await link(page, english.marks.foreground).waitFor();
  expect(await chain(page).locator('[data-broken]').count()).toBe(0);
  await page.keyboard.press('p');
  await page.getByRole('img', { name: said.picture.alt('Bar 3 links') }).waitFor();
  await page.getByText(/^\d\d:\d\d:\d\d, \d+ s ago$/).waitFor();
  await command(page, said.commands.names['screenshot']!).getByText(english.marks.acked).first().waitFor();
});

test.each(['light', 'dark'] as const)(
  'D5: axe-core finds nothing wrong with it in the %s theme, whatever the width',
  async (colorScheme) => {
    const page = await desk({ path: path(), colorScheme });
    await link(page, english.marks.showing).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of [
        'sign',
        'signSchedule',
        'signHistory',
        'signLogs',
        'signContentFetches',
        'signSettings',
      ] as const) {
        await page
          .getByRole('navigation', { name: said.tabs.label })
          .getByRole('link', { name: said.tabs[name] })
          .click();
        await page.waitForURL((url) => url.pathname === pathOf(name, { signId }));
        await picture(page);
        await screenshotOf(page, { path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        expect.soft(await inaccessible(page)).toEqual([]);
        expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    }
  },
);

test('D2, U14: a page that is set is called proved when the sign has it on its screen, with its picture; undo puts the old one back', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  await page.getByRole('button', { name: said.content.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(said.content.url).fill(hall.websites.page('evening'));
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(said.content.proof).waitFor();
  await dialog.getByRole('img').waitFor();
  // A screen reader reads the state of each step.
  const states = Object.values(said.content.steps).map((step) => `${step}${said.content.states.done}`);
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(states);
  await screenshotOf(page, { path: join(folder, 'proved.png') });
  await dialog.getByRole('button', { name: said.content.close }).click();
  expect(hall.websites.timesLoaded('evening')).toBeGreaterThan(0);
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await page.getByText(hall.websites.page('bar'), { exact: true }).waitFor();
});

test('D2: a page that fails is said to fail, and the good one after it is never called impossible, nor proved before it is shown', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  const dialog = page.getByRole('dialog');
  const set = async (url: string): Promise<void> => {
    await page.getByRole('button', { name: said.content.button }).click();
    await dialog.getByLabel(said.content.url).fill(url);
    await dialog.getByRole('button', { name: said.content.send }).click();
  };
  // Each step that the dialog ever said.
  await page.evaluate(`
    window.saidSteps = [];
    new MutationObserver(() => {
      const dialog = document.querySelector('[role=dialog]');
      const now = dialog && !dialog.querySelector('form') ? dialog.textContent + '|' + (dialog.querySelector('[aria-current=step]')?.textContent ?? '') : '';
      if (now !== window.saidSteps.at(-1)) window.saidSteps.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  `);
  const steps = async (): Promise<string[]> => await page.evaluate('window.saidSteps.splice(0)');
  await set(hall.websites.broken);
  await dialog.getByText(said.content.failed).waitFor();
  // What can be done next stands there, however long it took to fail.
  await dialog.getByRole('button', { name: said.content.change }).click();
  expect(await dialog.getByLabel(said.content.url).inputValue()).toBe(hall.websites.broken);
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(said.content.failed).waitFor();
  await dialog.getByRole('button', { name: said.content.putBack }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(hall.websites.page('bar'), { exact: true }).waitFor();
  await set(hall.websites.broken);
  await dialog.getByText(said.content.failed).waitFor();
  expect((await steps()).filter((one) => one.includes(`|${said.content.steps.picture}`))).toEqual([]);
  await dialog.getByRole('button', { name: said.content.close }).click();
  await set(hall.websites.page('after'));
  await dialog.getByText(said.content.proof).waitFor();
  expect((await steps()).filter((one) => one.includes('/after') && one.includes(said.content.failed))).toEqual([]);
  // Of two pages one after the other one notice stands.
  const notice = page.getByText(said.content.done('Bar 3 links'));
  await notice.first().waitFor();
  expect(await notice.count()).toBe(1);
  await dialog.getByRole('button', { name: said.content.close }).click();
  const params = { id: signId };
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const body = { url: hall.websites.page('bar') };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body, ifMatch: version }));
});

test('M2: a page that was set by hand until a time can be ended before it, and a page for good set meanwhile says that it waits', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: said.content.button }).click();
  await open();
  await dialog.getByLabel(said.content.url).fill(hall.websites.broken);
  await dialog.getByRole('radio', { name: said.content.untilTime, exact: true }).check();
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(said.content.failed).waitFor();
  await dialog.getByRole('button', { name: said.shows.end }).waitFor();
  await screenshotOf(page, { path: join(folder, 'failed-until.png') });
  await dialog.getByRole('button', { name: said.content.close }).click();
  // The page for good is what is asked about.
  await open();
  expect(await dialog.getByLabel(said.content.url).inputValue()).toBe(hall.websites.page('bar'));
  await dialog.getByLabel(said.content.url).fill(hall.websites.page('waiting'));
  await dialog.getByRole('button', { name: said.content.send }).click();
  // The form says so as well, before it is sent.
  await dialog.getByRole('button', { name: said.content.close }).waitFor();
  await dialog.getByText(said.content.override).waitFor();
  await dialog.getByRole('button', { name: said.shows.end }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(said.shows.ended('Bar 3 links')).waitFor();
  await page.getByTitle(hall.websites.page('waiting'), { exact: true }).first().waitFor();
  await page.getByText(said.shows.assigned, { exact: true }).waitFor();
  await link(page, english.marks.showing).waitFor();
  expect(await page.getByRole('button', { name: said.shows.end }).count()).toBe(0);
  const params = { id: signId };
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const body = { url: hall.websites.page('bar') };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body, ifMatch: version }));
  await page.getByTitle(body.url, { exact: true }).first().waitFor();
});

test('M4: who saves after somebody else sees both versions side by side, and loses neither', async () => {
  const page = await desk({ path: pathOf('signSettings', { signId }) });
  const zoom = page.getByLabel(said.settings.fields.zoom, { exact: true });
  await zoom.fill('1.5');
  await page.getByLabel(said.settings.fields.rotation).selectOption('180');
  const params = { id: signId };
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const body = { settings: { rotation: 90, muted: true } as const };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body, ifMatch: version }));
  await page.getByRole('button', { name: said.settings.save }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: /Rotation.*90.*180/ }).waitFor();
  await screenshotOf(page, { path: join(folder, 'conflict.png') });
  expect(await inaccessible(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /90/ }).check();
  await dialog
    .getByRole('status')
    .getByText(/Zoom .1\.5., Rotation .90., Muted .Yes./)
    .waitFor();
  await dialog.getByRole('button', { name: said.conflict.save }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () => good(await hall.owner.client.call('GET /api/signs/:id', { params })).body.settings)
    .toMatchObject({ zoom: 1.5, rotation: 90, muted: true });
  // Where all of theirs is picked there is nothing to send.
  await zoom.fill('2');
  const newer = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body.version;
  good(
    await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { settings: { zoom: 3 } }, ifMatch: newer }),
  );
  await page.getByRole('button', { name: said.settings.save }).click();
  await dialog.getByRole('radio', { name: /3/ }).check();
  await dialog.getByRole('button', { name: said.conflict.save }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await zoom.inputValue()).toBe('3');
});

test('M4: of two people who save at once in two browsers the second sees both versions side by side, chooses, and nothing of either is lost', async () => {
  const params = { id: signId };
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const before = { zoom: 1, rotation: 0, muted: false } as const;
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { settings: before }, ifMatch: version }));
  const settings = pathOf('signSettings', { signId });
  const other = await hall.person('operator');
  const [one, two] = [await desk({ path: settings }), await desk({ path: settings, person: other })];
  await one.getByLabel(said.settings.fields.zoom, { exact: true }).fill('1.75');
  await one.getByLabel(said.settings.fields.rotation).selectOption('180');
  await two.getByLabel(said.settings.fields.muted).selectOption('true');
  // Not 270, which the next test sets.
  await two.getByLabel(said.settings.fields.rotation).selectOption('90');
  const answers = [one, two].map((page) =>
    page.waitForResponse((response) => response.request().method() === 'PATCH').then((response) => response.status()),
  );
  await Promise.all([one, two].map((page) => page.getByRole('button', { name: said.settings.save }).click()));
  const statuses = await Promise.all(answers);
  expect(statuses.toSorted()).toEqual([200, 412]);
  const [first, late] = statuses[0] === 412 ? [two, one] : [one, two];
  const [firsts, lates] = late === one ? ['90', '180'] : ['180', '90'];
  const dialog = late.getByRole('dialog');
  await dialog.getByRole('row', { name: new RegExp(`Rotation.*${firsts}.*${lates}`) }).waitFor();
  expect(await inaccessible(late)).toEqual([]);
  await dialog.getByRole('radio', { name: new RegExp(firsts) }).check();
  await dialog.getByRole('button', { name: said.conflict.save }).click();
  await dialog.waitFor({ state: 'detached' });
  const after = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body.settings;
  expect(after).toMatchObject({ zoom: 1.75, rotation: Number(firsts), muted: true });
  // Who was first sees what the other added.
  const [field, value] = late === one ? (['zoom', '1.75'] as const) : (['muted', 'true'] as const);
  const added = first.locator(`form [name=${field}]`);
  await expect.poll(() => added.inputValue()).toBe(value);
});

test('M4: while the history that names who was first is read, both versions stand in a dialog with a name, and the page stays behind it', async () => {
  const params = { id: signId };
  const set = async (rotation: 0 | 90): Promise<void> => {
    const ifMatch = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body.version;
    good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { settings: { rotation } }, ifMatch }));
  };
  await set(0);
  const page = await desk({ path: pathOf('signSettings', { signId }) });
  const rotation = page.getByLabel(said.settings.fields.rotation);
  await rotation.selectOption('180');
  let readOn = (): void => {};
  const isHeld = new Promise<void>((resolve) => (readOn = resolve));
  await page.route(`**/api/signs/${signId}/history*`, async (route) => {
    await isHeld;
    await route.continue();
  });
  await set(90);
  await page.getByRole('button', { name: said.settings.save }).click();
  const dialog = page.getByRole('dialog', { name: said.conflict.title(said.conflict.somebody) });
  await dialog.getByRole('row', { name: /Rotation.*90.*180/ }).waitFor();
  expect(await rotation.isVisible()).toBe(true);
  expect(await inaccessible(page)).toEqual([]);
  readOn();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: /has just saved other changes/ }).waitFor();
});

test('M4: a version that the feed told of does not save over settings that were never read', async () => {
  const page = await desk({ path: pathOf('signSettings', { signId }) });
  const zoom = page.getByLabel(said.settings.fields.zoom, { exact: true });
  await zoom.waitFor();
  const params = { id: signId };
  const { version, name } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  // From now on the page hears of changes, and its readings wait.
  const held: Route[] = [];
  let isHolding = true;
  await page.route(`**/api/signs/${signId}`, async (route) => {
    if (isHolding && route.request().method() === 'GET') held.push(route);
    else await route.continue();
  });
  const body = { name: 'Bar 3 rechts', settings: { rotation: 270 } as const };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body, ifMatch: version }));
  await page.getByRole('heading', { name: 'Bar 3 rechts' }).waitFor();
  await zoom.fill('1.25');
  await page.getByRole('button', { name: said.settings.save }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: /Rotation.*270/ }).waitFor();
  await dialog.getByRole('button', { name: said.conflict.save }).click();
  await dialog.waitFor({ state: 'detached' });
  const after = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  expect(after).toMatchObject({ name: 'Bar 3 rechts', settings: { rotation: 270, zoom: 1.25 } });
  isHolding = false;
  await Promise.all(held.map((route) => route.continue()));
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { name }, ifMatch: after.version }));
  await page.getByRole('heading', { name }).waitFor();
});

test('M4: who sets a page is told of one that somebody set while the dialog stood open, and replaces it only when they say so again', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  await page.getByRole('button', { name: said.content.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(said.content.url).fill(hall.websites.page('evening'));
  const params = { id: signId };
  const { version } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const url = hall.websites.page('theirs');
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { url }, ifMatch: version }));
  await page.getByText(url, { exact: true }).first().waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(said.content.overtaken(url)).waitFor();
  expect(good(await hall.owner.client.call('GET /api/signs/:id', { params })).body.url).toBe(url);
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(said.content.proof).waitFor();
  const after = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  expect(after.url).toBe(hall.websites.page('evening'));
  const back = { url: hall.websites.page('bar') };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: back, ifMatch: after.version }));
});

test('D5: by the keyboard alone its page is set, its menu asks before what ends something, and the focus comes back', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.online).waitFor();
  const set = page.getByRole('button', { name: said.content.button });
  await set.focus();
  await page.keyboard.press('Enter');
  const url = page.getByRole('dialog').getByLabel(said.content.url);
  await url.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(hall.websites.page('keys'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(said.content.proof).waitFor();
  await page.keyboard.press('Escape');
  await set.and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).pathname).toBe(path());
  const more = page.getByRole('button', { name: said.more });
  await more.focus();
  await page.keyboard.press('Enter');
  const restart = page.getByRole('menuitem', { name: said.commands.names['reboot_device']! });
  await restart.waitFor();
  for (let step = 0; step < 10 && (await restart.getAttribute('data-highlighted')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const restarts = said.end.askTitle(said.commands.names['reboot_device']!, 'Bar 3 links');
  await page.getByRole('dialog', { name: restarts }).waitFor();
  await page.keyboard.press('Escape');
  await more.and(page.locator(':focus')).waitFor();
});

test('D5: while the sign changes, the menu keeps the item that somebody stands on', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.online).waitFor();
  await page.getByRole('button', { name: said.more }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: said.commands.names['reboot']!, exact: true });
  await item.waitFor();
  for (let step = 0; step < 10 && (await item.getAttribute('data-highlighted')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  const before = await item.elementHandle();
  const params = { id: signId };
  const { version, location } = good(await hall.owner.client.call('GET /api/signs/:id', { params })).body;
  const set = async (place: string, ifMatch: number) =>
    good(await hall.owner.client.call('PATCH /api/signs/:id', { params, body: { location: place }, ifMatch })).body;
  const after = await set('Hall 9', version);
  await page.getByText('Hall 9', { exact: true }).first().waitFor({ state: 'attached' });
  await page.evaluate((node) => Object.assign(globalThis, { before: node }), before);
  expect(await page.evaluate('before.isConnected && before === document.activeElement')).toBe(true);
  await page.keyboard.press('Escape');
  await set(location, after.version);
});

test('M3: what visitors see and nobody can take back is asked about first on the page of one sign, too, and is called by which way it goes', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.foreground).waitFor();
  const sent: string[] = [];
  page.on('request', (is) => void (is.method() === 'POST' && sent.push(is.postDataJSON().command)));
  const { background, names } = said.commands;
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: said.more }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  for (const [name, text] of [
    [names['reboot']!, said.end.askText.reboot],
    [background.on, said.end.askText.on],
  ] as const) {
    await choose(name);
    await dialog.getByText(text).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(said.end.leave);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(sent).toEqual([]);
  await choose(background.on);
  await dialog.getByRole('button', { name: background.on }).click();
  await link(page, english.marks.background).waitFor();
  await choose(background.off);
  await link(page, english.marks.foreground).waitFor();
  const history = page.getByRole('list', { name: said.history.title });
  for (const name of [background.on, background.off]) {
    await command(page, name).getByText(english.marks.acked).waitFor();
    await history.getByText(name).first().waitFor();
  }
  expect(sent).toEqual(['set_background_mode', 'set_background_mode']);
});

test('M3, D2: logs that are fetched again are one row of the commands and of the history, and where no line fits the page says so', async () => {
  const page = await desk({ path: pathOf('signLogs', { signId }) });
  const { logs } = said;
  const fetch = page.getByRole('button', { name: logs.fetch });
  const lines = page.getByRole('list', { name: logs.lines }).getByRole('listitem');
  for (const nth of [1, 2]) {
    await fetch.click();
    await expect
      .poll(() =>
        hall.owner.client
          .call('GET /api/signs/:id/commands', { params: { id: signId }, query: { limit: 50 } })
          .then(
            (answer) =>
              good(answer).body.items.filter((one) => one.command === 'fetch_logs' && one.state === 'acked').length,
          ),
      )
      .toBe(nth);
    await fetch.and(page.locator('[aria-disabled=false]')).waitFor();
  }
  await lines.first().waitFor();
  await page.getByLabel(logs.find).fill('no line has these words');
  await page.getByText(logs.noneFits).waitFor();
  expect(await lines.count()).toBe(0);
  await page.getByRole('navigation', { name: said.tabs.label }).getByRole('link', { name: said.tabs.sign }).click();
  const twice = /^2 times since /;
  await command(page, said.commands.names['fetch_logs']!).getByText(twice).waitFor();
  expect(await command(page, said.commands.names['fetch_logs']!).count()).toBe(1);
  const items = page.getByRole('list', { name: said.history.title }).getByRole('listitem');
  const fetches = items.filter({ hasText: said.commands.names['fetch_logs']! });
  await fetches.getByText(twice).waitFor();
  expect(await fetches.count()).toBe(1);
});

test('D3: that the service can’t be reached is said until it is heard again', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  await page.getByRole('button', { name: said.content.button }).click();
  const dialog = page.getByRole('dialog');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: said.content.send }).click();
  const unreachable = dialog.getByText(english.trouble.unreachable);
  await unreachable.waitFor();
  await page.context().setOffline(false);
  await unreachable.waitFor({ state: 'detached' });
  expect(await dialog.getByRole('alert').count()).toBe(0);
});

test('D3: a time that has passed is refused in a whole sentence, and its zone stays beside it', async () => {
  const page = await desk({ path: path() });
  await link(page, english.marks.showing).waitFor();
  await page.getByRole('button', { name: said.content.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: said.content.untilTime, exact: true }).check();
  await dialog.getByLabel(said.content.untilLabel).fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: said.content.send }).click();
  await dialog.getByText(english.fields.passed('', '')).waitFor();
  const described = await dialog.getByLabel(said.content.untilLabel).getAttribute('aria-describedby');
  const beside = await Promise.all(described!.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(beside).toEqual([english.fields.passed('', ''), expect.stringMatching(/\//)]);
});

test('A2: a viewer sees all of it, and is told who may change it', async () => {
  const page = await desk({ path: path(), person: await hall.person('viewer') });
  await link(page, english.marks.showing).waitFor();
  const set = page.getByRole('button', { name: said.content.button });
  expect(await set.isDisabled()).toBe(true);
  expect(await set.getAttribute('title')).toBe(said.commands.onlyOperators);
  // U20: by keys and by touch they get to each, and a press shows why not.
  const toasts = page.getByRole('region', { name: english.shell.toasts.region });
  await set.focus();
  await page.keyboard.press('Enter');
  await toasts.getByText(said.commands.onlyOperators).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: said.more }).click();
  const unregister = page.getByRole('menuitem', { name: said.end.unregister });
  expect(await unregister.getAttribute('aria-disabled')).toBe('true');
  // By keys they get to it, and hear why not.
  for (let step = 0; step < 10 && (await unregister.getAttribute('data-highlighted')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await toasts.getByText(said.commands.onlyAdmins).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: said.more }).click();
  await page.getByRole('menuitem', { name: said.commands.names['identify']! }).click({ force: true });
  await toasts.getByText(said.commands.onlyOperators).waitFor();
});

test('U20: a viewer who presses a refused control of settings or logs sees the reason, by touch and by keyboard', async () => {
  const person = await hall.person('viewer');
  const page = await desk({ path: pathOf('signSettings', { signId }), person });
  const toasts = page.getByRole('region', { name: english.shell.toasts.region });
  const save = page.getByRole('button', { name: said.settings.save });
  await save.focus();
  await page.keyboard.press('Enter');
  await toasts.getByText(said.settings.only).waitFor();
  // Keys reach each field, and a screen reader reads why nothing can be typed.
  const fields = page.locator('main form :is(input, select, textarea)');
  expect(await fields.count()).toBeGreaterThan(8);
  for (const field of await fields.all()) {
    expect(await field.evaluate((it) => it.matches('[readonly]:not(:disabled)'))).toBe(true);
    expect(await described(field)).toContain(said.settings.only);
  }
  await page.goto(pathOf('signLogs', { signId }));
  await page.getByRole('button', { name: said.logs.fetch }).click({ force: true });
  await toasts.getByText(said.commands.onlyOperators).waitFor();
  const live = page.getByRole('checkbox', { name: said.logs.live });
  await live.focus();
  await page.keyboard.press('Space');
  expect(await live.isChecked()).toBe(false);
  expect(await inaccessible(page)).toEqual([]);
});

test('A2: keys say why they do nothing: to a viewer, and of a sign without a device', async () => {
  const viewers = await desk({ path: path(), person: await hall.person('viewer') });
  await link(viewers, english.marks.showing).waitFor();
  const notices = (page: Page) => page.getByRole('region', { name: english.shell.toasts.region });
  await viewers.keyboard.press('r');
  await expect.poll(() => notices(viewers).innerText()).toContain(said.commands.onlyOperators);
  const page = await desk({ path: pathOf('sign', { signId: await hall.prepared({ name: 'Later' }) }) });
  await link(page, english.marks.unlinked).waitFor();
  await page.keyboard.press('p');
  await expect.poll(() => notices(page).innerText()).toContain(said.commands.notConnected);
});

test('D5: by keys from the wall to signs and back: each sign’s name has the focus, and the wall is as it was, with its keys at that sign', async () => {
  const place = 'Bars, rechts';
  for (const name of ['Bar 7', 'Bar 8']) await hall.prepared({ name, location: place });
  const wall = pathOf('wall', { eventId: hall.service.eventId });
  const page = await desk({ path: `${wall}?view=table&find=Bar&sort=name` });
  const row = (name: string) => page.locator('[data-sign]').filter({ hasText: name });
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await row('Bar 7').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bar 7' }).waitFor();
  await expect.poll(focused).toBe('Bar 7');
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: 'Bar 8' }).waitFor();
  await expect.poll(focused).toBe('Bar 8');
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === wall);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ view: 'table', find: 'Bar', sort: 'name' });
  await row('Bar 8').and(page.locator(':focus')).waitFor();
});

test('M4: what is typed and not saved is left only after a question: by a tab, by keys, back, and with the window', async () => {
  const page = await desk({ path: path() });
  const tab = (name: string) => page.getByRole('navigation', { name: said.tabs.label }).getByRole('link', { name });
  await tab(said.tabs.signSettings).click();
  const idle = page.getByLabel(said.settings.fields.idleMessage, { exact: true });
  await idle.fill('Back soon');
  const question = page.getByRole('dialog', { name: said.settings.leave.title });
  const stay = question.getByRole('button', { name: said.settings.leave.stay });
  const isKept = async (): Promise<void> => {
    await stay.and(page.locator(':focus')).waitFor();
    await question.getByText(said.settings.fields.idleMessage).waitFor();
    await stay.click();
    await question.waitFor({ state: 'detached' });
    expect(await idle.inputValue()).toBe('Back soon');
  };
  await tab(said.tabs.signHistory).click();
  await isKept();
  await page.getByRole('button', { name: said.settings.save }).focus();
  // The wall's script is not there yet.
  await page.keyboard.press('Escape');
  await isKept();
  await page.goBack();
  await isKept();
  expect(new URL(page.url()).pathname).toBe(pathOf('signSettings', { signId }));
  const asks = page.waitForEvent('dialog');
  // Not waited for: it ends with the answer to that question.
  const reload = page.evaluate('location.reload()').catch(() => undefined);
  const dialog = await asks;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await tab(said.tabs.signHistory).click();
  await question.getByRole('button', { name: said.settings.leave.go }).click();
  await page.waitForURL((url) => url.pathname === pathOf('signHistory', { signId }));
  // Nothing is asked any more.
  await tab(said.tabs.signSettings).click();
  await idle.waitFor();
  expect(await idle.inputValue()).toBe('');
  await tab(said.tabs.signLogs).click();
  await page.waitForURL((url) => url.pathname === pathOf('signLogs', { signId }));
});

test('A2: who loses a role while the page is open has the buttons disabled with the role that may, from the first refusal on', async () => {
  const person = await hall.person('operator');
  const page = await desk({ path: path(), person });
  await link(page, english.marks.showing).waitFor();
  const refresh = page.getByRole('button', { name: said.commands.names['refresh']!, exact: true });
  expect(await refresh.isDisabled()).toBe(false);
  const { user } = good(await person.client.call('GET /api/me')).body;
  const params = { id: hall.service.organizationId, userId: user.id };
  good(
    await hall.owner.client.call('PATCH /api/organizations/:id/members/:userId', { params, body: { role: 'viewer' } }),
  );
  await refresh.click();
  await expect.poll(() => refresh.isDisabled()).toBe(true);
  expect(await refresh.getAttribute('title')).toBe(said.commands.onlyOperators);
  expect(await page.getByRole('button', { name: said.content.button }).isDisabled()).toBe(true);
});

describe('a sign that goes', () => {
  test('D2: the chain breaks at the connection, and what is behind it is said to be of then; it heals when the sign is back', async () => {
    const page = await desk({ path: path() });
    await link(page, english.marks.showing).waitFor();
    await signs.unplug();
    await link(page, english.marks.offline).waitFor();
    await link(page, said.chain.was(english.marks.showing)).waitFor();
    await link(page, english.marks.unknown).waitFor();
    await screenshotOf(page, { path: join(folder, 'offline.png'), fullPage: true });
    expect(await inaccessible(page)).toEqual([]);
    await page.keyboard.press('r');
    await page.getByText(said.commands.notSent(said.commands.names['refresh']!)).waitFor();
    await page
      .getByRole('navigation', { name: said.tabs.label })
      .getByRole('link', { name: said.tabs.signLogs })
      .click();
    await page.getByText(said.commands.notConnected, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: said.logs.fetch }).isDisabled()).toBe(true);
    await page.getByRole('navigation', { name: said.tabs.label }).getByRole('link', { name: said.tabs.sign }).click();
    await signs.plugIn();
    await link(page, english.marks.online).waitFor();
  });

  test('C8: it is unregistered after a question, and deleted when its name is typed', async () => {
    const page = await desk({ path: path() });
    const more = page.getByRole('button', { name: said.more });
    await more.click();
    await page.getByRole('menuitem', { name: said.end.unregister }).click();
    await page.getByRole('dialog').getByRole('button', { name: said.end.unregister }).click();
    await link(page, english.marks.unlinked).waitFor();
    await page.getByText(/on the previous device/).waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/offline/i);
    await more.click();
    await page.getByRole('menuitem', { name: said.end.delete }).click();
    const last = page.getByRole('dialog').getByRole('button', { name: said.end.delete });
    expect(await last.isDisabled()).toBe(true);
    await page.getByLabel(said.end.deleteTyped).fill('Bar 3 links');
    await last.click();
    await page.waitForURL((url) => url.pathname === pathOf('wall', { eventId: hall.service.eventId }));
    await page.getByText(said.end.deleted('Bar 3 links')).waitFor();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
