import { For, Show, type JSX } from 'solid-js';
import type { Message } from '../words/english-words.ts';
import { SentenceText } from './sentence.tsx';

/** One message in the middle, and a code below for whoever is on the telephone. */
export const Centred = (props: { message: Message; foot?: string }): JSX.Element => (
  <div class="message">
    <p class="over">
      <SentenceText of={props.message.over} />
    </p>
    <h1 class="large">{props.message.title}</h1>
    <For each={props.message.below}>
      {(one) => (
        <p class="below">
          <SentenceText of={one} />
        </p>
      )}
    </For>
    <Show when={props.foot}>{(foot) => <p class="foot">{foot()}</p>}</Show>
  </div>
);
