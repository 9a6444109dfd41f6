import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import { described, inaccessible, picture } from './service-and-browser.ts';

/** What a person does from the wall, in real browsers: three virtual signs that stay, and one that loses its power. */

const english = { ...everybodys, ...englishWall };
const { wallActions: said } = english;

let hall: Hall;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  console.log(`  pictures of this run: ${folder}`);
  const [bars, box] = await Promise.all([hall.box.signs(3), hall.box.signs(1)]);
  const names = ['Bar 1', 'Bar 2', 'Bar 3', 'Kasse 4'];
  const claims = [...bars.all, ...box.all].map(({ shortCode }, nth) =>
    hall.claim(shortCode, { url: hall.websites.page('bar'), name: names[nth]! }),
  );
  for (const claimed of await Promise.all(claims)) good(claimed);
  // A sign that is killed before its first heartbeat after its claim is another story than one that was on the wall.
  const query = { organizationId: hall.service.organizationId };
  const shows = async () => {
    const { items } = good(await hall.owner.client.list('GET /api/signs', { query }));
    expect(items.find(({ name }) => name === 'Kasse 4')!.status).toBe('showing');
  };
  await vi.waitFor(shows, { timeout: 60_000 });
  await box.unplug();
});
afterAll(() => hall.close());

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
async function desk(opening: PhoneOpening = {}): Promise<Page> {
  const page = await hall.phone({ ...DESK, path: path(), ...opening });
  open.push(page);
  return page;
}
/** Also those of a test that failed: this browser ends when pages of several sizes stand open in it. */
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
const path = () => `${pathOf('wall', { eventId: hall.service.eventId })}?view=map`;
const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page) => page.getByRole('gridcell');
const peek = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(name) });
const causes = (page: Page) => page.getByRole('complementary', { name: english.map.wrong.title });
/** Keys go into that field now: a dialog takes the focus a moment after it is there. */
const isAt = async (page: Page, name: string): Promise<void> => {
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe(name);
};
const shot = async (page: Page, name: string): Promise<void> => {
  await picture(page);
  await screenshotOf(page, { path: join(folder, `${name}.png`) });
};

test('M3: a key orders a picture of the sign that is peeked at, and says how far it is until the sign has done it', async () => {
  const page = await desk();
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  // Before it is there the key is of the sign in focus, and a bulk.
  await peek(page, 'Bar 1').waitFor();
  await page.keyboard.press('p');
  const last = peek(page, 'Bar 1').getByRole('status').filter({ hasText: english.sign.commands.names['screenshot']! });
  await expect.poll(() => last.getByText(english.marks.acked).count()).toBe(1);
  await shot(page, 'peek-command');
});

test('N10: who acknowledges by key, with a note, is seen on another wall at once; taken back, too', async () => {
  const page = await desk();
  const other = await desk({ colorScheme: 'dark' });
  await grid(other).waitFor();
  await causes(page).getByRole('button', { name: english.outages.one.acknowledge }).waitFor();
  await grid(page).focus();
  await page.keyboard.press('j');
  await expect.poll(() => cell(page).innerText()).toMatch(/Kasse 4.*Offline/s);
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: english.outages.one.ask });
  await isAt(page, 'note');
  await shot(page, 'acknowledge');
  expect(await inaccessible(page)).toEqual([]);
  // Who has the question open meanwhile is told of it before they take another's place.
  await causes(other).getByRole('button', { name: english.outages.one.acknowledge }).click();
  await isAt(other, 'note');
  await page.keyboard.type('The breaker tripped');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const othersDialog = other.getByRole('dialog', { name: english.outages.one.ask });
  await othersDialog.getByText(/Acknowledged by .*The breaker tripped/).waitFor();
  await shot(other, 'acknowledged-meanwhile');
  await other.keyboard.press('Escape');
  await othersDialog.waitFor({ state: 'detached' });
  await causes(other).getByText('The breaker tripped').waitFor();
  await shot(other, 'acknowledged-dark');
  expect(await inaccessible(other)).toEqual([]);
  await page.keyboard.press('Space');
  await peek(page, 'Kasse 4')
    .getByText(/Acknowledged by/)
    .waitFor();
  await shot(page, 'acknowledged');
  expect(await inaccessible(page)).toEqual([]);
  await causes(page).getByRole('button', { name: english.outages.one.takeBack }).click();
  await causes(other).getByRole('button', { name: english.outages.one.acknowledge }).waitFor();
});

test('N10: who asks while somebody else says that they are at it sees it at once, with their name on the button, and replaces nothing unasked', async () => {
  const page = await desk({ person: await hall.person('operator') });
  await causes(page).getByRole('button', { name: english.outages.one.acknowledge }).click();
  const dialog = page.getByRole('dialog', { name: english.outages.one.ask });
  await isAt(page, 'note');
  expect(await dialog.getByRole('button', { name: english.outages.one.acknowledge }).count()).toBe(1);
  const params = { id: hall.service.eventId };
  const read = async () =>
    good(await hall.owner.client.list('GET /api/events/:id/outages', { params, query: { state: 'open' } })).items;
  const ids = (await read()).map(({ id }) => id);
  good(await hall.owner.client.call('POST /api/outages/acknowledge', { body: { ids, note: 'I have the key' } }));
  await dialog.getByRole('button', { name: /^Take over from / }).waitFor();
  await dialog.getByText('I have the key').waitFor();
  expect(await dialog.getByRole('button', { name: english.outages.one.acknowledge }).count()).toBe(0);
  await shot(page, 'take-over');
  expect(await inaccessible(page)).toEqual([]);
  expect((await read()).map(({ acknowledged }) => acknowledged?.note)).toEqual(ids.map(() => 'I have the key'));
  await dialog.getByRole('button', { name: /^Take over from / }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await read()).map(({ acknowledged }) => acknowledged?.note)).toEqual(ids.map(() => null));
  good(await hall.owner.client.call('DELETE /api/outages/acknowledge', { body: { ids } }));
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const count = (page: Page, name: string, state: string) => card(page, name).locator(`[data-state=${state}] b`);
const pages = async (): Promise<(string | null)[]> => {
  const query = { organizationId: hall.service.organizationId };
  const { items } = good(await hall.owner.client.list('GET /api/signs', { query }));
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ url }) => url);
};
/** Tab after Tab, until what has the focus is this. */
async function tabTo(page: Page, isThere: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(isThere)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${isThere}`);
}

/** What has the focus is a part of the page, and seen to have it. */
async function isSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(FOCUS)).toBe('seen');
}
const FOCUS = `(() => {
  const it = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(it);
  if (it !== document.body && it.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth !== '0px') return 'seen';
  return it.cloneNode().outerHTML;
})()`;

test('D5, M1: by keys alone, from signing in: to the event, the sign in trouble and its acknowledgement, a page for three others with its progress, undo, a sign’s own page, and back; the focus is always seen', async () => {
  await hall.event('Another one, so that there is a choice');
  const page = await desk({ person: null, path: '/' });
  await page.locator('input[name=email]').waitFor();
  await tabTo(page, 'input[name=email]');
  await page.keyboard.type(hall.owner.email);
  await tabTo(page, 'input[name=password]');
  await page.keyboard.type(hall.owner.password);
  await page.keyboard.press('Enter');
  const wall = pathOf('wall', { eventId: hall.service.eventId });
  await page.locator(`main a[href="${wall}"]`).waitFor();
  await tabTo(page, `main a[href="${wall}"]`);
  await isSeen(page);
  await page.keyboard.press('Enter');
  await grid(page).waitFor();
  await causes(page).getByRole('button', { name: english.outages.one.acknowledge }).waitFor();
  await page.keyboard.press('1');
  await page.locator('canvas').first().waitFor();

  // The strip's first filter, and it is dropped the same way.
  const offline = `nav[aria-label="${english.wall.filters}"] a[href*="status=offline"]`;
  await tabTo(page, offline);
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=offline/);
  await isSeen(page);
  await tabTo(page, '[role=grid]');
  await isSeen(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await peek(page, 'Kasse 4').waitFor();
  await page.keyboard.press('a');
  await isAt(page, 'note');
  await isSeen(page);
  await page.keyboard.type('On my way');
  await page.keyboard.press('Enter');
  await causes(page).getByText('On my way').waitFor();
  await isSeen(page);
  await page.keyboard.press('Escape');
  await peek(page, 'Kasse 4').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('status'));
  await isSeen(page);

  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('toolbar').getByText(said.bulk.reach(3, 3)).waitFor();
  await tabTo(page, '[role=toolbar] button');
  await page.keyboard.press('Enter');
  await isAt(page, 'url');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(hall.websites.page('evening'));
  await shot(page, 'set-content');
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Enter');

  const set = said.bulk.title(english.sign.content.button, 3);
  await expect.poll(() => count(page, set, 'acked').textContent()).toBe('3');
  const [old, evening] = [hall.websites.page('bar'), hall.websites.page('evening')];
  expect(await pages()).toEqual([evening, evening, evening, old]);
  await shot(page, 'bulk-done');
  expect(await inaccessible(page)).toEqual([]);
  await tabTo(page, `section[aria-label="${set}"] button`);
  await page.keyboard.press('Enter');
  const undone = said.bulk.undone(3);
  await expect.poll(() => count(page, undone, 'acked').textContent()).toBe('3');
  expect(await pages()).toEqual([old, old, old, old]);

  await tabTo(page, '[role=toolbar] button');
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  await isSeen(page);

  await tabTo(page, '[role=grid]');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/signs\//);
  await page.getByRole('heading', { level: 1, name: 'Bar 1' }).and(page.locator(':focus')).waitFor();
  await isSeen(page);
  const more = page.getByRole('button', { name: english.sign.more });
  await more.waitFor();
  await tabTo(page, `button[title="${english.sign.more}"]`);
  await isSeen(page);
  await page.keyboard.press('Enter');
  const identify = page.getByRole('menuitem', { name: english.sign.commands.names['identify']! });
  await identify.waitFor();
  await expect.poll(() => page.evaluate('!!document.activeElement.closest("[role=menu]")')).toBe(true);
  for (let step = 0; step < 10 && (await identify.getAttribute('data-highlighted')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: english.sign.commands.names['identify']! }).waitFor();
  await isSeen(page);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === wall);
  await grid(page).waitFor();
  // The map, as it was left: it has the keys.
  await page.locator('[role=grid]:focus').waitFor();
  await isSeen(page);
});

test('M1: a bulk says of each sign how far it is and why it failed, keeps what somebody changed since, and a reload finds it again', async () => {
  const page = await desk({ colorScheme: 'dark' });
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByText(said.bulk.reach(3, 4)).waitFor();
  await page.keyboard.press('r');
  const refresh = said.bulk.title(english.sign.commands.names['refresh']!, 4);
  await expect.poll(() => count(page, refresh, 'acked').textContent()).toBe('3');
  await expect.poll(() => count(page, refresh, 'failed').textContent()).toBe('1');
  await card(page, refresh).getByRole('button', { name: said.bulk.showEach }).click();
  const first = page.getByRole('list', { name: said.bulk.each }).getByRole('listitem').first();
  await first.getByText('Kasse 4').waitFor();
  await first.getByText(english.marks.failed).waitFor();
  await card(page, refresh)
    .getByRole('button', { name: said.bulk.tryAgain(1) })
    .waitFor();
  await shot(page, 'bulk-each-dark');
  expect(await inaccessible(page)).toEqual([]);

  await page.getByRole('toolbar').getByRole('button', { name: english.sign.content.button }).click();
  const asking = page.getByRole('dialog', { name: said.bulk.contentTitle(4) });
  const address = asking.getByRole('textbox');
  // An empty line takes no page away: that is a choice of its own.
  await address.fill(' ');
  await address.press('Enter');
  expect(await asking.locator('input:invalid').count()).toBe(1);
  await asking.getByRole('checkbox', { name: said.bulk.noPage }).check();
  await expect.poll(() => address.isEditable()).toBe(false);
  // U20: a screen reader reads why.
  expect(await described(address)).toContain(said.bulk.noPage);
  await shot(page, 'set-no-page-dark');
  await asking.getByRole('checkbox', { name: said.bulk.noPage }).uncheck();
  await address.fill(hall.websites.page('late'));
  await address.press('Enter');
  const set = said.bulk.title(english.sign.content.button, 4);
  await expect.poll(() => count(page, set, 'acked').textContent()).toBe('3');
  await card(page, set).getByText(said.bulk.untilBack).waitFor();
  const query = { organizationId: hall.service.organizationId };
  const { items } = good(await hall.owner.client.list('GET /api/signs', { query }));
  const bar = items.find(({ name }) => name === 'Bar 2')!;
  const mine = hall.websites.page('mine');
  const body = { url: mine };
  good(await hall.owner.client.call('PATCH /api/signs/:id', { params: { id: bar.id }, body, ifMatch: bar.version }));
  await page.reload();
  await card(page, set).getByRole('button', { name: said.bulk.undo }).click();
  await card(page, said.bulk.undone(4)).getByText(said.bulk.leftOut(1)).waitFor();
  const old = hall.websites.page('bar');
  await expect.poll(pages).toEqual([old, mine, old, old]);
});

test('M1: what has no undo is asked about first, and names what stays; the safe button comes first', async () => {
  const page = await desk();
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.getByRole('toolbar').getByRole('button', { name: english.sign.commands.names['reboot']! }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(said.bulk.askText.reboot).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(said.bulk.keep);
  await shot(page, 'bulk-asks');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: /Restart app/ }).count()).toBe(0);
});

test('M1: a double click orders once, and nothing else is begun while the service is asked', async () => {
  const page = await desk();
  const ordered: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/api/signs/bulk', async (route) => {
    ordered.push(route.request().postDataJSON().action.command);
    await held.promise;
    await route.continue();
  });
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  const button = (command: string) =>
    page.getByRole('toolbar').getByRole('button', { name: english.sign.commands.names[command]! });
  await button('refresh').dblclick();
  const refresh = said.bulk.title(english.sign.commands.names['refresh']!, 4);
  await card(page, refresh).getByText(said.bulk.asking(4)).waitFor();
  await button('screenshot').press('Enter');
  await page.keyboard.press('p');
  await button('reboot').press('Enter');
  held.resolve();
  await expect.poll(() => count(page, refresh, 'acked').textContent()).toBe('3');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // As where the service answered between the two presses.
  await button('refresh').dispatchEvent('click', { detail: 2 });
  await button('screenshot').click();
  const screenshot = said.bulk.title(english.sign.commands.names['screenshot']!, 4);
  await expect.poll(() => count(page, screenshot, 'acked').textContent()).toBe('3');
  expect(ordered).toEqual(['refresh', 'screenshot']);
});

test('A2: a viewer sees the same wall, can do nothing from it, and is told who may', async () => {
  const page = await desk({ person: await hall.person('viewer') });
  const { acknowledge: say, takeBack } = english.outages.one;
  const acknowledge = causes(page).getByRole('button', { name: new RegExp(`${say}|${takeBack}`) });
  await acknowledge.waitFor();
  expect(await acknowledge.isDisabled()).toBe(true);
  expect(await acknowledge.getAttribute('title')).toBe(english.outages.one.onlyOperators);
  await grid(page).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  for (const name of [said.refresh, said.screenshot]) {
    const button = peek(page, 'Kasse 4').getByRole('button', { name });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toBe(english.sign.commands.onlyOperators);
  }
  await page.keyboard.press('x');
  for (const name of [english.sign.content.button, english.sign.commands.names['refresh']!]) {
    const button = page.getByRole('toolbar').getByRole('button', { name });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toBe(english.sign.commands.onlyOperators);
  }
  // U20: a press shows the reason, by touch and by keys.
  const pressed = page.getByRole('region', { name: english.shell.toasts.region });
  await page.getByRole('toolbar').getByRole('button', { name: english.sign.content.button }).focus();
  await page.keyboard.press('Enter');
  await pressed.getByText(english.sign.commands.onlyOperators).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await pressed.getByRole('button', { name: english.shell.toasts.close }).first().click();
  await grid(page).focus();
  // Keys say so, too: nobody sees that a key is disabled.
  const notices = page.getByRole('region', { name: english.shell.toasts.region });
  await page.keyboard.press('r');
  await notices.getByText(english.sign.commands.onlyOperators).waitFor();
  await page.keyboard.press('a');
  await notices.getByText(english.outages.one.onlyOperators).waitFor();
  await shot(page, 'viewer');
  expect(await inaccessible(page)).toEqual([]);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
