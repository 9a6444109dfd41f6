import { useLocation } from '@solidjs/router';
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Mark } from '../ui/status-mark.tsx';
import { hasSameElements } from './has-same-elements.ts';
import { severityOf, type Chip } from './filter-chip.ts';

const COLOURS = {
  alarm: 'text-alarm [&_b]:text-alarm',
  caution: 'text-caution [&_b]:text-caution',
  note: 'text-ink-2 [&_b]:text-ink [&_svg]:text-note',
  quiet: 'text-ink-2 [&_b]:text-ink',
  good: 'text-ink-2 [&_b]:text-ink [&_svg]:text-good',
};

/** For the router: nothing scrolls. */
export const NO_SCROLL = { noscroll: '' };

/** How much of a strip's width one press goes on. */
const PAGE = 0.75;

const keyOf = ({ mark, said }: Chip): string => mark ?? said;

function ChipLink(props: { chip: Chip; pathname: string }) {
  const { words } = useTools();
  // Each by itself: mostly only the count is another.
  const mark = createMemo(() => props.chip.mark);
  const href = createMemo(() => props.pathname + props.chip.search);
  const isOn = createMemo(() => props.chip.isOn);
  const count = createMemo(() => props.chip.count);
  const said = createMemo(() => props.chip.said);
  const severity = createMemo(() => severityOf(props.chip));
  const isApart = createMemo(() => props.chip.isApart);
  return (
    <>
      <Show when={isApart()}>
        <span class="mx-1.5 h-5 w-px flex-none bg-line" />
      </Show>
      {/* Not the router's `<A>`, which calls each link to this page the current one, whatever its search. */}
      <a
        href={href()}
        {...NO_SCROLL}
        aria-current={isOn() ? 'true' : undefined}
        class={`inline-flex min-h-7 flex-none items-center gap-1.5 rounded-control border px-[7px] no-underline max-[700px]:min-h-10 [&_b]:font-[640] [&_svg]:-me-px ${COLOURS[severity()]} ${isOn() ? 'border-ink bg-surface' : 'border-transparent'}`}
      >
        <Show when={mark()}>{(is) => <Mark is={is()} size={13} />}</Show>
        <Show when={count() !== undefined}>
          <b>{count()?.toLocaleString(words.common.language)}</b>
        </Show>
        <span class="max-w-[min(14rem,70vw)] truncate" title={said()}>
          {said()}
        </span>
      </a>
    </>
  );
}

/**
 * Legend, filter and count in one, 44 px high: what has no room is scrolled to, so that nothing below moves. In a narrow
 * window, or with large text, the chips have lines of their own. On a phone it has the lines that it needs. `children`:
 * what stands at its end.
 */
export function FilterStrip(props: {
  label: string;
  chips: readonly Chip[];
  /** On a phone chips take as many lines as they need. */
  wraps?: boolean;
  children?: JSX.Element;
}) {
  const location = useLocation();
  const keys = createMemo(() => props.chips.map(keyOf), [], { equals: hasSameElements });
  const { words } = useTools();
  const [nav, setNav] = createSignal<HTMLElement>();
  const [isLonger, setLonger] = createSignal(false);
  /** The next of what has no room; at its end the first again. */
  function goOn(): void {
    const { scrollLeft, scrollWidth, clientWidth } = nav()!;
    const isAtEnd = Math.abs(scrollLeft) + clientWidth >= scrollWidth - 1;
    nav()!.scrollLeft = isAtEnd
      ? 0
      : scrollLeft + clientWidth * PAGE * (getComputedStyle(nav()!).direction === 'rtl' ? -1 : 1);
  }
  onMount(() => {
    const look = (): void => void setLonger(nav()!.scrollWidth > nav()!.clientWidth + 1);
    const watch = new ResizeObserver(look);
    watch.observe(nav()!);
    createEffect(on(keys, look));
    onCleanup(() => watch.disconnect());
  });
  const chipOf = (key: string): Chip => props.chips.find((chip) => keyOf(chip) === key) ?? props.chips[0]!;
  return (
    <div class="flex h-11 items-center gap-2 border-y border-line px-4 whitespace-nowrap font-stretch-[96%] max-[800px]:h-auto max-[800px]:min-h-11 max-[800px]:flex-wrap max-[800px]:py-1 max-[700px]:flex-col max-[700px]:flex-nowrap max-[700px]:items-stretch max-[700px]:px-2 max-[700px]:pt-0 max-[700px]:pb-2">
      <nav
        ref={setNav}
        aria-label={props.label}
        classList={{ 'max-[700px]:flex-wrap!': props.wraps === true }}
        class="-mx-1 flex h-full min-w-0 items-center gap-0.5 overflow-x-auto overflow-y-hidden px-1 [scrollbar-width:thin] max-[800px]:h-auto max-[800px]:basis-full max-[800px]:flex-wrap max-[700px]:min-h-12 max-[700px]:basis-auto max-[700px]:flex-nowrap"
      >
        {/* A chip whose count is another stays the same link: focus is not lost, and nothing else is made anew. */}
        <For each={keys()}>{(key) => <ChipLink chip={chipOf(key)} pathname={location.pathname} />}</For>
      </nav>
      <Show when={isLonger()}>
        <button
          type="button"
          class="grid h-7 w-6 flex-none place-items-center rounded-control border border-line-strong bg-surface max-[700px]:hidden"
          aria-label={words.wall.moreFilters}
          title={words.wall.moreFilters}
          onClick={goOn}
        >
          <span aria-hidden="true">›</span>
        </button>
      </Show>
      <div class="ml-auto flex flex-none items-center gap-[7px] empty:hidden max-[700px]:ml-0 max-[700px]:flex-wrap">
        {props.children}
      </div>
    </div>
  );
}
