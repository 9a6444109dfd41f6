import { encodeQR } from 'qr';
import { expect, test } from 'vitest';
import { readQr } from '../testing/read-qr.ts';
import { strikePattern } from './fake-qr-pattern.ts';

const BORDER = 4;

/** The modules as a picture of `scale` pixels each. */
function picture(modules: boolean[][], scale: number) {
  const size = modules.length * scale;
  const data = new Uint8Array(4 * size * size).fill(255);
  for (let at = 0; at < size * size; at += 1) {
    const x = Math.floor((at % size) / scale);
    const y = Math.floor(at / size / scale);
    if (modules[y]![x]) data.fill(0, 4 * at, 4 * at + 3);
  }
  return { width: size, height: size, data };
}

test('K8: what stands in a struck-out QR encodes nothing, also without the bar and in full contrast', () => {
  for (const scale of [3, 5, 9]) {
    const code = encodeQR('{"type":"service-sign"}', 'raw', { ecc: 'medium', border: BORDER });
    expect(readQr(picture(code, scale))).toBe('{"type":"service-sign"}');
    expect(readQr(picture(strikePattern(BORDER), scale))).toBeNull();
  }
});

test('K8: it looks like a QR: as large as a sign’s own, half of it dark, with a light border', () => {
  const own = encodeQR('x'.repeat(103), 'raw', { ecc: 'medium', border: BORDER });
  const pattern = strikePattern(BORDER);
  expect(pattern.map((row) => row.length)).toEqual(own.map((row) => row.length));
  const dark = pattern.flat().filter(Boolean).length / 41 ** 2;
  expect(dark).toBeGreaterThan(0.4);
  expect(dark).toBeLessThan(0.6);
  expect(pattern.slice(0, BORDER).flat()).not.toContain(true);
  expect(pattern.map((row) => row.slice(-BORDER)).flat()).not.toContain(true);
});
