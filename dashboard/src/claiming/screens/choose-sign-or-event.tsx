import { For, Show } from 'solid-js';
import { Mark } from '../../ui/status-mark.tsx';
import type { FrameProps, ListFrame } from '../screen-model-types.ts';
import { Headline } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** Prepared signs, or events: one of them is picked. */
export const List = (props: FrameProps<ListFrame>) => (
  <Screen
    frame={props.frame}
    send={props.send}

    isHeaderHeadline={props.frame.title === null}
    space="none-above"
  >
    <Show when={props.frame.title}>
      {(title) => (
        <div class="pt-2 pb-3">
          <Headline said={title()} />
        </div>
      )}
    </Show>
    <Show when={props.frame.rows.length > 0}>
      <ul>
        <For each={props.frame.rows}>
          {(row) => (
            <li class="border-b border-line">
              <button
                type="button"
                class="flex min-h-[63px] w-full items-center gap-3 text-left"
                onClick={() => props.send(row.press)}
              >
                <Show when={props.frame.isPrepared}>
                  <span class="flex flex-none text-ink-3">
                    <Mark is="unlinked" size={18} />
                  </span>
                </Show>
                <span class="min-w-0">
                  <span class="block font-[580] wrap-anywhere" dir="auto">
                    {row.name}
                  </span>
                  <span class="block text-ink-3 wrap-anywhere">
                    <bdi class="text-[calc(13rem/16)]">{row.small}</bdi>
                  </span>
                </span>
                <bdi class="ml-auto max-w-[45%] flex-none text-end text-[calc(13rem/16)] text-ink-3 wrap-anywhere">
                  {row.aside}
                </bdi>
              </button>
            </li>
          )}
        </For>
      </ul>
    </Show>
    <p class="mt-2 text-[calc(13rem/16)] leading-[1.45] text-ink-2">{props.frame.foot}</p>
  </Screen>
);
