import { FrameCheck } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import { CAUSES } from '@sign-display/testing/page-table/row';
import { PAGE_ROWS } from '@sign-display/testing/page-table/rows';
import { startPageTable, type PageTableServer } from '@sign-display/testing/page-table/server';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createFrameCheck } from './frame-check.ts';

let server: PageTableServer;
beforeAll(async () => {
  server = await startPageTable();
});
afterAll(() => server.stop());

describe('G14: sign:frame_check comes to the verdict of a real sign about a page', () => {
  test.each(PAGE_ROWS.map((row, index) => [row.name, index] as const))('%s', async (_, index) => {
    const { verdict, tab } = PAGE_ROWS[index]!;
    const expected = tab?.check ?? tab?.verdict ?? verdict;
    const clock = createManualClock();
    const check = createFrameCheck({
      clock,
      publicUrl: () => 'http://signs.example',
      lookUpAll: async () => [{ address: '127.0.0.1', family: 4 }],
      ownPage: () => Promise.reject(new Error('no page of the service was meant')),
    });
    const asked = check(server.url(index), { allowedHosts: [], privatePages: 'loopback' });
    if (!expected.shown && expected.reason === 'sign_timeout') {
      await server.requested(index);
      clock.advance(LIMITS.frameCheckMs);
    }
    const reply = await asked;
    expect(Check(FrameCheck, reply)).toBe(true);
    if (expected.shown)
      return expect(reply).toMatchObject({ framable: true, httpStatus: expected.httpStatus, detail: '' });
    expect(reply).toMatchObject({ framable: false, reason: expected.reason });
    expect(reply.detail).toMatch(CAUSES[expected.cause].tab);
  });
});
