import { readFileSync } from 'node:fs';
import { pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { inaccessible } from './service-and-browser.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';
import type { DatabaseAside } from './failing-database.ts';

/**
 * Filters, exports and checks the audit log in a real browser on the real service, and tampers with the log in the
 * database.
 */

let hall: Hall;
let database: DatabaseAside;
let viewer: Person;
let organizationId: string;
const said = englishAdmin.audit;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

beforeAll(async () => {
  hall = await openHall();
  database = await hall.database();
  organizationId = await hall.organization('Fair');
  const eventId = await hall.event('Ball', organizationId);
  for (const name of ['One', 'Two', 'Three'])
    good(await hall.service.owner.call('PATCH /api/events/:id', { params: { id: eventId }, body: { name } }));
  viewer = await hall.person('viewer', organizationId);
  await viewer.client.call('PATCH /api/events/:id', { params: { id: eventId }, body: { name: 'No' } });
});
afterAll(async () => {
  await database.close();
  await hall.close();
});

const openLog = (search = '', more: { person?: Person } = {}): Promise<Page> =>
  hall.phone({ ...DESK, path: pathOf('organizationAudit', { organizationId }) + search, ...more });
const rows = (page: Page) => page.getByRole('list', { name: said.list }).getByRole('button');
const chip = (page: Page, count: number, word: string) =>
  page
    .getByRole('navigation', { name: said.filters.label })
    .getByRole('link', { name: new RegExp(`^${count}\\s*${word}$`) });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
async function check(page: Page): Promise<void> {
  const before = await page.locator('h1 + p').textContent();
  await page.getByRole('button', { name: said.headline.check }).click();
  await expect.poll(() => page.locator('h1 + p').textContent(), { timeout: 20_000 }).not.toBe(before);
  await page.getByRole('button', { name: said.headline.check }).waitFor();
}

test('D15: the URL has the filters of the log, and the counts equal those of the rows', async () => {
  const page = await openLog();
  await page.getByText(said.headline.refused(1)).first().waitFor();
  await chip(page, 1, said.outcomes.denied).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('denied');
  // By keyboard, a row opens. Escape first closes the row and then clears the filters.
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText(viewer.email).first().waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await page.getByRole('button', { name: said.filters.anyAction }).click();
  await page.getByRole('menuitem', { name: said.actions['event.update']! }).click();
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.close();
});

test('M5: the page exports the rows that its filters select, and the export adds a row to the log', async () => {
  const page = await openLog('?action=event.update');
  await chip(page, 3, said.outcomes.ok).waitFor();
  await page.getByRole('button', { name: said.export.open, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: said.export.formats.ndjson.name }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: said.export.button(4) }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(Array(4).fill('event.update'));
  expect(download.suggestedFilename()).toMatch(/^audit-.*\.ndjson$/);
  await page.goto(`${pathOf('organizationAudit', { organizationId })}?action=audit.export`);
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.close();
});
test('D16: a check of the audit log finds rows that were changed or deleted in the database, also at its end, and names them', async () => {
  const page = await openLog();
  await page.getByText(said.headline.unchecked).first().waitFor();
  await check(page);
  await page.getByRole('heading', { name: said.headline.complete }).waitFor();

  const where = 'where organization_id = $1 and seq = $2';
  await database.run(`update audit set ip = '192.0.2.66' ${where}`, [organizationId, 3]);
  await check(page);
  await heading(page).getByText(said.fault.kinds.changed).waitFor();
  await page.getByText(said.fault.rows.changed('3')).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('link', { name: said.fault.around }).click();
  await expect.poll(() => rows(page).count()).toBe(3);

  await database.run(`delete from audit ${where}`, [organizationId, 3]);
  await check(page);
  await heading(page).getByText(said.fault.kinds.missing).waitFor();
  await page.getByText(said.fault.rows.missing('3')).waitFor();
  await page.close();
});

test('D16: a check finds that the last rows were deleted, even if the head of the chain was changed as well', async () => {
  const other = await hall.organization('Tail');
  const page = await hall.phone({ ...DESK, path: pathOf('organizationAudit', { organizationId: other }) });
  await check(page);
  await database.run('delete from audit where organization_id = $1 and seq > 1', [other]);
  await database.run(
    'update audit_head set seq = 1, hash = (select hash from audit where organization_id = $1 and seq = 1) where organization_id = $1',
    [other],
  );
  // The request of this check is the new row 2. The first poll of the check fails.
  const path = '**/api/audit/verification*';
  let failed = 0;
  await page.route(path, (route) => {
    if (route.request().method() !== 'GET' || failed > 0) return route.continue();
    failed += 1;
    return route.abort('connectionfailed');
  });
  await check(page);
  expect(failed).toBe(1);
  await page.unroute(path);
  expect(await page.getByText(said.fault.rows.missing('2')).count()).toBe(1);
  expect(await page.getByText(said.fault.rows.changed('2')).count()).toBe(0);

  // A later change of another row is named beside the known fault.
  await database.run(`update audit set ip = '192.0.2.66' where organization_id = $1 and seq = 1`, [other]);
  await page.getByRole('button', { name: said.headline.check }).click();
  await page.getByText(said.fault.others).waitFor({ timeout: 20_000 });
  expect(await page.getByText(said.fault.rows.changed('1')).count()).toBe(1);
  expect(await page.getByRole('link', { name: said.fault.rows.missing('2') }).count()).toBe(1);
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('M5: an event’s page of the log has only the event’s rows, and tells a viewer who may open it', async () => {
  const eventId = await hall.event('Concert', organizationId);
  const page = await hall.phone({ ...DESK, path: pathOf('eventAudit', { eventId }) });
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.close();
  const refused = await openLog('', { person: viewer });
  await refused.getByRole('heading', { name: said.forbidden }).waitFor();
  await refused.close();
});
