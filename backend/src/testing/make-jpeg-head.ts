/** The beginning of a JPEG that says it has so many pixels, then `rest`, and the end. No decoder finds a picture in it; a backend has no look at more than this. */
export function jpegHead(
  size: { width: number; height: number } = { width: 8, height: 8 },
  rest = Buffer.alloc(0),
): Buffer {
  const { width, height } = size;
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, rest, Buffer.from([0xff, 0xd9])]);
}
