import { PAGE_ROWS } from '@sign-display/testing/page-table/rows';
import { startPageTable } from '@sign-display/testing/page-table/server';
import { disagreements } from '@sign-display/testing/page-table/compare-sign-verdicts';
import { good } from '@sign-display/testing/service';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from './testing/display-service-and-pages.ts';

/** One table of pages decides what every kind of sign makes of a page (docs/page-load.md). */

const { world, freshMachine, unclaimed, claim } = openWorld({
  // Short, because some pages of the table never answer.
  LOAD_TIMEOUT_MS: '5000',
  RATE_LIMIT_PER_MINUTE: '100000',
});
/** Two processors carry two signs: while one waits for a page, the other loads one. */
const SIGNS = 2;

test(
  `G14: a real sign judges all ${PAGE_ROWS.length} pages of the table as the table does`,
  { timeout: 600_000 },
  async () => {
    const server = await startPageTable();
    onTestFinished(() => server.stop());
    const signIds: string[] = [];
    for (let count = 0; count < SIGNS; count += 1) {
      const { shortCode } = await unclaimed(await freshMachine());
      signIds.push(good(await claim(shortCode, world().pages.url('good'))).body.sign.id);
    }
    expect(await disagreements(world().service, server, signIds, 'kiosk')).toEqual([]);
  },
);
