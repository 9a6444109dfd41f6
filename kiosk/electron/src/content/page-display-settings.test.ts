import { expect, test } from 'vitest';
import { appearanceCss, appearanceOf } from './page-display-settings.ts';

test('a sign without settings shows its page as it is, without a cursor', () => {
  expect(appearanceOf({})).toEqual({ zoom: 1, rotation: 0, muted: false, showCursor: false });
  expect(appearanceCss(appearanceOf({}))).toMatch(/cursor: none/);
  expect(appearanceCss(appearanceOf({ showCursor: true }))).toBe('');
});

test.each([90, 270] as const)('a page turned by %d degrees is as wide as the window is high', (rotation) => {
  expect(appearanceCss(appearanceOf({ rotation }))).toMatch(/width: 100vh !important; height: 100vw/);
});
