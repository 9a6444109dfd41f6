import { asRead } from '@sign-display/contracts/allowed-characters';
import { createEffect, createSignal, on, Show, type JSX } from 'solid-js';
import { Button } from './button.tsx';
import { Actions, Dialog, DialogText } from './dialog.tsx';
import { Field } from './field.tsx';

/**
 * Asks before what can't be undone; its text names what stays. The safe button comes first and has the focus. With `typed` the other one waits until that name
 * is typed. `children`: what went wrong with the last try.
 */
export function Confirm(props: {
  isOpen: boolean;
  title: JSX.Element;
  text: JSX.Element;
  safe: string;
  action: string;
  typed?: { name: string; label: string };
  isBusy?: boolean;
  onSafe(): void;
  onAction(): void;
  children?: JSX.Element;
}) {
  const [typed, setTyped] = createSignal('');
  createEffect(
    on(
      () => props.isOpen,
      () => setTyped(''),
    ),
  );
  const isReady = () => !props.typed || asRead(typed()) === asRead(props.typed.name);
  const act = (event: Event) => {
    event.preventDefault();
    if (isReady() && !props.isBusy) props.onAction();
  };
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onSafe()} title={props.title}>
      <form onSubmit={act}>
        <DialogText>{props.text}</DialogText>
        <Show when={props.typed}>
          {(wanted) => (
            <div class="mt-4">
              <Field
                label={wanted().label}
                dir="auto"
                autocomplete="off"
                value={typed()}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </div>
          )}
        </Show>
        {props.children}
        <Actions>
          <Button autofocus={!props.typed} onClick={() => props.onSafe()}>
            {props.safe}
          </Button>
          <Button kind="danger" type="submit" disabled={!isReady()} aria-disabled={props.isBusy}>
            {props.action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
