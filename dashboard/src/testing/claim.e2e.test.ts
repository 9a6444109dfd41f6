import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserWithCamera } from './camera/open-camera-page.ts';
import { openStudio, qrPlate } from './camera/fake-camera-videos.ts';
import { openClaimHall, type ClaimHall } from './start-phones-and-signs.ts';
import { linkMailedTo } from './mailed-links.ts';
import { operate } from './operate-claim-page.ts';
import { inaccessible, isIn } from './service-and-browser.ts';

/** From a sign's code to a claimed sign, on a phone, against real virtual signs: the ways there, and the people and phones that take them. */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let sign: ClaimHall['sign'];
let studio: Awaited<ReturnType<typeof openStudio>>;
beforeAll(async () => {
  [{ hall, claimPage, sign }, studio] = await Promise.all([openClaimHall(15), openStudio()]);
});
afterAll(() => Promise.all([studio.close(), hall.close()]));

describe('the way', () => {
  test('D3: by the typed code to a sign that shows its page, and to the next one with the next name offered', async () => {
    const [first, second] = [sign(), sign()];
    const phone = await claimPage();
    await phone.claim(first.shortCode, { name: 'Bar 3', location: 'Hall 5', url: hall.websites.page('bar3') });
    await phone.reads('Bar 3 is claimed and is showing its page.');
    await first.says(/^shows http.*\/bar3$/);
    expect(await hall.records(first)).toMatchObject([
      { name: 'Bar 3', location: 'Hall 5', url: hall.websites.page('bar3') },
    ]);
    await phone.tap('Next sign');
    await phone.findByCode(second.shortCode);
    const value = (name: RegExp) => phone.page.getByRole('textbox', { name }).inputValue();
    expect([await value(/^Name/), await value(/^Location/)]).toEqual(['Bar 4', 'Hall 5']);
    await phone.page.close();
  });

  test('D3: by the camera, with two taps and a name', async () => {
    const seen = sign();
    const frame = await studio.shoot({ content: qrPlate(seen.qrText) });
    const { browser, close } = await openBrowserWithCamera({ film: [frame, frame] });
    const phone = await claimPage({ within: browser });
    await phone.tap('Open the camera');
    await phone.tap('Yes, this sign');
    await phone.enter({ name: 'Camera', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^Camera is claimed/);
    expect(await hall.records(seen)).toMatchObject([{ name: 'Camera' }]);
    await close();
  });

  test('D3: by a photo of the QR, where there is no camera', async () => {
    const photographed = sign();
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph(photographed.qrText);
    await phone.tap('Yes, this sign');
    await phone.enter({ name: 'Photo', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^Photo is claimed/);
    expect(await hall.records(photographed)).toHaveLength(1);
    await phone.page.close();
  });

  test('D3: by the address under the QR, which a phone’s own camera opens', async () => {
    const addressed = sign();
    const phone = await claimPage({ path: `/claim?code=${addressed.shortCode}` });
    await phone.tap('Yes, this sign');
    await phone.enter({ name: 'By address', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^By address is claimed/);
    expect(await hall.records(addressed)).toMatchObject([{ name: 'By address' }]);
    await phone.page.close();
  });

  test('D3: a link’s code is used once: after the claim, neither a reload nor Back asks for it again', async () => {
    const phone = await claimPage({ path: `/claim?code=${sign().shortCode}` });
    const { page } = phone;
    await phone.tap('Yes, this sign');
    await phone.enter({ name: 'Asked once', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^Asked once is claimed/);
    const isAtStart = async () => {
      await phone.reads('Point your phone at a sign that shows a code.');
      await expect.poll(() => page.url()).toMatch(/\/claim\?event=[^&]+$/);
    };
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.reload();
    await isAtStart();
    expect(asked).not.toContain('/api/signs/claim/start');
    await page.goBack();
    expect(page.url()).not.toContain('code=');
    await page.close();
  });

  test('U17: Done leads to the wall, and Back from there to a claim that begins anew', async () => {
    const phone = await claimPage();
    const { page } = phone;
    const eventId = hall.service.eventId;
    await phone.claim(sign().shortCode, { name: 'Leads on', location: 'Hall 5' });
    await phone.reads(/^Leads on is claimed/);
    await phone.tap('Done');
    await page.waitForURL(`**/events/${eventId}`);
    await page.goBack();
    await phone.reads('Point your phone at a sign that shows a code.');
    expect(new URL(page.url()).pathname).toBe('/claim');
    await page.close();
  });

  test('U17: the claim leads to the wall, the account, the claimed sign, and to where its page is set', async () => {
    const phone = await claimPage();
    const { page } = phone;
    const eventId = hall.service.eventId;
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    for (const [name, path] of [
      ['Wall', `/events/${eventId}`],
      ['Claims', `/events/${eventId}/claims`],
      ['Account', '/account'],
    ] as const) {
      await phone.reads('Point your phone at a sign that shows a code.');
      expect((await link(name).boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await link(name).tap();
      await page.waitForURL(`**${path}`);
      await page.goBack();
    }
    await phone.claim(sign().shortCode, { name: 'Bare', location: 'Hall 5' });
    await phone.reads('Bare is claimed.');
    expect(await inaccessible(page)).toEqual([]);
    await link('Go to the wall to set a page').tap();
    await page.getByRole('button', { name: 'Set content' }).first().waitFor();
    await page.goBack();
    await phone.claim(sign().shortCode, { name: 'Opened', location: 'Hall 5', url: hall.websites.page('opened') });
    await phone.reads(/^Opened is claimed/);
    await link('View sign details').tap();
    await page.getByRole('heading', { name: 'Opened' }).first().waitFor();
    await page.close();
  });

  test('D3: the sign’s own screenshot is shown at the end', async () => {
    const phone = await claimPage();
    await phone.claim(sign().shortCode, { name: 'Pictured', location: 'Hall 5', url: hall.websites.page('pictured') });
    await phone.reads(/^Pictured is claimed/);
    await expect
      .poll(() => phone.page.evaluate<number>("document.querySelector('img[src]')?.naturalWidth ?? 0"), {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    await phone.page.close();
  });
});

describe('people', () => {
  test('A2: an operator who is invited by mail joins, and claims a sign', async () => {
    const email = 'fresh@hall.example';
    const params = { id: hall.service.organizationId };
    good(
      await hall.owner.client.call('POST /api/organizations/:id/members', {
        params,
        body: { email, role: 'operator' },
      }),
    );
    const page = await hall.phone({ person: null, path: await linkMailedTo(hall.service.outbox, email, '/invite/') });
    await page.fill('[name=name]', 'Fresh');
    await page.fill('[name=password]', 'turnips under a blue moon');
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.goto('/claim');
    const phone = operate(page);
    const claimed = sign();
    await phone.claim(claimed.shortCode, { name: 'Fresh', location: 'Foyer' });
    await phone.reads(/^Fresh is claimed/);
    expect(await hall.records(claimed)).toMatchObject([{ name: 'Fresh' }]);
    await page.close();
  });

  test('A2: a viewer is told that their role can’t claim signs, and who may, before they look for one', async () => {
    const phone = await claimPage({ person: await hall.person('viewer') });
    await phone.reads('Your role does not allow you to claim signs');
    const owner = good(await hall.owner.client.call('GET /api/me')).body.user;
    await phone.page.getByText(owner.name).first().waitFor();
    expect(await inaccessible(phone.page)).toEqual([]);
    await phone.page.close();
  });

  test('D5: by keyboard alone a sign is claimed', async () => {
    const claimed = sign();
    const { page, reads, isIn } = await claimPage();
    /** Goes on with Tab until the button has the focus. */
    const press = async (name: string) => {
      const focused = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
      await page.getByRole('button', { name, exact: true }).waitFor();
      for (let steps = 0; steps < 60; steps += 1) {
        if ((await focused.count()) === 1) return page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await press('Type the code');
    await page.getByRole('button', { name: 'Find the sign', exact: true }).waitFor();
    await page.keyboard.type(claimed.shortCode.toLowerCase());
    await page.keyboard.press('Enter');
    await reads(/blinking this code/);
    await press('Yes, this sign');
    await page.getByRole('textbox', { name: /^Name/ }).waitFor();
    await isIn(/^Name/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    while ((await page.locator('[name=location]:focus').count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Foyer');
    await press('Claim');
    await reads(/^By keyboard is claimed/);
    expect(await hall.records(claimed)).toMatchObject([{ name: 'By keyboard', location: 'Foyer' }]);
    await page.close();
  });

  test('D3: in German from the first word to the last', async () => {
    const { shortCode } = sign();
    const phone = await claimPage({ locale: 'de-DE' });
    await phone.page.getByRole('button', { name: 'Code eingeben' }).waitFor();
    expect(await phone.page.locator('html').getAttribute('lang')).toBe('de');
    expect(await phone.page.locator('body').innerText()).not.toMatch(/\b(the|sign|your)\b/i);
    await phone.page.goto(`/claim?code=${shortCode}`);
    await phone.page
      .getByText(`${shortCode.slice(0, 3)} ${shortCode.slice(3)}`)
      .first()
      .waitFor();
    expect(await phone.page.locator('body').innerText()).not.toMatch(/\b(the|sign|your)\b/i);
    await phone.page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
