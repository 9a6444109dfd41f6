import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { englishSecondFactor } from '../words/english-second-factor.ts';
import { english } from '../words/english.ts';
import { linkMailedTo } from './mailed-links.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';
import { inaccessible, isIn, signIn, signInAside, signOut } from './service-and-browser.ts';
import { openApp, type App } from './totp.ts';

/** Two-step sign-in with the real service: turned on, used at sign-in, required by an organization, turned off. The tests' app makes codes by RFC 6238. */

let hall: Hall;
const said = englishSecondFactor.secondFactor;
/** The service's own text, which the page replaces. */
const WRONG_TEXT = 'This code is wrong, has expired or was already used.';
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const me = (page: Page) =>
  page.evaluate<{ mfa: boolean; user: { totp: boolean; recoveryCodes: number } }>(
    "fetch('/api/me').then((answer) => answer.json())",
  );
/** The name of the field that has the focus. */
const focused = (page: Page) => page.evaluate('document.activeElement.name');

/** Invites the person into the hall's first organization too, and accepts. */
async function join({ email, client }: Person, role: 'viewer'): Promise<void> {
  const { owner, organizationId, outbox } = hall.service;
  const before = await linkMailedTo(outbox, email, '/invite/');
  good(
    await owner.call('POST /api/organizations/:id/members', { params: { id: organizationId }, body: { email, role } }),
  );
  await expect.poll(() => linkMailedTo(outbox, email, '/invite/'), { timeout: 20_000 }).not.toBe(before);
  const token = (await linkMailedTo(outbox, email, '/invite/')).split('/').at(-1)!;
  good(await client.call('POST /api/invitations/:token/accept', { params: { token }, body: {} }));
}

/** Turns two-step sign-in on by keyboard alone, on its page. Resolves with the person's app and their recovery codes. */
async function enrol(page: Page, { password }: Person): Promise<{ app: App; codes: string[] }> {
  await heading(page, said.headline.off).waitFor();
  await page.locator('[name=password]').focus();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByText(said.password.wrong).waitFor();
  await expect.poll(() => focused(page)).toBe('password');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await heading(page, said.headline.scan).waitFor();
  const app = openApp((await page.locator('code').textContent())!);
  await page.locator('[name=code]').focus();
  await page.keyboard.type(app.wrong());
  await page.getByText(said.signIn.wrong(app.wrong().replace(/(...)/, '$1 '))).waitFor();
  expect(await page.getByText(WRONG_TEXT).count()).toBe(0);
  expect((await me(page)).user.totp).toBe(false);
  await expect.poll(() => page.inputValue('[name=code]')).toBe('');
  await page.keyboard.type(await app.next());
  await heading(page, said.headline.codes).waitFor();
  const list = page.getByRole('list', { name: said.codes.list }).getByRole('listitem');
  const codes = (await list.allTextContents()).map((text) => text.replace(/^\d+(?=[0-9a-z]{5}-)/, '').slice(-11));
  expect(new Set(codes).size).toBe(10);
  return { app, codes };
}

/** Says that the codes are stored, and goes on. */
async function finish(page: Page): Promise<void> {
  await page.locator('[name=stored]').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Signs in with the password, up to the page that asks for the code. */
async function signInToCode(page: Page, person: Person, path: string = PAGES.signIn): Promise<void> {
  await page.goto(path);
  await signIn(page, person);
  await heading(page, said.signIn.title).waitFor();
  await expect.poll(() => focused(page)).toBe('code');
}

test('A7: a person turns on two-step sign-in by keyboard; other sessions end, and the next sign-in asks for a code', async () => {
  const person = await hall.person('operator');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { app, codes } = await enrol(page, person);
  expect((await person.client.call('GET /api/me')).body).toMatchObject({ code: 'unauthenticated' });
  expect(await me(page)).toMatchObject({ mfa: true, user: { totp: true, recoveryCodes: 10 } });
  expect(await inaccessible(page)).toEqual([]);

  // The codes are shown once: leaving without storing them asks first.
  await page.getByRole('link', { name: said.tabs.account, exact: true }).click();
  await page.getByRole('dialog').getByText(said.codes.leave.text()).waitFor();
  await button(page, said.codes.leave.stay).click();
  const download = page.waitForEvent('download');
  await button(page, said.codes.save).click();
  const file = await readFile(await (await download).path(), 'utf8');
  for (const code of codes) expect(file.split('\n')).toContain(code);
  await finish(page);
  await heading(page, said.headline.on).waitFor();
  await page.getByText(said.state.since, { exact: true }).waitFor();

  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await signInToCode(page, person);
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  expect(await page.locator('[name=code]').getAttribute('autocomplete')).toBe('one-time-code');
  expect(await page.locator('[name=code]').getAttribute('inputmode')).toBe('numeric');
  await page.keyboard.type(app.wrong());
  await page.getByText(said.signIn.wrong(app.wrong().replace(/(...)/, '$1 '))).waitFor();
  expect(await page.getByText(WRONG_TEXT).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('code');
  await page.keyboard.type(await app.next());
  await isIn(page);
  expect(await me(page)).toMatchObject({ mfa: true });
  await page.close();
});

test('A7: the code page leads back to the password, accepts a pasted code, and accepts each recovery code once', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { app, codes } = await enrol(page, person);
  await finish(page);
  await heading(page, said.headline.on).waitFor();
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);

  await signInToCode(page, person);
  await button(page, said.signIn.back).click();
  await heading(page, english.signInPages.signIn.title).waitFor();
  await signInToCode(page, person);
  await page.keyboard.type('12');
  const code = (await app.next()).replace(/(...)/, '$1 ');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(code)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[name=code]').dispatchEvent(event);
  })()`);
  await isIn(page);

  // A recovery code opens one session, as people type it, and is refused afterwards.
  const other = await hall.phone({ ...DESK, person: null, path: PAGES.signIn });
  const recover = async (typed: string, path?: string): Promise<void> => {
    await signInToCode(other, person, path);
    await button(other, said.signIn.useRecovery).click();
    await heading(other, said.signIn.recoveryTitle).waitFor();
    await other.getByLabel(said.signIn.recoveryCode).fill(typed);
    await other.keyboard.press('Enter');
  };
  // The claim on a phone asks for the code too, and comes next.
  await recover(` ${codes[3]!.toUpperCase().replace('-', ' ')} `, PAGES.claim);
  await other.waitForURL(({ pathname }) => pathname === PAGES.claim);
  expect(await me(other)).toMatchObject({ mfa: true, user: { recoveryCodes: 9 } });
  await other.goto(PAGES.twoStep);
  await other.getByText(said.state.left(9)).waitFor();
  await signOut(other);
  await other.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await recover(codes[3]!);
  await other.getByText(said.signIn.recoveryWrong).waitFor();
  expect(await other.getByText(WRONG_TEXT).count()).toBe(0);
  await Promise.all([page.close(), other.close()]);
});

test('A7: a code signs in the person of its own tab, also after another person signed in in a second tab', async () => {
  const [person, other] = [await hall.person('viewer'), await hall.person('viewer')];
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { app } = await enrol(page, person);
  await finish(page);
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await signInToCode(page, person);
  // A second tab of the same browser shares the cookies of the first.
  await signInAside(page, other, hall.link.url);
  expect(await me(page)).toMatchObject({ mfa: false, user: { email: other.email } });
  await page.keyboard.type(await app.next());
  await isIn(page);
  expect(await me(page)).toMatchObject({ mfa: true, user: { email: person.email } });
  await page.close();
});

test('A7: after five wrong codes, the code page shows the time left and refuses even the right code', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { app } = await enrol(page, person);
  await finish(page);
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await signInToCode(page, person);
  for (let count = 0; count < 5; count += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/verify-totp'));
    await expect.poll(() => page.inputValue('[name=code]')).toBe('');
    await page.keyboard.type(app.wrong());
    await answered;
  }
  await expect.poll(() => page.inputValue('[name=code]')).toBe('');
  await page.keyboard.type(await app.next());
  await page.getByText(/^Too many codes were wrong/).waitFor();
  await page.getByText(/^Time left: 1\d min/).waitFor();
  expect(await button(page, said.signIn.button).isDisabled()).toBe(true);
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('A7: after five wrong codes, a person who turns two-step sign-in on can send no code until the wait is over', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  await page.locator('[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await heading(page, said.headline.scan).waitFor();
  const app = openApp((await page.locator('code').textContent())!);
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/verify-totp') ? 1 : 0));
  await page.locator('[name=code]').focus();
  for (let count = 0; count < 5; count += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/verify-totp'));
    await expect.poll(() => page.inputValue('[name=code]')).toBe('');
    await page.keyboard.type(app.wrong());
    await answered;
  }
  await expect.poll(() => page.inputValue('[name=code]')).toBe('');
  const code = await app.next();
  await page.keyboard.type(code);
  await page.getByText(/^Too many codes were wrong/).waitFor();
  expect(await button(page, said.digits.button).isDisabled()).toBe(true);
  await page.keyboard.press('Backspace');
  await page.keyboard.type(code.at(-1)!);
  expect(await page.inputValue('[name=code]')).toBe(code);
  expect((await me(page)).user.totp).toBe(false);
  expect(sent).toBe(6);
  await page.close();
});

test('A7: the code page expires after 10 minutes and then leads back to the password', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  await enrol(page, person);
  await finish(page);
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await page.clock.install();
  await signInToCode(page, person);
  await page.clock.fastForward(601_000);
  await heading(page, said.signIn.expired).waitFor();
  await button(page, said.signIn.again).click();
  await heading(page, english.signInPages.signIn.title).waitFor();
  expect(await page.locator('[name=code]').count()).toBe(0);
  await page.close();
});

test('A7: a sign-in that a new password has ended begins again, and its code is not called wrong', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { app } = await enrol(page, person);
  const aside = await hall.phone({ ...DESK, person: null, path: PAGES.signIn });
  await signInToCode(aside, person);
  const body = {
    currentPassword: person.password,
    newPassword: 'radishes under a red moon',
    revokeOtherSessions: true,
  };
  expect(
    (await page.request.post('/api/auth/change-password', { data: body, headers: { origin: hall.link.url } })).ok(),
  ).toBe(true);
  await aside.keyboard.type(await app.next());
  await heading(aside, said.signIn.expired).waitFor();
  await button(aside, said.signIn.again).click();
  await heading(aside, english.signInPages.signIn.title).waitFor();
  await Promise.all([page.close(), aside.close()]);
});

test('A7: new recovery codes replace the old ones, and the password turns off two-step sign-in', async () => {
  const person = await hall.person('operator');
  const page = await hall.phone({ ...DESK, person, path: PAGES.twoStep });
  const { codes } = await enrol(page, person);
  await finish(page);
  await button(page, said.state.newCodes).click();
  await page.getByRole('dialog').locator('[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await heading(page, said.headline.newCodes).waitFor();
  const shown = await page.getByRole('list', { name: said.codes.list }).textContent();
  for (const code of codes) expect(shown).not.toContain(code);
  await finish(page);
  await button(page, said.state.turnOff).click();
  await page.getByRole('dialog').locator('[name=password]').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(said.password.wrong).waitFor();
  await page.getByRole('dialog').locator('[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await heading(page, said.headline.off).waitFor();
  await page.getByRole('link', { name: said.tabs.account, exact: true }).click();
  await page.getByText(said.actions['mfa.disable']!).first().waitFor();
  await page.getByText(said.actions['mfa.recovery_codes']!).first().waitFor();
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await signIn(page, person);
  // Back to the page of the account, where they signed out.
  await page.waitForURL(PAGES.account);
  await page.close();
});

test('A6: when an owner requires a second factor, a member’s wall closes until a code is set up; other organizations stay open', async () => {
  const organizationId = await hall.organization('Nordlicht Events');
  const eventId = await hall.event('Lichterfest', organizationId);
  const owner = await hall.person('owner', organizationId);
  const member = await hall.person('operator', organizationId);
  const guest = await hall.person('operator', organizationId);
  await join(member, 'viewer');
  const desk = await hall.phone({ ...DESK, person: owner });
  const settings = pathOf('organizationSettings', { organizationId });
  const rule = desk.locator('[name=secondFactor]');
  const words = englishAdmin.settings.secondFactor;

  await desk.goto(settings);
  await desk.getByText(words.turnOn).waitFor();
  expect(await rule.isDisabled()).toBe(true);
  await desk.getByRole('link', { name: words.toAccount }).click();
  await enrol(desk, owner);
  await finish(desk);
  await heading(desk, said.headline.on).waitFor();

  const wall = await hall.phone({ ...DESK, person: member, path: pathOf('wall', { eventId }) });
  await wall.locator('h1').waitFor();
  await desk.goto(settings);
  await desk.getByText(words.without(3)).waitFor();
  await rule.check();
  await button(desk, englishAdmin.settings.save).click();
  await desk.getByText(englishAdmin.settings.saved).first().waitFor();

  await heading(wall, said.required.title('Nordlicht Events')).waitFor();
  expect(await inaccessible(wall)).toEqual([]);
  await wall.reload();
  await heading(wall, said.required.title('Nordlicht Events')).waitFor();
  await wall.goto(PAGES.home);
  await wall.getByRole('link', { name: 'Opera ball' }).click();
  await wall.locator('h1').waitFor();
  expect(await heading(wall, said.required.title('Nordlicht Events')).count()).toBe(0);

  await wall.goto(pathOf('wall', { eventId }));
  await wall.getByRole('link', { name: said.required.setUpButton }).click();
  const { app } = await enrol(wall, member);
  await finish(wall);
  await wall.waitForURL(pathOf('wall', { eventId }));
  await wall.locator('h1').waitFor();
  expect(await heading(wall, said.required.title('Nordlicht Events')).count()).toBe(0);

  // The claim on a phone has nothing to offer to a member of this organization alone.
  const phone = await hall.phone({ person: guest, path: PAGES.claim });
  await heading(phone, said.required.title('Nordlicht Events')).waitFor();
  expect(await inaccessible(phone)).toEqual([]);
  await phone.close();

  // The list of members says who has it.
  await desk.goto(pathOf('people', { organizationId }));
  await expect.poll(() => desk.getByTitle(englishAdmin.people.secondFactor.on).count()).toBe(2);
  await signOut(wall);
  await wall.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await signInToCode(wall, member);
  await wall.keyboard.type(await app.next());
  await isIn(wall);
  await Promise.all([desk.close(), wall.close()]);
});

test('K5: no page of two-step sign-in throws an exception or violates its security policy', () => {
  expect(hall.complaints()).toEqual([]);
});
