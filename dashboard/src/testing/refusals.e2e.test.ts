import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHall, type Hall, type Person } from './hall.ts';
import { operate, type Operator } from './operate.ts';
import type { Sign } from './signs.ts';
import { inaccessible, signIn } from './stage.ts';

/**
 * Every refusal of a claim, by its real cause: the title, the code below it, the big button, and what that button does. The words are those of the design's table,
 * not of the catalogue, so that a change of either shows.
 */

let hall: Hall;
let operator: Person;
let spare: Sign[];
beforeAll(async () => {
  hall = await openHall({ SHORT_CODE_FAILURES: '3', WARM_UP_MS: '0' });
  [operator, { all: spare }] = await Promise.all([hall.person('operator'), hall.box.signs(20)]);
});
afterAll(() => hall.close());

/** A sign that nobody has claimed. */
const sign = (): Sign => spare.pop()!;
const claimPage = async (person: Person = operator, path = '/claim'): Promise<Operator> =>
  operate(await hall.phone({ person, path }));

/** The refusal is on screen: its title, its code, and the big button, which is the first. Nothing is wrong with it by axe-core. */
async function refused({ page, reads }: Operator, title: string | RegExp, code: string, button: string): Promise<void> {
  await reads(title);
  await page.getByText(code).first().waitFor();
  expect(await page.getByRole('button', { name: button, exact: true }).isVisible()).toBe(true);
  expect(await inaccessible(page)).toEqual([]);
}
const field = ({ page }: Operator, name: RegExp) => page.getByRole('textbox', { name });

/** The requestIds of all attempts at that device. */
const requestsFor = async (asked: Sign) => new Set((await hall.attempts(asked)).map(({ requestId }) => requestId));

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
    expect(hall.websites.timesAsked('silent')).toBe(1);
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
    await phone.reads(/blinks this code/);
    expect(await signs.all[0]!.says(/^shows (\w+), large$/)).toBe(signs.all[0]!.shortCode);
    await phone.page.close();
  });

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
    await refused(phone, 'This sign is already claimed', 'sign_already_claimed', 'Find it on my walls');
    await phone.tap('Find it on my walls');
    await phone.page.waitForURL(new RegExp(`/events/.*${wanted.shortCode}`));
    await phone.page.getByText('First').first().waitFor();
    expect(await hall.records(wanted)).toMatchObject([{ name: 'First' }]);
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
    await phone.page.getByText(/^Your phone has no network/).waitFor();
    await phone.tap('Claim');
    await phone.reads('It waits for the network; nothing was sent.');
    const keys = await phone.page.evaluate<string[]>('Object.keys(localStorage)');
    const requestId = keys
      .find((key) => key.includes(' attempt '))!
      .split(' ')
      .at(-1)!;
    good(await hall.claim(other.shortCode, { requestId, person: operator }));
    await phone.page.context().setOffline(false);
    await refused(phone, 'This attempt was used already', 'request_id_reused', 'Start afresh');
    await phone.tap('Start afresh');
    await phone.reads(/^Copied is claimed/);
    expect([...(await requestsFor(wanted))]).not.toContain(requestId);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Copied' }]);
    await phone.page.close();
  });
});

describe('the page', () => {
  test('D3: an address that the sign can’t reach is changed, and the claim goes on', async () => {
    const wanted = sign();
    const phone = await claimPage();
    await phone.claim(wanted.shortCode, { name: 'Typo', location: 'Bar', url: hall.websites.unreachable });
    await refused(phone, 'The sign can’t reach the page', 'url_unreachable', 'Change the address');
    expect(await phone.page.getByText(/Nothing was claimed/).isVisible()).toBe(true);
    await phone.tap('Change the address');
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
    await refused(phone, 'The page answered with an error', 'url_load_failed', 'Claim without a page');
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
    await refused(phone, /^The page took over \d+ seconds$/, 'sign_timeout', 'Load again');
    const asked = hall.websites.asked();
    await phone.tap('Load again');
    await asked;
    hall.websites.release();
    await phone.reads(/^Slow is claimed/);
    expect(await hall.records(slow)).toMatchObject([{ name: 'Slow' }]);
    expect((await requestsFor(slow)).size).toBe(2);
    await phone.page.close();
  });
});

describe('the code', () => {
  test('D3: a QR that contradicts itself leads to the keypad', async () => {
    const { qrText } = sign();
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph(qrText.replace(/"shortCode":"\w+"/, '"shortCode":"VE05BR"'));
    await refused(phone, 'This QR contradicts itself', 'short_code_mismatch', 'Type the code');
    await phone.tap('Type the code');
    const keypad = phone.page.getByRole('button', { name: 'Find the sign', exact: true });
    await keypad.waitFor();
    expect(await keypad.isVisible()).toBe(true);
    await phone.page.close();
  });

  test('D3: a code that no sign shows is corrected where it was typed', async () => {
    const phone = await claimPage(await hall.person('operator'));
    await phone.typeCode('4Q850C');
    await refused(phone, 'No sign shows 4Q8 50C', 'short_code_unknown', 'Correct the code');
    await phone.tap('Correct the code');
    const typed = phone.page.getByRole('textbox');
    await expect.poll(() => typed.inputValue()).toMatch(/^4Q850C?$/);
    await phone.page.close();
  });

  test('D3: of two signs with one code, the scanned one is found', async () => {
    const { all } = await hall.box.twins();
    const phone = await claimPage();
    await phone.typeCode(all[0]!.shortCode);
    await refused(phone, 'Two signs show this code', 'short_code_ambiguous', 'Scan the QR');
    await phone.tap('Scan the QR');
    await phone.photograph(all[1]!.qrText);
    await phone.reads(/blinks this code/);
    expect(await all[1]!.says(/^shows (\w+), large$/)).toBe(all[1]!.shortCode);
    await phone.page.close();
  });

  test('D3: after too many wrong codes the wait is counted down', async () => {
    const guesser = await hall.person('operator');
    for (const code of ['0000AA', '0000BB', '0000CC'])
      await guesser.client.call('POST /api/signs/claim/start', { body: { shortCode: code } });
    const phone = await claimPage(guesser);
    await phone.typeCode('0000DD');
    await phone.reads('Five wrong codes in 15 minutes');
    const wait = phone.page.getByRole('button', { name: /^Wait \d/ });
    expect(await wait.isDisabled()).toBe(true);
    const before = await wait.textContent();
    await expect.poll(() => wait.textContent(), { timeout: 20_000 }).not.toBe(before);
    await phone.page.close();
  });

  test('D3: what is no sign’s QR, or a newer one, is told apart, and the camera goes on', async () => {
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph('https://example.com/menu');
    await phone.page.getByRole('heading', { name: 'This isn’t a sign’s code' }).waitFor();
    await phone.tap('Keep scanning');
    await phone.photograph(JSON.stringify({ type: 'service-sign', version: 2 }));
    await phone.page.getByRole('heading', { name: 'This QR is newer than your app' }).waitFor();
    const loaded = phone.page.waitForEvent('load');
    await phone.tap('Reload the app');
    await loaded;
    expect(new URL(phone.page.url()).pathname).toBe('/claim');
    await phone.page.close();
  });
});

describe('the form', () => {
  test('D3, A4: an address that can’t be used is said at the field, with the cursor in it', async () => {
    const wanted = sign();
    const phone = await claimPage();
    await phone.claim(wanted.shortCode, { name: 'Field', location: 'Bar', url: 'http://admin@10.0.0.4/menu' });
    const address = field(phone, /^Web page/);
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await phone.isIn(/^Web page/);
    await phone.enter({ url: '' });
    await phone.tap('Claim');
    await phone.reads(/^Field is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Field' }]);
    await phone.page.close();
  });

  test.each([
    ['is too long', 'n'.repeat(201)],
    ['would turn around what stands beside it', 'Bar \u202Egnp.exe'],
  ])('D3: a name that %s is said at the field, with the cursor in it, and what was typed is kept', async (_, wrong) => {
    const wanted = sign();
    const phone = await claimPage();
    await phone.claim(wanted.shortCode, { name: wrong, location: 'Bar' });
    const name = field(phone, /^Name/);
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await phone.isIn(/^Name/);
    expect(await inaccessible(phone.page)).toEqual([]);
    expect(await field(phone, /^Location/).inputValue()).toBe('Bar');
    await phone.enter({ name: 'Right' });
    await phone.tap('Claim');
    await phone.reads(/^Right is claimed/);
    await phone.page.close();
  });

  test('D3: a sign that was held too long is found again, and the form comes back filled in', async () => {
    const brief = await openHall({ PENDING_TTL_MS: '6000' });
    try {
      const [{ shortCode }] = (await brief.box.signs(1)).all as [Sign];
      const phone = operate(await brief.phone({ path: '/claim' }));
      await phone.findByCode(shortCode);
      await phone.enter({ name: 'Held', location: 'Foyer' });
      await refused(phone, 'Ten minutes have passed', 'pending_expired', 'Find the sign again');
      await phone.tap('Find the sign again');
      await phone.tap('Yes, this one');
      expect(await field(phone, /^Name/).inputValue()).toBe('Held');
      await phone.tap('Claim');
      await phone.reads(/^Held is claimed/);
    } finally {
      await brief.close();
    }
  });
});

describe('the person', () => {
  test('D3: a session that ends in mid-form leads to signing in and back to what was typed', async () => {
    const wanted = sign();
    const leaving = await hall.person('operator');
    const phone = await claimPage(leaving);
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Interrupted', location: 'Foyer' });
    good(await leaving.client.call('POST /api/auth/revoke-sessions'));
    await phone.tap('Claim');
    await refused(phone, 'You are signed out', 'unauthenticated', 'Sign in');
    await phone.tap('Sign in');
    await phone.page.waitForURL(/\/sign-in/);
    await signIn(phone.page, leaving);
    await phone.page.waitForURL(/\/claim/);
    await phone.reads(/^Interrupted is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Interrupted' }]);
    await phone.page.close();
  });

  test('D3, A2: who became a viewer in mid-form is told the admins’ names', async () => {
    const wanted = sign();
    const demoted = await hall.person('operator');
    const { id: userId } = good(await demoted.client.call('GET /api/me')).body.user;
    const phone = await claimPage(demoted);
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Demoted', location: 'Foyer' });
    const params = { id: hall.service.organizationId, userId };
    good(
      await hall.owner.client.call('PATCH /api/organizations/:id/members/:userId', {
        params,
        body: { role: 'viewer' },
      }),
    );
    await phone.tap('Claim');
    await refused(phone, 'Your role can’t claim signs', 'forbidden', 'Choose another event');
    const owner = good(await hall.owner.client.call('GET /api/me')).body.user;
    await phone.page.getByText(owner.name).first().waitFor();
    expect(await hall.records(wanted)).toEqual([]);
    await phone.page.close();
  });

  test('D3: an event that is gone is replaced by another', async () => {
    const wanted = sign();
    const organizationId = await hall.organization('Gone');
    const [gone, left] = [
      await hall.event('Gone today', organizationId),
      await hall.event('Still there', organizationId),
    ];
    const person = await hall.person('operator', organizationId);
    const phone = await claimPage(person);
    await phone.tap(/Gone today/);
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Homeless', location: 'Foyer' });
    good(await hall.owner.client.call('DELETE /api/events/:id', { params: { id: gone } }));
    await phone.tap('Claim');
    await refused(phone, 'This event is gone', 'not_found', 'Choose an event');
    await phone.tap('Choose an event');
    await phone.tap(/Still there/);
    await phone.tap('Claim');
    await phone.reads(/^Homeless is claimed/);
    expect(await hall.records(wanted, organizationId)).toMatchObject([{ eventId: left }]);
    await phone.page.close();
  });
});

describe('the service', () => {
  test('D3, R4: while it is busy the claim tries again by itself', async () => {
    const wanted = sign();
    const database = await hall.database();
    const phone = await claimPage();
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Busy', location: 'Foyer' });
    const mend = await database.failing('claim', 'full');
    await phone.tap('Claim');
    await refused(phone, 'The service is busy', 'unavailable', 'Try now');
    await mend();
    await phone.reads(/^Busy is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Busy' }]);
    await database.close();
    await phone.page.close();
  });

  test('D3, C4: after its own mistake the outcome of the same attempt is asked for', async () => {
    const wanted = sign();
    const database = await hall.database();
    const phone = await claimPage();
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Mistake', location: 'Foyer' });
    const mend = await database.failing('claim', 'broken');
    await phone.tap('Claim');
    await refused(phone, 'We made a mistake', 'internal', 'Ask for the outcome');
    await mend();
    await phone.tap('Ask for the outcome');
    await phone.reads(/^Mistake is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Mistake' }]);
    await database.close();
    await phone.page.close();
  });

  test('C9: where an organization does not wait for proof, the phone says so', async () => {
    const wanted = sign();
    const organizationId = await hall.organization('Trusting');
    await hall.event('Fair', organizationId);
    const params = { id: organizationId };
    good(
      await hall.owner.client.call('PATCH /api/organizations/:id', { params, body: { linkHandshakeEnabled: false } }),
    );
    const phone = await claimPage(await hall.person('operator', organizationId));
    await phone.claim(wanted.shortCode, { name: 'Trusted', location: 'Foyer' });
    await phone.reads(/Claimed, not proved|claimed, not proved/);
    await phone.page.getByText(/doesn’t wait for proof/).waitFor();
    expect(await hall.records(wanted, organizationId)).toMatchObject([{ name: 'Trusted' }]);
    await phone.page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
