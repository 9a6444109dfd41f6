import { decodeQR } from 'qr/decode.js';

/** Longer than any retry of the reader takes, so that a slow machine reads as much as a quick one. */
const TIME_LIMIT_MS = 5_000;

/** What a QR library reads in a picture (RGBA); null if it finds nothing, or nothing that it can read. */
export function readQr(picture: { width: number; height: number; data: Uint8Array }): string | null {
  try {
    return decodeQR(picture, { timeLimit: TIME_LIMIT_MS });
  } catch {
    return null;
  }
}
