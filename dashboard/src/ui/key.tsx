import type { JSX } from 'solid-js';

/** A key that does the same. */
export const Key = (props: { children: JSX.Element }) => (
  <kbd class="rounded-[3px] border border-line bg-ground px-1 font-mono text-11 leading-[1rem] font-[500] text-ink-3">
    {props.children}
  </kbd>
);
