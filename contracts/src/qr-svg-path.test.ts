import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrPathOf } from './qr-svg-path.ts';

test('a QR is drawn of its dark modules, each once, and of nothing else', () => {
  const grids = fc.nat(12).chain((side) => {
    const row = fc.array(fc.boolean(), { minLength: side, maxLength: side });
    return fc.array(row, { minLength: side, maxLength: side });
  });
  fc.assert(
    fc.property(grids, (modules) => {
      const drawn = Array.from(qrPathOf(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g), ([, x, y, width, back]) => {
        expect(back).toBe(width);
        return Array.from({ length: Number(width) }, (_, at) => `${Number(x) + at} ${y}`);
      }).flat();
      const dark = modules.flatMap((row, y) => row.flatMap((is, x) => (is ? `${x} ${y}` : [])));
      expect(drawn).toEqual(dark);
    }),
  );
});
