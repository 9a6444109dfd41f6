import { chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { TestKiosk } from './testing/kiosk.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';
import { openWorld } from './testing/display-service-and-pages.ts';

/** What the backend says while the sign is on, seen on its display at once. */

const { world, freshMachine, unclaimed, claim } = openWorld({ LOAD_TIMEOUT_MS: '4000', HEARTBEAT_INTERVAL_MS: '1000' });
const COLOURS: Record<string, string> = {
  '208,0,0': 'red',
  '0,144,0': 'green',
  '0,0,208': 'blue',
  '208,192,0': 'yellow',
};

/** The colours of the display's corners, clockwise from the left above; its colours at `inside` pixels from the sides. */
function corners(inside = 10): string[] {
  const { width, height, at } = world().display.look();
  const [right, below] = [width - 1 - inside, height - 1 - inside];
  const all = [at(inside, inside), at(right, inside), at(right, below), at(inside, below)];
  return all.map((colour) => COLOURS[colour.join()] ?? colour.join());
}
const cornersAre = (wanted: string, inside?: number) =>
  until(
    `the corners ${wanted}`,
    () => corners(inside).join(),
    (seen) => seen === wanted,
  );

async function set(id: string, settings: SignSettings): Promise<void> {
  const { owner } = world().service;
  const { version } = good(await owner.call('GET /api/signs/:id', { params: { id } })).body;
  good(await owner.call('PATCH /api/signs/:id', { params: { id }, body: { settings }, ifMatch: `"${version}"` }));
}
const order = async (id: string, body: CommandRequest): Promise<unknown> =>
  good(await world().service.owner.call('POST /api/signs/:id/commands', { params: { id }, body }));

/** Of the page at `url`, whatever of it can’t be seen. */
const pageOf = ({ app }: TestKiosk, url: string) =>
  app.evaluate(({ webContents }, wanted) => {
    const page = webContents.getAllWebContents().find((one) => one.getURL() === wanted)!;
    return { zoom: page.getZoomFactor(), muted: page.isAudioMuted() };
  }, url);

test('settings reach the page that is on screen: it is turned, enlarged, muted and loaded again, and hides in the background', async () => {
  const { pages } = world();
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const url = pages.url('corners');
  const { sign } = good(await claim(shortCode, url)).body;
  await cornersAre('red,green,blue,yellow');

  await set(sign.id, { rotation: 90 });
  await cornersAre('yellow,red,green,blue');
  await set(sign.id, { rotation: 270 });
  await cornersAre('green,blue,yellow,red');
  await set(sign.id, { rotation: 0, zoom: 2 });
  // Each is 40 pixels wide, so here there is nothing of them at their own size.
  await cornersAre('red,green,blue,yellow', 60);
  expect(await pageOf(kiosk, url)).toEqual({ zoom: 2, muted: false });
  await set(sign.id, { zoom: 1, muted: true });
  await expect.poll(() => pageOf(kiosk, url), { timeout: 20_000 }).toEqual({ zoom: 1, muted: true });

  await order(sign.id, { command: 'set_background_mode', args: { enabled: true } });
  await cornersAre(['0,0,0', '0,0,0', '0,0,0', '0,0,0'].join());
  await order(sign.id, { command: 'set_background_mode', args: { enabled: false } });
  await cornersAre('red,green,blue,yellow');
  expect(pages.loadsOf('corners')).toBe(1);
  await set(sign.id, { reloadEverySeconds: 1 });
  await pages.loadedAgain('corners', 2);
});

test('an unclaimed sign shows how its claim goes, and a claimed one without a page that it is ready, also on its side', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const failed = claim(shortCode, world().pages.url('hanging'));
  await kiosk.says('This sign is being claimed as', `Sign ${shortCode}`, 'Loading the page');
  expect((await failed).body).toMatchObject({ reason: 'sign_timeout' });
  await kiosk.says('The last attempt failed', 'took too long', 'The sign was not claimed.');

  const { sign } = good(await claim(shortCode)).body;
  await kiosk.says('Opera ball', `Sign ${shortCode}`, 'Hall 1', 'Ready. Waiting for content.');
  await set(sign.id, { idleMessage: 'Doors open at eight', rotation: 90 });
  await kiosk.says('Doors open at eight');
  const classes = () => kiosk.screen.evaluate<string>('document.querySelector("main").className');
  await expect.poll(classes, { timeout: 20_000 }).toMatch(/turned-90.*upright/);
});

test('N8: a copy of a sign says that its identity is in use elsewhere, and the first one goes on', async () => {
  const first = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(first);
  const copy = await freshMachine();
  const { uid, gid } = statSync(copy.dataDir);
  for (const name of ['kiosk.json', 'secret.json']) {
    copyFileSync(join(first.dataDir, name), join(copy.dataDir, name));
    chownSync(join(copy.dataDir, name), uid, gid);
  }
  const second = await copy.start();
  await second.says(
    'Another device is using the same identity.',
    'An admin can decide under “Devices”',
    'clone_quarantined',
  );
  expect(await kiosk.claimable()).toBe(shortCode);
});
