import type { JSX } from 'solid-js';

/** The sentence that answers the page's question, and what to do about it. `alarm`, `caution`: its first part, where something is wrong. */
export const PageHeadline = (props: {
  alarm?: string | undefined;
  caution?: string | undefined;
  sentence: string;
  lead: JSX.Element;
  children?: JSX.Element;
}) => (
  <div class="flex min-h-16 items-center gap-6 border-b border-line px-4 py-2 max-[700px]:block max-[700px]:px-3.5 max-[700px]:pt-3.5 max-[700px]:pb-3">
    <div class="min-w-0">
      <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
        <span class="text-alarm empty:hidden">{props.alarm}</span>
        <span class="text-caution empty:hidden">{props.caution}</span> {props.sentence}
      </h1>
      <p class="mt-[3px] leading-normal wrap-anywhere text-ink-2">{props.lead}</p>
    </div>
    <div class="ms-auto flex flex-none flex-wrap items-center gap-2 empty:hidden max-[700px]:mt-3">
      {props.children}
    </div>
  </div>
);

/** A list and what belongs to it: side by side where there is room. */
export const TWO_PANES =
  'grid min-[1200px]:min-h-[calc(100dvh/var(--page-scale,1)-1.5rem-24px-4rem)] min-[1200px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(440rem/16))] min-[1400px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(560rem/16))]';
export const ASIDE =
  'min-w-0 border-line bg-surface px-5 pt-4 pb-6 max-[1199px]:border-t min-[1200px]:border-s max-[700px]:px-3.5';
