import { createEffect, Index, Show } from 'solid-js';
import type { Blinking } from '../../screen-model-types.ts';

/** The code as the sign shows it, large. It blinks once a second, in step with the sign. */
export function CodePlate(props: { blinking: Blinking }) {
  const blink = (plate: HTMLElement) =>
    createEffect(() => {
      const { isOn, startsAtMs } = props.blinking;
      plate.classList.toggle('code-blinking', isOn);
      // The document's timeline is that of performance.now(). With reduced motion there is no animation.
      for (const animation of plate.getAnimations()) animation.startTime = startsAtMs;
    });
  return (
    <p ref={blink} class="rounded-[3px] bg-ink pt-6 pb-[22px] text-center text-ground">
      <span class="font-mono text-[min(calc(52rem/16),16.4cqw)] leading-none font-[700] tracking-[0.02em] whitespace-nowrap">
        {props.blinking.code}
      </span>
    </p>
  );
}

/** Six places for the characters of a code; the one at `cursor` waits for its character. */
export const Slots = (props: { slots: readonly string[]; cursor?: number }) => (
  <span class="flex justify-center gap-1.5" aria-hidden="true">
    <Index each={props.slots}>
      {(character, place) => (
        <span
          class="h-[60px] max-w-[46px] min-w-0 flex-1 rounded-[4px] bg-surface text-center font-mono text-[min(calc(36rem/16),12cqw)] leading-[57px] font-[700] nth-3:mr-3"
          classList={{
            'border-[2.5px] border-focus leading-[55px]': props.cursor === place,
            'border-[1.5px] border-line-strong': props.cursor !== place,
          }}
        >
          <Show when={props.cursor === place} fallback={character()}>
            <span class="caret inline-block h-[30px] w-0.5 bg-ink align-[-3px]" />
          </Show>
        </span>
      )}
    </Index>
  </span>
);
