import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { first } from '../words/english/first-sign.ts';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import { described, inaccessible, picture } from './service-and-browser.ts';

/** The page of an event, live, in a real browser. */

let hall: Hall;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
beforeAll(async () => {
  // Of the service's own start nothing is to be seen here but where a test starts it.
  hall = await openHall({ WARM_UP_MS: '1000', PUBLIC_URL, PRIVATE_PAGES: 'loopback' });
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => hall.close());

/** As phones reach it; these browsers are on its own machine. */
const PUBLIC_URL = 'http://signs.hall.example:3000';

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}
/** Also those of a test that failed: this browser ends when pages of several sizes stand open in it. */
afterEach(async () => {
  hall.link.mend();
  await Promise.all(open.splice(0).map((page) => page.close()));
});
const rows = (page: Page) => page.getByRole('row').and(page.locator('[data-sign]'));
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
/** The signs as a table, whatever fits. */
const table = (eventId: string): string => `${pathOf('wall', { eventId })}?view=table`;
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const isLive = (page: Page) => page.locator('header').getByText(english.live.live, { exact: true }).waitFor();

const LONG = 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe, auch für die Gäste der Loge im ersten Rang';
const RIGHT_TO_LEFT = 'لوحة المدخل الرئيسي لكبار الزوار';

describe('an event without signs', () => {
  test('D5: shows /claim as a QR, and prepares signs, which another browser sees at once', async () => {
    const eventId = await hall.event('Empty');
    const path = table(eventId);
    const page = await desk({ path });
    const other = await desk({ path });
    const qr = page.getByRole('img', { name: first.phone.qr(`${PUBLIC_URL}/claim`) });
    const seen = PNG.sync.read(await screenshotOf(qr));
    expect(decodeQR(seen)).toBe(`${PUBLIC_URL}/claim`);
    await other.getByText(first.title).waitFor();

    await page.getByRole('button', { name: first.prepare }).click();
    await page.getByRole('textbox', { name: english.wall.prepare.name }).fill('Kasse 11');
    await page.getByLabel(english.wall.prepare.location).fill('Einlass, links');
    await page.getByLabel(english.wall.prepare.url).fill('ftp://nowhere');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel(english.wall.prepare.url).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(english.wall.prepare.url).fill('');
    await page.keyboard.press('Enter');
    await row(other, 'Kasse 11').waitFor();
    await page.getByText(/Kasse 11.* was prepared/).waitFor();
    await page.getByRole('textbox', { name: english.wall.prepare.name }).fill('Kasse 12');
    await page.keyboard.press('Enter');
    await row(other, 'Kasse 12').waitFor();
    // Under the pointer a new row would wait until somebody asks for it.
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await row(page, 'Kasse 12').waitFor();
  });

  test('D5: tells a viewer who may claim', async () => {
    const viewer = await hall.person('viewer');
    const eventId = await hall.event('Viewed');
    const page = await desk({ path: pathOf('wall', { eventId }), person: viewer });
    await page.getByText(first.onlyOperators).waitFor();
    // U20: each control shows it by a press, too.
    const toasts = page.getByRole('region', { name: english.shell.toasts.region });
    for (const name of [first.browser.open, first.typed.find, first.prepare]) {
      const button = page.getByRole('button', { name });
      expect(await button.isDisabled()).toBe(true);
      await button.focus();
      await page.keyboard.press('Enter');
      await toasts.getByText(first.onlyOperators).waitFor();
      await toasts.getByRole('button', { name: english.shell.toasts.close }).click();
      await toasts.getByText(first.onlyOperators).waitFor({ state: 'detached' });
    }
    expect(await inaccessible(page)).toEqual([]);
  });
});

test('U20: an operator who opens the settings of an event reaches each field, and reads who may change it', async () => {
  const eventId = await hall.event('Locked');
  const path = pathOf('eventSettings', { eventId });
  const page = await desk({ path, person: await hall.person('operator') });
  await page.getByLabel(english.events.name, { exact: true }).waitFor();
  const fields = page.locator('main form :is(input, select, textarea)');
  expect(await fields.count()).toBe(6);
  for (const field of await fields.all()) {
    expect(await field.evaluate((it) => it.matches('[readonly]:not(:disabled)'))).toBe(true);
    expect(await described(field)).toContain(english.events.onlyAdmins);
  }
  await page.getByRole('combobox').click();
  expect(await page.getByRole('option').count()).toBe(0);
  const toasts = page.getByRole('region', { name: english.shell.toasts.region });
  await page.getByRole('button', { name: english.events.save }).focus();
  await page.keyboard.press('Enter');
  await toasts.getByText(english.events.onlyAdmins).waitFor();
  expect(await inaccessible(page)).toEqual([]);
});

describe('an event with signs', () => {
  let eventId: string;
  let path: string;
  beforeAll(async () => {
    eventId = await hall.event('Ball');
    path = table(eventId);
    for (const name of [LONG, RIGHT_TO_LEFT, 'Bar 2', 'Bar 10'])
      await hall.prepared({ name, location: name.startsWith('Bar') ? 'Bars, links' : 'Foyer Nord', eventId });
  });

  test.each(['light', 'dark'] as const)(
    'D5: axe-core finds nothing wrong in the %s theme, whatever the width, and nothing is cut off',
    async (colorScheme) => {
      const page = await desk({ path, colorScheme });
      await row(page, 'Bar 10').waitFor();
      await isLive(page);
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await picture(page);
        await screenshotOf(page, { path: join(folder, `event-${width}-${colorScheme}.png`) });
        expect(await inaccessible(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        const names = await rows(page).getByRole('link').allInnerTexts();
        expect(names).toEqual(['Bar 2', 'Bar 10', LONG, RIGHT_TO_LEFT]);
      }
    },
  );

  test('D5: where text grows while the page is open, so do its rows, and none covers another', async () => {
    const page = await desk({ path });
    await row(page, 'Bar 10').waitFor();
    const top = async (name: string) => (await row(page, name).boundingBox())!.y;
    const apart = async () => (await top('Bar 10')) - (await top('Bar 2'));
    const before = await apart();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expect.poll(apart).toBeCloseTo(2 * before);
  });

  test('D5: a filter is opened by its address, and kept in it', async () => {
    const page = await desk({ path: `${path}&place=Bars&q=10` });
    await row(page, 'Bar 10').waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('searchbox').fill('nothing');
    await page.getByRole('heading', { name: english.wall.nothing.title(null, 'Bars', 'nothing') }).waitFor();
    expect(asked(page)['q']).toBe('nothing');
    await picture(page);
    await screenshotOf(page, { path: join(folder, 'nothing-found.png') });
    await page.getByRole('button', { name: english.wall.nothing.drop('nothing') }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole('searchbox').fill('nothing');
    await page.getByRole('button', { name: english.wall.nothing.clear }).click();
    await expect.poll(() => rows(page).count()).toBe(4);
    await page.getByRole('link', { name: `4 ${english.marks.unlinked}` }).click();
    await expect.poll(() => asked(page)).toEqual({ view: 'table', status: 'unlinked' });
    // A key of its own leads to the field.
    await headline(page).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('2');
    await expect.poll(() => rows(page).count()).toBe(1);
    // Escape goes back step by step: first what is looked for, then the status.
    await page.keyboard.press('Escape');
    await expect.poll(() => asked(page)).toEqual({ view: 'table', status: 'unlinked' });
    await row(page, 'Bar 10').getByRole('link').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => asked(page)).toEqual({ view: 'table' });
  });

  test('D5: a search alone that finds nothing names the word, and one press drops it', async () => {
    const page = await desk({ path: `${path}&q=Aula`, locale: 'de-DE' });
    await page.getByRole('heading', { name: german.wall.nothing.title(null, null, 'Aula') }).waitFor();
    expect(await page.getByRole('button', { name: german.wall.nothing.clear }).count()).toBe(0);
    await page.getByRole('button', { name: german.wall.nothing.drop('Aula') }).click();
    await expect.poll(() => rows(page).count()).toBe(4);
    expect(asked(page)).toEqual({ view: 'table' });
  });

  test.each(['ltr', 'rtl'] as const)(
    'D5: on a page of direction %s each name is read in its own direction, and all begin at one edge',
    async (direction) => {
      const page = await desk({ path });
      await row(page, 'Bar 10').waitFor();
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const names = await rows(page)
        .getByRole('link')
        .locator('bdi')
        .evaluateAll((elements) =>
          elements.map((element) => {
            const { left, right } = element.getBoundingClientRect();
            return {
              text: element.textContent,
              reads: element.ownerDocument.defaultView!.getComputedStyle(element).direction,
              left,
              right,
            };
          }),
        );
      expect(names.map(({ text, reads }) => [text, reads])).toEqual([
        ['Bar 2', 'ltr'],
        ['Bar 10', 'ltr'],
        [LONG, 'ltr'],
        [RIGHT_TO_LEFT, 'rtl'],
      ]);
      expect(new Set(names.map(({ left, right }) => Math.round(direction === 'ltr' ? left : right))).size).toBe(1);
      await screenshotOf(page, { path: join(folder, `names-${direction}.png`) });
    },
  );

  test('A3: a network that is cut shows since when the page is old; when it is back, nothing is missing', async () => {
    const page = await desk({ path });
    await row(page, 'Bar 2').waitFor();
    await isLive(page);
    const before = await row(page, 'Bar 2').boundingBox();
    hall.link.cut();
    await page
      .getByText(/^Not live since \d\d:\d\d:\d\d$/)
      .first()
      .waitFor();
    await page.getByText(/The data on this page is .* old\..*Retrying/).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    // What was known stays, where it was.
    expect(await row(page, 'Bar 2').boundingBox()).toEqual(before);
    await screenshotOf(page, { path: join(folder, 'event-not-live.png') });
    const created = await hall.prepared({ name: 'Bar 3', location: 'Bars', eventId });
    expect(await row(page, 'Bar 3').count()).toBe(0);
    hall.link.mend();
    await page
      .getByRole('button', { name: english.live.tryNow })
      .click({ trial: false })
      .catch(() => {});
    await row(page, 'Bar 3').waitFor();
    await isLive(page);
    expect(await page.getByText(/^Not live since/).count()).toBe(0);
    good(await hall.owner.client.call('DELETE /api/signs/:id', { params: { id: created } }));
    await expect.poll(() => row(page, 'Bar 3').count()).toBe(0);
  });

  test('D1: without a network a link to a page whose script is not there leaves the wall as it is and says so; with one it leads there', async () => {
    const page = await desk({ path });
    await row(page, 'Bar 2').waitFor();
    await isLive(page);
    const { pathname } = new URL(page.url());
    hall.link.cut();
    await page
      .getByText(/^Not live since/)
      .first()
      .waitFor();
    await row(page, 'Bar 2').getByRole('link').click();
    const lost = page.getByRole('alert').filter({ hasText: english.states.ourFault.next });
    await lost.waitFor();
    expect(await row(page, 'Bar 2').isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(pathname);
    hall.link.mend();
    await lost.getByRole('button', { name: english.trouble.tryAgain }).click();
    await page.waitForURL(/\/signs\//);
    await page.getByRole('heading', { name: 'Bar 2' }).waitFor();
  });
});

test('A3: a service that ends and starts again leaves nothing out, and the page says until when it was live', async () => {
  const eventId = await hall.event('Restarted');
  await hall.prepared({ name: 'Before', eventId });
  const page = await desk({ path: table(eventId) });
  await row(page, 'Before').waitFor();
  await hall.service.stop();
  await page
    .getByText(/^Not live since/)
    .first()
    .waitFor();
  expect(await row(page, 'Before').isVisible()).toBe(true);
  await hall.service.start();
  await hall.prepared({ name: 'After', eventId });
  await row(page, 'After').waitFor();
  await isLive(page);
});

test('C10: attempts are listed as they end, by the step that broke, and a filter is in the address', async () => {
  const { all } = await hall.box.signs(2);
  const path = pathOf('claimAttempts', { eventId: hall.service.eventId });
  const page = await desk({ path });
  await page.getByRole('heading', { name: english.claims.headline.none }).waitFor();
  const [good, bad] = all;
  await hall.claim(bad!.shortCode, { url: hall.websites.broken });
  const broken = english.claims.outcomes['device_load_failed.url_load_failed'];
  await page.getByRole('button', { name: broken }).waitFor();
  await page.getByRole('heading', { level: 1, name: english.claims.headline.notClaimed(1) }).waitFor();
  await hall.claim(good!.shortCode, { url: hall.websites.page('bar'), name: RIGHT_TO_LEFT });
  await page.getByRole('button', { name: english.claims.claimedAs.claim }).waitFor();
  await page.getByRole('link', { name: broken }).click();
  await expect.poll(() => page.getByRole('list', { name: english.claims.list }).getByRole('button').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('code')).toBe('device_load_failed.url_load_failed');
  await page.getByRole('button', { name: broken }).click();
  await page.locator('dl').getByText('device_load_failed.url_load_failed').waitFor();
  await screenshotOf(page, { path: join(folder, 'claims-open.png') });
  await page.route('**/claim-attempts*', (route) => route.abort('connectionfailed'));
  const again = page.getByRole('button', { name: english.claims.again, exact: true });
  await again.click();
  await page.getByRole('alert').getByText(english.trouble.unreachable).waitFor();
  expect(await page.getByRole('button', { name: broken }).count()).toBe(1);
  await page.unroute('**/claim-attempts*');
  await again.click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.goto(`${path}?mine=1`);
  await page.getByRole('button', { name: english.claims.claimedAs.claim }).waitFor();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await picture(page);
    await screenshotOf(page, { path: join(folder, `claims-${width}.png`) });
    expect(await inaccessible(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
});

test('C10: a viewer is told who may see the attempts', async () => {
  const person = await hall.person('viewer');
  const page = await desk({ path: pathOf('claimAttempts', { eventId: hall.service.eventId }), person });
  const said = page.getByRole('heading', { name: english.states.forbidden.operators(english.claims.viewer) });
  await said.waitFor();
  expect(await page.getByRole('list', { name: english.claims.list }).count()).toBe(0);
});

test('D5: 10,000 signs scroll, with some dozens in the page, and the last is found by its name', async () => {
  const eventId = await hall.event('Large');
  await hall.prepared({ name: 'Aula', location: 'Aula', eventId });
  const database = await hall.database();
  try {
    await database.run(
      `insert into sign (id, organization_id, event_id, name, location, settings, created_at, updated_at)
       select gen_random_uuid(), organization_id, event_id, 'Stand ' || n, 'Hall ' || n % 14, settings, created_at, updated_at
       from sign, generate_series(1, 9999) n where event_id = $1`,
      [eventId],
    );
  } finally {
    await database.close();
  }
  const page = await desk({ path: table(eventId) });
  await row(page, 'Aula').waitFor();
  // Beside them the line with the columns' names.
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001');
  expect(await rows(page).count()).toBeLessThan(80);
  await row(page, 'Aula').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-rowindex="10001"]').waitFor();
  expect(await rows(page).count()).toBeLessThan(80);
  await page.keyboard.press('Home');
  await page.getByRole('searchbox').fill('stand 9999');
  await expect.poll(() => rows(page).count()).toBe(1);
  await row(page, 'Stand 9999').waitFor();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  // The socket of a service that was stopped on purpose.
  expect(hall.complaints().filter((line) => !line.startsWith('WebSocket connection to'))).toEqual([]);
});
