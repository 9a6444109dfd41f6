import { readFileSync } from 'node:fs';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import type { DatabaseAside } from './failing-database.ts';
import { inaccessible } from './service-and-browser.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';

/** The log of loaded content in a real browser, of virtual signs whose pages load and fail: filtered, exported, counted against the database. */

let hall: Hall;
let database: DatabaseAside;
let viewer: Person;
let organizationId: string;
let eventId: string;
/** The signs whose page is good, and whose page answers 503. */
let good11: string;
let bad12: string;
const said = englishAdmin.contentFetches;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
/** Signs send their requests in batches, each within a minute or so. */
const BATCH_MS = 150_000;

const listed = async (query: object = {}): Promise<ContentFetch[]> =>
  good(await hall.owner.client.list('GET /api/content-fetches', { query: { organizationId, ...query } })).items;

beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '60000' });
  ({ organizationId, eventId } = hall.service);
  database = await hall.database();
  viewer = await hall.person('viewer');
  const signs = await hall.box.signs(2);
  const [first, second] = signs.all;
  const claimed = async (shortCode: string, name: string, page: string) =>
    good(await hall.claim(shortCode, { name, url: hall.websites.page(page) })).body.sign.id;
  good11 = await claimed(first!.shortCode, 'Kasse 11', 'good');
  bad12 = await claimed(second!.shortCode, 'Kasse 12', 'shut');
  hall.websites.breakPage('shut');
  const params = { id: bad12 };
  good(await hall.owner.client.call('POST /api/signs/:id/commands', { params, body: { command: 'refresh' } }));
  await vi.waitUntil(
    async () =>
      (await listed({ signId: bad12, result: 'failed' })).length > 0 && (await listed({ signId: good11 })).length > 0,
    { timeout: BATCH_MS, interval: 1_000 },
  );
  // No more requests, so that counts hold.
  await signs.unplug();
}, 2 * BATCH_MS);
afterAll(async () => {
  await database.close();
  await hall.close();
});

const openLog = (search = '', more: { person?: Person } = {}): Promise<Page> =>
  hall.phone({ ...DESK, path: pathOf('contentFetches', { organizationId }) + search, ...more });
const rows = (page: Page) => page.getByRole('list', { name: said.list }).getByRole('listitem');
const chip = (page: Page, word: string) =>
  page.getByRole('navigation', { name: said.filters.label }).getByRole('link', { name: word, exact: true });
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
async function exported(page: Page, format: 'csv' | 'ndjson'): Promise<string[]> {
  await page.getByRole('button', { name: said.export.open, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: said.export.formats[format].name, exact: false }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Export/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`content-fetches.${format}`);
  await dialog.waitFor({ state: 'detached' });
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
}

test('K7: the filters of the log are in the URL, and the rows are those of the database', async () => {
  const page = await openLog();
  const all = await listed();
  const failed = all.filter(({ status, error }) => error !== null || (status ?? 0) >= 400);
  await page.getByText(said.headline.failed(failed.length, 1)).waitFor();
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, all.length));
  await chip(page, said.results.failed).click();
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, failed.length));
  expect(parameter(page, 'result')).toBe('failed');
  const first = rows(page).first();
  await first.getByText(said.reasons.hostError).waitFor();
  await first.getByText('HTTP 503').waitFor();
  expect(await inaccessible(page)).toEqual([]);

  await chip(page, said.results.ok).click();
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, all.length - failed.length));
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.close();
});

test('K7: a person chooses a sign by keyboard, and goes on to its page', async () => {
  const page = await openLog();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: said.filters.anySign }).focus();
  await page.keyboard.press('Enter');
  const find = page.getByLabel(said.sign.find);
  await find.waitFor();
  await expect.poll(() => find.evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('kasse 11');
  await page.getByText(said.sign.found(1, false), { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => parameter(page, 'sign')).toBe(good11);
  const count = (await listed({ signId: good11 })).length;
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, count));
  await page.reload();
  await page.getByRole('button', { name: 'Kasse 11' }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, count));

  await rows(page).first().getByRole('link', { name: 'Kasse 11' }).click();
  await page.waitForURL((url) => url.pathname === pathOf('sign', { signId: good11 }));
  // The sign's own tab leads back to its requests.
  await page.goto(pathOf('signContentFetches', { signId: good11 }));
  await page.getByRole('link', { name: englishWall.sign.fetches.log }).click();
  await page.waitForURL((url) => url.pathname === pathOf('eventContentFetches', { eventId }));
  await expect.poll(() => rows(page).count()).toBe(Math.min(50, count));
  await page.close();
});

test('K7: a range of times is on the wall clock of the page, and an end before its start is refused', async () => {
  const page = await openLog(`?event=${eventId}`);
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: said.filters.anyTime }).click();
  await page.getByLabel(said.range.from).fill('2026-11-20T20:00');
  await page.getByLabel(said.range.to).fill('2026-11-20T19:00');
  await page.getByRole('button', { name: said.range.apply }).click();
  await page.getByText(said.range.wrong).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByLabel(said.range.to).fill('2026-11-20T21:00');
  await page.getByRole('button', { name: said.range.apply }).click();
  await page.getByRole('heading', { name: said.nothing }).waitFor();
  const { items } = good(
    await hall.owner.client.list('GET /api/organizations/:id/events', { params: { id: organizationId } }),
  );
  const zone = items.find(({ id }) => id === eventId)!.timeZone;
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
  expect(wall.format(new Date(parameter(page, 'from')!))).toBe('20:00');
  expect(wall.format(new Date(parameter(page, 'to')!))).toBe('21:00');
  await page.getByRole('button', { name: said.filters.clear }).first().click();
  await rows(page).first().waitFor();
  await page.close();
});

test('K7: a viewer exports thousands of requests as CSV and NDJSON by the filters, and pages through them', async () => {
  const [newest] = await listed();
  const dayOf = (ago: number): string => new Date(Date.parse(newest!.at) - ago * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [`${dayOf(5)}T00:00:00.000Z`, `${dayOf(4)}T00:00:00.000Z`];
  await database.run(
    `create table if not exists content_fetch_${dayOf(5).replaceAll('-', '')}
     partition of content_fetch for values from ('${from}') to ('${to}')`,
    [],
  );
  await database.run(
    `insert into content_fetch (id, organization_id, event_id, sign_record_id, at, url, started_at, duration_ms, status, bytes, from_cache, error)
     select gen_random_uuid(), $1, $2, $3, at, 'https://many.example/' || nth, at, 10, case when nth % 3 = 0 then 404 else 200 end, 5, false, null
     from (select nth, $4::timestamptz + nth * interval '1 second' as at from generate_series(1, 6000) as nth) as made`,
    [organizationId, eventId, good11, from],
  );
  const page = await openLog(`?from=${from}&to=${to}&result=failed`, { person: viewer });
  await expect.poll(() => rows(page).count()).toBe(50);
  await page.getByRole('button', { name: said.older }).click();
  await expect.poll(() => rows(page).count()).toBe(100);
  const urls = await rows(page).locator('[title^="https://many.example/"]').allTextContents();
  expect(urls).toEqual(Array.from({ length: 100 }, (_, nth) => `https://many.example/${6_000 - 3 * nth}`));

  const lines = await exported(page, 'ndjson');
  expect(lines).toHaveLength(2_000);
  expect(lines.map((line) => (JSON.parse(line) as ContentFetch).status)).toEqual(Array(2_000).fill(404));
  const csv = await exported(page, 'csv');
  expect(csv).toHaveLength(2_001);
  expect(csv[0]).toContain('id,eventId,signId,at,url');
  await page.close();
});

test('K7: an export that breaks off says so, and the next export is whole', async () => {
  const page = await openLog(`?sign=${bad12}`);
  await rows(page).first().waitFor();
  await page.route('**/api/content-fetches/export?*', (route) => route.abort());
  await page.getByRole('button', { name: said.export.open, exact: true }).click();
  const run = page.getByRole('dialog').getByRole('button', { name: /^Export/ });
  await run.click();
  await page.getByRole('dialog').getByText(english.trouble.unreachable).waitFor();
  await page.unroute('**/api/content-fetches/export?*');
  const [download] = await Promise.all([page.waitForEvent('download'), run.click()]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(1 + (await listed({ signId: bad12 })).length);
  await page.close();
});

test('A1: the two logs lead to each other for an admin, and a stranger finds no page', async () => {
  const page = await openLog();
  const logs = page.getByRole('navigation', { name: said.tabs.label });
  await logs.getByRole('link', { name: said.tabs.audit }).click();
  await page.waitForURL((url) => url.pathname === pathOf('organizationAudit', { organizationId }));
  await logs.getByRole('link', { name: said.tabs.fetches }).click();
  await page.waitForURL((url) => url.pathname === pathOf('contentFetches', { organizationId }));
  await rows(page).first().waitFor();
  await page.close();
  const other = await hall.organization('Other');
  const stranger = await hall.person('viewer', other);
  const refused = await openLog('', { person: stranger });
  await refused.getByRole('heading', { name: englishAdmin.people.gone }).waitFor();
  expect(await rows(refused).count()).toBe(0);
  await refused.close();
});
