import { startPageTable, type PageTableServer } from '@sign-display/testing/page-table/server';
import { disagreements } from '@sign-display/testing/page-table/compare-sign-verdicts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTabs, type Tabs } from './testing/tabs.ts';

/** One table of pages decides what every kind of sign makes of a page (docs/page-load.md). */

let tabs: Tabs;
let server: PageTableServer;
beforeAll(async () => {
  [tabs, server] = await Promise.all([
    openTabs({ PRIVATE_PAGES: 'loopback', RATE_LIMIT_PER_MINUTE: '100000' }),
    startPageTable(),
  ]);
});
afterAll(() => Promise.all([tabs.close(), server.stop()]));

/** The service checks 60 pages a minute for each of them. */
const SIGNS = 4;

test('G14: a sign in a tab judges the pages of the table as the table does', { timeout: 600_000 }, async () => {
  const context = await tabs.newContext();
  const signIds: string[] = [];
  for (let count = 0; count < SIGNS; count += 1) {
    const page = await tabs.openSign(context);
    signIds.push((await tabs.claim(await tabs.codeOf(page))).id);
  }
  expect(await disagreements(tabs.service, server, signIds, 'tab')).toEqual([]);
  await context.close();
});
