import { Index, Show } from 'solid-js';
import { Mark } from '../../../ui/status-mark.tsx';
import type { RefusalFrame } from '../../screen-model-types.ts';

const LINE =
  "before:absolute before:top-[calc(14rem/16)] before:right-[calc(50%+1.25rem)] before:left-[calc(-50%+1.25rem)] before:h-0.5 before:content-[''] first:before:hidden";
const LOOKS = {
  done: { item: 'text-ink before:bg-ink', disc: 'border-ink bg-ink text-ground' },
  broken: {
    item: 'text-alarm font-[640] before:bg-[repeating-linear-gradient(90deg,var(--alarm-fill)_0_4px,transparent_4px_9px)]',
    disc: 'border-alarm-fill bg-alarm-fill text-on-alarm',
  },
  'to-come': { item: 'before:bg-line-strong before:opacity-60', disc: 'border-line-strong' },
};

/** Which step of the claim broke, and what came before it. */
export const StepMarks = (props: { steps: RefusalFrame['steps'] }) => (
  <ol class="-mx-4 mt-0.5 mb-6 grid grid-cols-4 text-[min(calc(13rem/16),5cqw)] text-ink-3">
    <Index each={props.steps}>
      {(step) => (
        <li
          class={`relative grid content-start justify-items-center gap-[5px] text-center ${LINE} ${LOOKS[step().is].item}`}
        >
          <span
            class={`grid size-[calc(30rem/16)] place-items-center rounded-full border-2 ${LOOKS[step().is].disc}`}
            aria-hidden="true"
          >
            <Show when={step().is === 'done'}>
              <Mark is="acked" size={15} />
            </Show>
            <Show when={step().is === 'broken'}>
              <Mark is="failed" size={15} />
            </Show>
          </span>
          <span class="max-w-full wrap-anywhere">
            {step().label}
            <Show when={step().state}>{(state) => <span class="sr-only">, {state()}</span>}</Show>
          </span>
        </li>
      )}
    </Index>
  </ol>
);
