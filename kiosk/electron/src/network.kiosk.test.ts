import { expect, test } from 'vitest';
import { scan } from './testing/scan.ts';
import { nobody, startLoginPage, startSelfSigned } from './testing/strangers.ts';
import { openWorld } from './testing/world.ts';
import { until } from './testing/until.ts';

const { world, freshMachine, unclaimed } = openWorld();

/** What a phone in front of the display reads now. */
const scanned = (): string | null => scan(world().display.look());

/** On the bar that strikes the code out, beside its words. */
function barColour(): string {
  const { width, height, at } = world().display.look();
  return at(Math.round(width / 3), Math.round(height * 0.4)).join();
}
const struckOut = () => until('the bar over the code', barColour, (colour) => colour === '255,106,72');

test('K8: a phone reads the code of an unclaimed sign from its display', async () => {
  const { kiosk } = await unclaimed(await freshMachine());
  const { qrText } = await kiosk.face('code');
  await kiosk.says('Scan to claim this sign', 'Backend\nreached', 'Clock\nright');
  expect(await until('the code to be read', scanned, (text) => text !== null)).toBe(qrText);
});

test.each([
  ['nobody answers', nobody, 'The service is not reached', 'no answer'],
  ['the certificate is wrong', startSelfSigned, 'The certificate is wrong', 'wrong certificate'],
  ['somebody else answers', startLoginPage, 'Something else answers', 'not this service'],
])('K8: where %s, the sign says so, and has no code to read', async (_, startOther, title, detail) => {
  const server = await startOther();
  const kiosk = await (await freshMachine(server)).start();
  await kiosk.says(title, `Backend\n${detail}`, new URL(server).host);
  expect((await kiosk.face('code')).qrText).toBeNull();
  await struckOut();
  expect(scanned()).toBeNull();
});

test('K8: a sign whose service goes away takes its code back, and offers it again once the service is there', async () => {
  const { kiosk } = await unclaimed(await freshMachine());
  await world().service.stop();
  await kiosk.says('The service is not reached', 'Backend\nno answer');
  await struckOut();
  expect(scanned()).toBeNull();
  await world().service.start();
  await kiosk.says('Scan to claim this sign', 'Backend\nreached');
  await until('the code to be read', scanned, (text) => text !== null);
});

test('K8: at its first start a sign asks where its service is, says what is wrong with an address, and asks only once', async () => {
  const machine = await freshMachine(null);
  const kiosk = await machine.start();
  const type = async (text: string): Promise<void> => {
    await kiosk.screen.keyboard.press('Home');
    await kiosk.screen.keyboard.press('Shift+End');
    await kiosk.screen.keyboard.type(text);
    await kiosk.screen.keyboard.press('Enter');
  };
  await kiosk.says('Where is the service?');
  await type('http://');
  await kiosk.says('This is no address.');
  await type(await nobody());
  await kiosk.says('Nothing answers there.');
  await type(await startLoginPage());
  await kiosk.says('Something else answers there.');
  await type(world().service.url);
  await kiosk.says('Scan to claim this sign');
  const { qrText } = await kiosk.face('code');
  await until('the code to be read', scanned, (text) => text === qrText);
  await kiosk.stop();

  const again = await machine.start();
  await again.says('Scan to claim this sign');
  expect((await again.face('code')).qrText).toBe(qrText);
});
