import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearTextWarning, isLoopbackHost, isOwnMachineHost } from './loopback-hosts.ts';

test.each([
  'localhost',
  'LOCALHOST.',
  'a.b.localhost',
  '127.0.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is the loopback interface', (host) => {
  expect([isLoopbackHost(host), isOwnMachineHost(host)]).toEqual([true, true]);
});

test.each(['0.0.0.0', '0.0.0.0.', '::', '[::]'])('%s is this machine, but not the loopback interface', (host) => {
  expect([isLoopbackHost(host), isOwnMachineHost(host)]).toEqual([false, true]);
});

test.each([
  '',
  'localhost.example',
  'notlocalhost',
  '127.0.0.1.example',
  '127.0.0',
  '128.0.0.1',
  '::2',
  '::7f00:1',
  '[::ffff:8000:1]',
  '64:ff9b::7f00:1',
  '127.0.0.1:80',
])('%s is another machine', (host) => {
  expect([isLoopbackHost(host), isOwnMachineHost(host)]).toEqual([false, false]);
});

test('every notation of an IPv4 loopback address in a URL is the loopback interface', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (b, c, d) => {
      const word = ((127 * 256 + b) * 256 + c) * 256 + d;
      for (const host of [word, `0x${word.toString(16)}`, `127.${b}.${c * 256 + d}`, `[::ffff:127.${b}.${c}.${d}]`])
        expect(isLoopbackHost(new URL(`http://${host}/`).hostname)).toBe(true);
    }),
  );
});

test.each([
  ['http://localhost:3000', false],
  ['http://127.0.0.1', false],
  ['http://[::1]:3000', false],
  ['http://0.0.0.0:3000', false],
  ['https://signs.example', false],
  ['https://10.0.0.5', false],
  ['http://signs.example', true],
  ['http://10.0.0.5:3000', true],
  ['http://[fd00::5]', true],
  ['http://localhost.example', true],
])('X9: a program that connects to %s warns of clear text: %s', (origin, isWarned) => {
  const warning = clearTextWarning(origin);
  expect(warning !== null).toBe(isWarned);
  if (warning !== null) expect(warning).toContain(origin);
});
