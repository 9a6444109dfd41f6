import { Index, Show } from 'solid-js';
import type { Fact } from '../../screen-model-types.ts';

/** What is known, a line each. */
export const Facts = (props: { facts: readonly Fact[]; isFar?: boolean }) => (
  <dl
    class="grid grid-cols-[minmax(min-content,108px)_1fr] gap-y-[9px]"
    classList={{ 'mt-[22px]': props.isFar === true, 'mt-[18px]': props.isFar !== true }}
  >
    <Index each={props.facts}>
      {(fact) => (
        <>
          <dt class="pr-2 text-ink-3">{fact().label}</dt>
          <dd class="font-[500] wrap-anywhere">
            <bdi classList={{ 'font-mono tracking-[0.01em]': fact().isCode === true }}>{fact().value}</bdi>
            <Show when={fact().small}>{(small) => <span class="block text-ink-3">{small()}</span>}</Show>
          </dd>
        </>
      )}
    </Index>
  </dl>
);
