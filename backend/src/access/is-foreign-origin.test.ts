import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isForeignOrigin } from './is-foreign-origin.ts';

const PUBLIC_URL = 'https://signs.example';

test.each([
  [{}, false],
  [{ origin: PUBLIC_URL }, false],
  [{ origin: 'https://192.168.1.5:3000', host: '192.168.1.5:3000' }, false],
  // L6: a page that came by http may have been written by anybody on the way.
  [{ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, true],
  [{ origin: 'http://signs.example', host: 'signs.example' }, true],
  [{ origin: 'http://signs.example' }, true],
  [{ origin: 'https://signs.example.evil', host: 'signs.example' }, true],
  [{ origin: 'http://192.168.1.5:8080', host: '192.168.1.5:3000' }, true],
  [{ origin: 'null', host: 'signs.example' }, true],
  [{ origin: '', host: '' }, true],
])('A3, L6: %j is a foreign origin: %s', (headers, foreign) => {
  expect(isForeignOrigin(headers, PUBLIC_URL)).toBe(foreign);
});

test('the service’s own machine has three names', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(isForeignOrigin({ origin: `http://${name}:3000` }, 'http://127.0.0.1:3000')).toBe(false);
    expect(isForeignOrigin({ origin: `http://${name}:3001` }, 'http://127.0.0.1:3000')).toBe(true);
  }
});

test('A5: any text is judged, and none but our own is let through', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (origin, host) => {
      fc.pre(!URL.canParse(origin) || new URL(origin).host !== host);
      expect(isForeignOrigin({ origin, host }, PUBLIC_URL)).toBe(origin !== PUBLIC_URL);
    }),
  );
});
