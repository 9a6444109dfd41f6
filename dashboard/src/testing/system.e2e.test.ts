import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { SystemResponse } from '@sign-display/contracts/rest/system';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good, startNode } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishAdmin } from '../words/english-admin.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import {
  BROKEN_SYSTEM,
  DEAD_JOBS,
  DRAWN_FIGURES,
  DRAWN_SYSTEM,
  DRAWN_WARM_UPS,
  QUIET_SYSTEM,
} from './design-system.ts';
import { databaseUrlOf } from './failing-database.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';

/** The system page in real browsers: two nodes of which one is killed, a dead job that is retried, and pictures beside the drawing. */

const SECRET = 'one secret of all the nodes, long enough';
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const GONE_WITHIN_MS = 15_000;
const said = englishAdmin.system;
let hall: Hall;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('system', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  hall = await openHall({ AUTH_SECRET: SECRET, WARM_UP_MS: '1000' });
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => hall.close());

const openSystem = (person?: Person, more: object = {}): Promise<Page> =>
  hall.phone({
    ...DESK,
    path: pathOf('system', { organizationId: hall.service.organizationId }),
    ...(person && { person }),
    ...more,
  });

test('R6: the page shows both nodes, and a node that was killed is gone from it within 15 s', async () => {
  const database = databaseUrlOf(dirname(hall.service.outbox));
  const second = await startNode({ DATABASE_URL: database, AUTH_SECRET: SECRET });
  const page = await openSystem();
  const rows = page.locator('tr[data-node]');
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(2);
  await page.getByText(said.chain.nodes(2), { exact: true }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  const killedAt = performance.now();
  await second.kill();
  await expect.poll(() => rows.count(), { timeout: 2 * GONE_WITHIN_MS, interval: 100 }).toBe(1);
  expect(performance.now() - killedAt).toBeLessThan(GONE_WITHIN_MS);
  rmSync(dirname(second.data), { recursive: true });
  await page.close();
});

test('R12: a dead job is retried from the page by keyboard, and leaves the list', async () => {
  const aside = await hall.database();
  // No sweep finds this key. The day ahead keeps workers from the job until it is dead.
  await aside.run(
    `select graphile_worker.add_job('plan_notices', json_build_object('eventId', $1::text), job_key := 'once', run_at := now() + interval '1 day')`,
    [hall.service.eventId],
  );
  const error = 'Error: connect ECONNREFUSED 10.1.2.3:587';
  await aside.run(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1 where key = 'once'`,
    [error],
  );
  const page = await openSystem();
  await page.getByText('Error: connect ECONNREFUSED [address]').waitFor();
  await page.getByRole('heading', { level: 1 }).getByText(said.headline.dead(1)).waitFor();
  await page.getByRole('button', { name: said.jobs.retry }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(said.jobs.retried).first().waitFor();
  await page.getByText(said.jobs.none.dead).waitFor();
  await page.getByRole('heading', { level: 1, name: said.headline.allFine }).waitFor();
  const { items } = good(
    await hall.service.owner.list('GET /api/audit', { query: { organizationId: hall.service.organizationId } }),
  );
  expect(items.filter(({ action }) => action === 'system.retry')).toHaveLength(1);
  await aside.close();
  await page.close();
});

test('A10: an admin who is not a system owner gets no link to the system page; opened by URL, the page says who may open it', async () => {
  const admin = await hall.person('admin');
  const page = await hall.phone({
    ...DESK,
    person: admin,
    path: pathOf('people', { organizationId: hall.service.organizationId }),
  });
  const tabs = page.getByRole('navigation', { name: english.shell.organizationTabs });
  await tabs.getByRole('link', { name: english.shell.tabs.people }).waitFor();
  expect(await tabs.getByRole('link', { name: english.shell.tabs.system }).count()).toBe(0);
  let asked = 0;
  await page.route('**/api/system*', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto(pathOf('system', { organizationId: hall.service.organizationId }));
  await page.getByRole('heading', { level: 1, name: said.forbidden }).waitFor();
  expect(asked).toBe(0);
  expect(await inaccessible(page)).toEqual([]);
  await page.close();

  const owner = await openSystem();
  await owner.getByRole('link', { name: english.shell.tabs.system, exact: true }).waitFor();
  await owner.close();
});

test('the page says since when it was not updated, while the service does not answer, and goes on by itself', async () => {
  const page = await openSystem();
  await page.locator('tr[data-node]').first().waitFor();
  await page.route('**/api/system', (route) => route.abort('connectionfailed'));
  await page.getByText(said.stale('').trim().replace(/\.$/, ''), { exact: false }).waitFor();
  expect(await page.locator('tr[data-node]').count()).toBe(1);
  await page.unroute('**/api/system');
  await page.getByText(said.stale('').trim().replace(/\.$/, ''), { exact: false }).waitFor({ state: 'detached' });
  await page.close();
});

describe('pictures', () => {
  async function show(system: SystemResponse, opening: object, jobs: unknown = { items: [], nextCursor: null }) {
    const page = await hall.phone({
      ...DESK,
      person: null,
      path: '/sign-in',
      timezoneId: 'Europe/Berlin',
      locale: 'en-GB',
      ...opening,
    });
    await page.clock.setFixedTime(NOW_DRAWN);
    await answerWith(page, {
      '/api/me': { ...ME, systemOwner: true },
      '/api/system': system,
      '/figures': DRAWN_FIGURES,
      '/warm-ups': system === QUIET_SYSTEM ? { items: [] } : DRAWN_WARM_UPS,
      '/jobs': jobs,
    });
    await page.goto(pathOf('system', { organizationId: ME.organizations[0]!.id }));
    await page.locator('tr[data-node]').first().waitFor();
    await page.locator('svg[role=img]').nth(2).waitFor();
    return page;
  }
  const fit = async (page: Page, width: number): Promise<void> =>
    page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') });

  test.each(['light', 'dark'] as const)('R6: the page as it is drawn, %s', async (colorScheme) => {
    const page = await show(DRAWN_SYSTEM, { colorScheme });
    album.keep(`system-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test('R6: the page with everything broken, in German', async () => {
    const page = await show(BROKEN_SYSTEM, { locale: 'de-DE' }, DEAD_JOBS);
    await page.getByText(germanAdmin.system.jobs.retry).first().waitFor();
    await fit(page, 1440);
    album.keep('system-broken-german', await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test('R6: the page of a service that was just installed', async () => {
    const page = await show(QUIET_SYSTEM, {});
    album.keep('system-quiet', await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test.each([390, 320])('D5: the page on a phone of %d px', async (width) => {
    const page = await show(BROKEN_SYSTEM, { locale: 'de-DE', viewport: { width, height: 844 } }, DEAD_JOBS);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await fit(page, width);
    album.keep(`system-${width}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test('D5: the page with text at 200 %', async () => {
    const page = await show(DRAWN_SYSTEM, {});
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await fit(page, 1440);
    album.keep('system-large-text', await picture(page));
    await page.close();
  });
});
