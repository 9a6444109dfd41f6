import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { englishFirst } from '../words/english-first-sign.ts';
import { englishSecondFactor } from '../words/english-second-factor.ts';
import { english } from '../words/english.ts';
import { openHall, type Hall, type Person } from './service-and-phones.ts';
import { inaccessible, openStage, signIn, signOut } from './service-and-browser.ts';
import { openApp, type App } from './totp.ts';
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

/** Passkeys with the real service and Chromium's virtual authenticator: added, used at sign-in and in an organization that requires a second factor, removed. */

let hall: Hall;
const said = englishSecondFactor.passkeys;
const twoStep = englishSecondFactor.secondFactor;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

beforeAll(async () => {
  // Browsers have passkeys only on a host name.
  hall = await openHall({}, 'localhost');
});
afterAll(() => hall.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: said.table.label }).getByRole('row');
const me = (page: Page) =>
  page.evaluate<{ mfa: boolean; user: { email: string; passkeys: number } }>(
    "fetch('/api/me').then((answer) => answer.json())",
  );
/** Resolves at the page that the person came for. */
const isSignedIn = (page: Page) => page.waitForURL(({ pathname }) => pathname !== PAGES.signIn);
const isAtSignIn = (page: Page) => page.waitForURL(({ pathname }) => pathname === PAGES.signIn);

/** Turns two-step sign-in on over the API, in the page's session. The page is at the tab of passkeys afterwards. */
async function enrol(page: Page, { password }: Person): Promise<App> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/two-factor/${path}`, {
      data,
      headers: { origin: hall.link.url },
    });
    if (!answer.ok()) throw new Error(await answer.text());
    return (await answer.json()) as { totpURI: string };
  };
  const { totpURI } = await post('enable', { password });
  const app = openApp(new URL(totpURI).searchParams.get('secret')!);
  await post('verify-totp', { code: await app.next() });
  await page.goto(PAGES.passkeys);
  await heading(page, said.headline.none).waitFor();
  return app;
}

/** A person with two-step sign-in and one passkey, at the tab of passkeys. */
async function withPasskey(person: Person): Promise<{ page: Page; app: App; device: VirtualAuthenticator }> {
  const page = await hall.phone({ ...DESK, person });
  const device = await addAuthenticator(page);
  const app = await enrol(page, person);
  await button(page, said.add.button).click();
  await heading(page, said.headline.count(1)).waitFor();
  return { page, app, device };
}

test('A7: a person adds a passkey by keyboard, signs out, and signs in with the passkey alone, back to the page they came for', async () => {
  const person = await hall.person('operator');
  const page = await hall.phone({ ...DESK, person, path: PAGES.passkeys });
  const device = await addAuthenticator(page);
  await heading(page, said.headline.off).waitFor();
  expect(await button(page, said.add.button).count()).toBe(0);
  expect(await page.getByRole('link', { name: twoStep.profile.turnOn }).getAttribute('href')).toBe(
    pathOf('twoStep', { next: PAGES.passkeys }),
  );
  await enrol(page, person);
  const name = page.getByLabel(said.add.name, { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Chrome on Linux');
  await name.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Desk in the foyer');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, said.headline.count(1)).waitFor();
  await page.getByText(said.add.added('Desk in the foyer')).waitFor();
  await expect.poll(() => rows(page).nth(1).textContent()).toContain('Desk in the foyer');
  expect(await rows(page).nth(1).textContent()).toContain(said.table.notUsed);
  expect(await device.count()).toBe(1);
  expect(await inaccessible(page)).toEqual([]);

  // The same device again.
  await button(page, said.add.button).click();
  await page.getByText(said.notAdded.exists).waitFor();
  expect((await me(page)).user.passkeys).toBe(1);

  await page.goto(PAGES.account);
  await page.getByText(twoStep.actions['passkey.add']!).first().waitFor();
  await signOut(page);
  await isAtSignIn(page);
  await page.goto(pathOf('signIn', { next: PAGES.passkeys }));
  await page.locator('[name=password]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(said.signIn.button);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === PAGES.passkeys);
  await heading(page, said.headline.count(1)).waitFor();
  expect(await me(page)).toMatchObject({ mfa: true, user: { email: person.email, passkeys: 1 } });
  await expect.poll(() => rows(page).nth(1).textContent()).not.toContain(said.table.notUsed);
  await page.close();
});

test('A7: a prompt that the person cancels, and a device that does not recognise the person, change nothing', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person });
  const device = await addAuthenticator(page);
  await enrol(page, person);
  await device.answerPrompts(false);
  await page.getByLabel(said.add.name, { exact: true }).fill('Spare key');
  await button(page, said.add.button).click();
  await page.getByText(said.prompt.waiting).waitFor();
  await button(page, said.prompt.cancel).click();
  await page.getByText(said.notAdded.cancelled).waitFor();
  expect(await page.getByLabel(said.add.name, { exact: true }).inputValue()).toBe('Spare key');
  await device.answerPrompts(true);
  await device.recognise(false);
  await button(page, said.add.button).click();
  await page.getByText(said.notAdded.cancelled).waitFor();
  expect(await device.count()).toBe(0);
  await device.recognise(true);
  await button(page, said.add.button).click();
  await heading(page, said.headline.count(1)).waitFor();
  expect(await page.getByText(said.notAdded.cancelled).count()).toBe(0);

  await signOut(page);
  await isAtSignIn(page);
  await device.answerPrompts(false);
  await button(page, said.signIn.button).click();
  await page.getByText(said.prompt.waiting).waitFor();
  await button(page, said.prompt.cancel).click();
  await page.getByText(said.notSignedIn.cancelled).waitFor();
  await device.answerPrompts(true);
  await device.recognise(false);
  await button(page, said.signIn.button).click();
  await page.getByText(said.notSignedIn.cancelled).waitFor();
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  // A wrong password takes the place of what is said of the passkey.
  await signIn(page, { email: person.email, password: 'not the password' });
  await page.getByText(english.signInPages.signIn.wrong).last().waitFor();
  expect(await page.getByText(said.notSignedIn.cancelled).count()).toBe(0);
  await device.recognise(true);
  await button(page, said.signIn.button).click();
  await isSignedIn(page);
  expect(await me(page)).toMatchObject({ mfa: true });
  await page.close();
});

test('A7: a passkey whose options or answer are lost leaves the form in place, and the list appears once the service answers', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person });
  await addAuthenticator(page);
  await enrol(page, person);
  const lose = (path: string) => page.route(path, (route) => route.abort('connectionreset'));
  const name = page.getByLabel(said.add.name, { exact: true });
  await name.fill('Spare key');
  const lost = ['**/generate-register-options', '**/api/me', '**/list-user-passkeys'];
  for (const path of lost) await lose(path);
  await button(page, said.add.button).click();
  await page.getByRole('alert').waitFor();
  await heading(page, said.headline.none).waitFor();
  expect(await name.inputValue()).toBe('Spare key');

  await page.unroute(lost[0]!);
  await page.route('**/verify-registration', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, said.add.button).click();
  await page.getByText(english.states.ourFault.title(said.what)).waitFor();
  await page.getByRole('alert').waitFor();
  await heading(page, said.headline.none).waitFor();
  expect(await name.inputValue()).toBe('Spare key');

  for (const path of [...lost, '**/verify-registration']) await page.unroute(path);
  // The page tries again by itself.
  await heading(page, said.headline.count(1)).waitFor();
  await rows(page).getByText('Spare key').waitFor();
  await page.close();
});

test('A7: a new passkey that the service refuses because two-step sign-in was turned off leads to turning it on', async () => {
  const person = await hall.person('viewer');
  const page = await hall.phone({ ...DESK, person });
  const device = await addAuthenticator(page);
  await enrol(page, person);
  await page.route(
    '**/verify-registration',
    async (route) => {
      const headers = { origin: hall.link.url };
      const data = { password: person.password };
      expect((await page.request.post('/api/auth/two-factor/disable', { data, headers })).status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, said.add.button).click();
  await heading(page, said.headline.off).waitFor();
  await page.getByRole('link', { name: twoStep.profile.turnOn }).waitFor();
  expect(await page.getByText(said.notAdded.exists).count()).toBe(0);
  expect(await device.count()).toBe(1);
  await page.close();
});

test('A7: Cancel and leaving the page stop a sign-in by passkey whose prompt has not opened yet', async () => {
  const { page } = await withPasskey(await hall.person('viewer'));
  await signOut(page);
  await isAtSignIn(page);
  let sent = 0;
  page.on('request', (request) => void (request.url().endsWith('/verify-authentication') && (sent += 1)));
  /** Presses the button, and holds the service's answer until the function is called that this resolves with. */
  async function pressAndHold(): Promise<() => Promise<void>> {
    // The page has its own answer by then: it shows the button afterwards.
    await button(page, said.signIn.button).waitFor();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const options = '**/generate-authenticate-options';
    await page.route(options, (route) => held.then(() => route.continue()), { times: 1 });
    const asked = page.waitForRequest(options);
    await button(page, said.signIn.button).click();
    await asked;
    return async () => {
      const answered = page.waitForResponse(options).then((answer) => answer.finished());
      release();
      await answered;
    };
  }
  const afterCancel = await pressAndHold();
  await button(page, said.prompt.cancel).click();
  await button(page, said.signIn.button).waitFor();
  await afterCancel();
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  expect(await page.getByText(said.prompt.waiting).count()).toBe(0);
  const afterLeaving = await pressAndHold();
  await page.getByRole('link', { name: english.signInPages.signIn.forgotten }).click();
  await page.waitForURL(({ pathname }) => pathname === PAGES.forgotPassword);
  await afterLeaving();
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  expect([new URL(page.url()).pathname, sent]).toEqual([PAGES.forgotPassword, 0]);
  await page.goto(PAGES.signIn);
  await button(page, said.signIn.button).click();
  await isSignedIn(page);
  expect(sent).toBe(1);
  await page.close();
});

test('A7: a removed passkey no longer signs in, and the person keeps the other ways', async () => {
  const person = await hall.person('operator');
  const { page, app, device } = await withPasskey(person);
  const name = 'Chrome on Linux';
  await button(page, said.remove.one(name)).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(said.remove.text).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect((await me(page)).user.passkeys).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(said.remove.keep);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, said.headline.none).waitFor();
  await page.getByText(said.remove.removed(name)).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(said.title);
  await page.goto(PAGES.account);
  await page.getByText(twoStep.actions['passkey.remove']!).first().waitFor();
  await signOut(page);
  await isAtSignIn(page);
  // The device still has it.
  expect(await device.count()).toBe(1);
  await button(page, said.signIn.button).click();
  await page.getByText(said.notSignedIn.refused).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  expect((await me(page)) as unknown).toMatchObject({ code: 'unauthenticated' });
  await signIn(page, person);
  await heading(page, twoStep.signIn.title).waitFor();
  await page.keyboard.type(await app.next());
  await isSignedIn(page);
  await page.close();
});

test('A7: after the password, a passkey takes the place of the code, also for the claim on a phone', async () => {
  const person = await hall.person('operator');
  const { page } = await withPasskey(person);
  await signOut(page);
  await isAtSignIn(page);
  await page.goto(PAGES.claim);
  await isAtSignIn(page);
  await signIn(page, person);
  await heading(page, twoStep.signIn.title).waitFor();
  await button(page, said.signIn.use).click();
  await page.waitForURL(({ pathname }) => pathname === PAGES.claim);
  expect(await me(page)).toMatchObject({ mfa: true });
  await page.close();
});

test('A6: in an organization that requires a second factor, a passkey opens the page of a session without one', async () => {
  const organizationId = await hall.organization('Nordlicht Events');
  const eventId = await hall.event('Lichterfest', organizationId);
  const member = await hall.person('operator', organizationId);
  const { page: desk, device } = await withPasskey(member);
  const wall = pathOf('wall', { eventId });
  const database = await hall.database();
  await database.run('update organization set mfa_required = true where id = $1', [organizationId]);
  await desk.goto(wall);
  await heading(desk, englishFirst.first.title).waitFor();
  await database.run('update session set mfa = false where user_id = (select id from "user" where email = $1)', [
    member.email,
  ]);
  await database.close();
  await desk.goto(wall);
  await heading(desk, twoStep.required.title('Nordlicht Events')).waitFor();
  expect(await inaccessible(desk)).toEqual([]);
  await device.answerPrompts(false);
  await button(desk, said.signIn.button).click();
  await desk.getByText(said.prompt.waiting).waitFor();
  await button(desk, said.prompt.cancel).click();
  await desk.getByText(said.notSignedIn.cancelled).waitFor();
  await device.answerPrompts(true);
  await button(desk, said.signIn.button).click();
  await expect.poll(() => heading(desk, twoStep.required.title('Nordlicht Events')).count()).toBe(0);
  await heading(desk, englishFirst.first.title).waitFor();
  expect(new URL(desk.url()).pathname).toBe(wall);
  expect(await me(desk)).toMatchObject({ mfa: true, user: { email: member.email } });
  await desk.close();
});

test('A7: turning off two-step sign-in names the passkeys and removes them', async () => {
  const person = await hall.person('viewer');
  const { page } = await withPasskey(person);
  await page.goto(PAGES.twoStep);
  await button(page, twoStep.state.turnOff).click();
  await page
    .getByRole('dialog')
    .getByText(/your passkeys are removed/)
    .waitFor();
  await page.getByRole('dialog').locator('[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await heading(page, twoStep.headline.off).waitFor();
  expect((await me(page)).user.passkeys).toBe(0);
  await signOut(page);
  await isAtSignIn(page);
  await button(page, said.signIn.button).click();
  await page.getByText(said.notSignedIn.refused).waitFor();
  await page.close();
});

test.each([
  ['an IP address', 'http://192.0.2.7:3000'],
  ['another host name', 'http://signs.example:3000'],
])('A7: the page to sign in at localhost offers no passkey where PUBLIC_URL has %s', async (_what, PUBLIC_URL) => {
  const stage = await openStage({ PUBLIC_URL });
  onTestFinished(() => stage.close());
  const { port } = new URL(stage.service.url);
  const answered = '**/generate-authenticate-options';
  const page = await stage.open({ baseURL: `http://localhost:${port}` });
  await isAtSignIn(page);
  const response = page.waitForResponse(answered);
  await page.reload();
  await (await response).finished();
  await page.locator('[name=password]').waitFor();
  // The space for the button goes with the answer.
  await expect.poll(() => page.getByText('…', { exact: true }).count()).toBe(0);
  expect(await page.getByText(said.signIn.button).count()).toBe(0);
  expect(await inaccessible(page)).toEqual([]);
});

test('K5: no page of passkeys throws an exception or violates its security policy', () => {
  expect(hall.complaints()).toEqual([]);
});
