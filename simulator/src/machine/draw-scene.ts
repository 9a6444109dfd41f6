import { createCanvas, inkOn, type Canvas, type Colour } from '../drawing/canvas.ts';
import type { Outline } from '../drawing/fill.ts';
import type { SplashScreen } from '@sign-display/kiosk-agent/ports';
import type { Lettering } from '../drawing/lettering.ts';
import type { PageAppearance } from '../pages/page-appearance.ts';

/** What a picture of a virtual sign can show. */
export type Scene =
  | { kind: 'page'; look: PageAppearance }
  /** The ready splash of a claimed sign without a page. */
  | { kind: 'splash'; splash: SplashScreen }
  /** The sign's code, large, over anything. */
  | { kind: 'code'; shortCode: string }
  /** The sign is in the background: its machine's desktop. */
  | { kind: 'desktop' }
  /** Nothing is up yet. */
  | { kind: 'dark' };

/** The kiosk's own ground and white (docs/spec, design of its screens). */
const OWN = { ground: '#08090a', ink: '#dfe3de', faint: '#8f9694' } as const satisfies Record<string, Colour>;
const BLANK: Colour = '#ffffff';

/** Outlines in a square of 1 × 1. */
const MARKS: Record<PageAppearance['mark'], readonly Outline[]> = {
  arrow: [outline([0, 0.36], [0.5, 0.36], [0.5, 0.08], [1, 0.5], [0.5, 0.92], [0.5, 0.64], [0, 0.64])],
  disc: [
    Array.from({ length: 72 }, (_, index) => {
      const angle = (index / 36) * Math.PI;
      return { x: 0.5 + Math.cos(angle) / 2, y: 0.5 + Math.sin(angle) / 2 };
    }),
  ],
  stairs: [
    outline(
      [0, 1],
      [0, 0.75],
      [0.25, 0.75],
      [0.25, 0.5],
      [0.5, 0.5],
      [0.5, 0.25],
      [0.75, 0.25],
      [0.75, 0],
      [1, 0],
      [1, 1],
    ),
  ],
  bars: [0.9, 0.6, 1, 0.45].map((width, row) => {
    const top = row * 0.27;
    return outline([0, top], [width, top], [width, top + 0.19], [0, top + 0.19]);
  }),
};

function outline(...points: readonly (readonly [number, number])[]): Outline {
  return points.map(([x, y]) => ({ x, y }));
}

/** The words on two lines, as even as they break; on one where they are one word. */
function inTwo(words: string): string[] {
  const spaces = [...words.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return [words];
  const middle = spaces.reduce((best, each) =>
    Math.abs(each - words.length / 2) < Math.abs(best - words.length / 2) ? each : best,
  );
  return [words.slice(0, middle), words.slice(middle + 1)];
}

/** A title in letters of about `wanted` pixels: on two lines, and then smaller, where it is too long for `within`. */
function fitTitle(
  title: string,
  wanted: number,
  within: number,
  lettering: Lettering,
): { lines: string[]; size: number } {
  const size = Math.round(wanted);
  const widthOf = (line: string): number => lettering.widthOf(line, 700, size);
  const lines = widthOf(title) <= within ? [title] : inTwo(title);
  const share = Math.min(1, within / Math.max(...lines.map(widthOf)));
  // Down to half: beyond that its end is cut.
  return { lines, size: Math.floor(size * Math.max(0.5, share)) };
}

function drawPage(
  canvas: Canvas,
  lettering: Lettering,
  { title, line, colour, mark }: PageAppearance,
  signName: string,
): void {
  const { width, height } = canvas;
  const unit = Math.min(width, height) / 100;
  const ink = inkOn(colour);
  const margin = 8 * unit;
  const within = width - 2 * margin;
  const side = 62 * unit;
  const [left, top] = [width - side * 0.82, width > height ? height * 0.2 : height * 0.46];
  const placed = MARKS[mark].map((each) => each.map(({ x, y }) => ({ x: left + x * side, y: top + y * side })));
  canvas.shape(placed, ink, 0.12);

  const { lines, size } = fitTitle(title, 19 * unit, within, lettering);
  let baseline = margin + size * 0.95;
  for (const each of lines) {
    canvas.text(each, margin, baseline, { weight: 700, size, colour: ink, within });
    baseline += size * 1.05;
  }
  const small = Math.round(9 * unit);
  canvas.text(line, margin, baseline - size * 1.05 + small * 1.8, { weight: 500, size: small, colour: ink, within });
  const rule = [
    outline(
      [margin, height - 19 * unit],
      [width - margin, height - 19 * unit],
      [width - margin, height - 18.4 * unit],
      [margin, height - 18.4 * unit],
    ),
  ];
  canvas.shape(rule, ink, 0.35);
  canvas.text(signName, margin, height - margin, { weight: 700, size: Math.round(8 * unit), colour: ink, within });
}

const READY = 'Ready. Waiting for content.';

function drawSplash(canvas: Canvas, lettering: Lettering, splash: SplashScreen): void {
  const { signName, location, eventName, message } = splash;
  const { width, height } = canvas;
  const unit = Math.min(width, height) / 100;
  const within = width - 16 * unit;
  const line = (text: string, y: number, size: number, weight: 500 | 700, colour: Colour): void =>
    canvas.text(text, width / 2, height / 2 + y * unit, {
      weight,
      size: Math.round(size * unit),
      colour,
      align: 'centre',
      within,
    });
  const { lines, size } = fitTitle(signName, 17 * unit, within, lettering);
  line(eventName ?? '', -4 - lines.length * 17, 6, 500, OWN.faint);
  for (const [index, each] of lines.entries()) line(each, (index - (lines.length - 1)) * 17, size / unit, 700, OWN.ink);
  line(location, 14, 7, 500, OWN.ink);
  line(message ?? READY, 32, 6, 500, OWN.faint);
}

function drawCode(canvas: Canvas, shortCode: string): void {
  const { width, height } = canvas;
  const size = Math.round(Math.min(width / 5, height / 3));
  const style = { weight: 700, size, colour: OWN.ink, align: 'centre', within: width } as const;
  canvas.text(`${shortCode.slice(0, 3)} ${shortCode.slice(3)}`, width / 2, height / 2 + size * 0.35, style);
}

function drawDesktop(canvas: Canvas): void {
  const { width, height } = canvas;
  const bar = height * 0.93;
  canvas.shape([outline([0, bar], [width, bar], [width, height], [0, height])], '#0c1013');
  canvas.shape(
    [
      outline(
        [width * 0.2, height * 0.18],
        [width * 0.74, height * 0.18],
        [width * 0.74, height * 0.7],
        [width * 0.2, height * 0.7],
      ),
    ],
    '#dfe3de',
    0.9,
  );
  canvas.shape(
    [
      outline(
        [width * 0.2, height * 0.18],
        [width * 0.74, height * 0.18],
        [width * 0.74, height * 0.25],
        [width * 0.2, height * 0.25],
      ),
    ],
    '#626a6b',
  );
}

function groundOf(scene: Scene): Colour {
  if (scene.kind === 'desktop') return '#33434d';
  if (scene.kind !== 'page') return OWN.ground;
  return scene.look.isBlank ? BLANK : scene.look.colour;
}

/** The scene of a sign of that name in so many pixels. The same scene gives the same pixels. */
export function drawScene(
  scene: Scene,
  signName: string,
  size: { width: number; height: number },
  lettering: Lettering,
): Canvas {
  const canvas = createCanvas(size.width, size.height, groundOf(scene), lettering);
  if (scene.kind === 'page' && !scene.look.isBlank) drawPage(canvas, lettering, scene.look, signName);
  if (scene.kind === 'splash') drawSplash(canvas, lettering, scene.splash);
  if (scene.kind === 'code') drawCode(canvas, scene.shortCode);
  if (scene.kind === 'desktop') drawDesktop(canvas);
  return canvas;
}
