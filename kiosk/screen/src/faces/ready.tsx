import { Show, type JSX } from 'solid-js';
import { sizeOfName } from '../decisions/text-fit.ts';
import type { ReadyFace } from '../model.ts';
import { Done } from '../parts/marks.tsx';
import { useWords } from '../parts/use-words.ts';

/** A claimed sign without a page says who it is, so that it is hung in its place. Names are read in their own direction. */
export const Ready = (props: { face: ReadyFace }): JSX.Element => {
  const { READY } = useWords();
  return (
    <div class="message splash">
      <Show when={props.face.eventName}>
        {(name) => (
          <p class="over" dir="auto">
            {name()}
          </p>
        )}
      </Show>
      <h1 class={`name ${sizeOfName(props.face.signName)}`} dir="auto">
        {props.face.signName}
      </h1>
      <Show when={props.face.location}>
        {(place) => (
          <p class="place" dir="auto">
            {place()}
          </p>
        )}
      </Show>
      <Show when={props.face.message}>
        {(message) => (
          <p class="idle-message" dir="auto">
            {message()}
          </p>
        )}
      </Show>
      <p class="ready">
        <Done />
        {READY}
      </p>
    </div>
  );
};
