import { expect, test } from 'vitest';
import { readFuses } from './read-fuses.ts';

const program = (states: string): Buffer =>
  Buffer.from(
    `code dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(states.length)}${states} more code 1111111`,
  );

test('fuses are read from the program: on, off, removed, and no more than the wire has', () => {
  expect(readFuses(program('01r1'))).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: true,
  });
});

test('a program without the marker has no known fuses', () => {
  expect(readFuses(Buffer.from('code'))).toEqual({});
});
