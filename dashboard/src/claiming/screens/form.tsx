import { createEffect, createMemo, Index, on, Show, untrack } from 'solid-js';
import type { FormFrame, FrameProps } from '../screen-model-types.ts';
import type { FieldName } from '../user-action-types.ts';
import { Field } from './parts/field.tsx';
import { Todo } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';
import { Small } from './parts/support-codes.tsx';

const EventLine = (props: { event: NonNullable<FormFrame['event']>; send: FrameProps<FormFrame>['send'] }) => (
  <div class="mt-1 mb-3 flex min-h-13 items-center gap-2 border-y border-line text-[calc(14rem/16)]">
    <p class="flex min-w-0 flex-wrap gap-x-2">
      <bdi class="max-w-full truncate font-[580]" title={props.event.name}>
        {props.event.name}
      </bdi>
      <bdi class="max-w-full truncate text-ink-3" title={props.event.organization}>
        {props.event.organization}
      </bdi>
    </p>
    <button
      type="button"
      class="ml-auto min-h-12 flex-none text-ink-2 underline decoration-ink-3 underline-offset-2"
      onClick={() => props.send(props.event.change.press)}
    >
      {props.event.change.label}
    </button>
  </div>
);

/** Which sign it is, where it hangs and what it shows. */
export function Form(props: FrameProps<FormFrame>) {
  const inputs: Partial<Record<FieldName, HTMLInputElement>> = {};
  // As the form appears, and never later: typing ends the wish for a field, and must not end the typing.
  const takesFocus = untrack(() => props.frame.focus === null);
  createEffect(
    on(
      // A memo, because each letter that is typed draws the frame anew.
      createMemo(() => props.frame.focus),
      (field) => field && inputs[field]?.focus(),
    ),
  );
  return (
    <Screen frame={props.frame} send={props.send} isHeaderHeadline takesFocus={takesFocus} restsAtFirst>
      <Show when={props.frame.event}>{(event) => <EventLine event={event()} send={props.send} />}</Show>
      <div class="grid grid-cols-1 gap-3">
        <Index each={props.frame.fields}>
          {(field) => <Field field={field()} send={props.send} input={(node) => (inputs[field().field] = node)} />}
        </Index>
      </div>
      <div role="alert" classList={{ 'mt-3': props.frame.todo !== null }}>
        <Show when={props.frame.todo}>{(todo) => <Todo>{todo()}</Todo>}</Show>
      </div>
      <Show when={props.frame.small}>{(lines) => <Small lines={lines()} />}</Show>
    </Screen>
  );
}
