import { For, type JSX } from 'solid-js';
import type { Language } from '@sign-display/kiosk-screen/bridge';
import { WORDS, type Cause } from './words.ts';

/** The screen of a tab that can't be a sign. */
export const NoSign = (props: { language: Language; cause: Cause; detail?: string | undefined }): JSX.Element => (
  <main class="sign">
    <div class="message">
      <h1>{WORDS[props.language].noSign[props.cause].title}</h1>
      <For each={WORDS[props.language].noSign[props.cause].below}>{(sentence) => <p class="below">{sentence}</p>}</For>
      <p class="foot">{props.detail}</p>
    </div>
  </main>
);
