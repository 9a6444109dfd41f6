import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ME, NOW_DRAWN, ORGANIZATION } from './design-people.ts';
import { LANGUAGES, ON, openShots, OTHER, problem, REQUIRED, SHOWN } from './second-factor-shots.ts';
import { openStage, signIn, type Stage } from './service-and-browser.ts';

/**
 * Two-step sign-in as it is drawn, in pictures: docs/screens/second-factor. The service's answers are the drawing's; `second-factor.e2e.test.ts` has the
 * real ones.
 */

let stage: Stage;
const { show, judge, folder } = openShots(() => stage);
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

const OFFER = {
  totpURI:
    'otpauth://totp/Sign%20Display%20Service:maren%40nordlicht.example?secret=JBSWY3DPEHPK3PXPQR4TN6VAMFRGGZDF&issuer=Sign%20Display%20Service&digits=6&period=30',
  backupCodes: [
    '7kqfd-92zt3',
    'w8m4x-hh2pa',
    '3nvre-6ty9c',
    'b52js-kx7wd',
    'qa9fm-4e8zv',
    'r6tpc-vn3g8',
    '2xhdw-9mk5b',
    'z7yqe-s4f6t',
    'g3cav-p8n2r',
    'm9zkx-w5d7j',
  ],
};
const ENABLED = { id: '1', at: '2026-11-14T18:42:05Z', action: 'mfa.enable', outcome: 'ok', ip: '10.20.2.14' };
const ACCOUNT = { ...ME.user, emailVerified: true, image: null, createdAt: NOW_DRAWN, updatedAt: NOW_DRAWN };
/** The service's refusal of a code (backend/src/access/second-factor/verify-code.ts). */
const refusedFor = (path: string, message: string) =>
  problem(401, 'unauthenticated', { detail: message, errors: [{ path, message }] });
const WRONG_TEXT = 'This code is wrong, has expired or was already used.';
const ENDED_TEXT = 'This sign-in has expired. Enter the password again.';

describe.each(SHOWN)('$colorScheme, $width px, $locale', (shown) => {
  const words = LANGUAGES[shown.locale];
  const said = words.secondFactor;

  test('A7: the pages that turn two-step sign-in on and off fit the window and are accessible', async () => {
    const answers: Record<string, unknown> = {
      '/api/me': ME,
      '/two-factor/enable': OFFER,
      '/verify-totp': { token: 'x', user: ACCOUNT, turnedOn: true },
      '/security-events': { items: [ENABLED], nextCursor: null },
    };
    const page = await show(shown, PAGES.twoStep, answers);
    await page.getByRole('heading', { level: 1, name: said.headline.off }).waitFor();
    expect(await judge(page, shown, 'off')).toEqual([]);
    await page.fill('[name=password]', 'twelve chars');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: said.scan.qr }).waitFor();
    await page.getByLabel(said.signIn.code).fill('4180');
    expect(await judge(page, shown, 'scan')).toEqual([]);
    answers['/api/me'] = ON;
    await page.getByLabel(said.signIn.code).fill('418 093');
    await page.getByRole('heading', { level: 1, name: said.headline.codes }).waitFor();
    await page.getByText(OFFER.backupCodes[9]!).waitFor();
    expect(await judge(page, shown, 'codes')).toEqual([]);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: said.codes.done }).click();
    await page.getByRole('heading', { level: 1, name: said.headline.on }).waitFor();
    expect(await judge(page, shown, 'on')).toEqual([]);
    await page.getByRole('button', { name: said.state.turnOff }).click();
    await page.getByRole('dialog').waitFor();
    expect(await judge(page, shown, 'turn-off')).toEqual([]);
    await page.close();
  });

  test('A6: the two-step sign-in page says that a session without a code can’t change the setting', async () => {
    const me = { ...ON, ...REQUIRED, mfa: false, user: { ...ON.user, recoveryCodes: 1 } };
    const page = await show(shown, PAGES.twoStep, { '/api/me': me });
    await page.getByText(said.state.needsCode).first().waitFor();
    expect(await judge(page, shown, 'on-without-code')).toEqual([]);
    await page.close();
  });

  test('A7: the code page at sign-in fits the window and is accessible: a wrong code, a pause, a recovery code, its expiry', async () => {
    const page = await show(shown, PAGES.signIn, {
      '/sign-in/email': { twoFactorRedirect: true, twoFactorMethods: ['totp'], challenge: 'x' },
      '/health': { status: 'ok', version: '0.1.0' },
    });
    await page.route('**/api/me', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await signIn(page, { email: ME.user.email, password: 'twelve chars' });
    await page.getByRole('heading', { level: 1, name: said.signIn.title }).waitFor();
    await page.route('**/verify-totp', (route) => route.fulfill(refusedFor('/code', WRONG_TEXT)));
    const field = page.getByLabel(said.signIn.code);
    await field.fill('417203');
    await page.getByText(said.signIn.wrong('417 203')).waitFor();
    expect(await page.getByText(WRONG_TEXT).count()).toBe(0);
    await field.fill('73');
    expect(await judge(page, shown, 'code-wrong')).toEqual([]);
    await page.route('**/verify-totp', (route) =>
      route.fulfill(problem(429, 'rate_limited', { retryAfterMs: 870_000 })),
    );
    await field.fill('734111');
    await page.getByText(said.signIn.locked('19:57')).waitFor();
    expect(await judge(page, shown, 'code-locked')).toEqual([]);
    await page.getByRole('button', { name: said.signIn.useRecovery }).click();
    await page.getByRole('heading', { level: 1, name: said.signIn.recoveryTitle }).waitFor();
    expect(await judge(page, shown, 'recovery-code')).toEqual([]);
    await page.clock.setFixedTime(Date.parse(NOW_DRAWN) + 600_000);
    await page.getByRole('heading', { level: 1, name: said.signIn.expired }).waitFor();
    expect(await judge(page, shown, 'code-expired')).toEqual([]);
    await page.getByRole('button', { name: said.signIn.again }).click();
    await page.getByRole('heading', { level: 1, name: words.signInPages.signIn.title }).waitFor();

    // The service may end a sign-in before its time is over.
    await signIn(page, { email: ME.user.email, password: 'twelve chars' });
    await page.route('**/verify-totp', (route) => route.fulfill(refusedFor('/challenge', ENDED_TEXT)));
    await field.fill('417203');
    await page.getByRole('heading', { level: 1, name: said.signIn.expired }).waitFor();
    expect(await page.getByText(ENDED_TEXT).count()).toBe(0);
    await page.close();
  });

  test.each([
    ['required', ME],
    ['required-again', ON],
  ])(
    'A6: the page of an organization that requires a second factor names the organizations that stay open (%s)',
    async (name, { user }) => {
      const me = { ...ME, user, mfa: false, organizations: [...REQUIRED.organizations, OTHER] };
      const page = await show(shown, pathOf('people', { organizationId: ORGANIZATION }), { '/api/me': me });
      await page.getByRole('heading', { level: 1, name: /Nordlicht Events/ }).waitFor();
      await page.getByText('Messe Nord', { exact: true }).last().waitFor();
      expect(await judge(page, shown, name)).toEqual([]);
      await page.goto(PAGES.home);
      await page.getByRole('heading', { name: 'Messe Nord' }).waitFor();
      expect(await judge(page, shown, `${name}-home`)).toEqual([]);
      await page.close();
    },
  );
});

test.each([SHOWN[0]!, SHOWN[3]!])(
  'A7: the two-step sign-in page says that its recovery codes may be wrong ($colorScheme, $width px, $locale)',
  async (shown) => {
    const said = LANGUAGES[shown.locale].secondFactor;
    const answers: Record<string, unknown> = {
      '/api/me': ME,
      '/two-factor/enable': OFFER,
      '/verify-totp': { token: 'x', user: ACCOUNT, turnedOn: false },
    };
    const page = await show(shown, PAGES.twoStep, answers);
    await page.fill('[name=password]', 'twelve chars');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: said.scan.qr }).waitFor();
    // Another tab has turned two-step sign-in on meanwhile.
    answers['/api/me'] = ON;
    await page.getByLabel(said.signIn.code).fill('418 093');
    await page.getByText(said.state.noCodes).waitFor();
    expect(await judge(page, shown, 'on-without-recovery-codes')).toEqual([]);
    await page.close();
  },
);
