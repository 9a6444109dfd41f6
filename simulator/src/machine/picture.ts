import type { Screenshot } from '@sign-display/kiosk-agent/ports';

/** The smallest JPEG that decoders accept: one pixel. */
const ONE_PIXEL = Buffer.from(
  `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
  'base64',
);
const START_BYTES = 2;
const SCREEN = { width: 1920, height: 1080 };

/** A picture of a screen that shows `words`. They are in it as a JPEG comment, so that different screens give different bytes. */
export function takePicture(words: string, maxWidth: number): Screenshot {
  const text = Buffer.from(words.slice(0, 2_000), 'utf8');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), text]);
  // The length of a segment includes its own two bytes and excludes the marker's.
  comment.writeUInt16BE(text.length + 2, 2);
  const width = Math.min(maxWidth, SCREEN.width);
  return {
    image: Buffer.concat([ONE_PIXEL.subarray(0, START_BYTES), comment, ONE_PIXEL.subarray(START_BYTES)]),
    width,
    height: Math.max(1, Math.round((width * SCREEN.height) / SCREEN.width)),
  };
}
