import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { openWorld } from './testing/display-service-and-pages.ts';
import { good } from '@sign-display/testing/service';
import { CHOOSERS_ASKED } from './testing/hostile-pages.ts';
import type { TestKiosk } from './testing/kiosk.ts';
import { until } from './testing/poll-until.ts';

const { world, freshMachine, unclaimed, claim, seen, spot } = openWorld();
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];

/** A sign of its own that has this page on screen. `files`: the names of all that it keeps on its machine. */
async function claimed(page: string, ...args: string[]) {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine, ...args);
  await kiosk.app.evaluate(({ app }) => {
    const made = globalThis as { viewsMade?: number };
    made.viewsMade = 0;
    app.on('web-contents-created', () => void (made.viewsMade! += 1));
  });
  const { sign } = good(await claim(shortCode, world().pages.url(page))).body;
  await seen(GREEN);
  const files = (): string[] => readdirSync(dirname(machine.dataDir), { recursive: true }).map(String);
  return { kiosk, sign, files };
}

/** The windows and pages that there are, all views that there have been since the claim, and the renderers that run. */
const inventory = ({ app }: TestKiosk) =>
  app.evaluate(({ app: electron, BrowserWindow, webContents }) => ({
    windows: BrowserWindow.getAllWindows().length,
    pages: webContents.getAllWebContents().map((one) => one.getURL()),
    made: (globalThis as { viewsMade?: number }).viewsMade,
    renderers: electron.getAppMetrics().filter(({ type }) => type === 'Tab').length,
  }));
const processOf = ({ app }: TestKiosk, url: string): Promise<number> =>
  app.evaluate(
    ({ webContents }, wanted) =>
      webContents
        .getAllWebContents()
        .find((one) => one.getURL() === wanted)!
        .getOSProcessId(),
    url,
  );
const order = async (id: string, body: CommandRequest): Promise<void> => {
  good(await world().service.owner.call('POST /api/signs/:id/commands', { params: { id }, body }));
};
const record = async (id: string) =>
  good(await world().service.owner.call('GET /api/signs/:id', { params: { id } })).body;

/**
 * Whether the whole display above the page's white edge has that colour, so no dialog covers it. Ignores the pointer in
 * the middle.
 */
/** The first point of the display that has another colour, and its colour; null: none has. */
function differingPoint(colour: readonly number[]): string | null {
  const { width, height, at } = world().display.look();
  const isPointer = (x: number, y: number): boolean => Math.abs(x - width / 2) < 24 && Math.abs(y - height / 2) < 24;
  for (let y = 0; y < height * 0.88; y += 16)
    for (let x = 0; x < width; x += 16)
      if (!isPointer(x, y) && at(x, y).join() !== colour.join()) return `${at(x, y).join()} at ${x}, ${y}`;
  return null;
}
const everywhere = (colour: readonly number[]) =>
  until(
    'the page to cover the display',
    () => differingPoint(colour),
    (point) => point === null,
  );

test.each([
  ['dialogs', 'undefined,false,Error,undefined / undefined,false,Error,undefined', 1],
  ['windows', 'null,null / null,null', 1],
])('K5: a page of %s is shown, and nothing comes of what it tries', async (page, told, views) => {
  const { kiosk } = await claimed(page);
  expect(await world().pages.reported((what) => what.startsWith(`${page}:`))).toBe(`${page}: ${told}`);
  await everywhere(GREEN);
  const { windows, pages, made } = await inventory(kiosk);
  expect({ windows, pages, made }).toEqual({
    windows: 1,
    pages: expect.arrayContaining(['sign://screen/', world().pages.url(page)]) as string[],
    made: views,
  });
  expect(pages).toHaveLength(2);
});

/** Touches the page as a touch screen does: Chromium then lets the page open dialogs. */
const touch = ({ app }: TestKiosk, url: string, x: number, y: number): Promise<void> =>
  app.evaluate(
    async ({ webContents }, at) => {
      const page = webContents.getAllWebContents().find((one) => one.getURL() === at.url)!;
      for (const type of ['mousePressed', 'mouseReleased'])
        await page.debugger.sendCommand('Input.dispatchMouseEvent', {
          type,
          x: at.x,
          y: at.y,
          button: 'left',
          clickCount: 1,
        });
    },
    { url, x, y },
  );

test.each([
  ['of the page itself', 'choosers', '127.0.0.1'],
  ['of a frame from another site', 'framed-choosers', 'localhost'],
])(
  'X1: no touch %s opens a dialog: for files, print, colour, device, share, payment or password',
  async (_, page, host) => {
    const { kiosk, sign } = await claimed(page);
    const url = world().pages.url(page);
    const outcomes: Record<string, string> = {};
    for (const name of CHOOSERS_ASKED) {
      await touch(kiosk, url, 500, 300);
      const start = `asked at ${host} for ${name}: `;
      outcomes[name] = (await world().pages.reported((what) => what.startsWith(start))).slice(start.length);
    }
    await touch(kiosk, url, 50, 50);
    await world().pages.reported((what) => what === `touched at ${host}: file`);
    await touch(kiosk, url, 50, 150);
    await world().pages.reported((what) => what === `touched at ${host}: colour`);
    // Each call must do nothing, or fail because its API is missing or refused.
    const harmless = /^(nothing|TypeError|ReferenceError|NotAllowedError|SecurityError|401)$/;
    expect(Object.entries(outcomes).filter(([, what]) => !harmless.test(what))).toEqual([]);
    expect(outcomes['a password']).toBe('401');
    await everywhere(GREEN);
    await order(sign.id, { command: 'display_content', args: { url: world().pages.url('blue') } });
    await seen(BLUE);
    await everywhere(BLUE);
  },
);

test('K5: a page that downloads leaves nothing on the machine, and stays', async () => {
  const { kiosk, files } = await claimed('download');
  // It goes to the download in the end: that is no page, so it is loaded again.
  const isBack = world().pages.loadedAgain('download', 1);
  await world().pages.reported((what) => what.startsWith('download:'));
  await isBack;
  await everywhere(GREEN);
  await expect.poll(async () => (await inventory(kiosk)).pages.length, { timeout: 20_000 }).toBe(2);
  expect(files().filter((name) => /taken|file\.bin|crdownload|\/Downloads/.test(name))).toEqual([]);
});

test('K5: a page that goes to a file, also by its server’s redirect, stays where it is and reads nothing', async () => {
  const { kiosk } = await claimed('files');
  const isBack = world().pages.loadedAgain('files', 1);
  const read = 'TypeError,TypeError,no image';
  expect(await world().pages.reported((what) => what.startsWith('files:'))).toBe(`files: ${read} / ${read}`);
  await isBack;
  expect(world().pages.loadsOf('to-file')).toBeGreaterThan(0);
  await everywhere(GREEN);
  expect((await inventory(kiosk)).pages.filter((url) => !/^(sign|http):/.test(url) && url !== '')).toEqual([]);
});

test('K5: a file behind a redirect can’t be claimed', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const refused = await claim(shortCode, world().pages.url('to-file'));
  expect(refused.body).toMatchObject({ code: 'device_load_failed', reason: 'url_load_failed' });
  expect((await kiosk.face('code')).shortCode).toBe(shortCode);
});

test('K5: a page that somebody touched and that wants to stay goes when another one is wanted', async () => {
  const { kiosk, sign } = await claimed('clinging');
  const url = world().pages.url('clinging');
  const pid = await processOf(kiosk, url);
  await kiosk.app.evaluate(({ webContents }, wanted) => {
    const page = webContents.getAllWebContents().find((one) => one.getURL() === wanted)!;
    for (const type of ['mouseDown', 'mouseUp'] as const)
      page.sendInputEvent({ type, x: 200, y: 200, button: 'left', clickCount: 1 });
  }, url);
  await world().pages.reported((what) => what === 'clinging: touched');
  await order(sign.id, { command: 'display_content', args: { url: world().pages.url('blue') } });
  await seen(BLUE);
  await everywhere(BLUE);
  await until(
    'its process to end',
    () => existsSync(`/proc/${pid}`),
    (runs) => !runs,
  );
  expect((await inventory(kiosk)).pages.sort()).toEqual([world().pages.url('blue'), 'sign://screen/'].sort());
});

test('a film with sound plays without a touch, and a muted sign is silent', async () => {
  const { kiosk, sign } = await claimed('film');
  expect(await world().pages.reported((what) => what.startsWith('film:'))).toBe('film: plays with sound');
  const heard = () =>
    kiosk.app.evaluate(({ webContents }, wanted) => {
      const page = webContents.getAllWebContents().find((one) => one.getURL() === wanted)!;
      return { muted: page.isAudioMuted(), audible: page.isCurrentlyAudible() };
    }, world().pages.url('film'));
  await expect.poll(heard, { timeout: 20_000 }).toEqual({ muted: false, audible: true });
  const { owner } = world().service;
  const set = async (muted: boolean) => {
    const params = { id: sign.id };
    const { version } = good(await owner.call('GET /api/signs/:id', { params })).body;
    good(await owner.call('PATCH /api/signs/:id', { params, body: { settings: { muted } }, ifMatch: version }));
    await expect.poll(async () => (await heard()).muted, { timeout: 20_000 }).toBe(muted);
  };
  await set(true);
  await set(false);
});

test('K5: a page gets no worker that makes documents in the place of its server', async () => {
  await claimed('worker');
  expect(await world().pages.reported((what) => what.startsWith('worker:'))).toBe('worker: TypeError');
});

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
  expect(await world().pages.reported((what) => what.startsWith('camera:'))).toBe('camera: NotAllowedError');
});

test('K5: a page finds nothing of Node, Electron or our bridge', async () => {
  await claimed('node');
  expect(await world().pages.reported((what) => what.startsWith('node:'))).toBe(
    'node: undefined,undefined,undefined,undefined',
  );
});

test('K5: a page that crashes is loaded again, and leaves no renderer behind', async () => {
  const { kiosk } = await claimed('good');
  const before = (await inventory(kiosk)).renderers;
  const isBack = world().pages.loadedAgain('good', 1);
  process.kill(await processOf(kiosk, world().pages.url('good')), 'SIGKILL');
  await isBack;
  await seen(GREEN);
  await expect
    .poll(() => inventory(kiosk), { timeout: 20_000 })
    .toMatchObject({
      windows: 1,
      pages: expect.arrayContaining(['sign://screen/', world().pages.url('good')]) as string[],
      renderers: before,
    });
});

test('K5: a page that hangs is loaded again and its renderer ended, and the sign goes on meanwhile', async () => {
  const { kiosk, sign } = await claimed('hang');
  const url = world().pages.url('hang');
  const pid = await processOf(kiosk, url);
  const isBack = world().pages.loadedAgain('hang', 1);
  await world().pages.reported((what) => what === 'hang: hangs');
  const hangsSince = (await record(sign.id)).lastSeenAt!;
  await order(sign.id, { command: 'identify', args: { seconds: 2 } });
  await until('our screen over the page that hangs', spot, (colour) => colour !== GREEN.join());
  await seen(GREEN);
  expect(world().pages.loadsOf('hang')).toBe(1);

  await isBack;
  // Its script has run again, in another process than the one that hangs.
  await world().pages.reported((what) => what === 'hang: runs', 2);
  await until(
    'the process that hung to end',
    () => existsSync(`/proc/${pid}`),
    (runs) => !runs,
  );
  await everywhere(GREEN);
  expect((await inventory(kiosk)).pages.sort()).toEqual([url, 'sign://screen/'].sort());
  const { presence, lastSeenAt } = await record(sign.id);
  expect(presence).toBe('online');
  expect(Date.parse(lastSeenAt!)).toBeGreaterThan(Date.parse(hangsSince));
});

test('K5: the end of a page leaves the frames alone that other pages have of its site', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, world().pages.url('blue'))).body;
  await seen(BLUE);
  const url = world().pages.url('framed').replace('127.0.0.1', 'localhost');
  await order(sign.id, { command: 'display_content', args: { url } });
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
