import { expect, test } from 'vitest';
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
