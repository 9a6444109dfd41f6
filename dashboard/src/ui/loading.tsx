import { Show, type JSX } from 'solid-js';

/** The headline of what is loading, in its final size. `since`: for how long, from 0.4 s on; empty before. `children`: the bed of what comes. */
export const Loading = (props: { title: string; since: string; children?: JSX.Element }) => (
  <div aria-busy="true">
    <h2 class="text-24 leading-[1.15] font-[640] tracking-[-0.01em] text-ink-3 font-stretch-[104%]">{props.title}</h2>
    <p class="mt-1.5 min-h-[calc(21rem/16)] text-[calc(14rem/16)] leading-normal text-ink-2">{props.since}</p>
    <Show when={props.children}>{(bed) => <div class="mt-4">{bed()}</div>}</Show>
  </div>
);
