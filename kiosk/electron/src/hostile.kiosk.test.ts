import { expect, test } from 'vitest';
import { openWorld } from './testing/world.ts';
import { good } from './testing/service.ts';
import type { TestKiosk } from './testing/kiosk.ts';

const { world, freshMachine, unclaimed, claim, seen } = openWorld();
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];

async function claimed(page: string, ...args: string[]): Promise<TestKiosk> {
  const { kiosk, shortCode } = await unclaimed(await freshMachine(), ...args);
  good(await claim(shortCode, world().pages.url(page)));
  await seen(GREEN);
  return kiosk;
}

/** The windows and pages that there are, and the renderers that run for them. */
const inventory = ({ app }: TestKiosk) =>
  app.evaluate(({ app: electron, BrowserWindow, webContents }) => ({
    windows: BrowserWindow.getAllWindows().length,
    pages: webContents.getAllWebContents().map((one) => one.getURL()),
    renderers: electron.getAppMetrics().filter(({ type }) => type === 'Tab').length,
  }));

test.each(['dialogs', 'windows', 'download', 'files'])(
  'K5: a page of %s is shown, and nothing comes of what it tries',
  async (page) => {
    const kiosk = await claimed(page);
    const { windows, pages } = await inventory(kiosk);
    expect({ windows, pages }).toEqual({
      windows: 1,
      pages: expect.arrayContaining(['sign://screen/', world().pages.url(page)]) as string[],
    });
    expect(pages).toHaveLength(2);
  },
);

test('K5: the pages of a claim find nothing of what those of an earlier claim left on the machine', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, world().pages.url('keep'))).body;
  await seen(GREEN);
  good(await world().service.owner.call('POST /api/signs/:id/unregister', { params: { id: sign.id } }));
  good(await claim(await kiosk.claimable(), world().pages.url('recall')));
  expect(await world().pages.reported((what) => what.startsWith('recalled'))).toBe('recalled undefined ');
});

test('K5: a page gets no camera of a machine that has one', async () => {
  await claimed('camera', '--use-fake-device-for-media-stream');
  expect(await world().pages.reported((what) => /camera|Error/.test(what))).toBe('NotAllowedError');
});

test('K5: a page finds nothing of Node, Electron or our bridge', async () => {
  await claimed('node');
  expect(await world().pages.reported((what) => what.includes(','))).toBe('undefined,undefined,undefined,undefined');
});

test('K5: a page that crashes is loaded again, and leaves no renderer behind', async () => {
  const kiosk = await claimed('good');
  const before = await inventory(kiosk);
  const isBack = world().pages.loadedAgain('good', 1);
  const url = world().pages.url('good');
  await kiosk.app.evaluate(({ webContents }, wanted) => {
    const page = webContents.getAllWebContents().find((one) => one.getURL() === wanted);
    process.kill(page!.getOSProcessId(), 'SIGKILL');
  }, url);
  await isBack;
  await seen(GREEN);
  await expect.poll(() => inventory(kiosk), { timeout: 20_000 }).toEqual(before);
});

test('K5: a page that hangs is loaded again, and its renderer is ended', async () => {
  const kiosk = await claimed('hang');
  await world().pages.loadedAgain('hang', 1);
  await seen(GREEN);
  await expect.poll(async () => (await inventory(kiosk)).pages.length, { timeout: 20_000 }).toBe(2);
});

test('K5: the end of a page leaves the frames alone that other pages have of its site', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, world().pages.url('blue'))).body;
  await seen(BLUE);
  const url = world().pages.url('framed').replace('127.0.0.1', 'localhost');
  good(
    await world().service.owner.call('POST /api/signs/:id/commands', {
      params: { id: sign.id },
      body: { command: 'display_content', args: { url } },
    }),
  );
  await seen(GREEN);
  expect(await world().pages.reported((what) => what === 'frame alive')).toBe('frame alive');
  await kiosk.stop();
});

test('K9: a blank page can be claimed, and the sign goes on', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  good(await claim(shortCode, world().pages.url('blank')));
  await kiosk.face('black');
  expect((await inventory(kiosk)).pages).toContain(world().pages.url('blank'));
});
