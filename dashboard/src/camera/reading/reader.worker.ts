import { readAll } from '../parse-photo-texts.ts';
import { isFound, readScanned } from '../parse-scanned-text.ts';
import type { ReaderReply, ReaderRequest } from './reader-message-types.ts';
import { readCodes, type Effort } from './read-codes.ts';
import { frameSize, photoSizes, type Size } from './picture-sizes.ts';

/** The worker that reads codes, so that no picture is ever looked at on the page's own thread. Its bundle is a file of its own. */

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })!;

async function readAt(
  picture: VideoFrame | ImageBitmap | OffscreenCanvas,
  { width, height }: Size,
  effort: Effort,
  isMirrored = false,
): Promise<string[]> {
  // A new size also clears what the context was told.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.imageSmoothingQuality = 'high';
  context.setTransform(isMirrored ? -1 : 1, 0, 0, 1, isMirrored ? width : 0, 0);
  context.drawImage(picture, 0, 0, width, height);
  return readCodes(context.getImageData(0, 0, width, height), effort);
}

async function readFrame(frame: VideoFrame | ImageBitmap): Promise<string[]> {
  const size =
    'displayWidth' in frame
      ? { width: frame.displayWidth, height: frame.displayHeight }
      : { width: frame.width, height: frame.height };
  try {
    return await readAt(frame, frameSize(size), 'frame');
  } finally {
    frame.close();
  }
}

/**
 * Larger and larger, until a sign is found; then the same mirrored, for front cameras and rear projections: the decoder reads no mirrored code.
 * The picture is turned as its EXIF says.
 */
async function readPhoto(photo: Blob): Promise<string[] | null> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return null;
  const texts: string[] = [];
  try {
    for (const isMirrored of [false, true])
      for (const size of photoSizes(picture)) {
        texts.push(...(await readAt(picture, size, 'photo', isMirrored)));
        if (texts.some((text) => isFound(readScanned(text)))) return texts;
      }
    return texts;
  } finally {
    picture.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  const reading = 'photo' in data ? readPhoto(data.photo) : readFrame(data.frame);
  void reading
    .then(
      (texts): ReaderReply => ({ result: texts === null ? { kind: 'unreadable' } : readAll(texts) }),
      (error: unknown): ReaderReply => ({ failure: String(error) }),
    )
    .then((reply) => postMessage(reply));
});

// An empty picture, while the camera opens: the first real one finds the decoder compiled and its memory there.
readAt(canvas, frameSize({ width: 1_280, height: 720 }), 'frame').catch(() => undefined);
