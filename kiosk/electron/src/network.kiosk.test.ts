import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from './exit-codes.ts';
import { openCards } from './testing/fake-network-cards.ts';
import { scan } from './testing/scan-qr.ts';
import { nobody, startHallService, startLoginPage, startSelfSigned } from './testing/wrong-servers.ts';
import { openWorld } from './testing/display-service-and-pages.ts';
import { until } from './testing/poll-until.ts';

const { world, serviceAway, freshMachine, unclaimed } = openWorld();

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
  await kiosk.says('Scan to claim this sign', 'Backend\nreached', 'Clock\ncorrect');
  expect(await until('the code to be read', scanned, (text) => text !== null)).toBe(qrText);
});

test.each([
  ['nobody answers', nobody, 'Service unreachable', 'no answer'],
  ['the certificate is wrong', startSelfSigned, 'The certificate is not valid', 'wrong certificate'],
  ['somebody else answers', startLoginPage, 'A different server answers', 'another server'],
])('K8: where %s, the sign says so, and has no code to read', async (_, startOther, title, detail) => {
  const server = await startOther();
  const kiosk = await (await freshMachine(server)).start();
  await kiosk.says(title, `Backend\n${detail}`, new URL(server).host);
  expect((await kiosk.face('code')).qrText).toBeNull();
  await struckOut();
  expect(scanned()).toBeNull();
});

/** One of this machine's own that has an address: the app believes a card of that name to have it. */
const NAME_WITH_ADDRESS = Object.entries(networkInterfaces()).find(([, infos]) =>
  infos?.some(({ internal, family }) => !internal && family === 'IPv4'),
)?.[0];

test('K8: from no network card to a name that is not found, the sign says what is wrong now and what to do, and has no code to read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-cards-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const cards = openCards(join(folder, 'net'));
  const kiosk = await (await freshMachine('https://signs.invalid', { cards })).start();
  const CARD = 'c8:2a:14:9f:03:1b';

  await kiosk.says('No network card', 'unplug the adapter and plug it in again.', 'Interface\nnothing plugged in');
  await struckOut();
  expect((await kiosk.face('code')).shortCode).toBeNull();
  cards.put('eth9', CARD, false);
  await kiosk.says('No network cable', 'Push the cable in at both ends', 'Interface\nnothing plugged in');
  const { shortCode } = await kiosk.face('code');
  expect(shortCode).toMatch(/^[0-9A-Z]{6}$/);
  cards.put('eth9', CARD, true);
  await kiosk.says('No network address', `Ask the venue’s IT to allow this address: ${CARD}`, 'Address\nnone assigned');
  cards.put(NAME_WITH_ADDRESS!, CARD, true);
  await kiosk.says(
    'DNS does not work',
    'Ask the venue’s IT to provide DNS',
    'DNS\nno answer',
    'Backend\nwaiting for DNS',
  );
  await struckOut();
  expect(scanned()).toBeNull();
  expect(await kiosk.face('code')).toMatchObject({ qrText: null, shortCode });
});

test('K8: a sign whose service goes away takes its code back, and offers it again once the service is there', async () => {
  const { kiosk } = await unclaimed(await freshMachine());
  await serviceAway();
  await kiosk.says('Service unreachable', 'Backend\nno answer');
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
  await kiosk.says('This is not a valid address.');
  await type(await nobody());
  await kiosk.says('There is no answer from this address.');
  await type(await startLoginPage());
  await kiosk.says('The server at this address is not the sign service.');
  await type(world().service.url);
  await kiosk.says('Scan to claim this sign');
  const { qrText } = await kiosk.face('code');
  await until('the code to be read', scanned, (text) => text === qrText);
  await kiosk.stop();

  const again = await machine.start();
  await again.says('Scan to claim this sign');
  expect((await again.face('code')).qrText).toBe(qrText);
});

test('X9: a sign whose service is an http address off loopback logs at its start that the connection is not encrypted', async () => {
  const machine = await freshMachine('http://signs.invalid');
  await machine.start();
  const log = (): string => {
    const path = join(machine.dataDir, 'log.jsonl');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const logged = await until('the warning to be logged', log, (text) => text.includes('not encrypted'));
  expect(logged).toContain('http://signs.invalid is not encrypted');
});

test('K8: at its first start a sign with --ca takes the address of a service that this authority alone vouches for; a damaged file is refused in words', async () => {
  const machine = await freshMachine(null);
  const service = await startHallService();
  const path = join(machine.dataDir, 'authority.crt');
  writeFileSync(path, service.certificate.slice(0, -60), { mode: 0o644 });
  expect(await machine.startInVain('--ca', path)).toMatchObject({
    code: EXIT.refused,
    words: expect.stringContaining('damaged') as string,
  });
  writeFileSync(path, service.certificate);
  const kiosk = await machine.start('--ca', path);
  await kiosk.says('Where is the service?');
  // Something stands in the field already.
  for (const key of ['Home', 'Shift+End']) await kiosk.screen.keyboard.press(key);
  await kiosk.screen.keyboard.type(service.origin);
  await kiosk.screen.keyboard.press('Enter');
  await kiosk.face('code');
});
