import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { english } from '../words/english.ts';
import { openHall, type Hall } from './service-and-phones.ts';
import { picture } from './service-and-browser.ts';

/** The wall of a real service that is killed and started again. */

let hall: Hall;
let foyer: string;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
beforeAll(async () => {
  // Longer than this file takes on a busy machine: nobody waits for its end.
  hall = await openHall({ WARM_UP_MS: '300000' });
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => hall.close());

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const pixels = (page: Page) => page.evaluate<string>("document.querySelector('canvas').toDataURL()");

test('A3, N2: a killed service: the wall says since when it is not live and goes hollow; live again it says that we were away, blames no sign, and has lost nothing', async () => {
  const { eventId } = hall.service;
  const ids: string[] = [];
  for (const name of ['Bar 1', 'Bar 2', 'Bar 3'])
    ids.push(await hall.prepared({ name, location: 'Bars, links', eventId }));
  const [first, second, third] = ids;
  const { all } = await hall.box.signs(1);
  const claimed = good(await hall.claim(all[0]!.shortCode, { name: 'Foyer', url: hall.websites.page('foyer') }));
  foyer = claimed.body.sign.id;
  const query = `view=map&peek=${second}&select=${first}.${second}.${third}&zoom=120&at=${second}`;
  // An owner of the installation would read there that mail is not set up.
  const person = await hall.person('operator');
  const page = await hall.phone({ ...DESK, person, path: `${pathOf('wall', { eventId })}?${query}` });
  const grid = page.getByRole('grid');
  const chosen = page.getByRole('toolbar').getByText(englishWall.map.bar.chosen(3));
  await chosen.waitFor();
  await page.getByRole('region', { name: /Bar 2/ }).waitFor();
  await grid.focus();
  // Idle until its first heartbeat, and an idle sign has the same looks on a wall that is not live.
  await page.getByRole('link', { name: `1 ${english.marks.showing}` }).waitFor();
  await picture(page);
  const [seen, shown] = [await pixels(page), page.url()];

  await hall.service.kill();
  await page.getByText(/^Not live since/).waitFor();
  await expect.poll(() => pixels(page)).not.toBe(seen);
  const hollow = await pixels(page);
  await screenshotOf(page, { path: join(folder, 'not-live.png') });
  await chosen.waitFor();
  // The service is back before the page can know.
  hall.link.cut();
  await hall.service.start();
  const { client } = hall.owner;
  const { version } = good(await client.call('GET /api/signs/:id', { params: { id: second! } })).body;
  const body = { name: 'Bar 2 rechts' };
  good(await client.call('PATCH /api/signs/:id', { params: { id: second! }, body, ifMatch: version }));
  await hall.prepared({ name: 'Bar 4', location: 'Bars, links' });
  hall.link.mend();
  await page.evaluate("dispatchEvent(new Event('online'))");

  await page.getByText(/^Our service was down.*Your signs were not the cause\.$/).waitFor();
  // Its only online sign, whether it is back already or not.
  await page.getByText(/[01] of 1 sign has sent a heartbeat again\.$/).waitFor();
  await expect.poll(() => pixels(page)).not.toBe(hollow);
  await screenshotOf(page, { path: join(folder, 'away.png') });
  await page.getByRole('region', { name: /Bar 2 rechts/ }).waitFor();
  await chosen.waitFor();
  expect(page.url()).toBe(shown);
  expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('grid');
  // Whoever has the focus inside sees nothing move: the new sign waits.
  await page.getByRole('button', { name: englishWall.map.waiting(1) }).click();
  await expect.poll(() => grid.getAttribute('aria-label')).toBe(englishWall.map.label(5, 2));
  await page.locator('header').getByText(english.live.verdictsWait, { exact: true }).waitFor();
  // Behind the notice, in its place.
  expect(await page.locator('h1').textContent()).not.toMatch(/offline/);

  // Loaded anew while the service is not quite there: nobody has to press anything.
  const why = JSON.stringify({
    type: 'about:blank',
    title: '',
    status: 503,
    code: 'unavailable',
    retryAfterMs: 3_000,
  });
  const busy = { status: 503, contentType: 'application/problem+json', body: why };
  await page.route('**/api/me', (route) => route.fulfill(busy), { times: 1 });
  await page.route(/\/api\/events\/[^/]+$/, (route) => route.abort('connectionreset'), { times: 2 });
  await page.reload();
  await page.getByText(new RegExp(`^${english.live.busy} Retrying in \\d s\\.$`)).waitFor();
  await screenshotOf(page, { path: join(folder, 'busy.png') });
  await page.getByText(new RegExp(`^${english.live.unreachable} Retrying`)).waitFor();
  await screenshotOf(page, { path: join(folder, 'not-loaded.png') });
  await grid.waitFor();
});

test('N2: the page of a sign says our absence first while verdicts wait, and keeps its chain below, as it was before', async () => {
  const page = await hall.phone({ ...DESK, path: pathOf('sign', { signId: foyer }) });
  const said = englishWall.sign.chain;
  const notice = page.getByText(/^Our service was down.*Your signs were not the cause\.$/);
  await notice.waitFor();
  const chain = page.getByRole('list', { name: said.label });
  await chain.getByRole('heading', { name: said.was(english.marks.showing), exact: true }).waitFor();
  await chain.getByRole('heading', { name: english.marks.held, exact: true }).waitFor();
  await screenshotOf(page, { path: join(folder, 'sign-away.png') });
  const [first, below] = [await notice.boundingBox(), await chain.boundingBox()];
  expect(first!.y + first!.height).toBeLessThanOrEqual(below!.y);
  // Words within a line have no box of their own: what holds them does.
  expect(await page.locator('[data-first] > *').evaluate(IS_CUT)).toBe(false);
  expect(await chain.getByText(said.held).evaluate(IS_CUT)).toBe(false);
});

interface Box {
  scrollWidth: number;
  clientWidth: number;
  scrollHeight: number;
  clientHeight: number;
}
/** Whether some of its words are not seen. */
const IS_CUT = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Box) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

test('D5: on the page of a sign no notice moves anything, whatever the width: not that verdicts wait, nor that it is not live', async () => {
  const page = await hall.phone({ ...DESK, path: pathOf('sign', { signId: foyer }) });
  const away = page.getByText(/^Our service was down.*Your signs were not the cause\.$/);
  const old = page.getByText(/^Not live since/);
  const { chain: said, tabs } = englishWall.sign;
  const below = [
    page.getByRole('heading', { level: 1, name: 'Foyer' }),
    page.getByRole('list', { name: said.label }),
    page.getByRole('navigation', { name: tabs.label }),
  ];
  /** Measures at once, with the notice and without it: what the sign reports may change a line in between. */
  const expectNothingMoved = async (notice: Locator) => {
    const box = page.locator('div', { has: notice }).last();
    for (const width of [1440, 1110, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page);
      const parts = await Promise.all([box, ...below].map((part) => part.elementHandle()));
      const [withIt, without] = await page.evaluate(([hidden, ...seen]) => {
        const tops = () => seen.map((part) => part!.getBoundingClientRect().y);
        const before = tops();
        const { style } = hidden as unknown as { style: { display: string } };
        style.display = 'none';
        const after = tops();
        style.display = '';
        return [before, after];
      }, parts);
      expect(withIt, `${width} px`).toEqual(without);
    }
  };
  await away.waitFor();
  await page.getByRole('list', { name: said.label }).getByText(/node/).waitFor();
  await expectNothingMoved(away);
  hall.link.cut();
  try {
    await old.waitFor();
    await screenshotOf(page, { path: join(folder, 'sign-old-phone.png') });
    await expectNothingMoved(old);
    await page.setViewportSize({ width: 1440, height: 900 });
    await screenshotOf(page, { path: join(folder, 'sign-old.png') });
  } finally {
    hall.link.mend();
  }
  await page.close();
});

test('U11, U16: a frozen service makes the page “Not live” within 15 s; the page names the service or the network as the cause, and is live again after the thaw', async () => {
  const page = await hall.phone({ ...DESK, path: pathOf('wall', { eventId: hall.service.eventId }) });
  const notice = page.getByText(/^Not live since/).first();
  await page.locator('header').getByText(english.live.verdictsWait, { exact: true }).waitFor();
  hall.service.freeze();
  try {
    // The unit test of the feed checks the exact limit; this test allows for a busy machine.
    await notice.waitFor({ timeout: 20_000 });
    await page.getByText(english.live.unreachable).waitFor();
    await screenshotOf(page, { path: join(folder, 'frozen.png') });
    await page.context().setOffline(true);
    await page.getByText(english.live.noNetwork).waitFor();
    await page.context().setOffline(false);
    await page.getByText(english.live.unreachable).waitFor();
  } finally {
    hall.service.thaw();
  }
  await notice.waitFor({ state: 'hidden' });
  expect(await page.locator('header').getByText(english.live.notLive, { exact: true }).count()).toBe(0);
  await page.close();
});

test('A3: a worker holds the connection of a page; where its script does not come, the page holds it itself and is live after one more try', async () => {
  const path = pathOf('wall', { eventId: hall.service.eventId });
  const page = await hall.phone({ ...DESK, path });
  // Only the service says so, and by the connection alone.
  const hears = page.locator('header').getByText(english.live.verdictsWait, { exact: true });
  await hears.waitFor();
  const WORKER = /\/socket\.worker-[^/]*\.js$/;
  expect(page.workers().map((worker) => WORKER.test(worker.url()))).toEqual([true]);
  await page.route(WORKER, (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await hears.waitFor();
  expect(page.workers()).toEqual([]);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  // The socket of a service that was killed on purpose.
  expect(hall.complaints().filter((line) => !line.startsWith('WebSocket connection to'))).toEqual([]);
});
