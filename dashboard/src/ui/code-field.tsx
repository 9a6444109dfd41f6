import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { CODE_DIGITS, digitsOf } from './code-digits.ts';

/**
 * Six digits of a code, each drawn in a box. It is one input below the boxes, so that a phone offers the code and pasting works.
 * `onFull` gets the code when its last digit is there.
 */
export function CodeField(props: {
  label: string;
  value: string;
  error?: string | undefined;
  isLarge?: boolean;
  isFirst?: boolean;
  isLocked?: boolean;
  onInput(digits: string): void;
  onFull(digits: string): void;
}) {
  const id = createUniqueId();
  const [isFocused, setFocused] = createSignal(false);
  const cursor = () => Math.min(props.value.length, CODE_DIGITS - 1);
  const take = (input: HTMLInputElement): void => {
    const digits = digitsOf(input.value);
    // Also where Solid sees no change: a letter was typed.
    input.value = digits;
    const isNew = digits !== props.value;
    props.onInput(digits);
    if (isNew && digits.length === CODE_DIGITS) props.onFull(digits);
  };
  /** The caret is drawn behind the last digit, so it stays there. Selected digits can be replaced. */
  const toEnd = (input: HTMLInputElement): void => {
    const end = input.value.length;
    const { selectionStart, selectionEnd } = input;
    if (selectionStart === selectionEnd && selectionStart !== end) input.setSelectionRange(end, end);
  };
  /** A whole code replaces what was typed before. */
  const paste = (event: ClipboardEvent & { currentTarget: HTMLInputElement }): void => {
    const digits = digitsOf(event.clipboardData?.getData('text') ?? '');
    if (digits.length < CODE_DIGITS) return;
    event.preventDefault();
    event.currentTarget.value = digits;
    take(event.currentTarget);
  };
  return (
    <div class="mb-3.5">
      <label for={id} class="mb-[5px] block font-[560]">
        {props.label}
      </label>
      <div class="relative" classList={{ 'max-w-[calc(266rem/16)]': !props.isLarge }}>
        <div class="flex gap-[min(calc(7rem/16),1.6vw)]" aria-hidden="true">
          <For each={Array.from({ length: CODE_DIGITS }, (_, nth) => nth)}>
            {(nth) => (
              <span
                class="grid min-w-0 flex-1 place-items-center rounded-[4px] border-[1.5px] bg-surface font-mono leading-none font-[700]"
                classList={{
                  'h-[calc(64rem/16)] text-[min(calc(36rem/16),9vw)]': props.isLarge === true,
                  'h-[calc(50rem/16)] text-[min(calc(28rem/16),8vw)]': props.isLarge !== true,
                  'me-[min(calc(9rem/16),2vw)]': nth === CODE_DIGITS / 2 - 1,
                  'border-alarm': props.error !== undefined,
                  'border-line-strong': props.error === undefined,
                  'opacity-45': props.isLocked === true,
                  'outline-2 outline-focus': isFocused() && nth === cursor(),
                }}
              >
                {props.value[nth] ?? ''}
                <Show when={isFocused() && nth === props.value.length}>
                  <i class="h-[1em] w-0.5 bg-ink" />
                </Show>
              </span>
            )}
          </For>
        </div>
        <input
          id={id}
          name="code"
          class="absolute inset-0 size-full opacity-0"
          type="text"
          inputMode="numeric"
          autocomplete="one-time-code"
          autocapitalize="off"
          spellcheck={false}
          required
          autofocus={props.isFirst === true}
          readOnly={props.isLocked === true}
          value={props.value}
          aria-invalid={props.error !== undefined}
          aria-describedby={props.error === undefined ? undefined : `${id}-wrong`}
          onInput={({ currentTarget }) => take(currentTarget)}
          onPaste={paste}
          onSelect={({ currentTarget }) => toEnd(currentTarget)}
          onFocus={({ currentTarget }) => {
            setFocused(true);
            toEnd(currentTarget);
          }}
          onBlur={() => setFocused(false)}
        />
      </div>
      <Show when={props.error}>
        <p id={`${id}-wrong`} class="mt-[5px] text-alarm">
          {props.error}
        </p>
      </Show>
    </div>
  );
}
