import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrange, type Size } from '../wall/map-layout.ts';
import { cellOf, groundAt } from '../wall/map-coordinates.ts';
import { countsOf, type WallSize } from '../wall/testing/reference-walls.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { picture } from './service-and-browser.ts';
import {
  BACKGROUND,
  blank,
  ERROR,
  idAt,
  IDLE,
  LOADING,
  MENU_AWAY,
  offline,
  UNLINKED,
  UNSTABLE,
} from './design-wall.ts';

/** Every status on the map, as pixels, at every size of a sign and in every mode. */

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());

const STATES: Record<string, Partial<SignRow>> = {
  showing: {},
  offline: offline('19:38:12'),
  content_error: ERROR,
  blank: blank('19:36:02'),
  content_unreachable: MENU_AWAY,
  unstable: UNSTABLE,
  background: BACKGROUND,
  loading: LOADING,
  idle: IDLE,
  unlinked: UNLINKED,
};
const LOOKS = Object.keys(STATES);
const HEALTHY = { status: 'showing', presence: 'online', contentState: 'showing', mode: 'foreground', blank: false };

const NOT_LIVE =
  "{ trueUntil: Date.now() - 140_000, step: { is: 'waiting', untilMs: performance.now() + 600_000, why: null, isConnected: false } }";
const LIVE = "{ trueUntil: null, step: { is: 'live', expected: 1 } }";

/** The pixels of a cell, in `rgb` numbers, row by row. */
type Pixels = number[];
const pixelsOf = (page: Page, boxes: { x: number; y: number; width: number; height: number }[]) =>
  page.evaluate<{ ground: number; cells: Pixels[] }>(`(() => {
    const context = document.querySelector('canvas').getContext('2d');
    const read = ({ x, y, width, height }) => {
      const { data } = context.getImageData(x, y, width, height);
      return Array.from({ length: data.length / 4 }, (_, at) => (data[4 * at] << 16) + (data[4 * at + 1] << 8) + data[4 * at + 2]);
    };
    return { ground: read({ x: 1, y: 1, width: 1, height: 1 })[0], cells: ${JSON.stringify(boxes)}.map(read) };
  })()`);

const luminance = (rgb: number): number => {
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
const contrast = (one: number, other: number): number => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};
/** Of a mark, so that it can be told from the ground; a healthy one is faint on purpose. */
const LEAST = { healthy: 1.3, other: 3 };

const MODES = ['light', 'dark'].flatMap((theme) =>
  [false, true].flatMap((isOld) =>
    [false, true].map((isForced) => ({ theme: theme as 'light' | 'dark', isOld, isForced })),
  ),
);
const saidOf = ({ theme, isOld, isForced }: (typeof MODES)[number]): string =>
  `${theme}${isOld ? ', not live' : ''}${isForced ? ', forced colours' : ''}`;

describe.each<[string, WallSize]>([
  ['marks of 8 px', 10_000],
  ['marks of 14 px', 3_000],
  ['small plates', 1_000],
  ['plates', 240],
])('%s', (_, wall) => {
  let page: Page;
  let boxes: ReturnType<typeof cellOf>[];
  beforeAll(async () => {
    page = await gallery.newPage({ viewport: { width: 1_440, height: 900 } });
    await page.goto(`${gallery.url('ui-wall')}?state=fill&wall=${wall}`);
    await page.getByRole('grid').waitFor();
    for (const [at, look] of LOOKS.entries())
      await page.evaluate(`become(${JSON.stringify({ id: idAt(at), unstable: false, ...HEALTHY, ...STATES[look] })})`);
    await picture(page);
    const map = await page.evaluate<Size>(
      "(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }))(document.querySelector('[role=grid]'))",
    );
    const arrangement = arrange(countsOf(wall), map);
    const ground = groundAt(arrangement, arrangement.pitch);
    boxes = LOOKS.map((_look, sign) => {
      const { x, y, width, height } = cellOf(ground, sign);
      const [left, top] = [Math.round(x), Math.round(y)];
      return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
    });
  });
  afterAll(() => page.close());

  test.each(MODES.map((mode) => [saidOf(mode), mode] as const))(
    'U7: %s: every status can be told from the ground and from every other one',
    async (_mode, { theme, isOld, isForced }) => {
      await page.emulateMedia({ colorScheme: theme, forcedColors: isForced ? 'active' : 'none' });
      await page.evaluate(`void feedIs(${isOld ? NOT_LIVE : LIVE})`);
      await picture(page);
      await picture(page);
      const { ground, cells } = await pixelsOf(page, boxes);
      for (const [at, look] of LOOKS.entries()) {
        const least = look === 'showing' ? LEAST.healthy : LEAST.other;
        const seen = cells[at]!.filter((pixel) => contrast(pixel, ground) >= least).length;
        expect(seen, `${look} on the ground`).toBeGreaterThanOrEqual(2);
        for (const [other, of] of LOOKS.entries())
          if (other < at && boxes[at]!.width === boxes[other]!.width && boxes[at]!.height === boxes[other]!.height)
            expect(cells[at]!.join(' ') === cells[other]!.join(' '), `${look} and ${of}`).toBe(false);
      }
    },
  );
});
