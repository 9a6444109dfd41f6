import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClaimHall, type ClaimHall } from './start-phones-and-signs.ts';
import { english } from '../words/english.ts';
import { operate, type Operator } from './operate-claim-page.ts';
import type { Sign } from './virtual-sign-processes.ts';
import { inaccessible } from './service-and-browser.ts';

/** A claim that is broken off: the reply is lost, the service dies, the phone is offline, the tab is gone. One attempt comes to one outcome, and the phone finds it. */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let requestsFor: ClaimHall['requestsFor'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  ({ hall, claimPage, requestsFor, sign } = await openClaimHall(8, {
    // Longer than a phone takes to reload its page on a busy machine: the sign waits for its page meanwhile.
    LOAD_TIMEOUT_MS: '15000',
    ACK_TIMEOUT_MS: '20000',
  }));
});
afterAll(() => hall.close());

const CLAIM = 'POST /api/signs/claim';

/** One attempt, one outcome, one record. */
const claimedOnce = async (claimed: Sign) => ({
  outcomes: (await hall.attempts(claimed)).map(({ outcome }) => outcome),
  records: (await hall.records(claimed)).length,
});
const ONCE = { outcomes: ['committed'], records: 1 };

/** A claim whose page is awaited: it is in mid-flight. */
async function inMidClaim(phone: Operator, name: string): Promise<Sign> {
  const claimed = sign();
  await phone.findByCode(claimed.shortCode);
  await phone.enter({ name, location: 'Foyer', url: hall.websites.slow });
  const asked = hall.websites.asked();
  await phone.tap('Claim');
  await asked;
  return claimed;
}

describe('the reply is lost', () => {
  test('C4: the phone asks for the outcome of the same attempt, and shows the sign that it claimed', async () => {
    const claimed = sign();
    const phone = await claimPage();
    await phone.findByCode(claimed.shortCode);
    await phone.enter({ name: 'Lost', location: 'Foyer', url: hall.websites.page('lost') });
    const { lost } = hall.link.loseReplies(CLAIM);
    await phone.tap('Claim');
    await lost;
    await phone.reads('We did not receive the answer, but the claim may still succeed.');
    expect(await inaccessible(phone.page)).toEqual([]);
    hall.link.mend();
    await phone.reads(/^Lost is claimed/);
    expect(await claimedOnce(claimed)).toEqual(ONCE);
    expect(hall.websites.timesLoaded('lost')).toBe(1);
    await phone.page.close();
  });

  test('C4: a reload in mid-claim comes back to the same attempt', async () => {
    const phone = await claimPage();
    const claimed = await inMidClaim(phone, 'Reloaded');
    await phone.reads('The sign is loading the page.');
    await phone.page.reload();
    await phone.reads('The sign is loading the page.');
    hall.websites.release();
    await phone.reads(/^Reloaded is claimed/);
    expect(await claimedOnce(claimed)).toEqual(ONCE);
    await phone.page.close();
  });

  test('D3: a reload at a final refusal comes back to it, and to its next step', async () => {
    const claimed = sign();
    const phone = await claimPage();
    await phone.claim(claimed.shortCode, { name: 'Refused', location: 'Foyer', url: hall.websites.broken });
    await phone.reads('The page returned an error');
    await phone.page.reload();
    await phone.reads('The page returned an error');
    await phone.tap('Claim without a page');
    await phone.reads(/^Refused is claimed/);
    expect(await claimedOnce(claimed)).toEqual({ outcomes: ['device_load_failed', 'committed'], records: 1 });
    await phone.page.close();
  });

  test('C4: a tab that was closed in mid-claim and is opened again comes back to the same attempt', async () => {
    const phone = await claimPage();
    const claimed = await inMidClaim(phone, 'Reopened');
    const storageState = await phone.page.context().storageState();
    await phone.page.close();
    hall.websites.release();
    await claimed.says(/^claimed as “Reopened”/);
    const page = await hall.phone({ person: null, path: '/claim', storageState });
    await operate(page).reads(/^Reopened is claimed/);
    expect(await claimedOnce(claimed)).toEqual(ONCE);
    await page.close();
  });
});

describe('the network', () => {
  test('D3: a claim without a network says so, keeps what was typed, and goes out once when the phone is back', async () => {
    const claimed = sign();
    const phone = await claimPage();
    await phone.findByCode(claimed.shortCode);
    await phone.enter({ name: 'Offline', location: 'Foyer' });
    await phone.page.context().setOffline(true);
    await phone.page.getByText(/^Your phone has (?:had )?no network/).waitFor();
    await phone.tap('Claim');
    await phone.reads('Waiting for the network. Nothing has been sent yet.');
    expect(await inaccessible(phone.page)).toEqual([]);
    await phone.tap('Leave without sending');
    expect(await phone.page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Offline');
    await phone.tap('Claim');
    await phone.page.context().setOffline(false);
    await phone.reads(/^Offline is claimed/);
    expect(await claimedOnce(claimed)).toEqual(ONCE);
    await phone.page.close();
  });

  test('D3: a search whose network is cut goes on by itself', async () => {
    const phone = await claimPage();
    const found = sign();
    await phone.page.getByRole('button', { name: 'Type the code', exact: true }).waitFor();
    hall.link.cut();
    await phone.typeCode(found.shortCode);
    hall.link.mend();
    await phone.reads(/blinking this code/);
    expect(await found.says(/^shows \w+, large$/)).toContain(found.shortCode);
    await phone.page.close();
  });
});

describe('a part of the app does not come over the network', () => {
  test('D3: the socket’s part: the claim goes on without it, on the same page, and nobody speaks of another version', async () => {
    const phone = await claimPage();
    const loads: string[] = [];
    phone.page.on('framenavigated', (frame) => loads.push(frame.url()));
    const lost = phone.page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/claim-socket'));
    await phone.page.route('**/assets/claim-socket*', (route) => route.abort('connectionfailed'));
    const asked = phone.page.waitForResponse((response) => response.request().method() === 'HEAD');
    const claimed = sign();
    await phone.claim(claimed.shortCode, { name: 'Alone', location: 'Foyer', url: hall.websites.page('alone') });
    await phone.reads(/^Alone is claimed/);
    await lost;
    expect((await asked).status()).toBe(200);
    expect(await claimedOnce(claimed)).toEqual(ONCE);
    expect(await phone.page.getByRole('alert').count()).toBe(0);
    expect(loads.filter((url) => !url.includes('/claim'))).toEqual([]);
    expect(await phone.page.evaluate('sessionStorage.getItem("reloaded-for-scripts")')).toBeNull();
    await phone.page.close();
  });

  test('D1, D6: another page’s: the page before stays and says so, and it can be asked for again', async () => {
    const page = await hall.phone({ person: null, path: '/sign-in' });
    const link = page.getByRole('link', { name: /forgot/i });
    await link.waitFor();
    await page.route('**/assets/forgot-password*', (route) => route.abort('connectionfailed'));
    await link.tap();
    const lost = page.getByRole('alert').filter({ hasText: english.states.ourFault.next });
    await lost.waitFor();
    expect(await link.isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await inaccessible(page)).toEqual([]);
    await page.unroute('**/assets/forgot-password*');
    await page.getByRole('button', { name: 'Try again', exact: true }).tap();
    await page.getByRole('textbox', { name: /mail/i }).waitFor();
    await page.close();
  });
});

describe('the service', () => {
  test('C4, N2, R2: killed in mid-claim and started again, it claims the sign under the same requestId, and nobody blames the sign', async () => {
    const phone = await claimPage();
    const claimed = await inMidClaim(phone, 'Killed');
    await hall.service.kill();
    hall.websites.release();
    await phone.reads('We did not receive the answer, but the claim may still succeed.');
    const headline = (name: RegExp) => phone.page.getByRole('heading', { name, level: 1 });
    const blaming = headline(/^(The sign did not answer|The sign is not connected)$/);
    await hall.service.start();
    await headline(/^Killed is claimed/)
      .or(blaming)
      .first()
      .waitFor({ timeout: 120_000 });
    expect(await blaming.count()).toBe(0);
    expect(await claimedOnce(claimed)).toMatchObject({ records: 1 });
    expect((await requestsFor(claimed)).size).toBe(1);
    await phone.page.close();
  }, 240_000);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
