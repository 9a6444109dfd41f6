import type { NativeImage } from 'electron';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Screenshot } from '@sign-display/kiosk-agent/ports';

/** From good to poor: the first whose picture fits is sent. */
const QUALITIES = [85, 70, 50, 30];
/** The other fields of the message, and Socket.IO's framing. */
const MARGIN_BYTES = 2_048;

/** What of a picture is used here: Electron's, in the app. */
export type Picture = Pick<NativeImage, 'getSize' | 'toJPEG'> & { resize(to: { width: number }): Picture };

/** A JPEG at most `maxWidth` pixels wide that fits into a message: of less quality, then smaller, until it does. */
export function takeScreenshot(picture: Picture, maxWidth: number): Screenshot {
  const { width } = picture.getSize();
  let shown = width > maxWidth ? picture.resize({ width: maxWidth }) : picture;
  for (;;) {
    for (const quality of QUALITIES) {
      const image = shown.toJPEG(quality);
      if (image.byteLength <= LIMITS.screenshotBytes - MARGIN_BYTES)
        return { image: new Uint8Array(image), ...shown.getSize() };
    }
    shown = shown.resize({ width: Math.max(1, Math.floor(shown.getSize().width / 2)) });
  }
}
