import { decodeQRBatch } from 'qr/decode.js';

/** Pixels as RGBA, row by row: an `ImageData`. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/** How hard to look: at a frame of the camera, the next of which is better than a second look, or at a photo, which is all there is. */
export type Effort = 'frame' | 'photo';

/** A photo is read at three sizes, as it is and mirrored, and the person who took it waits. */
const EFFORTS = {
  frame: { effort: 1, timeLimit: 30 },
  photo: { effort: Infinity, timeLimit: 1_500 },
};

/** The texts of all QRs in a picture of at most 4096 × 4096, also of light ones on dark. Never throws over its content. */
export async function readCodes(pixels: Pixels, effort: Effort): Promise<string[]> {
  const { width, height } = pixels;
  const [results = []] = await decodeQRBatch([pixels], {
    ...EFFORTS[effort],
    format: 'RGBA',
    maxSize: { width, height },
  });
  return [...new Set(results.filter((result) => typeof result === 'string'))];
}
