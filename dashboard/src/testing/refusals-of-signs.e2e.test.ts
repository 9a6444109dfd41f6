import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClaimHall } from './start-phones-and-signs.ts';
import { field, openRefusing, refused } from './expect-refusal-screen.ts';

/** Refusals for which a sign is to blame, or the page that it is sent to. */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let requestsFor: ClaimHall['requestsFor'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  ({ hall, claimPage, requestsFor, sign } = await openRefusing(4));
});
afterAll(() => hall.close());

describe('the sign', () => {
  test('D3, C5: one that does not answer is asked again under the same requestId, and its page is loaded once', async () => {
    const signs = await hall.box.signs(1);
    const [silent] = signs.all;
    const phone = await claimPage();
    await phone.findByCode(silent!.shortCode);
    await phone.enter({ name: 'Silent', location: 'Foyer', url: hall.websites.page('silent') });
    signs.freeze();
    await phone.tap('Claim');
    await refused(phone, 'The sign did not answer', 'device_no_ack', 'Try again');
    signs.thaw();
    await phone.tap('Try again');
    await phone.reads(/^Silent is claimed/);
    expect((await requestsFor(silent!)).size).toBe(1);
    expect(hall.websites.timesLoaded('silent')).toBe(1);
    await phone.page.close();
  });

  test('D3: one that is not connected is found once it is plugged in again', async () => {
    const signs = await hall.box.signs(1);
    const { qrText } = signs.all[0]!;
    await signs.unplug();
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph(qrText);
    await refused(phone, 'The sign is not connected', 'sign_not_connected', 'Try again');
    await signs.plugIn();
    await phone.tap('Try again');
    await phone.reads(/blinking this code/);
    expect(await signs.all[0]!.says(/^shows (\w+), large$/)).toBe(signs.all[0]!.shortCode);
    await phone.page.close();
  });
});

describe('the page', () => {
  test('D3: an address that the sign can’t reach is changed, and the claim goes on', async () => {
    const wanted = sign();
    const phone = await claimPage();
    await phone.claim(wanted.shortCode, { name: 'Typo', location: 'Bar', url: hall.websites.unreachable });
    await refused(phone, 'The sign can’t reach the page', 'url_unreachable', 'Change address');
    expect(await phone.page.getByText(/The sign was not claimed/).isVisible()).toBe(true);
    await phone.tap('Change address');
    const address = field(phone, /^Web page/);
    await address.waitFor();
    await phone.isIn(/^Web page/);
    expect(await address.inputValue()).toBe(hall.websites.unreachable);
    await phone.enter({ url: hall.websites.page('mended') });
    await phone.tap('Claim');
    await phone.reads(/^Typo is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Typo' }]);
    await phone.page.close();
  });

  test('D3: one that answers with an error is left out, and the sign is claimed without it', async () => {
    const broken = sign();
    const phone = await claimPage();
    await phone.claim(broken.shortCode, { name: 'Broken', location: 'Bar', url: hall.websites.broken });
    await refused(phone, 'The page returned an error', 'url_load_failed', 'Claim without a page');
    await phone.tap('Claim without a page');
    await phone.reads(/^Broken is claimed/);
    expect(await hall.records(broken)).toMatchObject([{ name: 'Broken' }]);
    await broken.says(/^claimed as “Broken”/);
    await phone.page.close();
  });

  test('D3: one that took too long is loaded again under another requestId', async () => {
    const slow = sign();
    const phone = await claimPage();
    await phone.claim(slow.shortCode, { name: 'Slow', location: 'Bar', url: hall.websites.slow });
    await refused(phone, /^The page took too long to load$/, 'sign_timeout', 'Load the page again');
    const asked = hall.websites.asked();
    await phone.tap('Load the page again');
    await asked;
    hall.websites.release();
    await phone.reads(/^Slow is claimed/);
    expect(await hall.records(slow)).toMatchObject([{ name: 'Slow' }]);
    expect((await requestsFor(slow)).size).toBe(2);
    await phone.page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
