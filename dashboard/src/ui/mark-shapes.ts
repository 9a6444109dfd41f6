import type { MarkName } from './sign-marks-and-severity.ts';

/** The shapes of the marks, as drawn, in a square of 16: for the page (`status-mark.tsx`) and for the wall's canvas. Pure. */

export interface Stroke {
  /** As in the attribute `d` of a path. */
  path: string;
  /** The line's width; filled where there is none. */
  line?: number;
  /** Lengths of dash and gap. */
  dash?: readonly [number, number];
}

/** As SVG's own circle goes: from the right, clockwise, so that its dashes lie the same. */
const circle = (radius: number): string =>
  `M${8 + radius} 8a${radius} ${radius} 0 1 1 ${-2 * radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0Z`;
const UPRIGHT = 'M4.6 2.8h6.8v10.4H4.6z';
const WIDE = 'M1.8 4.2h12.4v7.6H1.8z';

/** What is filled has the even-odd rule. */
export const MARK_SHAPES: Record<MarkName, readonly Stroke[]> = {
  online: [{ path: circle(3.6) }],
  offline: [{ path: 'M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8ZM3.6 6.7v2.6h8.8V6.7Z' }],
  unlinked: [{ path: circle(5), line: 1.6, dash: [2.1, 2.1] }],
  unstable: [
    { path: circle(6.5), line: 1.8 },
    { path: 'M3.6 9.6 6.2 6l3.2 4.4 3-4.2', line: 1.8 },
  ],
  held: [
    { path: circle(6.2), line: 1.6 },
    { path: 'M6.2 5.2v5.6M9.8 5.2v5.6', line: 1.8 },
  ],
  showing: [{ path: UPRIGHT }],
  idle: [{ path: UPRIGHT, line: 1.5 }],
  loading: [{ path: UPRIGHT, line: 1.5 }, { path: 'M4.6 8.4h6.8v4.8H4.6z' }],
  content_unreachable: [{ path: 'M3.4 1h9.2v5.1L9.9 7.8 6.2 5.4 3.4 7.2Zm0 8.6 2.8-1.8 3.7 2.4 2.7-1.7V15H3.4Z' }],
  content_error: [
    {
      path: 'M3 .8h10v14.4H3ZM5.6 5.2 7.4 8 5.6 10.8l1.2 1L8 9.6l1.2 2.2 1.2-1L8.6 8l1.8-2.8-1.2-1L8 6.4 6.8 4.2Z',
    },
  ],
  none: [{ path: 'M5 8h6', line: 1.4 }],
  foreground: [{ path: 'M1.8 4.4h12.4v7.2H1.8z' }],
  background: [{ path: WIDE, line: 1.5 }, { path: 'M1.8 8h6.2v3.8H1.8z' }],
  blank: [{ path: 'M1.6 3.6h12.8v8.8H1.6zM2 12.2 14 3.8', line: 2.4 }],
  unknown: [{ path: WIDE, line: 1.4, dash: [2, 1.8] }],
  queued: [{ path: circle(5.4), line: 1.6, dash: [1.6, 2] }],
  sent: [{ path: 'M8 13V3.4M3.8 7.4 8 3.2l4.2 4.2', line: 1.8 }],
  acked: [{ path: 'm2.8 8.6 3.4 3.6 7-8', line: 2 }],
  failed: [{ path: 'm3.6 3.6 8.8 8.8m0-8.8-8.8 8.8', line: 2.2 }],
  expired: [
    { path: circle(6), line: 1.6 },
    { path: 'M8 4.4V8l2.6 2', line: 1.6 },
  ],
  refused: [{ path: 'M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2ZM4.8 8h6.4', line: 1.7 }],
};
