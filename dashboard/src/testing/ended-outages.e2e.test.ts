import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { SignStatus } from '@sign-display/contracts/rest/signs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openHall, type Hall } from './service-and-phones.ts';

/** How an ended outage reads after its signs have changed, in a real browser: four real virtual signs in four places. */

const english = { ...everybodys, ...englishWall };
const { wallActions, outages: said } = english;

let hall: Hall;
let signIds: string[];
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000' });
  const { all } = await hall.box.signs(4);
  for (const [nth, { shortCode }] of all.entries()) {
    const place = { name: `Bar ${nth + 1}`, location: `Hall ${nth + 1}` };
    good(await hall.claim(shortCode, { ...place, url: hall.websites.page('menu') }));
  }
  await areAll('showing');
  signIds = (await records()).map(({ id }) => id);
});
afterAll(() => hall.close());

async function records() {
  const query = { organizationId: hall.service.organizationId };
  return good(await hall.owner.client.list('GET /api/signs', { query })).items;
}
async function areAll(status: SignStatus): Promise<void> {
  const read = async () => expect((await records()).map((sign) => sign.status)).toEqual(Array(4).fill(status));
  await vi.waitFor(read, { timeout: 60_000 });
}
async function refresh(): Promise<void> {
  const { organizationId } = hall.service;
  const body = { organizationId, target: { signIds }, action: { command: 'refresh' as const } };
  good(await hall.owner.client.call('POST /api/signs/bulk', { body }));
}
/** The outages that have ended, without our own absences. */
const rows = (page: Page) =>
  page
    .getByRole('list', { name: said.states.closed, exact: true })
    .getByRole('listitem')
    .filter({ hasNotText: said.away });
const headline = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** How many signs a card of the wall's bulks counts as done. */
const done = (page: Page, title: string) => card(page, title).locator('[data-state=acked] b').textContent();

test('U12: an ended outage of four signs stays one outage, in the same words, after a bulk set of their page and its undo', async () => {
  const { eventId } = hall.service;
  hall.websites.breakPage('menu');
  await refresh();
  await areAll('content_error');
  hall.websites.mend('menu');
  await refresh();
  await areAll('showing');

  const page = await hall.phone({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });
  const list = pathOf('outages', { eventId });
  const read = async () => {
    await page.goto(list);
    await headline(page, new RegExp(said.headline.none)).waitFor();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
    const texts = await rows(page).allInnerTexts();
    await rows(page).first().getByRole('link').click();
    await headline(page, /4 signs with pages from .127\.0\.0\.1. couldn’t load their page for/).waitFor();
    return { texts, headline: await headline(page, /./).innerText(), address: page.url() };
  };
  const before = await read();
  expect(before.texts).toHaveLength(1);

  await page.goto(`${pathOf('wall', { eventId })}?view=map&select=${signIds.join('.')}`);
  await page.getByRole('toolbar').getByRole('button', { name: english.sign.content.button }).click();
  const dialog = page.getByRole('dialog', { name: wallActions.bulk.contentTitle(4) });
  await dialog.getByRole('textbox').fill(hall.websites.page('evening').replace('127.0.0.1', 'localhost'));
  await dialog.getByRole('textbox').press('Enter');
  const set = wallActions.bulk.title(english.sign.content.button, 4);
  await expect.poll(() => done(page, set)).toBe('4');
  expect(new Set((await records()).map(({ url }) => new URL(url!).hostname))).toEqual(new Set(['localhost']));
  const wall = page.url();
  expect(await read()).toEqual(before);

  await page.goto(wall);
  await card(page, set).getByRole('button', { name: wallActions.bulk.undo }).click();
  await expect.poll(() => done(page, wallActions.bulk.undone(4))).toBe('4');
  expect(new Set((await records()).map(({ url }) => url))).toEqual(new Set([hall.websites.page('menu')]));
  expect(await read()).toEqual(before);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
