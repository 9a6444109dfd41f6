import { Show } from 'solid-js';
import { Icon } from '../ui/icon.tsx';

/** Room for a placeholder between the icon and the key. Letters are on average less wide than `ch`, the width of a zero. */
const widthFor = (placeholder: string): string => `calc(${placeholder.length * 0.9}ch + 0.875rem + 44px)`;

/** Where something is looked for in a list; what is typed stands in the page's address. `short`: what stands in it while it is empty; else `said`. */
export const SearchField = (props: {
  said: string;
  short?: string;
  value: string;
  /** How many were found, in words; null: nothing is searched for. */
  found?: string | null;
  field(node: HTMLInputElement): void;
  onFind(text: string | undefined): void;
  /** Enter, or Escape while it is empty: to what was found. */
  onDone(): void;
}) => (
  <span
    class="relative flex max-[700px]:flex-1 max-[700px]:text-15"
    style={{ 'min-width': `min(100%, ${widthFor(props.short ?? props.said)})` }}
  >
    <Icon is="search" size={14} class="pointer-events-none absolute inset-s-2 top-1/2 -translate-y-1/2 text-ink-3" />
    <input
      ref={(node) => props.field(node)}
      type="search"
      aria-label={props.said}
      placeholder={props.short ?? props.said}
      class="peer h-[calc(1rem+12px)] w-[calc(142rem/16)] min-w-full rounded-control border border-line-strong bg-surface ps-[calc(14px+0.875rem)] pe-1 placeholder:text-ink-3 placeholder-shown:text-ellipsis min-[701px]:placeholder-shown:pe-[calc(0.7rem+17px)] max-[700px]:h-[calc(1.5rem+24px)] max-[700px]:w-full max-[700px]:text-15"
      value={props.value}
      onKeyDown={(event) => {
        const isLeaving = event.key === 'Enter' || (event.key === 'Escape' && event.currentTarget.value === '');
        if (!isLeaving || event.isComposing) return;
        event.preventDefault();
        props.onDone();
      }}
      onInput={(event) => props.onFind(event.currentTarget.value || undefined)}
    />
    {/* Who hears the page is told of it elsewhere. */}
    <Show when={props.found}>
      <span
        data-found
        class="pointer-events-none absolute inset-e-6 top-1/2 -translate-y-1/2 bg-surface ps-1 text-12 text-ink-3"
        aria-hidden="true"
      >
        {props.found}
      </span>
    </Show>
    <kbd
      class="pointer-events-none absolute inset-e-2 top-1/2 hidden -translate-y-1/2 rounded-[3px] border border-line bg-ground px-1 font-mono text-11 leading-4 font-[500] text-ink-3 min-[701px]:peer-placeholder-shown:block"
      aria-hidden="true"
    >
      /
    </kbd>
  </span>
);
