import { SIGN_PAGES } from '@sign-display/contracts/page-paths';
import { createEffect, createMemo, For, Index, on, Show } from 'solid-js';
import type { Action, FormField, FormFrame, RefusalFrame } from '../claiming/screen-model-types.ts';
import type { FieldName, Press } from '../claiming/user-action-types.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/result-message.tsx';
import { useFirstTools } from './first-sign-context.ts';

type Send = (press: Press) => void;

/** The buttons of a step, the first one large. */
export const FrameActions = (props: { actions: readonly Action[]; send: Send }) => (
  <div class="mt-2 grid gap-2">
    <Index each={props.actions}>
      {(action) => (
        <Button
          size="large"
          kind={action().kind === 'primary' ? 'primary' : 'usual'}
          type={action().press.type === 'submit' ? 'submit' : 'button'}
          disabled={action().isDisabled === true}
          onClick={() => action().press.type !== 'submit' && props.send(action().press)}
        >
          {action().label}
        </Button>
      )}
    </Index>
  </div>
);

/** The form beside the virtual sign: its name, place and page. */
export function ClaimForm(props: {
  frame: FormFrame;
  /** Why the sign could not load the page; null: it was not refused. */
  refusal: RefusalFrame | null;
  send: Send;
  eventName: string;
}) {
  const { words } = useFirstTools();
  const said = words.first.claim;
  const inputs: Partial<Record<FieldName, HTMLInputElement>> = {};
  createEffect(
    on(
      createMemo(() => props.frame.focus),
      (field) => field && inputs[field]?.focus(),
    ),
  );
  const type = (field: FieldName, text: string) => props.send({ type: 'typed', field, text });
  const chips = (field: FormField) =>
    field.field === 'url'
      ? [
          { label: said.samplePage, text: location.origin + SIGN_PAGES.sample },
          { label: said.noPage, text: '' },
        ]
      : [];
  const actions = (): readonly Action[] =>
    props.refusal === null
      ? props.frame.actions
      : [
          ...props.frame.actions,
          { kind: 'quiet', label: words.claiming.form.withoutPage, press: { type: 'without-page' } },
        ];
  return (
    <form
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        props.send({ type: 'submit' });
      }}
    >
      <Index each={props.frame.fields}>
        {(field) => (
          <>
            <Field
              ref={(input: HTMLInputElement) => (inputs[field().field] = input)}
              label={field().label}
              aside={<Show when={field().aside}>{(aside) => <span class="text-ink-3">{aside()}</span>}</Show>}
              name={field().field}
              inputmode={field().inputMode}
              dir="auto"
              autocomplete="off"
              value={field().value}
              error={field().error ?? (field().field === 'url' ? props.refusal?.title : undefined)}
              hint={field().field === 'location' ? said.locationHint : undefined}
              onInput={(event) => type(field().field, event.currentTarget.value)}
            />
            <Show when={chips(field()).length > 0}>
              <div class="-mt-2 mb-3.5 flex flex-wrap gap-2">
                <For each={chips(field())}>
                  {({ label, text }) => (
                    <button
                      type="button"
                      class="min-h-[26px] rounded-full border border-line-strong px-3 text-12 max-[700px]:min-h-12"
                      classList={{ 'border-ink font-[600]': field().value === text }}
                      aria-pressed={field().value === text}
                      onClick={() => type(field().field, text)}
                    >
                      {label}
                    </button>
                  )}
                </For>
              </div>
            </Show>
          </>
        )}
      </Index>
      <Show when={props.frame.todo}>{(todo) => <Message is="wrong">{todo()}</Message>}</Show>
      <Show when={props.refusal}>
        {(refusal) => (
          <div role="alert" class="mb-3.5 border-s-[3px] border-ink bg-sunk px-3.5 py-2.5 wrap-anywhere">
            <p>{refusal().lead}</p>
            <p class="mt-1">{refusal().todo}</p>
            <p class="mt-1 font-mono text-11 text-ink-3">{refusal().small.join(' · ')}</p>
          </div>
        )}
      </Show>
      <FrameActions actions={actions()} send={props.send} />
      <p class="mt-2.5 leading-[1.45] text-ink-3">{said.lead(props.eventName)}</p>
    </form>
  );
}
