import { createUniqueId, Index, Show } from 'solid-js';
import { Mark } from '../../../ui/status-mark.tsx';
import type { FormField } from '../../screen-model-types.ts';
import type { Press } from '../../user-action-types.ts';

/** What could stand in the field: a tap writes it there. Each is 36 px high as drawn, and takes taps on 48. */
const Suggestions = (props: { field: FormField; send: (press: Press) => void }) => (
  <div
    class="-mx-5 -my-1.5 flex gap-1.5 overflow-x-auto px-5 py-1.5 [scrollbar-width:none]"
    role="group"
    aria-label={props.field.label}
  >
    <Index each={props.field.suggestions}>
      {(tap) => (
        <button
          type="button"
          class="relative inline-flex min-h-9 max-w-full flex-none items-center rounded-[18px] border border-line bg-surface px-3 text-[calc(13rem/16)] text-ink-2 touch-manipulation before:absolute before:inset-x-0 before:-inset-y-[7px] before:content-['']"
          onClick={() => props.send(tap().press)}
        >
          <span class="truncate" dir="auto">
            {tap().label}
          </span>
        </button>
      )}
    </Index>
  </div>
);

/** A line of the form, what the service said of it, and what could stand there. */
export function Field(props: {
  field: FormField;
  send: (press: Press) => void;
  input: (node: HTMLInputElement) => void;
}) {
  const id = createUniqueId();
  const isWrong = (): boolean => props.field.error !== null;
  return (
    <div class="min-w-0">
      <div class="mb-1 flex text-[calc(13rem/16)]">
        <label for={id} class="font-[540] text-ink-2">
          {props.field.label}
        </label>
        <Show when={props.field.aside}>{(aside) => <span class="ml-auto text-ink-3">{aside()}</span>}</Show>
      </div>
      <input
        ref={props.input}
        id={id}
        name={props.field.field}
        class="block min-h-13 w-full rounded-[8px] bg-surface text-[calc(17rem/16)] font-[480] text-ellipsis focus-visible:outline-none"
        classList={{
          'border-[1.5px] border-line-strong px-3.5 focus-visible:border-[2.5px] focus-visible:border-focus focus-visible:px-[13px]':
            !isWrong(),
          'border-[2.5px] border-alarm px-[14px] focus-visible:outline-2 focus-visible:outline-focus': isWrong(),
        }}
        type="text"
        inputmode={props.field.inputMode}
        dir="auto"
        autocomplete="off"
        autocapitalize={props.field.inputMode === 'url' ? 'none' : 'sentences'}
        autocorrect={props.field.inputMode === 'url' ? 'off' : 'on'}
        spellcheck={false}
        enterkeyhint="go"
        value={props.field.value}
        aria-invalid={isWrong()}
        aria-describedby={isWrong() ? `${id}-error` : undefined}
        onInput={({ currentTarget }) =>
          props.send({ type: 'typed', field: props.field.field, text: currentTarget.value })
        }
      />
      <Show when={props.field.error}>
        {(error) => (
          <p id={`${id}-error`} class="mt-[5px] flex gap-1.5 text-[calc(13rem/16)] text-alarm">
            <Mark is="failed" size={15} />
            <span>{error()}</span>
          </p>
        )}
      </Show>
      <Show when={props.field.suggestions.length > 0}>
        <div class="mt-1.5">
          <Suggestions field={props.field} send={props.send} />
        </div>
      </Show>
    </div>
  );
}
