import type { Rect } from './map-coordinates.ts';

/** The rectangle that a pointer draws around signs, in px of the canvas. */
export const FrameRect = (props: { is: Rect }) => (
  <div
    class="pointer-events-none absolute border-[1.5px] border-focus bg-note-wash opacity-60"
    style={{
      left: `${props.is.left}px`,
      top: `${props.is.top}px`,
      width: `${props.is.right - props.is.left}px`,
      height: `${props.is.bottom - props.is.top}px`,
    }}
    aria-hidden="true"
  />
);
