import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSelfSigned } from '../adapters/self-signed-certificate.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { startContentServer, type ContentServer } from './content-server.ts';
import { createPageClient, type PageClient } from './page-client.ts';
import { PAGES, PAGE_KINDS, type PageKind } from '../plan/scenario-terms.ts';

let server: ContentServer;
let client: PageClient;
beforeAll(async () => {
  server = await startContentServer(systemClock, 100, await makeSelfSigned());
  client = createPageClient(systemClock);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** Only the hanging page needs a short limit; how long the others take depends on the machine and is not tested. */
const patienceMs = (page: PageKind) => (page.endsWith('hanging') ? 1_000 : 60_000);

test.each(PAGE_KINDS)('a page that is %s fails as the vocabulary says', async (page: PageKind) => {
  const proof = await client.prove(server.pageUrl(1, 'first', page), 'claim', patienceMs(page));
  expect(proof.ok ? null : proof.reason).toBe(PAGES[page]);
});

test('each way in which a page fails has a message of its own', async () => {
  const words = async (page: PageKind) => {
    const proof = await client.prove(server.pageUrl(2, 'first', page), 'claim', patienceMs(page));
    return proof.ok ? 'loaded' : proof.detail;
  };
  expect(await words('refused')).toContain('refused');
  expect(await words('tls_broken')).toContain('certificate');
  expect(await words('not_found')).toContain('404');
  expect(await words('server_error')).toContain('500');
  expect(await words('hanging')).toContain('1000 ms');
});

test('G10: a page whose image never answers is proved at the load timeout, and its detail names the image', async () => {
  const url = server.pageUrl(6, 'first', 'half_hanging');
  const proof = await client.prove(url, 'claim', 1_000);
  const { host } = new URL(url);
  expect(proof).toMatchObject({ ok: true, httpStatus: 200, host, detail: `${host}/k/0/image/hanging did not answer` });
});

test('C5: loads are counted per kiosk, request and purpose', async () => {
  const url = server.pageUrl(3, 'first', 'good');
  await client.prove(url, 'claim', 60_000);
  await client.prove(url, 'show', 60_000);
  await client.prove(url, 'show', 60_000);
  expect(server.hits(3, 'first', 'claim')).toBe(1);
  expect(server.hits(3, 'first', 'show')).toBe(2);
  expect(server.hits(3, 'second', 'claim')).toBe(0);
  expect(server.hits(4, 'first', 'claim')).toBe(0);
});

test('checking a page says whether it has changed, or why it does not answer', async () => {
  const first = await client.check(server.pageUrl(5, 'first', 'good'));
  const same = await client.check(server.pageUrl(5, 'first', 'good'));
  const other = await client.check(server.pageUrl(5, 'second', 'good'));
  expect(same).toEqual(first);
  expect(other).not.toEqual(first);
  expect(await client.check(server.pageUrl(5, 'first', 'not_found'))).toEqual({
    ok: false,
    detail: 'The page answered with HTTP 404',
    httpStatus: 404,
  });
});
