import { LIMITS } from '@sign-display/contracts/limits';

/**
 * Scaling of pictures that kiosks sent, which may be anything (docs/decisions/0027). Works on threads of its own, never on the event loop; gives up
 * on what is no whole JPEG, has too many pixels or takes too long.
 */

/** 8K takes 0.7 to 1.4 s where it is progressive and has 3 MB; pictures of usual screens take some milliseconds. */
const GIVEN_UP_AFTER_SECONDS = 5;
const QUALITY = 80;

/** The picture as a JPEG of at most `maxWidth` pixels' width, as it is to be seen (EXIF); null where it can't be decoded. Never larger than it was. */
export type ScalePicture = (image: Buffer, maxWidth: number) => Promise<Buffer | null>;

/** Nothing is loaded before the first picture: a node that nobody asks for one does not pay for the library. */
export function createPictureScaler(): ScalePicture {
  let loading: Promise<(typeof import('sharp'))['default']> | null = null;

  async function load() {
    const { default: sharp } = await import('sharp');
    // One thread a picture, nothing kept between pictures, and no decoder but one: whatever a kiosk sends, it is read as a JPEG.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] });
    return sharp;
  }

  return async function scale(image, maxWidth) {
    const sharp = await (loading ??= load());
    try {
      return await sharp(image, { limitInputPixels: LIMITS.screenshotPixels, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: maxWidth, withoutEnlargement: true })
        .timeout({ seconds: GIVEN_UP_AFTER_SECONDS })
        .jpeg({ quality: QUALITY })
        .toBuffer();
    } catch {
      // Whatever is wrong with it, it is the picture: the library has no other way to fail here.
      return null;
    }
  };
}
