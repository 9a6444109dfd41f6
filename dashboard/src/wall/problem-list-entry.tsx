import { createMemo, Index, Show } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { roughDurationText } from '../ui/durations.ts';
import { TEXT_COLOURS } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { hasSameElements } from '../event/has-same-elements.ts';
import { CauseActions, AcknowledgedBy } from './actions/acknowledged-by.tsx';
import type { ShownProblem } from './frozen-causes.ts';
import { severityOf } from './sign-looks.ts';
import { namesText, problemText, problemTitle } from './problem-text.ts';

/** A cause of what is wrong: its heading, the names of its signs, what happened, and what can be done. */

/** So many names are read at a glance; who hears the page hears them of every entry, who sees it has the map for the others. */
export const NAMES_MOST = 12;

export const RAIL_LINK =
  'text-12 font-[580] underline decoration-ink-3 underline-offset-2 max-[700px]:-my-4 max-[700px]:min-h-12';

export function RailEntry(props: {
  wrong: ShownProblem;
  isFirst: boolean;
  /** Whether a pointer or the focus is in the list. */
  isRead: boolean;
  timeZone: string;
  onSelect(ids: string[]): void;
  onGo(id: string): void;
}) {
  const { words, times } = useWallTools();
  const now = useNow(10_000);
  const age = () => props.wrong.sinceMs && roughDurationText(now() - props.wrong.sinceMs.first);
  // Each by itself: a patch that says the same of it makes nothing anew.
  const isBig = createMemo(
    () =>
      !props.wrong.isOver && props.isFirst && props.wrong.signs.length > 1 && severityOf(props.wrong.look) === 'alarm',
  );
  const title = createMemo(() => problemTitle(words, props.wrong));
  // The browser computes an element's style anew when its `title` changes, and only a reader needs the tooltip.
  const tooltip = () => (props.isRead ? title() : undefined);
  const look = createMemo(() => props.wrong.look);
  const called = (): string[] => props.wrong.signs.slice(0, NAMES_MOST).map(({ name }) => name);
  const names = createMemo(() => (props.wrong.signs.length > 1 ? called() : []), [], { equals: hasSameElements });
  const others = () => Math.max(0, props.wrong.signs.length - NAMES_MOST);
  const areSeen = createMemo(() => isBig() && props.wrong.signs.length <= NAMES_MOST);
  return (
    <li
      class="relative border-b border-line px-4 pt-[9px] pb-2.5"
      classList={{ 'bg-alarm-wash shadow-[inset_3px_0_0_var(--alarm-fill)]': isBig() }}
    >
      <h3 class="flex items-center gap-2 font-[600]" classList={{ 'text-ink-3': props.wrong.isOver }}>
        <span class={`flex-none ${props.wrong.isOver ? '' : TEXT_COLOURS[severityOf(look())]}`}>
          <Mark is={look()} size={15} />
        </span>
        {/* All of the entry leads there. */}
        <button
          type="button"
          class="min-w-0 truncate text-start font-[600] after:absolute after:inset-0"
          classList={{ 'line-through': props.wrong.isOver }}
          dir="auto"
          title={tooltip()}
          onClick={() => props.onGo(props.wrong.signs[0]!.id)}
        >
          {title()}
        </button>
        <Show when={props.wrong.isOver}>
          <span class="ms-auto flex-none font-[580]">{words.map.wrong.over}</span>
        </Show>
        <Show when={!props.wrong.isOver && age()}>
          <span class="ms-auto flex-none ps-2 font-[420] text-ink-3">{age()}</span>
        </Show>
      </h3>
      <Show when={names().length > 0}>
        <Show
          when={areSeen()}
          fallback={
            // What is only heard is no part of the layout around it, and one text: a box for each name took a quarter of the rail's frame.
            <p class="sr-only contain-strict">{namesText(words, names(), others())}</p>
          }
        >
          <ul class="ms-[22px] mt-1.5 flex flex-wrap gap-1">
            {/* Who joins or leaves changes texts, and makes no element: that took half of the rail's frame. */}
            <Index each={names()}>
              {(name) => (
                <li
                  title={name()}
                  class="max-w-full truncate rounded-sm bg-surface px-1.5 py-px text-11 font-stretch-[88%]"
                >
                  <bdi>{name()}</bdi>
                </li>
              )}
            </Index>
          </ul>
        </Show>
      </Show>
      <p class="ms-[22px] text-12 wrap-anywhere text-ink-2" classList={{ 'mt-1.5': areSeen(), 'mt-0.5': !areSeen() }}>
        {problemText(words, times, props.wrong, props.timeZone)}
        <AcknowledgedBy wrong={props.wrong} timeZone={props.timeZone} />
      </p>
      <div class="relative ms-[22px] mt-[7px] flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        <CauseActions wrong={props.wrong} />
        <Show when={isBig()}>
          <button type="button" class={RAIL_LINK} onClick={() => props.onGo(props.wrong.signs[0]!.id)}>
            {words.map.wrong.goThere}
          </button>
          <button type="button" class={RAIL_LINK} onClick={() => props.onSelect(props.wrong.signs.map(({ id }) => id))}>
            {words.map.wrong.select(props.wrong.signs.length)}
          </button>
        </Show>
      </div>
    </li>
  );
}
