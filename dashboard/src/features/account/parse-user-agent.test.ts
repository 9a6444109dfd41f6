import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from './parse-user-agent.ts';

const MOZILLA = 'Mozilla/5.0';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (Linux; Android 15) ${KIT} Chrome/141.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Windows'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/141.0 Safari/537.36 Edg/141.0`, 'Edge', 'Windows'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${KIT} Version/19.0 Mobile Safari/604.1`, 'Safari', 'iPhone'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${KIT} CriOS/141.0 Mobile Safari/604.1`, 'Chrome', 'iPhone'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Version/19.0 Safari/605.1.15`, 'Safari', 'macOS'],
  [`${MOZILLA} (X11; Linux x86_64) ${KIT} HeadlessChrome/141.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${MOZILLA} (Linux; Android 14; SAMSUNG) ${KIT} SamsungBrowser/28.0 Chrome/130.0`, 'Samsung Internet', 'Android'],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test('a script is no browser, and what no browser would say breaks nothing', () => {
  expect([null, '', 'curl/8.5.0', 'node'].map(deviceOf)).toEqual([null, null, null, null]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => deviceOf(text)).not.toThrow();
    }),
  );
});
