import { pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { growToPage, useDrawnPages, widthBeyond, type Shown } from './drawn-pages.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { ACTIONS, INVITATIONS, ME, MEMBERS, ORGANIZATION, SESSIONS } from './design-people.ts';

/** The page of people as it is drawn, in pictures beside the drawing: docs/screens/people. */

const pages = useDrawnPages('people');
const { album } = pages;

/** The page with the drawn people, at the drawn moment. */
function show({ userId, ...shown }: Shown & { userId?: string }): Promise<Page> {
  const organizationId = ORGANIZATION;
  return pages.show(shown, {
    path: userId === undefined ? pathOf('people', { organizationId }) : pathOf('person', { organizationId, userId }),
    answers: {
      '/members': { items: [...MEMBERS, ...INVITATIONS], nextCursor: null },
      '/sessions': { items: SESSIONS },
      '/api/audit': { items: ACTIONS, nextCursor: null },
    },
  });
}

const said = englishAdmin.people;

test.each(['light', 'dark'] as const)(
  'A2: people, a person and the dialogs, as they are drawn, %s',
  async (colorScheme) => {
    const page = await show({ colorScheme });
    await page.getByText(said.headline.notDelivered(2)).waitFor();
    album.keep(`people-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);

    await page.getByRole('button', { name: said.invite.button }).click();
    await page.getByRole('dialog').waitFor();
    album.keep(`invite-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Tim Brandt' }).click();
    await page.getByText(said.person.unused(1)).waitFor();
    await page.getByText('Lichterfest 2026').waitFor();
    album.keep(`person-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.getByRole('button', { name: said.person.remove('Nordlicht Events') }).click();
    await page.getByRole('dialog').waitFor();
    album.keep(`remove-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  },
);

test.each(['phone', 'small'] as const)('A2, D5: people and a person on a %s screen', async (size) => {
  for (const userId of [undefined, 'tim']) {
    const page = await show({ size, ...(userId && { userId }), locale: 'de-DE' });
    await page.getByText(userId ? germanAdmin.people.person.note : germanAdmin.people.roles.title).waitFor();
    if (userId) await page.getByText(germanAdmin.audit.actions['event.create']!).waitFor();
    await growToPage(page, size);
    expect(await widthBeyond(page)).toBe(0);
    album.keep(`${userId ? 'person' : 'people'}-${size}`, await picture(page));
    await page.close();
  }
});

test('A2: the menu of roles names what each role may do', async () => {
  const page = await show({});
  await page.getByRole('button', { name: said.roleOf('Tim Brandt', 'Admin') }).click();
  await page.getByRole('menuitem', { name: /Operator/ }).waitFor();
  album.keep('role-menu', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('A2: a viewer sees who is a member, and who may change that', async () => {
  const me = { ...ME, organizations: [{ ...ME.organizations[0], role: 'viewer' }] };
  const items = MEMBERS.map(({ lastActiveAt: _, sessions: __, mfa: ___, ...rest }) => rest);
  const page = await show({ answers: { '/api/me': me, '/members': { items, nextCursor: null } } });
  await page.getByText(said.headline.forAdmins).waitFor();
  album.keep('people-viewer', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  // The audit log is for admins: the sheet has no part of it.
  await page.getByRole('link', { name: 'Tim Brandt' }).click();
  await page.getByText(said.person.onlyAdmins).waitFor();
  expect(await page.getByRole('heading', { name: said.person.recent }).count()).toBe(0);
  await page.close();
});
