import { Index, Show } from 'solid-js';
import { Mark } from '../../../ui/status-mark.tsx';
import type { Step } from '../../screen-model-types.ts';

const DISCS: Record<Step['is'], string> = {
  done: 'border-2 border-ink bg-ink text-ground',
  now: 'border-[3px] border-note text-note',
  'to-come': 'border-2 border-line-strong',
};

const Disc = (props: { is: Step['is'] }) => (
  <span class={`relative grid size-[1.75rem] place-items-center rounded-full ${DISCS[props.is]}`} aria-hidden="true">
    <Show when={props.is === 'done'}>
      <Mark is="acked" size={16} />
    </Show>
    <Show when={props.is === 'now'}>
      <span class="pulse size-[calc(10rem/16)] rounded-full bg-note-fill" />
    </Show>
  </span>
);

/** How much is used up of the longest that a step may take (0 to 1). */
const Share = (props: { share: number }) => (
  <span class="mt-2 mb-1.5 block h-1.5 overflow-hidden rounded-[3px] bg-sunk" aria-hidden="true">
    <span class="block h-full bg-note-fill" style={{ width: `${Math.min(1, props.share) * 100}%` }} />
  </span>
);

const LINE =
  "before:absolute before:top-[1.75rem] before:bottom-0 before:left-[calc(13rem/16)] before:w-0.5 before:content-[''] last:before:hidden";

/** What happens, one below the other, with its times. */
export const Steps = (props: { steps: readonly Step[] }) => (
  <ol class="mt-[26px]">
    <Index each={props.steps}>
      {(step) => (
        <li
          class={`relative grid min-h-[62px] grid-cols-[2.25rem_1fr_auto] content-start ${LINE}`}
          classList={{
            'text-ink-3': step().is === 'to-come',
            'before:bg-ink': step().is === 'done',
            'before:bg-line': step().is !== 'done',
          }}
          aria-current={step().is === 'now' ? 'step' : undefined}
        >
          <Disc is={step().is} />
          <span
            class="text-[calc(17rem/16)] leading-[calc(28/17)]"
            classList={{ 'font-[640]': step().is === 'now', 'font-[560]': step().is !== 'now' }}
          >
            {step().label}
            <Show when={step().state}>{(state) => <span class="sr-only">, {state()}</span>}</Show>
          </span>
          <span class="text-[calc(13rem/16)] leading-[calc(28/13)]">{step().time}</span>
          <Show when={step().small}>
            {(small) => (
              <span class="col-start-2 -mt-1.5 block pb-3 text-[calc(13rem/16)] text-ink-3">
                <Show when={step().share !== null}>
                  <Share share={step().share ?? 0} />
                </Show>
                {small()}
              </span>
            )}
          </Show>
        </li>
      )}
    </Index>
  </ol>
);
