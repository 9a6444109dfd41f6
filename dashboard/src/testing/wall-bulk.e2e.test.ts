import { join } from 'node:path';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { SCREEN } from './fake-wall-signs.ts';

/** What is done to many signs at once, with made-up signs and answers, on `ui-wall.html`. */

const english = { ...everybodys, ...englishWall };
const { bulk: said } = english.wallActions;
const { commands, content } = english.sign;
let gallery: Gallery;
const complaints: string[] = [];
beforeAll(async () => {
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
});
afterAll(() => gallery.close());
const pages: Page[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});

const idOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const CHOSEN = [9, 10, 11, 12, 13, 14];
/** A wall on which these signs are chosen. */
async function open(lang: 'en' | 'de' = 'en', role = 'operator'): Promise<Page> {
  const page = await gallery.newPage({ viewport: { width: 1440, height: 900 } });
  pages.push(page);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${gallery.url('ui-wall')}?signs=240&lang=${lang}&role=${role}&select=${CHOSEN.map(idOf).join('.')}`);
  await page.getByRole('toolbar').waitFor();
  return page;
}
const shot = async (page: Page, name: string): Promise<void> => {
  await picture(page);
  await screenshotOf(page, { path: join(gallery.folder, `${name}.png`) });
};
const become = (page: Page, number: number, state: object) =>
  page.evaluate(`become(${JSON.stringify({ id: idOf(number), ...state })})`);
const DEVICE = {
  deviceSignId: idOf(999),
  shortCode: '4QB50C',
  macAddress: '02:00:00:00:00:01',
  appVersion: '2.4.1',
  screen: SCREEN,
};
const OFFLINE = { status: 'offline', presence: 'offline', lastSeenAt: '2026-11-14T19:38:12.000Z' };
/** The service tells how far the bulk is that the address names. */
async function counts(page: Page, told: Partial<BulkCounts>): Promise<void> {
  await page.waitForURL((url) => url.searchParams.has('bulk'));
  const all = { queued: 0, sent: 0, acked: 0, failed: 0, expired: 0, refused: 0, ...told };
  const bulkId = new URL(page.url()).searchParams.get('bulk');
  await page.evaluate(`bulkIs(${JSON.stringify({ bulkId, total: CHOSEN.length, counts: all })})`);
}
const answers = (page: Page, route: string, answer: string) =>
  page.evaluate(`void (told.answers[${JSON.stringify(route)}] = ${answer})`);
const ordered = (page: Page) => page.evaluate<{ key: string; body: unknown }[]>('told.calls');
const button = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: english.shell.toasts.region });
async function setPage(page: Page): Promise<void> {
  await button(page, content.button).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('https://walls.example/evening');
  await field.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
/** Puts a mark on it that an element which is made anew does not have. */
const mark = (it: Locator) => it.evaluate((element: object) => void Object.assign(element, { isThatOne: true }));
const isMarked = (it: Locator) => it.evaluate((element: object) => 'isThatOne' in element);

test('M1, D5: what somebody presses or is at stays the same element while signs change and the bulk goes on', async () => {
  const page = await open();
  const refresh = button(page, commands.names['refresh']!);
  await refresh.focus();
  await mark(refresh);
  await become(page, 9, { statusSince: '2026-11-14T19:59:00.000Z' });
  expect(await isMarked(refresh)).toBe(true);
  await page.keyboard.press('Enter');
  await counts(page, { queued: 5, acked: 1 });
  await page.getByRole('button', { name: said.showEach }).click();
  const done = page.locator('li[data-state=acked]');
  const row = page.getByRole('list', { name: said.each }).getByRole('listitem').first();
  await done.waitFor();
  await mark(done);
  await mark(row);
  await counts(page, { queued: 2, acked: 4 });
  await done.getByText('4').waitFor();
  await become(page, 9, { statusSince: '2026-11-14T19:59:30.000Z' });
  expect(await isMarked(done)).toBe(true);
  expect(await isMarked(row)).toBe(true);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(said.hideEach);
});

test('U20: a screenshot of several signs leaves out those in browser tabs, and is refused where none can take one', async () => {
  const page = await open();
  const screenshot = button(page, commands.names['screenshot']!);
  const tab = { device: { ...DEVICE, platform: BROWSER_PLATFORM } };
  for (const number of CHOSEN.slice(0, 2)) await become(page, number, tab);
  await page.getByRole('toolbar').getByText(said.tabs(2)).waitFor();
  await screenshot.click();
  await page.waitForURL((url) => url.searchParams.has('bulk'));
  const [sent] = await ordered(page).then((calls) => calls.filter(({ key }) => key === 'POST /api/signs/bulk'));
  expect(sent!.body).toMatchObject({ target: { signIds: CHOSEN.slice(2).map(idOf) } });
  await shot(page, 'tabs');
  for (const number of CHOSEN) await become(page, number, tab);
  await expect.poll(() => screenshot.getAttribute('aria-disabled')).toBe('true');
  expect(await screenshot.getAttribute('title')).toBe(commands.noneSupports);
  await screenshot.click({ force: true });
  await toasts(page).getByText(commands.noneSupports).waitFor();
  expect(await inaccessible(page)).toEqual([]);
});

test('M1: a sign of a new page waits until its own outcome is known; what is over says what the counts say', async () => {
  const page = await open();
  await setPage(page);
  await page.getByRole('button', { name: said.showEach }).click();
  const rows = page.getByRole('list', { name: said.each }).getByRole('listitem');
  const count = (name: string) => rows.filter({ hasText: name }).count();
  await counts(page, { sent: 6 });
  await expect.poll(() => count(english.marks.sent)).toBe(6);
  await shot(page, 'each-waits');
  // Two failed, and nothing that is seen here tells which.
  await counts(page, { acked: 4, failed: 2 });
  await expect.poll(() => count(said.notKnown)).toBe(6);
  await shot(page, 'each-not-known');
  expect(await inaccessible(page)).toEqual([]);
  await counts(page, { acked: 6 });
  await expect.poll(() => count(english.marks.acked)).toBe(6);
});

test('M1: of each sign whose page failed the bulk says why, in the sign’s own words as soon as they are read', async () => {
  const page = await open();
  const failed = { url: 'https://walls.example/evening', contentState: 'error', status: 'content_error' };
  const shown = { url: failed.url, source: 'assigned', until: null };
  const answer = Promise.withResolvers<void>();
  await page.exposeFunction('mayAnswer', () => answer.promise);
  const now = '{ ok: true, body: { content: { detail: null, httpStatus: 404 } } }';
  await answers(page, 'GET /api/signs/:id/now', `mayAnswer().then(() => (${now}))`);
  await setPage(page);
  await page.getByRole('button', { name: said.showEach }).click();
  for (const number of CHOSEN.slice(0, 2)) await become(page, number, { ...failed, shown });
  await counts(page, { acked: 4, failed: 2 });
  const rows = page.getByRole('list', { name: said.each }).getByRole('listitem');
  await expect.poll(() => rows.filter({ hasText: english.map.wrong.is.content_error }).count()).toBe(2);
  answer.resolve();
  await expect.poll(() => rows.filter({ hasText: 'HTTP 404' }).count()).toBe(2);
  await shot(page, 'each-why');
});

test.each(['en', 'de'] as const)(
  'M1: %s: what visitors see is asked about with how many it comes to, and again before it is tried again',
  async (lang) => {
    const page = await open(lang);
    await become(page, 10, OFFLINE);
    const { bulk, reboot } =
      lang === 'en'
        ? { bulk: said, reboot: commands.names['reboot']! }
        : await import('../words/german-wall.ts').then(({ germanWall }) => ({
            bulk: germanWall.wallActions.bulk,
            reboot: germanWall.sign.commands.names['reboot']!,
          }));
    const dialog = page.getByRole('dialog');
    const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
    await button(page, reboot).click();
    await dialog.getByText(bulk.askReach(5, 1)).waitFor();
    await shot(page, `asks-${lang}`);
    await inDialog(reboot).click();
    await counts(page, { failed: 6 });
    await page.getByRole('button', { name: bulk.showEach }).click();
    await page.getByRole('button', { name: bulk.tryAgain(6) }).click();
    await dialog.getByText(bulk.askText.reboot).waitFor();
    await inDialog(bulk.keep).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await ordered(page)).toHaveLength(1);
    await page.getByRole('button', { name: bulk.tryAgain(6) }).click();
    await inDialog(reboot).click();
    await expect.poll(async () => (await ordered(page)).length).toBe(2);
    expect((await ordered(page))[1]).toEqual((await ordered(page))[0]);
  },
);

test('M1: a sign that is done and shows something else, or can’t load the page, says so; an undo knows its signs', async () => {
  const page = await open();
  await setPage(page);
  for (const [number, source] of [
    [9, 'manual'],
    [10, 'schedule'],
  ] as const)
    await become(page, number, { shown: { url: 'https://walls.example/now', source, until: null } });
  await become(page, 11, { contentState: 'error', status: 'content_error' });
  await page.getByRole('button', { name: said.showEach }).click();
  const rows = page.getByRole('list', { name: said.each }).getByRole('listitem');
  await counts(page, { acked: 6 });
  for (const text of [said.instead.manual, said.instead.schedule, english.map.wrong.is.content_error])
    await rows.filter({ hasText: english.marks.acked }).getByText(text).waitFor();
  await page.getByText(said.scheduled(2)).waitFor();
  await shot(page, 'each-shows-other');
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('button', { name: said.undo }).click();
  await page.getByRole('region', { name: said.undone(6) }).waitFor();
  await counts(page, { acked: 6 });
  await expect.poll(() => rows.filter({ hasText: english.marks.acked }).count()).toBe(6);
  await rows.getByText(english.map.wrong.is.content_error).waitFor();
});

test.each(['en', 'de'] as const)('D5: %s: the bar of a viewer keeps what it can do in one line', async (lang) => {
  const page = await open(lang, 'viewer');
  const bar = page.getByRole('toolbar');
  await shot(page, `viewer-${lang}`);
  const boxes = await Promise.all((await bar.locator('button, kbd').all()).map((each) => each.boundingBox()));
  const middles = boxes.map((box) => Math.round(box!.y + box!.height / 2));
  expect(new Set(middles).size).toBe(1);
  expect(await inaccessible(page)).toEqual([]);
});

test('M4: who closes the progress can still undo, from a notice that stays; where the service is away, the progress is back', async () => {
  const page = await open();
  await setPage(page);
  await page.getByRole('button', { name: said.undo }).waitFor();
  await page.getByRole('button', { name: said.close }).click();
  const title = said.title(content.button, 6);
  await page.getByRole('region', { name: title }).waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('bulk'));
  const notice = toasts(page).getByText(title);
  await notice.waitFor();
  // It stays, so it stands beside what can be done.
  const [foot, bar] = await Promise.all([notice.boundingBox(), page.getByRole('toolbar').boundingBox()]);
  expect(foot!.x + foot!.width).toBeLessThan(bar!.x);
  await shot(page, 'closed');
  expect(await inaccessible(page)).toEqual([]);
  const undo = toasts(page).getByRole('button', { name: english.shell.toasts.undo });
  await answers(page, 'POST /api/bulk/:id/undo', "({ ok: false, body: { code: 'unavailable' } })");
  await undo.click();
  await page.getByRole('region', { name: title }).waitFor();
  await toasts(page).getByText(english.shell.toasts.notUndone).waitFor();
  await page.evaluate("void delete told.answers['POST /api/bulk/:id/undo']");
  await page.getByRole('button', { name: said.close }).click();
  await undo.click();
  await page.getByRole('region', { name: said.undone(6) }).waitFor();
  await page.waitForURL((url) => url.searchParams.has('bulk'));
});

test('M1: an address that is refused is told so in the page’s own words, and why', async () => {
  const page = await open();
  const body = { code: 'invalid_url', detail: FIELD_MESSAGES.urlBlank };
  await answers(page, 'POST /api/signs/bulk', `{ ok: false, body: ${JSON.stringify(body)} }`);
  await button(page, content.button).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('HTTP://walls.example/x y');
  await field.press('Enter');
  await page.getByRole('dialog').getByText(everybodys.fields.urlBlank(content.url, '')).waitFor();
  expect(await page.getByRole('dialog').getByText(body.detail).count()).toBe(0);
});

test('M1: a page says who gets it later', async () => {
  const page = await open();
  await become(page, 10, OFFLINE);
  await button(page, content.button).click();
  await page.getByRole('dialog').getByText(said.contentAway(1)).waitFor();
  await shot(page, 'content-away');
  expect(await inaccessible(page)).toEqual([]);
});

test('M1: a bulk that can’t be read keeps its undo, says that it could not be read, and is read again when it is heard of', async () => {
  const page = await open();
  await answers(page, 'GET /api/bulk/:id', 'null');
  await setPage(page);
  await page.getByText(said.notRead).waitFor();
  await page.getByRole('button', { name: said.undo }).waitFor();
  await shot(page, 'not-read');
  expect(await inaccessible(page)).toEqual([]);
  await page.evaluate("void delete told.answers['GET /api/bulk/:id']");
  await counts(page, { acked: 6 });
  await page.getByText(said.notRead).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: said.undo }).waitFor();
});

test('M1: who gives an order while another is on its way to the service hears that it was not begun', async () => {
  const page = await open();
  await answers(page, 'POST /api/signs/bulk', 'new Promise(() => {})');
  await button(page, commands.names['refresh']!).click();
  await button(page, commands.names['screenshot']!).press('Enter');
  await toasts(page).getByText(said.busy).waitFor();
  expect(await ordered(page)).toHaveLength(1);
  await shot(page, 'busy');
});

test('N10: a word is taken back from the outages that are open now, not from those that were', async () => {
  const page = await open();
  const word = { by: { id: 'me', name: 'Maren' }, at: '2026-11-14T19:50:00.000Z', note: null };
  await become(page, 20, { ...OFFLINE, acknowledged: word });
  const takeBack = page.getByRole('button', { name: english.outages.one.takeBack });
  await takeBack.waitFor();
  const outage = { id: 'outage-new', signId: idOf(20), kind: 'offline', until: null, told: [], acknowledged: word };
  const items = [{ ...outage, since: '2026-11-14T19:58:00.000Z' }];
  await answers(page, 'GET /api/events/:id/outages', JSON.stringify({ ok: true, items }));
  await takeBack.click();
  await expect
    .poll(() => ordered(page))
    .toEqual([{ key: 'DELETE /api/outages/acknowledge', body: { ids: ['outage-new'] } }]);
});

test('D5: the address of a bulk is not written onto the page that somebody is on the way to', async () => {
  const page = await open();
  await page.evaluate(
    "void document.body.append(Object.assign(document.createElement('a'), { href: '/elsewhere', id: 'away', textContent: 'away' }))",
  );
  await page.locator('#away').dispatchEvent('click');
  await button(page, commands.names['refresh']!).click();
  await page.getByRole('button', { name: said.showEach }).waitFor();
  await page.evaluate('void arrive()');
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/elsewhere');
  await page.goBack();
  await page.getByRole('grid').waitFor();
});

test('K5: no page threw anything', () => {
  expect(complaints).toEqual([]);
});
