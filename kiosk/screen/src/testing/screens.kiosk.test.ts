import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blackened, differing, openAlbum } from '@sign-display/testing/screenshot-comparison';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeFace, ScreenModel } from '../model.ts';
import { openBrowser, type Browser } from './browser.ts';
import { unreadable } from './unreadable-text.ts';
import { NOW_MS, drawn, undrawn } from './models.ts';
import { readQr } from './read-qr.ts';
import { serveScreens, type Served } from './screen-server.ts';

/**
 * The built page in a real browser: as drawn, pixel by pixel; its QR read by a QR library; nothing cut off.
 * `UPDATE_SCREENS=1` writes the pictures of the pictures in docs/screens/kiosk/ again (with Electron 33.2.1, so that
 * they are the same on every machine); a plain run compares with them.
 */

const WAYS = { landscape: [1280, 720], portrait: [720, 1280] } as const;
type Way = keyof typeof WAYS;
const ALL: Record<string, ScreenModel> = { ...drawn(NOW_MS), ...undrawn(NOW_MS) };
const update = process.env['UPDATE_SCREENS'] === '1';
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const { keep, committed } = openAlbum('kiosk', { folder, update });

/** Pixels that may differ: less than one letter of the smallest text. Measured in Electron 33.2.1: none. */
const MOST_PIXELS = 60;
/** Where the drawing covers its own text (it was not drawn this way up), so ours must differ: the picture beside it shows how. */
const COVERED = new Set(['clock-portrait', 'failed-portrait', 'first-portrait']);

let browser: Browser;
let served: Served;
const complaints: string[] = [];

beforeAll(async () => {
  served = await serveScreens();
  browser = await openBrowser(process.env);
  browser.page.on('pageerror', (error) => complaints.push(String(error)));
  browser.page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  console.log(`  ${browser.name}; pictures of this run: ${folder}`);
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

const steady = () =>
  browser.page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))',
  );
const send = (model: unknown) => browser.page.evaluate(`window.send(${JSON.stringify(model)})`);
const asked = () => browser.page.evaluate<unknown[][]>('window.asked');
const shot = async () => PNG.sync.read(await screenshotOf(browser.page));

async function open(model: unknown, width: number, height: number): Promise<void> {
  await browser.resize(width, height);
  await browser.page.goto(served.screen);
  await send(model);
  await steady();
}

/** What is typed before the picture of a state is taken. */
const TYPED: Record<string, string> = { first: 'signs.lichterfest.example' };

async function ours(name: string, way: Way): Promise<PNG> {
  const [width, height] = WAYS[way];
  await open(ALL[name], width, height);
  if (TYPED[name]) await browser.page.keyboard.type(TYPED[name]);
  await steady();
  return shot();
}

async function theirs(name: string, way: Way): Promise<PNG> {
  const [width, height] = WAYS[way];
  await browser.resize(width, height);
  await browser.page.goto('about:blank');
  await browser.page.goto(`${served.drawing}#${name}`);
  await steady();
  return shot();
}

/** A struck-out QR differs by intent: the drawing's can be read by a camera. Its bar is compared. */
async function withoutStruckQr(picture: PNG): Promise<PNG> {
  const box = (selector: string) =>
    browser.page.evaluate<[number, number, number, number] | null>(
      `((one) => one && ((box) => [box.left, box.top, box.right, box.bottom])(one.getBoundingClientRect()))(document.querySelector('${selector}'))`,
    );
  return blackened(
    picture,
    await box('.struck .plate svg, body > .k .off .qr'),
    await box('.strike, body > .k .off .bar'),
  );
}

/** Keeps the picture, and asks whether it is the committed one. Another browser than the one that made those draws letters differently. */
function expectKept(name: string, picture: PNG): void {
  keep(name, picture);
  if (browser.isElectron) expect(differing(picture, committed(name))).toBeLessThanOrEqual(MOST_PIXELS);
}

describe.each(Object.keys(WAYS) as Way[])('%s', (way) => {
  const titled = (name: string) => (way === 'landscape' ? name : `${name}-portrait`);

  test.each(Object.keys(drawn(NOW_MS)))(
    `K8: %s looks as it is drawn, and as in docs/screens/kiosk, ${way}`,
    async (name) => {
      const drawing = await theirs(name, way);
      const drawnOpenly = await withoutStruckQr(drawing);
      const picture = await ours(name, way);
      const pixels = differing(await withoutStruckQr(picture), drawnOpenly);
      console.log(
        `  ${titled(name).padEnd(20)} ${pixels} of ${picture.width * picture.height} pixels differ from the drawing`,
      );
      keep(`${titled(name)}-drawn`, drawing);
      expectKept(titled(name), picture);
      if (COVERED.has(titled(name))) expect(pixels).toBeGreaterThan(MOST_PIXELS);
      else expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
    },
  );
});

test.each(Object.keys(undrawn(NOW_MS)))('K8: %s looks as in docs/screens/kiosk', async (name) => {
  const picture = await ours(name, 'landscape');
  expect([picture.width, picture.height]).toEqual(WAYS.landscape);
  expectKept(name, picture);
});

describe.each([
  [1280, 720],
  [720, 1280],
  [3840, 2160],
  [2160, 3840],
])('at %d × %d', (width, height) => {
  test.each(['qr', 'claimurl', 'clock', 'failed', 'notice'])(
    `K8: a QR library reads the QR of %s from a screenshot of ${width} × ${height}`,
    async (name) => {
      await open(ALL[name], width, height);
      expect(readQr(await shot())).toBe((ALL[name]!.face as CodeFace).qrText);
    },
  );

  test(`K8: no QR library reads a struck-out QR from a screenshot of ${width} × ${height}`, async () => {
    await open(ALL['backend'], width, height);
    expect(readQr(await shot())).toBeNull();
  });
});

const LONGEST = 'Łódź ß 第四号吧台 بار '.repeat(20).slice(0, 200);
const HARD: Record<string, ScreenModel> = {
  ...ALL,
  names: {
    ...ALL['readylongest']!,
    face: {
      ...ALL['readylongest']!.face,
      signName: '第'.repeat(200),
      eventName: LONGEST,
      location: '場'.repeat(200),
      message: LONGEST,
    } as never,
  },
  oneword: {
    ...ALL['ready']!,
    face: { ...ALL['ready']!.face, signName: 'W'.repeat(63), location: 'W'.repeat(200) } as never,
  },
  address: {
    ...ALL['claiming']!,
    face: {
      ...ALL['claiming']!.face,
      url: `https://${'long-host.'.repeat(20)}example/${'x'.repeat(1_500)}`,
      leadsTo: `${'long-host.'.repeat(20)}example:65535`,
      signName: LONGEST,
    } as never,
  },
  hosts: {
    ...ALL['backend']!,
    face: { ...ALL['backend']!.face, host: `${'long-host.'.repeat(24)}example:65535` } as never,
  },
  ipv6: {
    ...ALL['claimurl']!,
    face: {
      ...ALL['claimurl']!.face,
      claimUrl: 'https://signs.a-rather-long-name-of-a-venue.lichterfest.example:8443/claim',
      checklist: {
        ...(ALL['qr']!.face as CodeFace).checklist,
        address: { state: 'ok', address: '2001:db8:1234:5678:9abc:def0:1234:5678' },
      },
    } as never,
  },
};

describe.each([
  [1280, 720],
  [720, 1280],
  [1280, 800],
  [800, 1280],
  [1024, 768],
  [3440, 1440],
])('in a window of %d × %d', (width, height) => {
  test.each(Object.keys(HARD))(
    `K8: every word of %s is on the screen, and none covers another, at ${width} × ${height}`,
    async (name) => {
      await open(HARD[name], width, height);
      expect(await browser.page.evaluate(unreadable)).toEqual([]);
    },
  );
});

test.each([90, 180, 270] as const)(
  'K8: turned by %d degrees, everything is on the screen and the QR is read',
  async (rotation) => {
    await open({ ...ALL['claimurl'], rotation }, 1280, 720);
    expect(readQr(await shot())).toBe((ALL['qr']!.face as CodeFace).qrText);
    expect(await browser.page.evaluate(unreadable)).toEqual([]);
  },
);

test('K8: a wrong model changes nothing on the screen', async () => {
  await open(ALL['ready'], 1280, 720);
  for (const wrong of [null, {}, { ...ALL['qr'], face: { kind: 'code' } }, { ...ALL['qr'], more: 1 }])
    await send(wrong);
  await steady();
  expect(await browser.page.textContent('h1')).toBe('Bar 4 links');
});

test('K12: the code is gone at its end, without another model, and what was below is there', async () => {
  const overlay = { kind: 'identify', shortCode: '4QB50C', startsAtMs: NOW_MS - 10_000, untilMs: NOW_MS };
  await open({ ...ALL['ready'], overlay }, 1280, 720);
  expect(await browser.page.textContent('h1')).toBe('Bar 4 links');
});

test.each([-1, 1])(
  'K12: a clock that is set by %d day while the code is up changes neither its blinking nor its end',
  async (days) => {
    const overlay = { kind: 'identify', shortCode: '4QB50C', startsAtMs: NOW_MS, untilMs: NOW_MS + 3_000 };
    await open({ ...ALL['ready'], overlay }, 1280, 720);
    await browser.page.evaluate(`{ const now = Date.now() + ${days} * 86400000; Date.now = () => now; }`);
    await send({ ...ALL['ready'], overlay, rotation: 180 });
    const isSeen = (what: string) => browser.page.evaluate<boolean>(`document.querySelector('${what}') !== null`);
    await expect.poll(() => isSeen('.tile.dark'), { interval: 50 }).toBe(true);
    await expect.poll(() => isSeen('.tile:not(.dark)'), { interval: 50 }).toBe(true);
    await expect.poll(() => isSeen('.tile'), { timeout: 20_000 }).toBe(false);
  },
);

test('K8: what is typed at the first start goes to the bridge with Enter, and stays while it is tried', async () => {
  await open(ALL['first'], 1280, 720);
  await browser.page.keyboard.type('signs.exmple');
  for (let at = 0; at < 4; at += 1) await browser.page.keyboard.press('ArrowLeft');
  await browser.page.keyboard.type('a');
  await browser.page.keyboard.press('Enter');
  await send(ALL['firstchecking']);
  await browser.page.keyboard.press('Enter');
  expect(await asked()).toEqual([['submitAddress', 'https://signs.example']]);
  expect(await browser.page.textContent('.typed')).toBe('https://signs.example');
});

test('K13: the release dialog sends what is typed, says when it is another code, and lets go with Escape', async () => {
  await open(ALL['release'], 1280, 720);
  await browser.page.keyboard.press('Enter');
  await browser.page.keyboard.type('4qb 50c');
  await browser.page.keyboard.press('Enter');
  await send(ALL['releasewrong']);
  expect(await browser.page.textContent('[role=status]')).toBe(
    'This is not the code of this sign. Nothing was changed.',
  );
  await browser.page.keyboard.press('Escape');
  expect(await asked()).toEqual([['releaseTyped', '4qb 50c'], ['releaseCancelled']]);
});

test('K8: the page keeps to its policy and throws nothing', () => {
  expect(complaints).toEqual([]);
});
