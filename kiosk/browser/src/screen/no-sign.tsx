import { For, type JSX } from 'solid-js';
import { NO_SIGN, type Cause } from './words.ts';

/** The screen of a tab that can't be a sign. */
export const NoSign = (props: { cause: Cause; detail?: string | undefined }): JSX.Element => (
  <main class="sign">
    <div class="message">
      <h1>{NO_SIGN[props.cause].title}</h1>
      <For each={NO_SIGN[props.cause].below}>{(sentence) => <p class="below">{sentence}</p>}</For>
      <p class="foot">{props.detail}</p>
    </div>
  </main>
);
