import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintBody } from './body-fingerprint.ts';

const MOST_BYTES = 64;

function fingerprintOf(chunks: readonly Uint8Array[]): string {
  const body = fingerprintBody(MOST_BYTES);
  for (const chunk of chunks) {
    // As a page that goes on sending after it was read in full.
    if (body.add(chunk)) body.digest();
  }
  return body.digest();
}

const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 6 });

test('the fingerprint of a page is that of its beginning, however it is cut and however much comes after', () => {
  fc.assert(
    fc.property(chunks, (sent) => {
      expect(fingerprintOf(sent)).toBe(fingerprintOf([Buffer.concat(sent).subarray(0, MOST_BYTES)]));
    }),
  );
});

test('another beginning is another fingerprint', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.nat(), (body, at) => {
      const changed = body.slice();
      const where = at % Math.min(body.length, MOST_BYTES);
      changed[where] = changed[where]! ^ 1;
      expect(fingerprintOf([changed])).not.toBe(fingerprintOf([body]));
    }),
  );
});
