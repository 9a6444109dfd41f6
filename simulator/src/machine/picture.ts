import type { Screenshot } from '@sign-display/kiosk-agent/ports';

/** The smallest JPEG that decoders take: one pixel. */
const ONE_PIXEL = Buffer.from(
  `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
  'base64',
);
const START_BYTES = 2;
const SCREEN = { width: 1920, height: 1080 };

/** A picture of a screen that shows `words`: they stand in it as a JPEG comment, so that no two screens give the same bytes. */
export function takePicture(words: string, maxWidth: number): Screenshot {
  const text = Buffer.from(words.slice(0, 2_000), 'utf8');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), text]);
  // A segment's length counts its own two bytes and not its marker's.
  comment.writeUInt16BE(text.length + 2, 2);
  const width = Math.min(maxWidth, SCREEN.width);
  return {
    image: Buffer.concat([ONE_PIXEL.subarray(0, START_BYTES), comment, ONE_PIXEL.subarray(START_BYTES)]),
    width,
    height: Math.max(1, Math.round((width * SCREEN.height) / SCREEN.width)),
  };
}
