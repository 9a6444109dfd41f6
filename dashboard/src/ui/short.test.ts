import { expect, test } from 'vitest';
import { bare, spaced } from './short.ts';

test('D5: a code is written as the sign shows it, and an address without its scheme', () => {
  expect(spaced('4QB50C')).toBe('4QB 50C');
  expect(['https://a.example/b', 'HTTP://a.example', 'about:blank'].map(bare)).toEqual([
    'a.example/b',
    'a.example',
    'about:blank',
  ]);
});
