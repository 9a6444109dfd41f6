/** The sizes at which a picture is read, as pixels. Pure. */
export interface Size {
  width: number;
  height: number;
}

/** A frame of the camera: enough for a QR that fills a fifth of it, and read in some 25 ms. */
const FRAME_SIDE = 1_280;

/**
 * A photo, from small to large: a sign that fills a photo is read at once in the small one, where the grid of the sign's own pixels is gone; one across the hall
 * needs the large one. The decoder takes 4096 at the most.
 */
const PHOTO_SIDES = [1_280, 2_400, 4_000];

/** `size` made so small that no side is longer than `side`; as it is where it is smaller. */
function within({ width, height }: Size, side: number): Size {
  const share = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

export const frameSize = (size: Size): Size => within(size, FRAME_SIDE);

/** From small to large, each once. */
export function photoSizes(size: Size): Size[] {
  const longest = Math.max(size.width, size.height);
  return [...new Set(PHOTO_SIDES.map((side) => Math.min(side, longest)))].map((side) => within(size, side));
}
