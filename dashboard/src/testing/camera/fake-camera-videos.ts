import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { encodeQR } from 'qr';

/** The screen of a real kiosk, as its own suite photographed it: `docs/screens/kiosk/NAME.png`. */
export function kioskScreen(name: string): string {
  const png = readFileSync(join(import.meta.dirname, '../../../../docs/screens/kiosk', `${name}.png`));
  return `<img src="data:image/png;base64,${png.toString('base64')}" style="width:100%">`;
}

/** A QR with any text, drawn as a kiosk draws its own (`kiosk/screen/src/parts/qr.tsx`). */
export const qrPlate = (text: string): string => encodeQR(text, 'svg', { ecc: 'medium', border: 4 });

/** How a picture is seen: CSS of what is in it, and of the room around. */
export interface Scene {
  content: string;
  /** CSS of the content: its size, place, and what bends it. */
  seen?: string;
  /** CSS of all that the camera sees: its light. */
  room?: string;
  width?: number;
  height?: number;
}

/** Resolves when a page has its pictures, and has drawn itself: before that there may be nothing to photograph. */
const DRAWN = `Promise.all([...document.images].map((image) => image.decode())).then(
  () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`;

/** Photographs scenes as JPEGs: frames for a camera, or photos. */
export async function openStudio() {
  const browser = await openChromium(process.env);
  return {
    async shoot({ content, seen = '', room = '', width = 1280, height = 720 }: Scene): Promise<Buffer> {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.setContent(
        `<body style="margin:0;overflow:hidden;background:#1c1f1e"><div style="width:100vw;height:100vh;display:grid;place-items:center;background:#3a3f3c;${room}">
         <div style="width:60vh;${seen}">${content}</div></div></body>`,
      );
      await page.evaluate(DRAWN);
      const jpeg = await screenshotOf(page, { type: 'jpeg', quality: 80 });
      await page.close();
      return jpeg;
    },
    close: () => browser.close(),
  };
}

/** A JPEG as a phone keeps it: `jpeg`, and how it is to be turned and mirrored (EXIF orientation, 1 to 8). */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  // TIFF, little-endian, with one entry: tag 0x0112, a short, once.
  const tiff = Buffer.from([
    0x49,
    0x49,
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}
