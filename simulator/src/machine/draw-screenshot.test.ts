import { createHash } from 'node:crypto';
import { decode } from 'jpeg-js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SplashScreen } from '@sign-display/kiosk-agent/ports';
import { appearanceOfPath, type PageAppearance } from '../pages/page-appearance.ts';
import { createCamera } from './draw-screenshot.ts';
import type { Scene } from './draw-scene.ts';

const LANDSCAPE = { width: 1_920, height: 1_080 };
const PORTRAIT = { width: 1_080, height: 1_920 };
const page = (path: string, more: Partial<PageAppearance> = {}): Scene => ({
  kind: 'page',
  look: { ...appearanceOfPath(path, 0, false), ...more },
});
const SPLASH: SplashScreen = { eventName: 'Ball', signName: 'Foyer', location: 'Hall 1', message: null };
const SCENES: Scene[] = [
  page('/k/1'),
  { kind: 'splash', splash: SPLASH },
  { kind: 'code', shortCode: '4QB50C' },
  { kind: 'desktop' },
  { kind: 'dark' },
];
const take = (scene: Scene, { name = 'Foyer', screen = LANDSCAPE, maxWidth = 1_280, words = '' } = {}) =>
  createCamera().take(scene, { name, screen }, maxWidth, words);
const pixelsOf = (image: Uint8Array) => decode(image, { useTArray: true });
/** How many clearly different colours there are. */
function coloursIn(image: Uint8Array): number {
  const { data } = pixelsOf(image);
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4)
    seen.add(((data[at]! >> 4) << 8) | ((data[at + 1]! >> 4) << 4) | (data[at + 2]! >> 4));
  return seen.size;
}

describe('a picture of a virtual sign', () => {
  test('is a JPEG of the size that it says, in the shape of the screen, never wider than asked for', () => {
    const camera = createCamera();
    fc.assert(
      fc.property(
        fc.constantFrom(...SCENES),
        fc.constantFrom(LANDSCAPE, PORTRAIT),
        fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10_000 })),
        (scene, screen, maxWidth) => {
          const { image, width, height } = camera.take(scene, { name: 'Foyer', screen }, maxWidth, 'words');
          const decoded = pixelsOf(image);
          expect([decoded.width, decoded.height]).toEqual([width, height]);
          expect(width).toBe(Math.min(maxWidth, screen === LANDSCAPE ? 640 : 360));
          expect(height).toBe(Math.max(1, Math.round((width * screen.height) / screen.width)));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('S3: the same scene gives the same bytes, whichever camera takes it and however often', () => {
    const camera = createCamera();
    for (const scene of SCENES) {
      const sign = { name: 'Foyer', screen: LANDSCAPE };
      const [first, second] = [1, 2].map(() => camera.take(scene, sign, 640, 'one').image);
      expect(second).toEqual(first);
      expect(take(scene, { words: 'one' }).image).toEqual(first);
    }
  });

  test('tells scenes, signs and pages apart, and by its words two pictures of the same', () => {
    const images = [
      ...SCENES.map((scene) => take(scene)),
      take(page('/k/1', { title: 'Another page' })),
      take(page('/k/1'), { name: 'Bar' }),
      take(page('/k/1', { line: 'Doors open at 19:00' })),
      take(page('/k/1'), { words: 'picture 2' }),
    ];
    const hashes = images.map(({ image }) => createHash('sha256').update(image).digest('hex'));
    expect(new Set(hashes).size).toBe(images.length);
  });

  test('K9: of a blank page is of one colour, and of any other page it is not', () => {
    expect(coloursIn(take(page('/k/1', { isBlank: true })).image)).toBe(1);
    for (let sign = 0; sign < 20; sign += 1) expect(coloursIn(take(page(`/k/${sign}`)).image)).toBeGreaterThan(4);
  });

  test('shows the colour of its page', () => {
    const { data } = pixelsOf(take(page('/k/1', { colour: '#2563c4' })).image);
    for (const [channel, value] of [0x25, 0x63, 0xc4].entries())
      expect(Math.abs(data[channel]! - value)).toBeLessThan(4);
  });

  test('A5: is made of any name and any words', () => {
    const camera = createCamera();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 3_000 }), (name, words) => {
        const look = { ...appearanceOfPath('/k/1', 0, false), title: name, line: words };
        const { image, width } = camera.take({ kind: 'page', look }, { name, screen: PORTRAIT }, 120, words);
        expect(pixelsOf(image).width).toBe(width);
      }),
      { numRuns: 30 },
    );
  });
});
