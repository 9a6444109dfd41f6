/** What a JPEG says of itself before its first scan. */
interface JpegHeader {
  width: number;
  height: number;
}

const MARKER = 0xff;
const START = 0xd8;
const START_OF_SCAN = 0xda;
const END = 0xd9;
/** Markers without a segment: TEM, and the restarts. */
const isAlone = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7);
/** Start of a frame; the three codes in between are tables and an extension. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
/** The length itself, precision, height, width, number of components. */
const FRAME_BYTES = 8;

/**
 * The size in pixels that a JPEG claims (ITU T.81, annex B); null where the bytes are no JPEG, or say it nowhere before the first scan. Reads no
 * pixel: it costs a step for each segment, whatever the size.
 */
export function readJpegHeader(image: Uint8Array): JpegHeader | null {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (bytes[0] !== MARKER || bytes[1] !== START) return null;
  for (let at = 2; at + 3 < bytes.length;) {
    if (bytes[at] !== MARKER) return null;
    const code = bytes[at + 1]!;
    // A marker may have any number of these before it.
    if (code === MARKER) at += 1;
    else if (isAlone(code)) at += 2;
    else if (code === 0 || code === START || code === END || code === START_OF_SCAN) return null;
    else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return null;
      if (isFrame(code)) return length < FRAME_BYTES ? null : readFrame(bytes.subarray(at + 2, at + 2 + FRAME_BYTES));
      at += 2 + length;
    }
  }
  return null;
}

/** Whether a JPEG is there to its end (ITU T.81, B.1.1.3); some devices fill it up with zeros behind that. One that was cut off is not. */
export function hasJpegEnd(image: Uint8Array): boolean {
  const last = image.findLastIndex((byte) => byte !== 0);
  return last > 0 && image[last - 1] === MARKER && image[last] === END;
}

function readFrame(frame: Buffer): JpegHeader | null {
  if (frame.length < FRAME_BYTES) return null;
  const [height, width] = [frame.readUInt16BE(3), frame.readUInt16BE(5)];
  // A height of 0 would be told behind the first scan, which no screen needs.
  return width === 0 || height === 0 ? null : { width, height };
}
