import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClaimHall } from './start-phones-and-signs.ts';
import { openRefusing, refused } from './expect-refusal-screen.ts';

/** Refusals of codes, of requestIds, and of a sign that somebody else claims. */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let operator: ClaimHall['operator'];
let requestsFor: ClaimHall['requestsFor'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  // The page of the first operator is let go by the test: no time limit may be quicker.
  ({ hall, claimPage, operator, requestsFor, sign } = await openRefusing(7, {
    SHORT_CODE_FAILURES: '3',
    LOAD_TIMEOUT_MS: '60000',
    ACK_TIMEOUT_MS: '65000',
  }));
});
afterAll(() => hall.close());

describe('the code', () => {
  test('D3: a QR that contradicts itself leads to the keypad', async () => {
    const { qrText } = sign();
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph(qrText.replace(/"shortCode":"\w+"/, '"shortCode":"VE05BR"'));
    await refused(phone, 'This QR code is not valid', 'short_code_mismatch', 'Type the code');
    await phone.tap('Type the code');
    const keypad = phone.page.getByRole('button', { name: 'Find the sign', exact: true });
    await keypad.waitFor();
    expect(await keypad.isVisible()).toBe(true);
    await phone.page.close();
  });

  test('D3: a code that no sign shows is corrected where it was typed', async () => {
    const phone = await claimPage({ person: await hall.person('operator') });
    await phone.typeCode('4Q850C');
    await refused(phone, 'No sign is showing 4Q8 50C', 'short_code_unknown', 'Correct the code');
    await phone.tap('Correct the code');
    const typed = phone.page.getByRole('textbox');
    await expect.poll(() => typed.inputValue()).toMatch(/^4Q850C?$/);
    await phone.page.close();
  });

  test('D3: of two signs with one code, the scanned one is found', async () => {
    const { all } = await hall.box.twins();
    const phone = await claimPage();
    await phone.typeCode(all[0]!.shortCode);
    await refused(phone, 'Two signs are showing this code', 'short_code_ambiguous', 'Scan the QR code');
    await phone.tap('Scan the QR code');
    await phone.photograph(all[1]!.qrText);
    await phone.reads(/blinking this code/);
    expect(await all[1]!.says(/^shows (\w+), large$/)).toBe(all[1]!.shortCode);
    await phone.page.close();
  });

  test('D3: after too many wrong codes the wait is counted down, and a scan finds the sign meanwhile', async () => {
    const guesser = await hall.person('operator');
    for (const code of ['0000AA', '0000BB', '0000CC'])
      await guesser.client.call('POST /api/signs/claim/start', { body: { shortCode: code } });
    const phone = await claimPage({ person: guesser });
    await phone.typeCode('0000DD');
    await phone.reads('Five wrong codes in 15 minutes');
    const wait = phone.page.getByRole('button', { name: /^Wait \d/ });
    expect(await wait.isDisabled()).toBe(true);
    const before = await wait.textContent();
    await expect.poll(() => wait.textContent(), { timeout: 20_000 }).not.toBe(before);
    await phone.tap('Scan the QR code');
    await phone.photograph(sign().qrText);
    await phone.reads(/blinking this code/);
    await phone.page.close();
  });

  test('D3: what is no sign’s QR, or a newer one, is told apart, and where there is no camera another photo is taken', async () => {
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph('https://example.com/menu');
    await phone.page.getByRole('heading', { name: 'This is not the QR code of a sign' }).waitFor();
    await phone.page.getByText('Take another photo', { exact: true }).waitFor();
    expect(await phone.page.getByRole('button', { name: 'Keep scanning' }).count()).toBe(0);
    await phone.photograph(JSON.stringify({ type: 'service-sign', version: 2 }));
    await phone.page.getByRole('heading', { name: 'This QR code needs a newer version of the app' }).waitFor();
    const loaded = phone.page.waitForEvent('load');
    await phone.tap('Reload the app');
    await loaded;
    expect(new URL(phone.page.url()).pathname).toBe('/claim');
    await phone.page.close();
  });
});

describe('the requestId', () => {
  test('D3, C4: one that was used for another sign meanwhile, as by a copy of the phone, is left for a fresh one', async () => {
    const [wanted, other] = [sign(), sign()];
    const phone = await claimPage();
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Copied', location: 'Foyer' });
    await phone.page.context().setOffline(true);
    await phone.page.getByText(/^Your phone has (?:had )?no network/).waitFor();
    await phone.tap('Claim');
    await phone.reads('Waiting for the network. Nothing has been sent yet.');
    const keys = await phone.page.evaluate<string[]>('Object.keys(localStorage)');
    const requestId = keys
      .find((key) => key.includes(' attempt '))!
      .split(' ')
      .at(-1)!;
    good(await hall.claim(other.shortCode, { requestId, person: operator }));
    await phone.page.context().setOffline(false);
    await refused(phone, 'This attempt was already submitted', 'request_id_reused', 'Start over');
    await phone.tap('Start over');
    await phone.reads(/^Copied is claimed/);
    expect([...(await requestsFor(wanted))]).not.toContain(requestId);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Copied' }]);
    await phone.page.close();
  });
});

describe('the sign', () => {
  test('D3, C6: of two operators one waits, which tries again by itself and learns that the sign is claimed, and where', async () => {
    const wanted = sign();
    const phone = await claimPage();
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Second', location: 'Foyer' });
    const asked = hall.websites.asked();
    const first = hall.claim(wanted.shortCode, { name: 'First', url: hall.websites.slow });
    await asked;
    await phone.tap('Claim');
    await refused(phone, 'Someone else is claiming this sign', 'request_in_progress', 'Try now');
    hall.websites.release();
    good(await first);
    await refused(
      phone,
      'This sign is already claimed as First in this event',
      'sign_already_claimed',
      'Find the sign on my walls',
    );
    await phone.tap('Find the sign on my walls');
    await phone.page.waitForURL(new RegExp(`/events/.*${wanted.shortCode}`));
    await phone.page.getByText('First').first().waitFor();
    expect(await hall.records(wanted)).toMatchObject([{ name: 'First' }]);
    await phone.page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
