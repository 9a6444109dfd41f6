import { pathOf } from '@sign-display/contracts/pages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { A } from '@solidjs/router';
import { createWindowVirtualizer } from '@tanstack/solid-virtual';
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show } from 'solid-js';
import { EventTime } from '../features/event-time.tsx';
import { useTools } from '../tools.ts';
import { factsOf } from '../ui/marks.ts';
import { StatusMark } from '../ui/status-mark.tsx';

/**
 * Rows are drawn where they are seen: of 10,000 some thirty. All have one height, so that nothing moves while they come. A name is read in its own direction and
 * stands where the page's has its column.
 */

const HEIGHT_REM = 36 / 16;
const PHONE_HEIGHT_REM = 72 / 16;
/** Where the drawings change to their phone's layout: 700 px of usual text. */
const PHONE = '(max-width: 43.75em)';
const COLUMNS =
  'grid items-center gap-x-4 px-4 min-[701px]:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_repeat(3,minmax(7.25rem,1fr))_5.25rem]';

function Row(props: { sign: SignRow; timeZone: string }) {
  const { words } = useTools();
  const facts = createMemo(() => factsOf(props.sign, false));
  return (
    <div
      class={`${COLUMNS} h-full border-b border-line hover:bg-surface max-[700px]:grid-cols-[minmax(0,1fr)_fit-content(40%)] max-[700px]:content-center max-[700px]:gap-y-1`}
    >
      <A
        href={pathOf('sign', { signId: props.sign.id })}
        class="flex min-w-0 font-[580] no-underline max-[700px]:text-15"
        title={props.sign.name}
      >
        <bdi class="truncate">{props.sign.name}</bdi>
      </A>
      <span class="flex min-w-0 text-ink-3" title={props.sign.location}>
        <bdi class="truncate">{props.sign.location}</bdi>
      </span>
      {/* On a phone the three stand in one line below the name. */}
      <div class="contents max-[700px]:col-span-2 max-[700px]:flex max-[700px]:flex-wrap max-[700px]:gap-x-3">
        <span class="flex min-w-0 overflow-hidden">
          <StatusMark is={facts().connection} said={words.marks[facts().connection]} />
        </span>
        <span
          class="flex min-w-0 gap-1 overflow-hidden whitespace-nowrap text-ink-2"
          title={facts().isThen ? `${words.wall.lastHeard} ${words.marks[facts().content].toLowerCase()}` : undefined}
        >
          <Show when={facts().isThen}>{words.wall.lastHeard}</Show>
          <Show when={!facts().isThen} fallback={words.marks[facts().content].toLowerCase()}>
            <StatusMark is={facts().content} said={words.marks[facts().content]} />
          </Show>
        </span>
        <span class="flex min-w-0 overflow-hidden">
          <StatusMark is={facts().screen} said={words.marks[facts().screen]} />
        </span>
      </div>
      <span class="text-end text-ink-3 max-[700px]:hidden">
        <Show when={props.sign.statusSince}>
          {(since) => <EventTime at={since()} timeZone={props.timeZone} shape="time" />}
        </Show>
      </span>
    </div>
  );
}

export function SignRows(props: { signs: readonly SignRow[]; timeZone: string }) {
  const { words } = useTools();
  const phone = matchMedia(PHONE);
  /** In px; larger text has larger rows. */
  const heightNow = () =>
    (phone.matches ? PHONE_HEIGHT_REM : HEIGHT_REM) * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [height, setHeight] = createSignal(heightNow());
  const [top, setTop] = createSignal(0);
  const [list, setList] = createSignal<HTMLDivElement>();
  const [oneRem, setOneRem] = createSignal<HTMLDivElement>();
  const measure = () => {
    setHeight(heightNow());
    setTop((list()?.getBoundingClientRect().top ?? 0) + scrollY);
  };
  onMount(() => {
    measure();
    phone.addEventListener('change', measure);
    // Text that grows or shrinks changes the height of what stands here in rem.
    const text = new ResizeObserver(measure);
    text.observe(oneRem()!);
    onCleanup(() => {
      phone.removeEventListener('change', measure);
      text.disconnect();
    });
  });
  const virtual = createWindowVirtualizer({
    get count() {
      return props.signs.length;
    },
    estimateSize: () => height(),
    get scrollMargin() {
      return top();
    },
    overscan: 8,
    getItemKey: (index) => index,
  });
  createEffect(on(height, () => virtual.measure(), { defer: true }));
  return (
    <div
      ref={setList}
      class="relative"
      style={{ height: `${props.signs.length * height()}px` }}
      role="list"
      aria-label={words.wall.list}
    >
      <div ref={setOneRem} class="invisible absolute size-[1rem]" aria-hidden="true" />
      <For each={virtual.getVirtualItems()}>
        {(item) => (
          <Show when={props.signs[item.index]}>
            {(sign) => (
              <div
                role="listitem"
                aria-setsize={props.signs.length}
                aria-posinset={item.index + 1}
                class="absolute inset-x-0 top-0"
                style={{ height: `${height()}px`, transform: `translateY(${item.index * height()}px)` }}
              >
                <Row sign={sign()} timeZone={props.timeZone} />
              </div>
            )}
          </Show>
        )}
      </For>
    </div>
  );
}

/** Where rows will stand: as high as they. */
export const RowsBed = () => (
  <div aria-hidden="true">
    <For each={Array.from({ length: 14 })}>
      {() => (
        <div class="flex h-[calc(36rem/16)] items-center gap-4 border-b border-line px-4 max-[700px]:h-[calc(72rem/16)]">
          <span class="h-2 w-2/5 bg-line" />
          <span class="h-2 w-1/5 bg-line" />
        </div>
      )}
    </For>
  </div>
);
