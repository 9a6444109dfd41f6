import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from './testing/display-service-and-pages.ts';
import { good } from '@sign-display/testing/service';

/** Pages that go somewhere by themselves. */

const { world, freshMachine, unclaimed, claim, spot, seen } = openWorld({ LOAD_TIMEOUT_MS: '6000' });
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];

test.each(['gone', 'status'] as const)(
  'K4: a page that loads itself anew stays on screen while its server fails (%s), and goes on when it is back',
  async (how) => {
    const { shortCode } = await unclaimed(await freshMachine());
    good(await claim(shortCode, world().pages.url('refresh')));
    await seen(GREEN);
    await world().pages.loadedAgain('refresh', 1);
    onTestFinished(() => world().pages.breakPage('refresh', null));
    world().pages.breakPage('refresh', how);
    // The page's own wish, and the sign's tries to load it again.
    await world().pages.loadedAgain('refresh', 3);
    expect(spot()).toBe(GREEN.join());
    world().pages.breakPage('refresh', null);
    await world().pages.loadedAgain('refresh', 3);
    expect(spot()).toBe(GREEN.join());
  },
);

test('K4: a page that goes on to another one is followed, and one page is left', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  good(await claim(shortCode, world().pages.url('onward')));
  await seen(GREEN);
  await seen(BLUE);
  const pages = () =>
    kiosk.app.evaluate(({ webContents }) => webContents.getAllWebContents().map((one) => one.getURL()));
  await expect.poll(pages).toHaveLength(2);
  expect(await pages()).toContain(world().pages.url('blue'));
});
