import { createSignal, onCleanup, Show, type JSX } from 'solid-js';
import { FULL_SCREEN } from './words.ts';

/** Fills the display with the sign. A browser allows that only to a person who presses something. */
export function FullScreen(props: { document: Document; isNeeded: boolean }): JSX.Element {
  const { document } = props;
  const [isFull, setFull] = createSignal(document.fullscreenElement !== null);
  const follow = (): void => void setFull(document.fullscreenElement !== null);
  document.addEventListener('fullscreenchange', follow);
  onCleanup(() => document.removeEventListener('fullscreenchange', follow));
  const fill = (): void => {
    // Refused by a policy of whoever manages the browser: the button stays.
    document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
  };
  return (
    <Show when={props.isNeeded && document.fullscreenEnabled && !isFull()}>
      <button type="button" class="full-screen" onClick={fill}>
        {FULL_SCREEN}
      </button>
    </Show>
  );
}
