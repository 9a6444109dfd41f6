import { createClient } from '@sign-display/client/client';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { Subscription } from '@sign-display/contracts/rest/subscriptions';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { good } from '@sign-display/testing/service';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { startRefusingMailServer, type MailServer } from './mail-server.ts';
import { textOf } from './mailed-links.ts';
import { inaccessible } from './service-and-browser.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';

/**
 * Tests that open pages follow the outages of three real virtual signs without new reads, and that the outage page
 * shows who was notified, with a real mail server that refuses.
 */

let server: MailServer;
let hall: Hall;
let signs: Signs;
let night: Person;
let page: Page;
const said = englishWall.outages;
const { deliveries } = said.one;
const REFUSAL = '550 5.1.1 No such mailbox here';
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const KINDS = ['sign_offline' as const, 'sign_online' as const];
const CHANNELS = ['email' as const, 'inbox' as const];
const listPath = () => pathOf('outages', { eventId: hall.service.eventId });
const rows = (of: Page, name: string) => of.getByRole('list', { name, exact: true }).getByRole('listitem');

type QuietHours = NonNullable<Subscription['quietHours']>;

/** The mail server accepts the invitation, so the link is in the mail. */
async function invited(email: string): Promise<Person> {
  const params = { id: hall.service.organizationId };
  good(
    await hall.owner.client.call('POST /api/organizations/:id/members', { params, body: { email, role: 'viewer' } }),
  );
  const token = await vi.waitFor(() => {
    const { raw } = server.accepted.find(({ to }) => to === email)!;
    // A long text is base64, a short one quoted-printable.
    return /\/invite\/([\w-]+)/.exec(`${textOf(raw)} ${raw.replaceAll('=\r\n', '')}`)![1]!;
  }, 20_000);
  const body = { name: 'Night shift', password: 'turnips under a blue moon' };
  const stranger = createClient({ origin: hall.service.url });
  const accepted = good(await stranger.call('POST /api/invitations/:token/accept', { params: { token }, body }));
  const client = createClient({ origin: hall.service.url, token: accepted.headers.get(BEARER_HEADER)! });
  return { email, password: body.password, client };
}

async function subscribe(person: Person, quietHours: QuietHours | null): Promise<void> {
  const body = { kinds: KINDS, channels: CHANNELS, graceSeconds: 10, quietHours, snoozedUntil: null };
  const params = { id: hall.service.eventId };
  good(await person.client.call('PUT /api/events/:id/subscription', { params, body }));
}

/** Returns quiet hours that began an hour ago and end in two hours. */
function quietNow(): QuietHours {
  const clock = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  return { start: clock(-1), end: clock(2), timeZone: 'UTC' };
}

beforeAll(async () => {
  console.log(`  pictures of this run: ${folder}`);
  server = await startRefusingMailServer(REFUSAL);
  server.setRefusing(false);
  hall = await openHall({
    SMTP_URL: server.url,
    GROUP_WINDOW_MS: '0',
    WARM_UP_MS: '1000',
    HEARTBEAT_INTERVAL_MS: '1000',
    OFFLINE_AFTER_MS: '8000',
  });
  night = await invited('night@hall.example');
  server.setRefusing(true);
  await subscribe(hall.owner, null);
  await subscribe(night, quietNow());
  signs = await hall.box.signs(3);
  for (const [nth, sign] of signs.all.entries())
    good(await hall.claim(sign.shortCode, { url: hall.websites.page('bar'), name: `Pillar ${nth + 1}` }));
  page = await hall.phone({ ...DESK, path: listPath() });
});
afterAll(async () => {
  await hall.close();
  await server.close();
});

const READS = /\/api\/(?:events\/[^/]+\/outages|outages\/)/;

/**
 * Opens a second tab, and waits for its `first` reads of outages. Later reads get no response, so that only the socket
 * can change the tab. `unexpected`: the later reads, without the one that is due each minute.
 */
async function secondTab(path: string, first: number): Promise<{ tab: Page; unexpected(): number }> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(`void window.open('about:blank', '_blank', 'noopener')`);
  const tab = await opened;
  const openedMs = performance.now();
  let reads = 0;
  let answered = 0;
  await tab.route(READS, async (route) => {
    reads += 1;
    if (reads > first) return;
    await route.fulfill({ response: await route.fetch() });
    answered += 1;
  });
  await tab.goto(path);
  await expect.poll(() => answered).toBe(first);
  return { tab, unexpected: () => reads - first - Math.floor((performance.now() - openedMs) / 60_000) };
}

async function took(what: string, shown: Promise<unknown>): Promise<void> {
  const from = performance.now();
  await shown;
  console.log(`  ${what}: the other tab shows it after ${Math.round(performance.now() - from)} ms`);
}

/** Tabs of the list and of the wall. */
async function otherTabs() {
  const list = await secondTab(listPath(), 2);
  const wall = await secondTab(pathOf('wall', { eventId: hall.service.eventId }), 1);
  return {
    list: list.tab,
    wall: wall.tab.getByRole('complementary'),
    hasRead: () => list.unexpected() > 0 || wall.unexpected() > 0,
    close: () => Promise.all([list.tab.close(), wall.tab.close()]),
  };
}

test('D19: an outage that opens reaches the list and the wall of other tabs without a new read', async () => {
  const others = await otherTabs();
  await others.list.getByRole('heading', { level: 1, name: said.headline.none }).waitFor();
  await signs.unplug();
  await rows(page, said.states.open).first().waitFor();
  await took('opened', rows(others.list, said.states.open).first().waitFor());
  await others.wall.getByRole('link', { name: englishWall.wallActions.openOutage }).first().waitFor();
  expect(others.hasRead()).toBe(false);
  await others.close();
  await rows(page, said.states.open).getByRole('link').first().click();
});

const cell = (of: Page, name: string) => of.getByRole('row').filter({ hasText: name }).getByRole('cell');

test('N10: the outage page shows each person’s mail as refused (with the reason), held back or not chosen', async () => {
  const me = good(await hall.owner.client.call('GET /api/me')).body;
  await expect.poll(() => cell(page, me.user.name).nth(1).textContent(), { timeout: 40_000 }).toContain(REFUSAL);
  expect(await cell(page, me.user.name).nth(1).textContent()).toContain(deliveries.states.failed);
  expect(await cell(page, me.user.name).nth(0).textContent()).toBe(deliveries.notChosen);
  await expect
    .poll(() => cell(page, 'Night shift').nth(1).textContent())
    .toBe(`${deliveries.states.delayed}${deliveries.delayedWhy}`);
  await page.getByText(deliveries.inboxes(2)).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await screenshotOf(page, { path: join(folder, `deliveries-${width}.png`), fullPage: true });
    expect.soft(await inaccessible(page)).toEqual([]);
    expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
});

test('A1: a viewer sees that a mail failed, but not the mail server’s reason', async () => {
  const viewer = await hall.phone({ ...DESK, path: new URL(page.url()).pathname, person: night });
  await expect.poll(() => viewer.getByText(deliveries.states.failed, { exact: true }).count()).toBe(1);
  expect(await viewer.getByText(REFUSAL).count()).toBe(0);
  await viewer.close();
});

test('D19: an acknowledgement and its withdrawal reach the list and the wall of other tabs without a new read', async () => {
  const others = await otherTabs();
  await rows(others.list, said.states.open).first().waitFor();
  await page.getByRole('textbox', { name: said.one.note }).fill('The breaker tripped');
  await page.locator('form').getByRole('button', { name: said.one.acknowledge }).click();
  await took('acknowledged', others.list.getByText('The breaker tripped').waitFor());
  await others.wall.getByText('The breaker tripped').waitFor();
  await page.getByRole('button', { name: said.one.takeBack }).click();
  await took('taken back', others.list.getByText(said.nobodyYet).first().waitFor());
  await others.wall.getByText('The breaker tripped').waitFor({ state: 'detached' });
  expect(others.hasRead()).toBe(false);
  await others.close();
});

test('D19: an acknowledgement shows before the service answers; a refusal removes it and shows the reason', async () => {
  const words = '**/api/outages/acknowledge';
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const problem = JSON.stringify({ type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', detail: '' });
  await page.route(words, async (route) => {
    await answered;
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: problem });
  });
  await page.locator('form').getByRole('button', { name: said.one.acknowledge }).click();
  await page.getByRole('heading', { name: said.one.acknowledged }).waitFor();
  answer();
  await page.locator('form').getByRole('button', { name: said.one.acknowledge }).waitFor();
  await page.getByText(english.trouble.refused.conflict).waitFor();
  expect(await page.getByRole('heading', { name: said.one.acknowledged }).count()).toBe(0);
  await page.unroute(words);
});

test('D19: open pages show the end of an outage without a new read, and its page stays at its URL', async () => {
  const { tab, unexpected } = await secondTab(listPath(), 2);
  await rows(tab, said.states.open).first().waitFor();
  await signs.plugIn();
  await page.getByRole('heading', { level: 1, name: /were offline for|was offline for/ }).waitFor();
  await tab.getByRole('heading', { level: 1, name: said.headline.none }).waitFor();
  await rows(tab, said.states.closed).first().waitFor();
  expect(unexpected()).toBeLessThanOrEqual(0);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /were offline for|was offline for/ }).waitFor();
  await tab.close();
});

test('U12: the history of a sign links to its outages, and the list filters by the sign and time in its URL', async () => {
  const [record] = await hall.records(signs.all[0]!);
  await page.goto(pathOf('sign', { signId: record!.id }));
  await page.getByRole('link', { name: englishWall.sign.history.title, exact: true }).click();
  await page.getByRole('link', { name: englishWall.sign.history.outages }).click();
  await page.getByRole('link', { name: said.ofSign(record!.name) }).waitFor();
  await rows(page, said.states.closed).first().waitFor();
  for (const name of await rows(page, said.states.closed).getByRole('link').allTextContents())
    expect(name).toBe(record!.name);
  await page.getByRole('combobox', { name: said.time }).selectOption({ label: said.times.yesterday });
  await page.getByRole('heading', { name: said.nothing }).waitFor();
  expect(new URL(page.url()).searchParams.get('signId')).toBe(record!.id);
  await page.getByRole('combobox', { name: said.time }).selectOption({ label: said.times.today });
  await rows(page, said.states.closed).first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: said.nothing }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
});

test('K5: no page throws an exception or violates its security policy', () => {
  expect(hall.complaints()).toEqual([]);
});
