import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { CloneDecision } from '@sign-display/contracts/rest/clones';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { englishDevices } from '../words/english-devices.ts';
import { english } from '../words/english.ts';
import { openHall, type Hall, type Person, type PhoneOpening } from './service-and-phones.ts';
import { inaccessible } from './service-and-browser.ts';

/** Tests the pages for claim attempts, clones and replaced devices in a real browser with real agents. */

let hall: Hall;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', PRIVATE_PAGES: 'loopback' });
});
afterAll(() => hall.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}

const claims = english.claims;
const { clones, replaced } = englishDevices.devices;
const stageOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('D12: a running attempt is listed, and the funnel shows an attempt that failed at each step', async () => {
  const page = await desk({ path: pathOf('claimAttempts', { eventId: hall.service.eventId }) });
  await page.getByRole('heading', { name: claims.headline.none }).waitFor();
  const signs = await hall.box.signs(4);
  const [silent, broken, unreachable, well] = signs.all;
  const frozen = await hall.box.signs(1);

  // Asked: the sign never answers.
  frozen.freeze();
  const asking = hall.claim(frozen.all[0]!.shortCode, { name: 'Silent' });
  await page.getByRole('button', { name: claims.outcomes.under_way }).waitFor();
  await page.getByRole('link', { name: `1 ${claims.results['under-way']}` }).waitFor();
  expect((await asking).body).toMatchObject({ code: 'device_no_ack' });
  frozen.thaw();
  await page.getByRole('link', { name: claims.outcomes.device_no_ack }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: claims.outcomes.under_way }).count()).toBe(0);

  // Loaded: the page answers with an error, or nobody answers.
  await hall.claim(broken!.shortCode, { name: 'Broken', url: hall.websites.broken });
  await page.getByRole('link', { name: claims.outcomes['device_load_failed.url_load_failed'] }).waitFor();
  await hall.claim(unreachable!.shortCode, { name: 'Unreachable', url: hall.websites.unreachable });
  await page.getByRole('link', { name: claims.outcomes['device_load_failed.url_unreachable'] }).waitFor();

  // Claimed, and refused because it is.
  good(await hall.claim(well!.shortCode, { name: 'Well', url: hall.websites.page('well') }));
  await page.getByRole('button', { name: claims.claimedAs.claim }).waitFor();
  await hall.claim(silent!.shortCode, { name: 'Second', url: hall.websites.page('second') });
  for (const [stage, reached] of [
    [claims.stages.asked, 5],
    [claims.stages.loaded, 4],
    [claims.stages.claimed, 2],
  ] as const)
    await stageOf(page, stage).getByText(String(reached), { exact: true }).first().waitFor();
  const summary = good(
    await hall.owner.client.call('GET /api/events/:id/claim-attempts/summary', {
      params: { id: hall.service.eventId },
    }),
  ).body;
  expect(summary.total).toBe(5);

  // The opened attempt shows the page's response to the sign.
  await page.getByRole('button', { name: claims.outcomes['device_load_failed.url_load_failed'] }).click();
  await page.locator('dl').getByText('503', { exact: true }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('link', { name: claims.lastDay }).click();
  expect(new URL(page.url()).searchParams.get('since')).toBe('day');
  await page.getByRole('button', { name: claims.claimedAs.claim }).first().waitFor();
});

describe('D13: a clone decided on the page', () => {
  /** Makes a sign and a machine with a copy of its disk, which waits for a decision. */
  async function quarantine(name: string) {
    const signs = await hall.box.signs(1);
    const [first] = signs.all;
    const claimed = good(await hall.claim(first!.shortCode, { name, url: hall.websites.page('clone') }));
    const newcomer = await hall.box.copyOf(signs);
    return { first: first!, newcomer, signId: claimed.body.sign.id, signs };
  }
  const pair = (page: Page, name: string) => page.getByRole('article', { name: clones.ofSign(name) });
  const recordOf = async (id: string) =>
    good(await hall.owner.client.call('GET /api/signs/:id', { params: { id } })).body;

  async function decide(page: Page, name: string, decision: CloneDecision): Promise<void> {
    const button = (within: { getByRole: Page['getByRole'] }) =>
      within.getByRole('button', { name: clones.options[decision].action });
    await button(pair(page, name)).click();
    if (decision !== 'keep_first') {
      const dialog = page.getByRole('dialog');
      if (decision === 'reset_both') {
        expect(await button(dialog).isDisabled()).toBe(true);
        await dialog.getByLabel(clones.confirm.typed).fill(name);
      }
      await button(dialog).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await pair(page, name).getByText(clones.options[decision].done).waitFor();
  }

  test.each([
    ['keep_first', 'Kasse 1'],
    ['accept_newcomer', 'Kasse 2'],
    ['reset_both', 'Kasse 3'],
  ] as const)(
    'D13: %s has the effects on both machines and on the record that the page announces',
    async (decision, name) => {
      const page = await desk({ path: pathOf('devices', { eventId: hall.service.eventId }) });
      const { first, newcomer, signId } = await quarantine(name);
      const before = await recordOf(signId);
      await pair(page, name).waitFor({ timeout: 60_000 });
      const [linesOfFirst, linesOfNewcomer] = [first.lines(), newcomer.lines()];
      expect(await inaccessible(page)).toEqual([]);
      await decide(page, name, decision);
      const after = await recordOf(signId);
      if (decision === 'reset_both') {
        expect(after.device).toBeNull();
        // The first machine may show the code of the old identity until the service tells it that this identity no longer
        // exists.
        const newCode = new RegExp(`^short code: (?!${first.shortCode})(\\w{6})$`);
        const codes = await Promise.all([first.says(newCode, linesOfFirst), newcomer.says(newCode, linesOfNewcomer)]);
        expect(new Set(codes).size).toBe(2);
        // No decision is left.
        expect(await pair(page, name).getByRole('button').count()).toBe(0);
        return;
      }
      expect(after.device?.deviceSignId).toBe(before.device?.deviceSignId);
      // The accepted newcomer connects and shows the page. If the first machine is kept, it stays unchanged.
      if (decision === 'accept_newcomer') await newcomer.says(/^shows .*clone$/);
      else expect(first.lines()).toBe(linesOfFirst);
      // Only a reset of both machines is still possible.
      expect(await pair(page, name).getByRole('button').allTextContents()).toEqual([clones.options.reset_both.action]);
      await page.reload();
      await pair(page, name).getByText(clones.options[decision].done).waitFor();
    },
  );

  test('D13: the clones page sends an operator on to the replaced devices, and shows a viewer who may see them', async () => {
    const path = pathOf('devices', { eventId: hall.service.eventId });
    const [operator, viewer] = [await hall.person('operator'), await hall.person('viewer')];
    const page = await desk({ path, person: operator });
    await page.getByRole('heading', { level: 1 }).getByText(replaced.none).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf('replacedDevices', { eventId: hall.service.eventId }));
    const other = await desk({ path, person: viewer });
    await other.getByRole('heading', { name: english.states.forbidden.operators(claims.viewer) }).waitFor();
  });
});

test('D14: a replaced device is listed with the note and its present state, live', async () => {
  const replacing = async (person: Person, id: string, shortCode: string, note: string) =>
    good(await person.client.call('POST /api/signs/:id/replace', { params: { id }, body: { shortCode, note } }));
  const [old, spare] = (await hall.box.signs(2)).all;
  const { sign } = good(await hall.claim(old!.shortCode, { name: 'Bar 3', url: hall.websites.page('bar') })).body;
  const page = await desk({ path: pathOf('replacedDevices', { eventId: hall.service.eventId }) });
  await page.getByRole('heading', { level: 1 }).getByText(replaced.none).waitFor();
  await replacing(hall.owner, sign.id, spare!.shortCode, 'The panel is cracked.');
  const row = page.locator('[data-replacement]').filter({ hasText: 'Bar 3' });
  await row.getByText('The panel is cracked.').waitFor();
  await row.getByText(replaced.states.unclaimed).waitFor();
  good(await hall.claim(old!.shortCode, { name: 'Presse', url: hall.websites.page('press') }));
  await row.getByText(replaced.states.claimed('Presse')).waitFor();
  expect(await inaccessible(page)).toEqual([]);
});
