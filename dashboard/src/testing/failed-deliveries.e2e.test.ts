import { pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { startRefusingMailServer, type MailServer } from './mail-server.ts';
import { inaccessible } from './service-and-browser.ts';
import { openHall, type Hall } from './service-and-phones.ts';

/** Mails that a real mail server refuses: admins see the reason, and send them again. */

let server: MailServer;
let hall: Hall;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const { failed } = englishAdmin.settings;
const { invited } = englishAdmin.people;
const acceptedBy = (to: string) => server.accepted.filter((mail) => mail.to === to);

beforeAll(async () => {
  server = await startRefusingMailServer('550 5.1.1 No such mailbox here');
  hall = await openHall({ SMTP_URL: server.url, GROUP_WINDOW_MS: '0' });
});
beforeEach(() => server.setRefusing(true));
afterAll(async () => {
  await hall.close();
  await server.close();
});

test('A2: an invitation refused with 550 shows the reason, and reaches the corrected address', async () => {
  const { owner, organizationId } = hall.service;
  const params = { id: organizationId };
  const body = { email: 'licht@hall.exmaple', role: 'operator' as const };
  good(await owner.call('POST /api/organizations/:id/members', { params, body }));
  const invitations = async () => {
    const members = good(await owner.list('GET /api/organizations/:id/members', { params })).items;
    return members.flatMap(({ state, email, invitationMail }) =>
      state === 'invited' ? [[email, invitationMail]] : [],
    );
  };
  await expect.poll(invitations).toEqual([['licht@hall.exmaple', 'failed']]);

  const page = await hall.phone({ ...DESK, path: pathOf('people', { organizationId }) });
  const list = page.getByRole('list', { name: invited.title });
  await list.getByText('550 5.1.1 No such mailbox here').waitFor();
  server.setRefusing(false);
  await page.getByRole('button', { name: invited.of(invited.correct, 'licht@hall.exmaple') }).click();
  await page.fill('[name=email]', 'licht@hall.example');
  await page.keyboard.press('Enter');
  await expect.poll(() => acceptedBy('licht@hall.example').length).toBe(1);
  await list.getByText('licht@hall.exmaple', { exact: true }).waitFor({ state: 'detached' });
  // The invitation to the wrong address is withdrawn, so its link opens nothing.
  await expect.poll(invitations).toEqual([['licht@hall.example', 'sent']]);
  await page.close();
});

test('N7: a mail refused with 550 is listed in the settings with its reason, and arrives when it is sent again', async () => {
  const { owner, organizationId, eventId, account } = hall.service;
  const params = { id: organizationId };
  const failures = async () =>
    good(await owner.call('GET /api/organizations/:id/failed-deliveries', { params, query: {} })).body.items;
  const never = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  const body = { kinds: ['claim_completed' as const], channels: ['email' as const], ...never };
  good(await owner.call('PUT /api/events/:id/subscription', { params: { id: eventId }, body }));

  const [sign] = (await hall.box.signs(1)).all;
  good(await hall.claim(sign!.shortCode, { name: 'Foyer Nord' }));
  await expect.poll(async () => (await failures()).length, { timeout: 30_000 }).toBe(1);
  const refused = server.refused;

  const page = await hall.phone({ ...DESK, path: pathOf('organizationSettings', { organizationId }) });
  const list = page.getByRole('list', { name: failed.title });
  const row = list.getByRole('listitem').first();
  await row.getByText('Foyer Nord').waitFor();
  await row.getByText('550 5.1.1 No such mailbox here').waitFor();
  await row.getByText(failed.tried(1)).waitFor();
  expect(await inaccessible(page)).toEqual([]);

  // The server refuses once more: the mail fails again, with the newest reason.
  await row.getByRole('button').click();
  await page.getByText(failed.retried).first().waitFor();
  await expect.poll(() => server.refused).toBe(refused + 1);
  await expect.poll(async () => (await failures()).length).toBe(1);

  server.setRefusing(false);
  await page.reload();
  await row.getByRole('button').click();
  await page.getByText(failed.none).waitFor();
  await expect.poll(() => acceptedBy(account.email).length).toBe(1);
  expect(acceptedBy(account.email)[0]!.raw).toMatch(/^Subject: .*Foyer Nord/m);
  expect(await failures()).toEqual([]);
  await page.close();
});
