import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostOf, readServerAddress } from './server-address.ts';

describe('the service’s address', () => {
  test.each([
    ['signs.example', 'https://signs.example'],
    [' https://Signs.Example/ ', 'https://signs.example'],
    ['signs.example:8443', 'https://signs.example:8443'],
    ['http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['https://signs.example:443', 'https://signs.example'],
  ])('%s is %s', (typed, origin) => {
    expect(readServerAddress(typed)).toEqual({ origin });
  });

  test.each([
    ['', /empty/],
    ['ftp://signs.example', /https:/],
    ['file:///etc/passwd', /https:/],
    ['https://me:secret@signs.example', /password/],
    ['me@signs.example', /password/],
    ['https://signs.example/wall', /signs\.example is enough/],
    ['https://signs.example?x', /is enough/],
    ['signs example', /no address/],
    ['https://', /no address/],
  ])('%s is refused with what is wrong', (typed, words) => {
    expect(readServerAddress(typed)).toEqual({ problem: expect.stringMatching(words) as string });
  });

  test('whatever is typed is refused or becomes an origin that is taken as it is the next time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.string()), (typed) => {
        const read = readServerAddress(typed);
        if ('origin' in read) {
          expect(readServerAddress(read.origin)).toEqual(read);
          expect(read.origin).toMatch(/^https?:\/\/[^/@?#]+$/);
        }
      }),
    );
  });

  test('has a name to look up, or is a number', () => {
    expect(hostOf('https://signs.example:8443')).toEqual({ host: 'signs.example', isNumber: false, isLoopback: false });
    expect(hostOf('http://[::1]:3000')).toEqual({ host: '::1', isNumber: true, isLoopback: true });
  });
});
