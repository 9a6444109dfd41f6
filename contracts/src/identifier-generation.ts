import type { Clock, Random } from './clock-and-random.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal text of `bytes`, two characters a byte. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

function formatUuid(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A random UUID (RFC 9562, version 4), lower case. */
export function makeUuidV4(random: Random): string {
  return formatUuid(random.bytes(16), 4);
}

/** `bytes` with the time in front. */
function formatUuidV7(bytes: Uint8Array, atMs: number): string {
  let milliseconds = Math.max(0, atMs);
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = milliseconds % 256;
    milliseconds = Math.floor(milliseconds / 256);
  }
  return formatUuid(bytes, 7);
}

/** A UUID that sorts by the millisecond of its making (RFC 9562, version 7), lower case. */
export const makeUuidV7 = (clock: Clock, random: Random): string => formatUuidV7(random.bytes(16), clock.now());

/** What sorts before all that are made from `atMs` on, and after all that were made before. */
export const firstUuidV7At = (atMs: number): string => formatUuidV7(new Uint8Array(16), atMs);

/** A secret of 256 bits as 64 lower-case hexadecimal characters (contract, section 1). */
export function makeSecret(random: Random): string {
  return toHex(random.bytes(32));
}
