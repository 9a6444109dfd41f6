import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClaimHall, type ClaimHall } from './start-phones-and-signs.ts';
import type { Sign } from './virtual-sign-processes.ts';
import { inaccessible } from './service-and-browser.ts';

/** Records that wait for their device, and broken devices that are replaced (Flow B). */

let hall: ClaimHall['hall'];
let claimPage: ClaimHall['claimPage'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  ({ hall, claimPage, sign } = await openClaimHall(12));
});
afterAll(() => hall.close());

const record = async (id: string) => good(await hall.owner.client.call('GET /api/signs/:id', { params: { id } })).body;
const link = (id: string, { shortCode }: Sign) =>
  hall.owner.client.call('POST /api/signs/:id/link', { params: { id }, body: { shortCode } });

test('D3, C8: a prepared sign is picked, its device is scanned, and that is all', async () => {
  const id = await hall.prepared({ name: 'Stand 415', url: hall.websites.page('stand415') });
  const device = sign();
  const phone = await claimPage();
  await phone.tap(/prepared signs? (is|are) waiting for a device/);
  await phone.tap(/Stand 415/);
  await phone.typeCode(device.shortCode);
  await phone.reads('Link this device to Stand 415?');
  await phone.tap('Link device');
  await phone.reads(/^Stand 415 is claimed/);
  await device.says(/^shows http.*\/stand415$/);
  expect(await record(id)).toMatchObject({
    name: 'Stand 415',
    location: 'Hall 4',
    device: { shortCode: device.shortCode },
  });
  await phone.page.close();
});

test('U19: a device is scanned first, and then linked to a prepared sign', async () => {
  const id = await hall.prepared({ name: 'Stand 425', url: hall.websites.page('stand425') });
  const device = sign();
  const phone = await claimPage();
  await phone.typeCode(device.shortCode);
  await phone.tap('Link device to a prepared sign');
  await phone.page.getByText('We have found the device. Now choose the prepared sign that it belongs to.').waitFor();
  expect(await inaccessible(phone.page)).toEqual([]);
  await phone.tap(/Stand 425/);
  await phone.reads('Link this device to Stand 425?');
  await phone.tap('Link device');
  await phone.reads(/^Stand 425 is claimed/);
  expect(await record(id)).toMatchObject({ name: 'Stand 425', device: { shortCode: device.shortCode } });
  await phone.page.close();
});

test('D3: a prepared sign that got a device meanwhile is named, and another is picked', async () => {
  const id = await hall.prepared({ name: 'Stand 416' });
  await hall.prepared({ name: 'Stand 417' });
  const phone = await claimPage();
  await phone.tap(/prepared signs? (is|are) waiting for a device/);
  await phone.tap(/Stand 416/);
  await phone.typeCode(sign().shortCode);
  await phone.reads('Link this device to Stand 416?');
  good(await link(id, sign()));
  await phone.tap('Link device');
  await phone.reads(/^Stand 416 (already )?has a device/);
  await phone.page.getByText('sign_not_unlinked').waitFor();
  await phone.tap('Choose another sign');
  await phone.page.getByRole('button', { name: /Stand 417/ }).waitFor();
  await expect.poll(() => phone.page.getByRole('button', { name: /Stand 416/ }).count()).toBe(0);
  await phone.page.close();
});

test('D3, C8: a broken device is replaced in one scan, and name, place and page stay', async () => {
  const id = await hall.prepared({ name: 'Kasse 11', url: hall.websites.page('kasse11') });
  const [broken, fresh] = [sign(), sign()];
  good(await link(id, broken));
  const phone = await claimPage({ path: `/claim?sign=${id}` });
  await phone.typeCode(fresh.shortCode);
  await phone.reads('Replace the device in a single scan.');
  await phone.tap('Replace');
  await phone.reads(/^Kasse 11 is claimed/);
  expect(await record(id)).toMatchObject({ name: 'Kasse 11', device: { shortCode: fresh.shortCode } });
  await fresh.says(/^shows http.*\/kasse11$/);
  await broken.says(/^unregistered/);
  await phone.page.close();
});

test('D3: a record that has got its device leaves the address: after a reload, Back and signing in again the next scan is for a new sign', async () => {
  const id = await hall.prepared({ name: 'Kasse 13' });
  good(await link(id, sign()));
  const phone = await claimPage({ path: `/claim?sign=${id}` });
  const { page } = phone;
  await phone.typeCode(sign().shortCode);
  expect(page.url()).toContain(id);
  await phone.tap('Replace');
  await phone.reads(/^Kasse 13 is claimed/);
  const isForNew = async () => {
    await phone.reads('Point your phone at a sign that shows a code.');
    await expect.poll(() => page.url()).toMatch(/\/claim\?event=[^&]+$/);
  };
  await page.reload();
  await isForNew();
  await page.goBack();
  await isForNew();
  await phone.tap('Type the code');
  await page.request.post('/api/auth/sign-out');
  await phone.typeCode(sign().shortCode);
  await phone.reads('You are signed out');
  await phone.tap('Sign in');
  await page.waitForURL(/\/sign-in/);
  expect(page.url()).not.toContain(id);
  await page.close();
});

test('D3: the address of a record that was deleted says that the sign is gone, and leads on to a new one', async () => {
  const id = await hall.prepared({ name: 'Kasse 14' });
  good(await hall.owner.client.call('DELETE /api/signs/:id', { params: { id } }));
  const phone = await claimPage({ path: `/claim?sign=${id}` });
  await phone.reads('This sign no longer exists');
  await phone.page.getByText('not_found').waitFor();
  expect(await inaccessible(phone.page)).toEqual([]);
  await phone.tap('Claim a new sign');
  await phone.reads('Point your phone at a sign that shows a code.');
  expect(phone.page.url()).not.toContain(id);
  await phone.page.close();
});

test('D3: a record that lost its device meanwhile is linked instead', async () => {
  const id = await hall.prepared({ name: 'Kasse 12' });
  good(await link(id, sign()));
  const fresh = sign();
  const phone = await claimPage({ path: `/claim?sign=${id}` });
  await phone.typeCode(fresh.shortCode);
  await phone.reads('Replace the device in a single scan.');
  good(await hall.owner.client.call('POST /api/signs/:id/unregister', { params: { id } }));
  await phone.tap('Replace');
  await phone.reads('Kasse 12 has no device to replace');
  await phone.page.getByText('sign_not_linked').waitFor();
  await phone.tap('Link this device');
  await phone.reads('Link this device to Kasse 12?');
  await phone.tap('Link device');
  await phone.reads(/^Kasse 12 is claimed/);
  expect(await record(id)).toMatchObject({ device: { shortCode: fresh.shortCode } });
  await phone.page.close();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
