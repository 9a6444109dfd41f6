/** Two channels of a pixel that differ by no more than this look the same: dithering, and the rounding of a video. */
const SAME_WITHIN = 2;

/**
 * Whether a picture is of one colour (promise K9). `bitmap`: four bytes a pixel, in any order of channels. A picture without pixels shows nothing, so
 * it counts as one. Every pixel is looked at: a small clock in a corner is not blank. A picture that is not blank differs early, so only blank
 * ones cost their whole length (8 MB at 1080p, some milliseconds).
 */
export function isOneColour(bitmap: Uint8Array): boolean {
  const whole = bitmap.length - (bitmap.length % 4);
  for (let at = 4; at < whole; at += 4)
    for (let channel = 0; channel < 4; channel += 1)
      if (Math.abs(bitmap[at + channel]! - bitmap[channel]!) > SAME_WITHIN) return false;
  return true;
}
