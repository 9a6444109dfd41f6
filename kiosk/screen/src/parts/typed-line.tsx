import { batch, createSignal, onCleanup, onMount, type JSX } from 'solid-js';

interface TypedLineProps {
  label: string;
  initial: string;
  /** The longest text, in UTF-16 units. */
  most: number;
  onEnter(text: string): void;
  onEscape?(): void;
  onKey?(): void;
}

/**
 * One line that a person types at the sign, with a keyboard and nothing else: it has the focus as long as it is there. The field itself is transparent; its
 * text and caret are drawn as large as the sign is.
 */
export function TypedLine(props: TypedLineProps): JSX.Element {
  const [text, setText] = createSignal(props.initial);
  const [caret, setCaret] = createSignal(props.initial.length);
  const read = (): void =>
    batch(() => {
      setText(field.value);
      setCaret(field.selectionEnd ?? field.value.length);
    });
  const focus = (): void => field.focus();
  const pressed = (event: KeyboardEvent): void => {
    props.onKey?.();
    if (event.key === 'Enter') props.onEnter(field.value);
    if (event.key === 'Escape') props.onEscape?.();
  };
  const field = (
    <input
      aria-label={props.label}
      value={props.initial}
      maxLength={props.most}
      autocomplete="off"
      spellcheck={false}
      onInput={read}
      onKeyDown={pressed}
      onBlur={focus}
    />
  ) as HTMLInputElement;
  onMount(() => {
    focus();
    document.addEventListener('selectionchange', read);
    addEventListener('focus', focus);
  });
  onCleanup(() => {
    document.removeEventListener('selectionchange', read);
    removeEventListener('focus', focus);
  });
  return (
    <div class="typed" dir="ltr">
      {text().slice(0, caret())}
      <u />
      {text().slice(caret())}
      {field}
    </div>
  );
}
