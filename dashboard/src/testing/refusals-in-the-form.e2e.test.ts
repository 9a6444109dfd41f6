import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClaimHall } from './start-phones-and-signs.ts';
import { field, openRefusing, refused } from './expect-refusal-screen.ts';
import { inaccessible, signIn } from './service-and-browser.ts';

/** Refusals of what was typed, of who typed it, and of the service itself. */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  ({ hall, claimPage, sign } = await openRefusing(12));
});
afterAll(() => hall.close());

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
    const wanted = sign();
    const phone = await claimPage();
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Held', location: 'Foyer' });
    const database = await hall.database();
    await database.run('update claim set expires_at = created_at where short_code = $1', [wanted.shortCode]);
    await database.close();
    await phone.tap('Claim');
    await refused(phone, 'Your reservation has expired', 'pending_expired', 'Find the sign again');
    await phone.tap('Find the sign again');
    await phone.tap('Yes, this sign');
    expect(await field(phone, /^Name/).inputValue()).toBe('Held');
    await phone.tap('Claim');
    await phone.reads(/^Held is claimed/);
    expect(await hall.records(wanted)).toMatchObject([{ name: 'Held' }]);
    await phone.page.close();
  });
});

describe('the person', () => {
  test('D3: a session that ends in mid-form leads to signing in and back to what was typed', async () => {
    const wanted = sign();
    const leaving = await hall.person('operator');
    const phone = await claimPage({ person: leaving });
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
    const phone = await claimPage({ person: demoted });
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
    await refused(phone, 'Your role does not allow you to claim signs', 'forbidden', 'Choose a different event');
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
    const phone = await claimPage({ person });
    await phone.tap(/Gone today/);
    await phone.findByCode(wanted.shortCode);
    await phone.enter({ name: 'Homeless', location: 'Foyer' });
    good(await hall.owner.client.call('DELETE /api/events/:id', { params: { id: gone } }));
    await phone.tap('Claim');
    await refused(phone, 'This event no longer exists', 'not_found', 'Choose an event');
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
    await refused(phone, 'Something went wrong on our side', 'internal', 'Check the outcome');
    await mend();
    await phone.tap('Check the outcome');
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
      await hall.owner.client.call('PATCH /api/organizations/:id', {
        params,
        body: { linkHandshakeEnabled: false },
        ifMatch: 1,
      }),
    );
    const phone = await claimPage({ person: await hall.person('operator', organizationId) });
    await phone.claim(wanted.shortCode, { name: 'Trusted', location: 'Foyer' });
    await phone.reads(/Claimed without confirmation|claimed without confirmation/);
    await phone.page.getByText(/does not require signs to confirm/).waitFor();
    expect(await hall.records(wanted, organizationId)).toMatchObject([{ name: 'Trusted' }]);
    await phone.page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
