import { expect, test } from 'vitest';
import { plainHttpWarning } from './plain-http-warning.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', false],
  ['localhost', 'http://localhost:3000', false],
  ['::1', 'http://[::1]:3000', false],
  ['127.0.0.1', 'http://signs.example', false],
  ['0.0.0.0', 'https://signs.example', false],
  ['0.0.0.0', 'http://0.0.0.0:3000', true],
  ['::', 'http://signs.example', true],
  ['192.168.1.5', 'http://192.168.1.5:3000', true],
  ['127.0.0.1.example', 'http://127.0.0.1.example:3000', true],
])('who starts at %s with PUBLIC_URL %s is warned: %s', (host, publicUrl, isWarned) => {
  expect(plainHttpWarning(host, publicUrl) !== null).toBe(isWarned);
});
