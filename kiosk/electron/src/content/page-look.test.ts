import { expect, test } from 'vitest';
import { lookCss, lookOf } from './page-look.ts';

test('a sign without settings shows its page as it is, without a cursor', () => {
  expect(lookOf({})).toEqual({ zoom: 1, rotation: 0, muted: false, showCursor: false });
  expect(lookCss(lookOf({}))).toMatch(/cursor: none/);
  expect(lookCss(lookOf({ showCursor: true }))).toBe('');
});

test.each([90, 270] as const)('a page turned by %d degrees is as wide as the window is high', (rotation) => {
  expect(lookCss(lookOf({ rotation }))).toMatch(/width: 100vh !important; height: 100vw/);
});
