import { A, useLocation } from '@solidjs/router';
import { For, Show, type JSX } from 'solid-js';
import { Mark } from '../ui/status-mark.tsx';
import { SEVERITIES, type MarkName } from '../ui/marks.ts';

const COLOURS = {
  alarm: 'text-alarm [&_b]:text-alarm',
  caution: 'text-caution [&_b]:text-caution',
  note: 'text-ink-2 [&_svg]:text-note',
  quiet: 'text-ink-2',
  good: 'text-ink-2 [&_svg]:text-good',
};

/** A filter of the strip: its mark, its count, its word. A link, so that what is filtered is in the address. */
export interface Chip {
  mark?: MarkName;
  count?: number;
  said: string;
  /** The page's search with it: `?status=offline`. */
  search: string;
  isOn: boolean;
}

/** Legend, filter and count in one, 44 px high, and more where they need more lines. `children`: what stands at its end. */
export function FilterStrip(props: { label: string; chips: readonly Chip[]; children?: JSX.Element }) {
  const location = useLocation();
  return (
    <div class="flex min-h-11 items-center gap-2 border-y border-line px-4 whitespace-nowrap font-stretch-[96%] max-[700px]:flex-col max-[700px]:items-stretch max-[700px]:px-2 max-[700px]:pb-2">
      <nav aria-label={props.label} class="flex min-w-0 items-center gap-0.5 flex-wrap max-[700px]:min-h-12">
        <For each={props.chips}>
          {(chip) => (
            <A
              href={location.pathname + chip.search}
              replace
              noScroll
              activeClass=""
              inactiveClass=""
              aria-current={chip.isOn ? 'true' : undefined}
              class={`inline-flex min-h-7 flex-none items-center gap-1.5 rounded-control border px-[7px] no-underline max-[700px]:min-h-10 [&_b]:font-[640] [&_b]:text-ink ${COLOURS[chip.mark ? SEVERITIES[chip.mark] : 'quiet']}`}
              classList={{ 'border-ink bg-surface': chip.isOn, 'border-transparent': !chip.isOn }}
            >
              <Show when={chip.mark}>{(mark) => <Mark is={mark()} size={13} />}</Show>
              <Show when={chip.count !== undefined}>
                <b>{chip.count}</b>
              </Show>
              {chip.said}
            </A>
          )}
        </For>
      </nav>
      <div class="ml-auto flex flex-none items-center gap-2 max-[700px]:ml-0">{props.children}</div>
    </div>
  );
}
