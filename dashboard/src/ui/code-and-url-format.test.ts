import { expect, test } from 'vitest';
import { bare, headAndTail, spaced } from './code-and-url-format.ts';

test('D5: a code is written as the sign shows it, and an address without its scheme', () => {
  expect(spaced('4QB50C')).toBe('4QB 50C');
  expect(['https://a.example/b', 'HTTP://a.example', 'about:blank'].map(bare)).toEqual([
    'a.example/b',
    'a.example',
    'about:blank',
  ]);
});

test('U22: a long URL is cut in the middle, so the end of its path stays visible', () => {
  expect(headAndTail('menu.example')).toEqual(['menu.example', '']);
  expect(headAndTail('menu.example/halls/5/bar')).toEqual(['menu.example/halls/5', '/bar']);
  expect(headAndTail('menu.example/halls/')).toEqual(['menu.example', '/halls/']);
  // A host alone keeps the end that tells whose it is.
  expect(headAndTail('getraenkekarte.halle-5.lichterfest.example')).toEqual([
    'getraenkekarte.halle-5.l',
    'ichterfest.example',
  ]);
  const [head, tail] = headAndTail(`menu.example/${'x'.repeat(40)}`);
  expect(tail).toBe('x'.repeat(18));
  expect(head + tail).toBe(`menu.example/${'x'.repeat(40)}`);
});
