import { openChromium } from '@sign-display/testing/chromium';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { good } from '@sign-display/testing/service';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from './testing/display-service-and-pages.ts';

/** The whole way, with nothing in anybody's place: a phone photographs the real sign, and claims it from the service's own page. */

const { world, freshMachine, unclaimed, seen } = openWorld();
const BLUE = [16, 64, 160];

test('D3, K8: a phone that photographs the sign’s screen claims it, and the sign shows its page', async () => {
  const { service, pages } = world();
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const photo = await screenshotOf(kiosk.screen);
  const browser = await openChromium(process.env);
  onTestFinished(() => browser.close());
  const phone = await browser.newPage({
    baseURL: service.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const tap = (name: string) => phone.getByRole('button', { name, exact: true }).tap();
  const type = (name: RegExp, text: string) => phone.getByRole('textbox', { name }).fill(text);
  await phone.goto('/sign-in?next=/claim');
  await phone.fill('[name=email]', service.account.email);
  await phone.fill('[name=password]', service.account.password);
  await phone.keyboard.press('Enter');
  await phone.waitForURL('/claim');

  await tap('Open the camera');
  await phone.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
  await tap('Yes, this sign');
  await type(/^Name/, 'Photographed');
  await type(/^Location/, 'Foyer');
  await type(/^Web page/, pages.url('blue'));
  await tap('Claim');
  await phone.getByRole('heading', { name: /^Photographed is claimed/ }).waitFor();

  await seen(BLUE);
  const query = { organizationId: service.organizationId };
  const { items } = good(await service.owner.list('GET /api/signs', { query }));
  expect(items).toMatchObject([{ name: 'Photographed', device: { shortCode } }]);
});
