import type { SignSettings } from '@sign-display/contracts/common-schemas';

/** How a page is drawn: the settings of a sign that touch it. */
export interface PageAppearance {
  zoom: number;
  rotation: 0 | 90 | 180 | 270;
  muted: boolean;
  showCursor: boolean;
}

export const PLAIN_APPEARANCE: PageAppearance = { zoom: 1, rotation: 0, muted: false, showCursor: false };

export const appearanceOf = (settings: SignSettings): PageAppearance => ({
  zoom: settings.zoom ?? PLAIN_APPEARANCE.zoom,
  rotation: settings.rotation ?? PLAIN_APPEARANCE.rotation,
  muted: settings.muted ?? PLAIN_APPEARANCE.muted,
  showCursor: settings.showCursor ?? PLAIN_APPEARANCE.showCursor,
});

/** More than any rule of a page says: an element without an id that none has, three times. */
const STRONG = ':not(#_)'.repeat(3);
const QUARTER = { 90: 'translate(100vw, 0) rotate(90deg)', 270: 'translate(0, 100vh) rotate(-90deg)' };

/**
 * The style that every document is given, above the rules of its own sheets. It is not of the origin `user`, which would be above them by itself, because Electron never takes
 * such a style away again: a page that was turned stayed so. A quarter turn gives the page the window's height as its width. (`vw` and `vh` in the page still mean the window's
 * own sides: where a page depends on them, the display itself should be turned by the system.)
 */
export function appearanceCss({ rotation, showCursor }: PageAppearance): string {
  const cursor = showCursor ? '' : `*${STRONG}, *${STRONG}::before, *${STRONG}::after { cursor: none !important; }`;
  if (rotation === 0) return cursor;
  const [width, height] = rotation === 180 ? ['100vw', '100vh'] : ['100vh', '100vw'];
  const turned = rotation === 180 ? 'translate(100vw, 100vh) rotate(180deg)' : QUARTER[rotation];
  const box = `position: fixed !important; left: 0 !important; top: 0 !important; width: ${width} !important; height: ${height} !important;`;
  return `${cursor} html${STRONG} { ${box} transform: ${turned} !important; transform-origin: 0 0 !important; }`;
}
