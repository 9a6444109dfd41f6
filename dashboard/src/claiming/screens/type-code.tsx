import { Index, onCleanup, onMount } from 'solid-js';
import type { FrameProps, TypeFrame } from '../screen-model-types.ts';
import { Slots } from './parts/code-plate.tsx';
import { Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';
import { keyMeant } from './typed-to-keypad-key.ts';

const KEY =
  'min-h-13 rounded-[6px] bg-surface font-mono text-[calc(22rem/16)] leading-[normal] font-[600] touch-manipulation active:bg-line';

/** A keyboard and a paste work as the keypad does, wherever the focus is. */
function useKeyboard(props: FrameProps<TypeFrame>): void {
  const find = () => props.frame.actions.find(({ press, isDisabled }) => press.type === 'find' && isDisabled !== true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const key = keyMeant(event.key);
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (key !== null) props.send({ type: 'key', key });
    else if (event.key === 'Backspace') props.send(props.frame.remove.press);
    else if (event.key === 'Enter' && !isOnButton && find()) props.send({ type: 'find' });
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text !== '') props.send({ type: 'paste-code', text });
    event.preventDefault();
  };
  onMount(() => {
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPaste);
  });
  onCleanup(() => {
    document.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('paste', onPaste);
  });
}

/** Text that comes without keys, by voice or by a phone's own menu. */
function sendText(event: InputEvent, props: FrameProps<TypeFrame>): void {
  event.preventDefault();
  if (event.inputType.startsWith('delete')) props.send(props.frame.remove.press);
  else if (event.data !== null && event.data.length > 1) props.send({ type: 'paste-code', text: event.data });
  else {
    const key = keyMeant(event.data ?? '');
    if (key !== null) props.send({ type: 'key', key });
  }
}

/** The six characters below the QR, on a keypad of those that there are. */
export function TypeCode(props: FrameProps<TypeFrame>) {
  useKeyboard(props);
  return (
    <Screen
      frame={props.frame}
      send={props.send}
      isHeaderHeadline
      isLow
      space="none-below"
      pad={
        <div class="keypad grid grid-cols-6 gap-[5px] px-[clamp(0px,calc((100vw-320px)/4),10px)]">
          <Index each={props.frame.keys}>
            {(key) => (
              <button type="button" class={KEY} onClick={() => props.send(key().press)}>
                {key().label}
              </button>
            )}
          </Index>
          <button
            type="button"
            class="keypad-remove col-span-4 min-h-13 rounded-[6px] bg-sunk text-[calc(16rem/16)] leading-[normal] font-[600] touch-manipulation disabled:text-ink-3"
            disabled={props.frame.remove.isDisabled === true}
            onClick={() => props.send(props.frame.remove.press)}
          >
            {props.frame.remove.label}
          </button>
        </div>
      }
    >
      <div class="mb-3.5 text-center">
        <Lead>{props.frame.hint}</Lead>
      </div>
      <div class="relative mb-3.5">
        <Slots slots={props.frame.slots} cursor={props.frame.cursor} />
        {/* What a screen reader reads, and what a long press pastes into. The keypad stands in for the phone's own keyboard. */}
        <input
          class="code-input absolute inset-0 w-full opacity-0"
          type="text"
          inputmode="none"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-label={props.frame.slotsLabel}
          value={props.frame.slots.join('')}
          on:beforeinput={(event: InputEvent) => sendText(event, props)}
        />
      </div>
      <p class="sr-only" role="status">
        {props.frame.slots.join(' ')}
      </p>
    </Screen>
  );
}
