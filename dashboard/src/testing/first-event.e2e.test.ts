import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../claiming/testing/words.ts';
import { first } from '../words/english/first-sign.ts';
import { inaccessible, openStage, type Stage } from './service-and-browser.ts';

/** The owner of a fresh service, in a real browser: from the first sign-in to the first sign. The tests are one after the other's. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  // As a fresh service is.
  good(await stage.service.owner.call('DELETE /api/events/:id', { params: { id: stage.service.eventId } }));
});
afterAll(() => stage.close());

const PHONE = { viewport: { width: 390, height: 844 } };

test('D3: after the first sign-in the home says what to make first, and one press leads there', async () => {
  const page = await stage.openSignedIn(PHONE);
  await page.getByText(english.shell.home.noEvent).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('link', { name: english.shell.newEvent }).click();
  await page.getByRole('heading', { name: english.events.newTitle }).waitFor();
  await page.close();
});

test('D6: from the claim without an event one tap leads to the first, and its making leads back', async () => {
  const page = await stage.openSignedIn({ ...PHONE, path: '/claim', timezoneId: 'Europe/Vienna' });
  await page.getByText(english.claiming.events.noneYet).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.getByRole('button', { name: english.shell.newEvent }).click();
  await page.getByLabel(english.events.name, { exact: true }).fill('Opera ball');
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/claim');
  await page.getByRole('heading', { name: english.claiming.start.title }).waitFor();
  await page.getByRole('button', { name: english.claiming.start.camera }).waitFor();
  await page.close();
});

test('D3: where there is one event alone, home is its page; where there are two, one chooses', async () => {
  const { owner, organizationId } = stage.service;
  const params = { id: organizationId };
  const [only] = good(await owner.list('GET /api/organizations/:id/events', { params })).items;
  const page = await stage.openSignedIn();
  await page.waitForURL(`/events/${only!.id}`);
  good(await owner.call('POST /api/organizations/:id/events', { params, body: { name: 'Fair', timeZone: 'UTC' } }));
  await page.goto('/');
  await page.getByRole('link', { name: 'Fair', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Opera ball', exact: true }).isVisible()).toBe(true);
  await page.close();
});

test('K8: where no phone reaches the service, its QR is not shown, but how to start it', async () => {
  const { owner, organizationId } = stage.service;
  const { items } = good(await owner.list('GET /api/organizations/:id/events', { params: { id: organizationId } }));
  const page = await stage.openSignedIn({ path: `/events/${items[0]!.id}` });
  await page.getByText(first.phone.onlyHere).waitFor();
  await page.getByText('npm start -- --https').waitFor();
  expect(await inaccessible(page)).toEqual([]);
  expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
  await page.close();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(stage.complaints).toEqual([]);
});
