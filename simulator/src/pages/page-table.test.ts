import { CAUSES, type PageVerdict } from '@sign-display/testing/page-table/row';
import { PAGE_ROWS } from '@sign-display/testing/page-table/rows';
import { startPageTable, type PageTableServer } from '@sign-display/testing/page-table/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createPageClient, type PageClient } from './page-client.ts';

let server: PageTableServer;
let client: PageClient;
beforeAll(async () => {
  server = await startPageTable();
  client = createPageClient(systemClock);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

/** Only a page that never answers needs a short limit. */
const patienceMs = (verdict: PageVerdict): number =>
  !verdict.shown && verdict.reason === 'sign_timeout' ? 300 : 60_000;

describe('G14: a virtual sign comes to the verdict of a real sign about a page', () => {
  test.each(PAGE_ROWS.map((row, index) => [row.name, index] as const))('%s', async (_, index) => {
    const { verdict } = PAGE_ROWS[index]!;
    const proof = await client.prove(server.url(index), 'claim', patienceMs(verdict));
    if (verdict.shown) return expect(proof).toMatchObject({ ok: true, httpStatus: verdict.httpStatus });
    expect(proof).toMatchObject({ ok: false, reason: verdict.reason });
    expect(proof.ok ? '' : proof.detail).toMatch(CAUSES[verdict.cause].kiosk);
  });
});
