import { expect, test } from 'vitest';
import { timesAsMuch } from '../testing/time-growth.ts';
import { acceptsGzip } from './accept-encoding.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.8, *;q=0.1', true],
  ['x-gzip', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['br', false],
  ['identity', false],
  ['', false],
  [',;q=,gzip;q=x', false],
  [undefined, false],
])('accept-encoding %j takes gzip: %s', (header, takes) => {
  expect(acceptsGzip(header)).toBe(takes);
});

test('A5: a header sixteen times as long takes some sixteen times as long, whatever is repeated in it', () => {
  for (const begin of ['', 'gzip', 'gzip;'])
    for (const part of [',', ';', ' ', ', ', '; ', 'gzip,', 'q=', ';q=0', '0'])
      for (const end of ['', 'x', ',*;q=1']) {
        const times = timesAsMuch((length) => acceptsGzip(begin + part.repeat(length) + end));
        expect({ begin, part, end, isFarMore: times > 6 }).toEqual({ begin, part, end, isFarMore: false });
      }
});
