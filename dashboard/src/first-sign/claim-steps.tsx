import { For, Show } from 'solid-js';
import { Icon } from '../ui/icon.tsx';
import { useFirstTools } from './first-sign-context.ts';

/** The progress of the claim: `at` is the current step, counted from 0. */
export function ClaimSteps(props: { at: number }) {
  const { words } = useFirstTools();
  const said = words.first.claim;
  const is = (index: number): 'done' | 'now' | 'to-come' =>
    index < props.at ? 'done' : index === props.at ? 'now' : 'to-come';
  return (
    <ol class="mb-4 grid grid-cols-4 text-center text-12">
      <For each={said.steps}>
        {(step, index) => (
          <li
            class="relative grid justify-items-center gap-1"
            classList={{ 'font-[600]': is(index()) === 'now', 'text-ink-3': is(index()) === 'to-come' }}
          >
            <Show when={index() > 0}>
              <span
                class="absolute top-[13px] right-1/2 -left-1/2 mx-[18px] h-[1.5px]"
                classList={{ 'bg-ink': index() <= props.at, 'bg-line-strong': index() > props.at }}
              />
            </Show>
            <span
              class="grid size-7 place-items-center rounded-full border-2"
              classList={{
                'border-ink bg-ink text-ground': is(index()) === 'done',
                'border-ink': is(index()) === 'now',
                'border-line-strong': is(index()) === 'to-come',
              }}
            >
              <Show when={is(index()) === 'done'}>
                <Icon is="check" size={14} />
              </Show>
              <Show when={is(index()) === 'now'}>
                <span class="size-2 rounded-full bg-ink" />
              </Show>
            </span>
            {step}
            <Show when={is(index()) !== 'to-come'}>
              <span class="sr-only">{is(index()) === 'done' ? said.isDone : said.isNow}</span>
            </Show>
          </li>
        )}
      </For>
    </ol>
  );
}
