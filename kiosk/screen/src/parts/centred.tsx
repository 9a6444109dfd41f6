import { For, Show, type JSX } from 'solid-js';
import type { Message } from '../words/english-words.ts';
import { Said } from './said.tsx';

/** One message in the middle, and a code below for whoever is on the telephone. */
export const Centred = (props: { message: Message; foot?: string }): JSX.Element => (
  <div class="message">
    <p class="over">
      <Said of={props.message.over} />
    </p>
    <h1 class="large">{props.message.title}</h1>
    <For each={props.message.below}>
      {(one) => (
        <p class="below">
          <Said of={one} />
        </p>
      )}
    </For>
    <Show when={props.foot}>{(foot) => <p class="foot">{foot()}</p>}</Show>
  </div>
);
