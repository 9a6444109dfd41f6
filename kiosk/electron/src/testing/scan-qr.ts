import { decodeQR } from 'qr/decode.js';
import type { Picture } from './display.ts';

/** Longer than any retry of the reader takes, so that a slow machine reads as much as a quick one. */
const TIME_LIMIT_MS = 5_000;

/** What a phone in front of the display reads; null if it finds nothing, or nothing that it can read. */
export function scan({ width, height, at }: Picture): string | null {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.set(at(pixel % width, Math.floor(pixel / width)), pixel * 4);
  try {
    return decodeQR({ width, height, data }, { timeLimit: TIME_LIMIT_MS });
  } catch {
    return null;
  }
}
