import type { JSX } from 'solid-js';

/** A bar that fills. `share`: from 0 to 1. */
export const Track = (props: { share: number }): JSX.Element => (
  <div class="track">
    <i style={{ width: `${props.share * 100}%` }} />
  </div>
);
