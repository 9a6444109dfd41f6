import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { good } from '@sign-display/testing/service';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { linkMailedTo } from './mailed-links.ts';
import { inaccessible, isIn, openStage, signIn, type Stage } from './service-and-browser.ts';

/** From a mail's link to a signed-in person: invitations and forgotten passwords, in a real browser. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

const PASSWORD = 'turnips under a blue moon';
let people = 0;

/** Invites somebody of their own, and resolves with the path of the mail's link. */
async function invite(role: 'viewer' | 'admin' = 'viewer'): Promise<{ email: string; link: string }> {
  const { owner, organizationId, outbox } = stage.service;
  const email = `person${(people += 1)}@hall.example`;
  good(
    await owner.call('POST /api/organizations/:id/members', {
      params: { id: organizationId },
      body: { email, role },
    }),
  );
  return { email, link: await linkMailedTo(outbox, email, '/invite/') };
}

async function invitePerson(): Promise<{ email: string; link: string }> {
  const { email, link } = await invite();
  const page = await stage.open({ path: link });
  await page.fill('[name=name]', 'Ada');
  await page.fill('[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await isIn(page);
  await page.close();
  return { email, link };
}

describe('an invitation', () => {
  test.each(['light', 'dark'] as const)(
    'A2: says who invites whom as what, %s, and nothing is wrong by axe-core',
    async (colorScheme) => {
      const { email, link } = await invite('admin');
      const page = await stage.open({ path: link, colorScheme, viewport: { width: 390, height: 800 } });
      await page.getByRole('heading', { name: english.signInPages.invitation.title('My organization') }).waitFor();
      expect(
        await page.getByText(english.signInPages.invitation.lead(english.common.roles.admin, email)).isVisible(),
      ).toBe(true);
      expect(await inaccessible(page)).toEqual([]);
      await page.close();
    },
  );

  test('A2: leads a new person in, by name and password, once', async () => {
    const { link } = await invite();
    const page = await stage.open({ path: link });
    await page.fill('[name=name]', 'أسماء');
    await page.fill('[name=password]', 'password123');
    await page.keyboard.press('Enter');
    // The service's own words, at the field.
    const field = page.locator('[name=password]');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent()).toMatch(
      /most common passwords/,
    );
    await field.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`/events/${stage.service.eventId}`);
    await page.goto(link);
    await page.getByRole('heading', { name: english.signInPages.invitation.dead }).waitFor();
    await page.close();
  });

  test('A2: of somebody who has an account asks them to sign in, and brings them back to it', async () => {
    const { email } = await invitePerson();
    const { owner } = stage.service;
    const name = 'Ein sehr langer Name einer Organisation, den es wirklich gibt, 2026';
    const made = good(await owner.call('POST /api/organizations', { body: { name } }));
    const params = { id: made.body.id };
    good(await owner.call('POST /api/organizations/:id/members', { params, body: { email, role: 'operator' } }));
    let link = '';
    // Of the two mails to this address, the one for the new organization.
    await expect
      .poll(async () => {
        link = await linkMailedTo(stage.service.outbox, email, '/invite/');
        const answer = await owner.call('GET /api/invitations/:token', { params: { token: link.split('/').at(-1)! } });
        return answer.ok && answer.body.organization.name;
      })
      .toBe(name);
    const page = await stage.open({ path: link, viewport: { width: 320, height: 700 } });
    await page.getByText(english.signInPages.invitation.hasAccount).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('link', { name: english.signInPages.signIn.button }).click();
    await signIn(page, { email, password: PASSWORD });
    await page.waitForURL(link);
    await page.getByRole('button', { name: english.signInPages.invitation.button }).click();
    await isIn(page);
    await page.getByRole('heading', { name }).waitFor();
    await page.close();
  });

  test('A2: of somebody else says so, and lets the person sign out first', async () => {
    const { email, link } = await invite();
    const page = await stage.openSignedIn({ path: link });
    await page.getByText(english.signInPages.invitation.other(stage.service.account.email)).waitFor();
    await page.getByRole('button', { name: english.shell.home.signOut }).click();
    await page.locator('[name=name]').waitFor();
    await expect.poll(() => page.getByText(email).isVisible()).toBe(true);
    await page.close();
  });
});

describe('a forgotten password', () => {
  test('A3: from the page to sign in, by the mail’s link, to a new password that signs in; the link works once', async () => {
    const { email } = await invitePerson();
    const page = await stage.open({ path: '/sign-in' });
    await page.getByRole('link', { name: english.signInPages.signIn.forgotten }).click();
    // The page comes as a script of its own; until then the one before stays.
    await page.getByRole('heading', { name: english.signInPages.forgotPassword.title }).waitFor();
    await page.fill('[name=email]', email);
    expect(await inaccessible(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText(english.signInPages.forgotPassword.done).waitFor();

    const link = await linkMailedTo(stage.service.outbox, email, '/reset-password');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url().split('#')[0]} ${JSON.stringify(request.headers())}`));
    await page.goto(link);
    await page.fill('[name=newPassword]', 'short');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[name=newPassword]').getAttribute('aria-invalid')).toBe('true');
    expect(await inaccessible(page)).toEqual([]);
    const token = link.split('token=')[1]!;
    expect(sent.filter((each) => each.includes('/reset-password'))).not.toEqual([]);
    // X9: only the body of the request that sets the password has the token.
    expect(sent.filter((each) => each.includes(token))).toEqual([]);
    const chosen = 'another moon over turnips';
    await page.fill('[name=newPassword]', chosen);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: english.signInPages.resetPassword.done }).waitFor();
    await page.getByRole('link', { name: english.signInPages.signIn.button }).click();
    await signIn(page, { email, password: chosen });
    await isIn(page);

    await page.goto(link);
    await page.fill('[name=newPassword]', 'yet another moon of turnips');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: english.signInPages.resetPassword.dead }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test('A3: an address without an account is answered the same', async () => {
    const page = await stage.open({ path: '/forgot-password' });
    await page.fill('[name=email]', 'nobody@hall.example');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe(english.signInPages.forgotPassword.done);
    await page.close();
  });

  test('a link that lost its token says what to do', async () => {
    const page = await stage.open({ path: '/reset-password' });
    await page.getByRole('heading', { name: english.signInPages.resetPassword.dead }).waitFor();
    await page.getByRole('link', { name: english.signInPages.resetPassword.again }).click();
    await page.locator('[name=email]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/forgot-password');
    await page.close();
  });
});

describe.each([
  ['en-GB', english],
  ['de-DE', german],
] as const)('an empty form, %s', (locale, words) => {
  const FORMS: { name: string; open(): Promise<string>; button: string; fields: string[] }[] = [
    {
      name: 'sign-in',
      open: async () => '/sign-in',
      button: words.signInPages.signIn.button,
      fields: ['email', 'password'],
    },
    {
      name: 'forgotten',
      open: async () => '/forgot-password',
      button: words.signInPages.forgotPassword.button,
      fields: ['email'],
    },
    {
      name: 'reset',
      open: async () => '/reset-password#token=x',
      button: words.signInPages.resetPassword.button,
      fields: ['newPassword'],
    },
    {
      name: 'invitation',
      open: async () => (await invite()).link,
      button: words.signInPages.invitation.button,
      fields: ['name', 'password'],
    },
  ];
  test.each(FORMS)(
    'D3: $name says at each field what it needs, in our words and no bubble of the browser’s',
    async (form) => {
      const page = await stage.open({ path: await form.open(), locale });
      await page.getByRole('button', { name: form.button, exact: true }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toBe(words.trouble.fields(form.fields.length));
      for (const name of form.fields) {
        const field = page.locator(`[name=${name}]`);
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        const said = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
        // Words of the page's language, not the service's.
        expect(await said.textContent()).toMatch(locale === 'de-DE' ? /Zeichen|fehlt|muss/ : /characters|missing|must/);
      }
      await page.locator(`[name=${form.fields[0]}]:focus`).waitFor();
      expect(await inaccessible(page)).toEqual([]);
      await screenshotOf(page, { path: join(folder, `empty-${form.name}-${locale}.png`) });
      await page.close();
    },
  );
});

test('A4: who tries too often is told how long to wait', async () => {
  const strict = await openStage({ SIGN_IN_LIMIT_PER_MINUTE: '2' });
  try {
    const page = await strict.open({ path: '/sign-in' });
    for (let tries = 0; tries < 3; tries += 1) {
      const answered = page.waitForResponse(/api\/auth\/sign-in/);
      await signIn(page, { email: 'a@b.example', password: `wrong ${tries}` });
      await answered;
      // A form that is on its way takes no other try.
      await page.locator('[type=submit]:not([aria-disabled=true])').waitFor();
    }
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Wait \d+ s/);
  } finally {
    await strict.close();
  }
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(stage.complaints).toEqual([]);
});
