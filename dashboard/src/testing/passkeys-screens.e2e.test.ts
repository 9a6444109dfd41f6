import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ME, ORGANIZATION } from './design-people.ts';
import { LANGUAGES, ON, openShots, OTHER, problem, REQUIRED, SHOWN } from './second-factor-shots.ts';
import { openStage, signIn, type Stage } from './service-and-browser.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

/** Passkeys as they are drawn, in pictures: docs/screens/second-factor. The service's answers are the drawing's; `passkeys.e2e.test.ts` has the real ones. */

let stage: Stage;
/** Browsers have passkeys only on a host name. */
let baseURL: string;
const { show, judge, folder } = openShots(() => stage);
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
  baseURL = `http://localhost:${new URL(stage.service.url).port}`;
});
afterAll(() => stage.close());

const passkey = (nth: number, more: Partial<Passkey>): Passkey => ({
  id: `33333333-3333-4333-8333-${String(nth).padStart(12, '0')}`,
  name: `Passkey ${nth}`,
  createdAt: '2026-03-03T09:00:00.000Z',
  lastUsedAt: '2026-11-09T07:14:00.000Z',
  kind: 'synced',
  ...more,
});
const PASSKEYS = [
  passkey(1, { name: 'Pixel 9' }),
  passkey(2, {
    name: 'Key on the ring',
    kind: 'security_key',
    createdAt: '2026-06-18T10:00:00.000Z',
    lastUsedAt: '2026-11-12T10:00:00.000Z',
  }),
  passkey(3, {
    name: 'Ingeborg Freifrau von Hohenlohe-Langenburg-Schillingsfürst',
    kind: 'device',
    createdAt: '2026-11-14T08:00:00.000Z',
    lastUsedAt: null,
  }),
];
const withPasskeys = (count: number, more: Partial<MeResponse> = {}): MeResponse => ({
  ...ON,
  user: { ...ON.user, passkeys: count },
  ...more,
});

const CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const CREATION = {
  rp: { id: 'localhost', name: 'Sign Display Service' },
  user: { id: 'bWFyZW4', name: ME.user.email, displayName: ME.user.name },
  challenge: CHALLENGE,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 600_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
const REQUEST = {
  rpId: 'localhost',
  challenge: CHALLENGE,
  timeout: 600_000,
  allowCredentials: [],
  userVerification: 'required',
};
const OFFERS = {
  '/generate-register-options': { options: CREATION },
  '/generate-authenticate-options': { options: REQUEST },
};
const SIGNED_OUT = problem(401, 'unauthenticated');
const REFUSED = problem(401, 'unauthenticated', {
  errors: [{ path: '/response', message: 'The text of the service.' }],
});

describe.each(SHOWN)('$colorScheme, $width px, $locale', (shown) => {
  const words = LANGUAGES[shown.locale];
  const said = words.passkeys;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  test('A7: the Passkeys tab fits the window and is accessible in every state: no passkeys, adding, cancelled, three passkeys, removing', async () => {
    const answers: Record<string, unknown> = {
      ...OFFERS,
      '/api/me': ON,
      '/list-user-passkeys': { passkeys: [] },
      '/verify-registration': { passkey: PASSKEYS[0] },
      '/delete-passkey': { status: true },
    };
    const page = await show(shown, PAGES.passkeys, answers, { baseURL });
    const device = await addAuthenticator(page);
    await heading(page, said.headline.none).waitFor();
    await button(page, said.add.button).waitFor();
    expect(await judge(page, shown, 'passkeys-none')).toEqual([]);

    await device.answerPrompts(false);
    await button(page, said.add.button).click();
    await page.getByText(said.prompt.waiting).waitFor();
    expect(await judge(page, shown, 'passkeys-prompt')).toEqual([]);
    await button(page, said.prompt.cancel).click();
    await page.getByText(said.notAdded.cancelled).waitFor();
    expect(await judge(page, shown, 'passkeys-cancelled')).toEqual([]);

    await device.answerPrompts(true);
    Object.assign(answers, { '/api/me': withPasskeys(3), '/list-user-passkeys': { passkeys: PASSKEYS } });
    await button(page, said.add.button).click();
    await heading(page, said.headline.count(3)).waitFor();
    await page.getByText(PASSKEYS[2]!.name).waitFor();
    expect(await page.getByText(said.notAdded.cancelled).count()).toBe(0);
    await page.reload();
    await page.getByText(PASSKEYS[2]!.name).waitFor();
    expect(await judge(page, shown, 'passkeys')).toEqual([]);

    await button(page, said.remove.one('Key on the ring')).click();
    await page.getByRole('dialog').waitFor();
    expect(await judge(page, shown, 'passkeys-remove')).toEqual([]);
    await page.close();
  });

  test('A7: the tab of passkeys says why none can be added, and what to do', async () => {
    const answers: Record<string, unknown> = {
      ...OFFERS,
      '/api/me': ME,
      '/list-user-passkeys': { passkeys: [] },
    };
    const page = await show(shown, PAGES.passkeys, answers, { baseURL });
    await heading(page, said.headline.off).waitFor();
    expect(await judge(page, shown, 'passkeys-off')).toEqual([]);

    Object.assign(answers, {
      '/api/me': withPasskeys(2, { mfa: false }),
      '/list-user-passkeys': { passkeys: PASSKEYS.slice(0, 2) },
    });
    await page.goto(PAGES.passkeys);
    await page.getByText(said.needsSecondFactor).waitFor();
    expect(await judge(page, shown, 'passkeys-without-code')).toEqual([]);

    const full = Array.from({ length: PASSKEYS_MOST }, (_, nth) => passkey(nth, {}));
    Object.assign(answers, { '/api/me': withPasskeys(PASSKEYS_MOST), '/list-user-passkeys': { passkeys: full } });
    await page.goto(PAGES.passkeys);
    await page.getByText(said.add.full(PASSKEYS_MOST)).waitFor();
    expect(await judge(page, shown, 'passkeys-full')).toEqual([]);

    Object.assign(answers, { '/api/me': ON, '/list-user-passkeys': { passkeys: [] } });
    await page.goto(PAGES.passkeys);
    await page.route('**/generate-register-options', (route) => route.fulfill(problem(409, 'conflict')));
    await button(page, said.add.button).click();
    await page.getByText(said.noPasskeys.service).waitFor();
    expect(await judge(page, shown, 'passkeys-service-address')).toEqual([]);
    await page.close();
  });

  test.each(['address', 'http', 'browser'] as const)(
    'A7: the tab of passkeys and the sign-in page know that the page can’t have passkeys (%s)',
    async (why) => {
      const page = await show(shown, 'about:blank', { '/api/me': SIGNED_OUT }, why === 'address' ? {} : { baseURL });
      if (why === 'http')
        await page.addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false })`);
      if (why === 'browser') await page.addInitScript('delete window.PublicKeyCredential');
      await page.route('**/api/me', (route) => route.fulfill({ json: withPasskeys(0) }));
      await page.route('**/list-user-passkeys', (route) => route.fulfill({ json: { passkeys: [] } }));
      await page.goto(PAGES.passkeys);
      await page.getByText(said.noPasskeys[why]).waitFor();
      expect(await judge(page, shown, `passkeys-no-${why}`)).toEqual([]);
      await page.route('**/api/me', (route) => route.fulfill(SIGNED_OUT));
      await page.goto(PAGES.signIn);
      await button(page, words.signInPages.signIn.button).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await button(page, said.signIn.button).count()).toBe(0);
      await page.close();
    },
  );

  test('A7: the sign-in page and its code page offer a passkey, fit the window and are accessible', async () => {
    const page = await show(
      shown,
      PAGES.signIn,
      {
        ...OFFERS,
        '/api/me': SIGNED_OUT,
        '/sign-in/email': { twoFactorRedirect: true, twoFactorMethods: ['totp'], challenge: 'x' },
        '/health': { status: 'ok', version: '0.1.0' },
      },
      { baseURL },
    );
    const device = await addAuthenticator(page);
    await button(page, said.signIn.button).waitFor();
    expect(await judge(page, shown, 'sign-in')).toEqual([]);
    await device.answerPrompts(false);
    await button(page, said.signIn.button).click();
    await page.getByText(said.prompt.waiting).waitFor();
    expect(await judge(page, shown, 'sign-in-prompt')).toEqual([]);
    await button(page, said.prompt.cancel).click();
    await page.getByText(said.notSignedIn.cancelled).waitFor();
    expect(await judge(page, shown, 'sign-in-cancelled')).toEqual([]);
    await signIn(page, { email: ME.user.email, password: 'twelve chars' });
    await heading(page, words.secondFactor.signIn.title).waitFor();
    expect(await judge(page, shown, 'code')).toEqual([]);
    await button(page, said.signIn.use).click();
    await page.getByText(said.prompt.waiting).waitFor();
    expect(await judge(page, shown, 'code-passkey')).toEqual([]);
    await page.close();
  });

  test('A7: after the service refuses a passkey, the sign-in page stays open and shows the reason', async () => {
    const answers: Record<string, unknown> = {
      ...OFFERS,
      '/api/me': ON,
      '/list-user-passkeys': { passkeys: [] },
      '/verify-registration': { passkey: PASSKEYS[0] },
      '/health': { status: 'ok', version: '0.1.0' },
    };
    const page = await show(shown, PAGES.passkeys, answers, { baseURL });
    const device = await addAuthenticator(page);
    await button(page, said.add.button).click();
    await expect.poll(() => device.count()).toBe(1);
    answers['/api/me'] = SIGNED_OUT;
    await page.route('**/verify-authentication', (route) => route.fulfill(REFUSED));
    await page.goto(PAGES.signIn);
    await button(page, said.signIn.button).click();
    await page.getByText(said.notSignedIn.refused).waitFor();
    expect(await page.getByText('The text of the service.').count()).toBe(0);
    expect(await judge(page, shown, 'sign-in-refused')).toEqual([]);
    await page.close();
  });

  test('A6: the page of an organization that requires a second factor offers a passkey to a person who has one', async () => {
    const me = withPasskeys(1, { mfa: false, organizations: [...REQUIRED.organizations, OTHER] });
    const answers = { ...OFFERS, '/api/me': me };
    const page = await show(shown, pathOf('people', { organizationId: ORGANIZATION }), answers, { baseURL });
    const device = await addAuthenticator(page);
    await device.answerPrompts(false);
    await heading(page, /Nordlicht Events/).waitFor();
    expect(await judge(page, shown, 'required-passkey')).toEqual([]);
    await button(page, said.signIn.button).click();
    await page.getByText(said.prompt.waiting).waitFor();
    expect(await judge(page, shown, 'required-passkey-prompt')).toEqual([]);
    await page.close();
  });
});

test('K5: no page of passkeys throws an exception or violates its security policy', () => {
  expect(stage.complaints).toEqual([]);
});
