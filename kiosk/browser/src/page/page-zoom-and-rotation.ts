import type { SignSettings } from '@sign-display/contracts/common-schemas';

/** The position of a page's frame on the screen, from the settings that a tab supports. */
export interface PageAppearance {
  zoom: number;
  rotation: 0 | 90 | 180 | 270;
}

export const PLAIN_APPEARANCE: PageAppearance = { zoom: 1, rotation: 0 };

export const appearanceOf = ({ zoom, rotation }: SignSettings): PageAppearance => ({
  zoom: zoom ?? PLAIN_APPEARANCE.zoom,
  rotation: rotation ?? PLAIN_APPEARANCE.rotation,
});

const TURNED = {
  0: '',
  90: 'translate(100vw, 0) rotate(90deg) ',
  180: 'translate(100vw, 100vh) rotate(180deg) ',
  270: 'translate(0, 100vh) rotate(-90deg) ',
};

/**
 * The frame's box. Rotated and scaled around its top left corner, it fills the window. A quarter turn gives the page
 * the window's height as its width; a zoom of 2 gives it half of each.
 */
export function boxOf({ zoom, rotation }: PageAppearance): { width: string; height: string; transform: string } {
  const [across, down] = rotation % 180 === 0 ? ['vw', 'vh'] : ['vh', 'vw'];
  return {
    width: `${100 / zoom}${across}`,
    height: `${100 / zoom}${down}`,
    transform: `${TURNED[rotation]}scale(${zoom})`,
  };
}
