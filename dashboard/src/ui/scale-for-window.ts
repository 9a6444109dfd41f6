/** A window larger than the largest that is drawn enlarges the whole page, so that a large screen shows things larger, not emptier. Pure. */

const DRAWN = { width: 1_920, height: 1_080 };
const MOST = 2;

/** How many times as large a page is in a window of this size. */
export const scaleFor = (width: number, height: number): number =>
  Math.max(1, Math.min(MOST, width / DRAWN.width, height / DRAWN.height));
