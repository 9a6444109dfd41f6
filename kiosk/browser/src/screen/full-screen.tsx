import { createSignal, onCleanup, Show, type JSX } from 'solid-js';

/** Fills the display with the sign. A browser allows that only after a click or a key press. */
export function FullScreen(props: { document: Document; isNeeded: boolean; label: string }): JSX.Element {
  const { document } = props;
  const [isFull, setFull] = createSignal(document.fullscreenElement !== null);
  const follow = (): void => void setFull(document.fullscreenElement !== null);
  document.addEventListener('fullscreenchange', follow);
  onCleanup(() => document.removeEventListener('fullscreenchange', follow));
  const fill = (): void => {
    // If a policy of the browser refuses, keep the button.
    document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
  };
  return (
    <Show when={props.isNeeded && document.fullscreenEnabled && !isFull()}>
      <button type="button" class="full-screen" onClick={fill}>
        {props.label}
      </button>
    </Show>
  );
}
