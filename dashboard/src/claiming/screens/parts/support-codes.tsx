import { Index } from 'solid-js';

/** The code of a refusal and the attempt's short id, for whoever is on the telephone. */
export const Small = (props: { lines: readonly string[] }) => (
  <p class="mt-3.5 font-mono text-[calc(12rem/16)] font-[500] tracking-[0.01em] wrap-anywhere text-ink-3">
    <Index each={props.lines}>{(line) => <span class="block">{line()}</span>}</Index>
  </p>
);
