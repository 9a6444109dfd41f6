import { pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { english } from '../words/english.ts';
import { inaccessible, isIn } from './service-and-browser.ts';
import { openHall, type Hall } from './service-and-phones.ts';

/** People and their roles, in real browsers: the admin's, and the one of the person who is invited, changed and removed. */

let hall: Hall;
const said = englishAdmin.people;
const { roles } = english.common;
const PASSWORD = 'turnips under a blue moon';
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const ORGANIZATION = 'My organization';

beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.close());

const organizationId = () => hall.service.organizationId;
const people = () => pathOf('people', { organizationId: organizationId() });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const roleButton = (page: Page, name: string, role: keyof typeof roles) =>
  page.getByRole('button', { name: said.roleOf(name, roles[role]) }).first();
const openPeople = (opening = {}) => hall.phone({ ...DESK, path: people(), ...opening });
const members = async () =>
  good(await hall.service.owner.list('GET /api/organizations/:id/members', { params: { id: organizationId() } })).items;

/** Invites by keyboard, and returns the link that is shown once. */
async function inviteByKeyboard(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: said.invite.button }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[name=email]:focus').waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const link = page.getByLabel(said.invite.link.label);
  await link.waitFor();
  return await link.inputValue();
}

test('A2, A9: an invited person signs in, gets another role, and loses access when removed', async () => {
  const page = await openPeople();
  await page.getByText(said.headline.people(1, ORGANIZATION)).waitFor();
  const link = await inviteByKeyboard(page, 'ada@hall.example');
  expect(await inaccessible(page)).toEqual([]);

  // The link is shown once: closing it uncopied asks first.
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: said.invite.link.askTitle }).waitFor();
  await page.getByRole('button', { name: said.invite.link.keep }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByLabel(said.invite.link.label).inputValue()).toBe(link);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: said.invite.link.copy }).click();
  await page.getByRole('button', { name: said.invite.link.copied }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await page.getByRole('button', { name: said.invite.link.done }).click();
  await row(page, 'ada@hall.example').getByText(said.invited.states['by-link']).waitFor();

  const ada = await hall.stage.open({ path: new URL(link).pathname });
  await ada.fill('[name=name]', 'Ada Lovelace');
  await ada.fill('[name=password]', PASSWORD);
  await ada.keyboard.press('Enter');
  await isIn(ada);

  await page.reload();
  await page.getByText(said.headline.people(2, ORGANIZATION)).waitFor();
  await roleButton(page, 'Ada Lovelace', 'viewer').click();
  await page.getByRole('menuitem', { name: roles.operator }).click();
  await roleButton(page, 'Ada Lovelace', 'operator').waitFor();
  await page.getByText(said.change.changed('Ada Lovelace', roles.operator)).first().waitFor();
  expect((await members()).find(({ name }) => name === 'Ada Lovelace')?.role).toBe('operator');
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await roleButton(page, 'Ada Lovelace', 'viewer').waitFor();

  // The second browser has the new role on its next page.
  await roleButton(page, 'Ada Lovelace', 'viewer').click();
  await page.getByRole('menuitem', { name: roles.admin }).click();
  await roleButton(page, 'Ada Lovelace', 'admin').waitFor();
  await ada.goto(people());
  await ada.getByRole('button', { name: said.invite.button }).and(ada.locator('[aria-disabled=false]')).waitFor();

  // The removal says what it ends before its button.
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('heading', { name: said.person.headline.sessions('Ada Lovelace', 1) }).waitFor();
  await page.getByRole('button', { name: said.person.remove(ORGANIZATION) }).click();
  const dialog = page.getByRole('dialog');
  for (const end of [...said.person.ends, said.person.keeps]) await dialog.getByText(end).waitFor();
  await dialog.getByRole('button', { name: said.person.keep }).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: said.person.remove(ORGANIZATION) }).click();
  await page.getByText(said.headline.people(1, ORGANIZATION)).waitFor();
  expect(new URL(page.url()).pathname).toBe(people());
  await ada.reload();
  await ada.getByRole('heading', { name: said.gone }).waitFor();
  await Promise.all([page.close(), ada.close()]);
});

test('A9: an admin ends one session of a member, then all, and the member’s browser is signed out', async () => {
  const operator = await hall.person('operator');
  const [phone, page] = [await hall.phone({ ...DESK, person: operator }), await openPeople()];
  await isIn(phone);
  const member = (await members()).find(({ email }) => email === operator.email)!;
  await page.getByRole('link', { name: member.name! }).click();
  const revoke = page.getByRole('button', { name: new RegExp(`^${said.person.revoke} (?!all)`) });
  // The token of the invitation, and the browser.
  await page.getByRole('heading', { name: said.person.headline.sessions(member.name!, 2) }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await revoke.filter({ hasNotText: 'all' }).last().click();
  await page.getByRole('heading', { name: said.person.headline.sessions(member.name!, 1) }).waitFor();

  await page.getByRole('button', { name: said.person.revokeAll }).click();
  await page.getByRole('dialog').getByRole('button', { name: said.person.revokeAll }).click();
  await page.getByRole('heading', { name: said.person.headline.none(member.name!) }).waitFor();
  expect((await operator.client.call('GET /api/me')).status).toBe(401);
  // Live data ends without a press, and the page asks who this is.
  await phone.waitForURL(({ pathname }) => pathname === '/sign-in');
  await Promise.all([page.close(), phone.close()]);
});

test('M5: a person’s sheet shows the last five actions from the audit log, to admins only', async () => {
  const [admin, operator] = [await hall.person('admin'), await hall.person('operator')];
  const organization = { id: organizationId() };
  const all = await members();
  const adminsName = all.find(({ email }) => email === admin.email)!.name!;
  const operatorId = all.find(({ email }) => email === operator.email)!.userId;
  const times = { startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-02T10:00:00Z', timeZone: 'Europe/Berlin' };
  const makeEvent = (person: typeof admin, name: string) =>
    person.client.call('POST /api/organizations/:id/events', { params: organization, body: { name, ...times } });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) good(await makeEvent(admin, `Fair ${name}`));
  expect((await makeEvent(operator, 'Not allowed')).status).toBe(403);

  const page = await openPeople();
  await page.getByRole('link', { name: adminsName }).click();
  const actions = page.getByRole('list', { name: said.person.recent }).getByRole('listitem');
  await expect.poll(() => actions.count()).toBe(5);
  const { 'event.create': create } = englishAdmin.audit.actions;
  expect(await actions.first().innerText()).toContain(`${create}: Fair Six`);
  expect(await actions.last().innerText()).toContain('Fair Two');
  expect(await inaccessible(page)).toEqual([]);
  await page.goto(pathOf('person', { organizationId: organization.id, userId: operatorId }));
  await actions.filter({ hasText: create! }).getByText(englishAdmin.audit.outcomes.denied).waitFor();
  await page.close();

  const other = await openPeople({ person: operator });
  await other.getByRole('link', { name: adminsName }).click();
  await other.getByText(said.person.onlyAdmins).waitFor();
  expect(await other.getByRole('heading', { name: said.person.recent }).count()).toBe(0);
  await other.close();
});

test('M5: actions of a person that can’t be loaded are asked for again', async () => {
  const viewer = await hall.person('viewer');
  const { userId } = (await members()).find(({ email }) => email === viewer.email)!;
  const page = await hall.phone({ ...DESK, path: '/account' });
  await page.route('**/api/audit?**', (route) => route.abort('connectionfailed'));
  await page.goto(pathOf('person', { organizationId: organizationId(), userId }));
  const part = page.locator('section', { has: page.getByRole('heading', { name: said.person.recent }) }).last();
  const again = part.getByRole('button', { name: english.trouble.tryAgain });
  await again.waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.unroute('**/api/audit?**');
  await again.click();
  await part.getByText(englishAdmin.audit.actions['invitation.accept']!).waitFor();
  await page.close();
});

test('A2: an admin neither gives nor takes the role of an owner, and an operator changes nobody', async () => {
  const [admin, operator] = [await hall.person('admin'), await hall.person('operator')];
  const page = await openPeople({ person: admin });
  const owner = (await members()).find(({ role }) => role === 'owner')!;
  await row(page, owner.email).getByTitle(said.change.aboveYours).waitFor();
  const name = (await members()).find(({ email }) => email === operator.email)!.name!;
  await roleButton(page, name, 'operator').click();
  await page.getByRole('menuitem', { name: roles.owner }).click({ force: true });
  await page.getByText(said.change.aboveYours).last().waitFor();
  await roleButton(page, name, 'operator').waitFor();
  await page.getByRole('link', { name: owner.name || owner.email }).click();
  await page.getByText(said.person.aboveYours).waitFor();
  await page.close();

  const other = await openPeople({ person: operator });
  await other.getByText(said.headline.forAdmins).waitFor();
  expect(await other.getByRole('button', { name: /^Role of/ }).count()).toBe(0);
  // Playwright does not press what is aria-disabled; people can.
  await other.getByRole('button', { name: said.invite.button }).click({ force: true });
  await other.getByText(said.invite.onlyAdmins).first().waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await other.close();
});

test('A2: an admin who lowers their own role is asked first, and the page then shows the lower role', async () => {
  const admin = await hall.person('admin');
  const page = await openPeople({ person: admin });
  const name = (await members()).find(({ email }) => email === admin.email)!.name!;
  await roleButton(page, name, 'admin').click();
  await page.getByRole('menuitem', { name: roles.viewer }).click();
  await page.getByRole('dialog').getByText(said.change.ownText).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: said.change.change }).click();
  await page.getByText(said.headline.forAdmins).waitFor();
  expect((await members()).find(({ email }) => email === admin.email)?.role).toBe('viewer');
  await page.close();
});

test('A2: an invitation is corrected, created anew and withdrawn', async () => {
  const page = await openPeople();
  await inviteByKeyboard(page, 'typo@hall.exmaple');
  await page.getByRole('button', { name: said.invite.link.done }).click();
  await page.getByRole('button', { name: said.invite.link.close }).click();
  const first = row(page, 'typo@hall.exmaple');
  await first.getByRole('button', { name: said.invited.newLink }).click();
  await page.getByLabel(said.invite.link.label).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: said.invite.link.close }).click();
  await first.getByRole('button', { name: said.invited.withdraw }).click();
  await page.getByRole('dialog').getByText(said.invited.withdrawText).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: said.invited.withdraw }).click();
  await page.getByText(said.invited.withdrawn('typo@hall.exmaple')).first().waitFor();
  await first.waitFor({ state: 'detached' });
  expect((await members()).some(({ email }) => email.startsWith('typo'))).toBe(false);

  // A member can't be invited, and the field says so.
  await page.getByRole('button', { name: said.invite.button }).click();
  await page.fill('[name=email]', hall.service.account.email);
  await page.keyboard.press('Enter');
  await page.getByText(said.invite.already).waitFor();
  await page.locator('[name=email]:focus').waitFor();
  await page.close();
});

test('A2: people that can’t be loaded are asked for again, and an organization of others is named as gone', async () => {
  const page = await hall.phone({ ...DESK, path: '/account' });
  await page.route('**/members**', (route) => route.abort('connectionfailed'));
  await page.goto(people());
  await page.getByRole('heading', { name: english.states.ourFault.title(said.loadingWhat) }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('button', { name: english.trouble.tryAgain }).waitFor();
  await page.unroute('**/members**');
  await page.getByRole('list', { name: said.members }).waitFor();
  await page.goto(pathOf('people', { organizationId: '00000000-0000-4000-8000-000000000000' }));
  await page.getByRole('heading', { name: said.gone }).waitFor();
  await page.close();
});

test('A2: among 2,000 people a search finds one, and the list grows in steps', async () => {
  const database = await hall.database();
  await database.run(
    `insert into "user" (id, email, name, email_verified, created_at, updated_at)
     select 'crowd' || n, 'crowd' || n || '@hall.example', 'Crowd ' || n, true, now(), now() from generate_series(1, 2000) n`,
    [],
  );
  await database.run(
    `insert into member (organization_id, user_id, role, created_at)
     select $1, 'crowd' || n, 'viewer', now() from generate_series(1, 2000) n`,
    [organizationId()],
  );
  await database.close();
  const page = await openPeople({ viewport: { width: 390, height: 844 } });
  const list = page.getByRole('list', { name: said.members }).getByRole('listitem');
  await expect.poll(() => list.count()).toBe(100);
  await page.getByRole('button', { name: said.showMore(100) }).click();
  await expect.poll(() => list.count()).toBe(200);
  await page.keyboard.press('/');
  await page.keyboard.type('crowd 1999');
  await expect.poll(() => list.count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('q')).toBe('crowd 1999');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Crowd 1999' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: said.person.headline.none('Crowd 1999') }).waitFor();
  await page.getByText(said.person.recentNone).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Crowd 1999' }).and(page.locator(':focus')).waitFor();
  await page.close();
});

test('no page complains', () => expect(hall.complaints()).toEqual([]));
