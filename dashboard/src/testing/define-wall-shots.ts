import type { Area } from '@sign-display/testing/screenshot-comparison';

/** The pictures of the wall in docs/screens/wall/, and what of them is compared. */

/** Parts of the page that are compared each by itself, as left, top, width and height. */
const PARTS = {
  top: [0, 0, 1_440, 48],
  head: [0, 48, 1_440, 64],
  strip: [0, 112, 1_390, 44],
  rail: [0, 156, 336, 680],
  signs: [337, 156, 1_103, 744],
} satisfies Record<string, Area>;
const TABLE = {
  top: PARTS.top,
  head: PARTS.head,
  strip: PARTS.strip,
  rows: [0, 187, 1_440, 200],
} satisfies Record<string, Area>;
const LARGE = {
  top: [0, 0, 1_920, 48],
  head: [0, 48, 1_920, 64],
  strip: [0, 112, 1_870, 44],
  rail: [0, 156, 336, 860],
  signs: [337, 156, 1_583, 924],
} satisfies Record<string, Area>;
const PHONE = { head: [0, 50, 390, 126], strip: [0, 182, 390, 40] } satisfies Record<string, Area>;

/** Where another state has a sign that is peeked at. */
const BARS: Area = [1_013, 464, 330, 118];
/** Where another state has a bar. */
const FOOT: Area = [480, 826, 820, 62];
/** What each part may have otherwise in every state: letters and hairlines. */
const MOST = { top: 0.3, head: 2.2, strip: 1.2, rail: 1 };

export interface WallShot {
  /** Of the picture. */
  name: string;
  /** The hash of the drawing. */
  state: string;
  /** Which of `wall-fill.html`'s walls its map is; left out: it has none. */
  map?: 240 | 10000;
  /** Where the pointer is, on the map. */
  hover?: [x: number, y: number];
  parts: Record<string, Area>;
  /** Of each part: how much may be otherwise, in % of what is drawn there. An empty page has 100. */
  most: Record<string, number>;
}

interface Window {
  viewport: { width: number; height: number };
  deviceScaleFactor?: number;
  shots: WallShot[];
}

/** `update`: the pictures of a large screen are of its pixels. Else they are of a quarter of them, which show the same and take a quarter of the time. */
export const wallShots = (update: boolean): Window[] => [
  {
    viewport: { width: 1_440, height: 900 },
    shots: [
      {
        name: 'wall-map',
        state: 'map',
        map: 240,
        parts: { ...PARTS, bars: BARS, foot: FOOT },
        most: { ...MOST, signs: 5.2, bars: 5.5, foot: 5.2 },
      },
      {
        name: 'wall-peek',
        state: 'peek',
        map: 240,
        parts: { ...PARTS, peek: [1_014, 465, 328, 116] },
        most: { ...MOST, signs: 9.4, peek: 6.4 },
      },
      { name: 'wall-table', state: 'table', parts: TABLE, most: { ...MOST, rows: 26 } },
      {
        name: 'wall-zone',
        state: 'zone',
        parts: { ...PARTS, rail: [0, 186, 336, 80], strip: [0, 112, 216, 44], facts: [337, 327, 1_103, 56] },
        most: { ...MOST, rail: 3.2, signs: 26, facts: 3.8 },
      },
      {
        name: 'wall-away',
        state: 'away',
        map: 240,
        parts: { ...PARTS, head: [0, 48, 1_180, 64] },
        most: { ...MOST, signs: 7.6 },
      },
      {
        name: 'wall-select',
        state: 'select',
        map: 240,
        parts: { ...PARTS, chosen: [346, 214, 360, 76], bar: [480, 826, 820, 62] },
        most: { ...MOST, signs: 6.4, chosen: 8, bar: 24 },
      },
      {
        name: 'wall-10000',
        state: 'field',
        map: 10000,
        hover: [205, 665],
        parts: PARTS,
        most: { ...MOST, signs: 4.2 },
      },
    ],
  },
  {
    viewport: { width: 1_920, height: 1_080 },
    deviceScaleFactor: update ? 2 : 1,
    shots: [
      {
        name: 'wall-10000-4k',
        state: 'field',
        map: 10000,
        hover: [291, 814],
        parts: LARGE,
        most: { ...MOST, strip: update ? 8 : 1.2, signs: update ? 50 : 7.5 },
      },
    ],
  },
  {
    viewport: { width: 390, height: 844 },
    shots: [{ name: 'wall-phone', state: 'map', parts: PHONE, most: { head: 6, strip: 0.5 } }],
  },
];
