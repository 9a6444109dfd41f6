import { createSignal, onCleanup, Show, type JSX } from 'solid-js';
import type { Later } from '../../lazy-part.tsx';
import { useTools } from '../../app-context.ts';

/** The page loads its own scripts first, on a slow machine too. */
const FETCHED_AHEAD_AFTER_MS = 5_000;

/** The attributes of a closed menu's button, the same before and after its script has loaded. */
export interface MenuTrigger {
  title: string;
  class: string;
  children: JSX.Element;
}

/**
 * A menu of the top bar whose script is loaded after the page. Until the first press, a plain button stands in its place. The button stays until the press is
 * over, so no press is lost. `menu`: the menu itself, which opens as soon as it is rendered. If the viewer has moved the focus away by then, it stays closed.
 */
export function LazyMenu(props: {
  script: Pick<Later<never>, 'fetchAhead' | 'isThere'>;
  popup: 'menu' | 'dialog';
  trigger: MenuTrigger;
  menu(opensNow: () => boolean): JSX.Element;
}) {
  const { clock, online } = useTools();
  const [isPressed, setPressed] = createSignal(false);
  let button: HTMLButtonElement | undefined;
  let hadFocus = false;
  /** Browsers remember a script that failed, so none is requested without a network. A press requests it in any case, and reports a failure. */
  const fetchAhead = (): void => void (online.isOnline() && props.script.fetchAhead());
  onCleanup(clock.after(FETCHED_AHEAD_AFTER_MS, fetchAhead));
  const press = (): void => {
    button?.focus();
    setPressed(true);
  };
  function Button() {
    onCleanup(() => (hadFocus = document.activeElement === button));
    return (
      <button
        ref={(element) => (button = element)}
        type="button"
        title={props.trigger.title}
        class={props.trigger.class}
        aria-haspopup={props.popup === 'menu' ? 'true' : 'dialog'}
        aria-expanded="false"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={press}
        onKeyDown={(event) => {
          if (props.popup !== 'menu' || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
          event.preventDefault();
          press();
        }}
      >
        {props.trigger.children}
      </button>
    );
  }
  return (
    <>
      <Show when={!isPressed() || !props.script.isThere()}>
        <Button />
      </Show>
      <Show when={isPressed()}>{props.menu(() => hadFocus)}</Show>
    </>
  );
}
