import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createMemo, For, Show, type JSX } from 'solid-js';
import type { Filter } from '../event/sign-filter.ts';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { phaseOf, spanOf } from '../times/event-phase.ts';
import { hasSameElements } from '../event/has-same-elements.ts';
import { RAIL_LINK, RailEntry } from './problem-list-entry.tsx';
import { railTitle, noProblemText } from './problem-text.ts';
import { foldSingles } from './fold-singles.ts';
import { reuseRows, type ListRow } from './reuse-list-rows.ts';
import { FoldedEntry } from './folded-entry.tsx';
import { createHoverOrFocus } from './create-hover-or-focus.ts';
import { createFrozenCauses } from './create-frozen-causes.ts';
import type { MailSetup } from './mail/create-mail-setup.ts';
import { MailFoot } from './mail/mail-banner.tsx';
import type { Problem } from './find-problems.ts';

/** What is wrong, in words, beside the map: a cause an entry, the gravest first. It is the list of the signs in trouble for who hears the page. */

export function Rail(props: {
  wrong: readonly Problem[];
  filter: Filter;
  timeZone: string;
  prepared: number;
  onSelect(ids: string[]): void;
  onGo(id: string): void;
  /** Leaves the filter's place. */
  onAllPlaces(): void;
  /** Since when the page isn't live, in ms; null: it is. */
  oldSince: number | null;
  /** Of the event; null: it has no beginning. */
  startsAt: string | null;
  mail: MailSetup;
  /** Stands at its foot. */
  children: JSX.Element;
}) {
  const { words, times } = useWallTools();
  const now = useNow(10_000);
  const starts = () => {
    const phase = phaseOf({ startsAt: props.startsAt, endsAt: null }, now());
    if (phase.is !== 'before') return undefined;
    const { count, unit } = spanOf(phase.leftMs);
    return words.map.startsIn(words.common.span(count, unit));
  };
  const nothing = () => noProblemText(words, times, props.filter.place, props.oldSince, props.timeZone);
  // An entry whose signs change stays the same item of the list: focus and what is read are not lost.
  const inside = createHoverOrFocus();
  const kept = createFrozenCauses(() => props.wrong, inside.is);
  const told = createMemo(() => foldSingles(kept.causes()));
  let list: HTMLUListElement | undefined;
  // The sign of a focused button must not become another sign, also while the viewer is away and the list moves.
  const mayReuse = () => !list?.contains(document.activeElement);
  const shown = createMemo<readonly ListRow[]>((before) => reuseRows(before, told().listed, mayReuse()), []);
  const rows = createMemo(() => shown().map(({ row }) => row), [], { equals: hasSameElements });
  const causeIn = (row: number) => (shown().find((one) => one.row === row) ?? shown()[0]!).cause;
  return (
    <aside
      ref={inside.watch}
      aria-label={words.map.wrong.title}
      class="flex min-h-0 flex-col border-e border-line max-[700px]:border-e-0 max-[700px]:border-b"
    >
      <div class="flex items-baseline gap-2 px-4 pt-[11px] pb-[5px]">
        <h2 class="text-11 font-[600] text-ink-3">
          <bdi>{railTitle(words, props.filter)}</bdi>
        </h2>
        <Show when={kept.waiting() > 0}>
          <button
            type="button"
            class="-my-1 ms-auto text-12 font-[580] underline underline-offset-2 max-[700px]:min-h-12"
            onClick={kept.take}
          >
            {words.map.wrong.fresh(kept.waiting())}
          </button>
        </Show>
      </div>
      {/* What changes in the list is laid out in the list alone. A child of a flex box is laid out with the whole box, so the list stands in a box within it. */}
      <div class="relative min-h-0 flex-1">
        <div
          class="overflow-y-auto min-[701px]:absolute min-[701px]:inset-0 min-[701px]:[contain:size_layout]"
          tabindex="0"
          role="group"
          aria-label={words.map.wrong.title}
        >
          <Show
            when={kept.causes().length > 0}
            fallback={<p class="px-4 py-2 wrap-anywhere text-ink-2">{nothing()}</p>}
          >
            <ul ref={(element) => (list = element)}>
              <For each={rows()}>
                {(row, index) => {
                  const wrong = createMemo(() => causeIn(row));
                  return (
                    <RailEntry
                      wrong={wrong()}
                      isFirst={index() === 0}
                      isRead={inside.is()}
                      timeZone={props.timeZone}
                      onSelect={props.onSelect}
                      onGo={props.onGo}
                    />
                  );
                }}
              </For>
              <Show when={told().folded.length > 0}>
                <FoldedEntry folded={told().folded} onSelect={props.onSelect} />
              </Show>
            </ul>
          </Show>
          <Show when={props.filter.place !== null}>
            <p class="px-4 py-2">
              <button type="button" class={RAIL_LINK} onClick={() => props.onAllPlaces()}>
                {words.map.wrong.allPlaces}
              </button>
            </p>
          </Show>
        </div>
      </div>
      <Show when={props.mail.outbox !== null}>
        <MailFoot mail={props.mail} />
      </Show>
      <div class="border-t border-line px-4 pt-3 pb-3.5 text-ink-2 max-[700px]:fixed max-[15em]:static! max-[700px]:inset-x-0 max-[700px]:bottom-0 max-[700px]:z-10 max-[700px]:bg-ground max-[700px]:px-3.5 max-[700px]:pt-2.5 max-[700px]:pb-4">
        <div class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 max-[700px]:gap-x-2">
          <Show when={props.prepared > 0}>
            <b class="block font-[600] text-ink min-[701px]:col-span-2">{words.map.prepared(props.prepared)}</b>
          </Show>
          <p>
            {starts()}{' '}
            <Show when={props.prepared > 0}>
              <A href={PAGES.claim} class="font-[580]">
                {words.map.claim}
              </A>
            </Show>
          </p>
          <span class="-my-1.5 max-[700px]:col-start-2 max-[700px]:row-span-2 max-[700px]:row-start-1">
            {props.children}
          </span>
        </div>
      </div>
    </aside>
  );
}
