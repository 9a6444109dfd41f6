import { For, Show, type JSX } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Trouble } from '../api/session.ts';
import { useTools } from '../tools.ts';
import { Message } from '../ui/message.tsx';
import { createSubmission, type Submission } from './submission.ts';
import { sayField, sayTrouble, sayUnlabelled } from './troubles.ts';

/**
 * A form of texts: what is typed, and where it is sent. `form.field('name', 'Name')` is what `<Field>` needs, with what the service said of `/name` of the body.
 */
export function createForm<Values extends Record<string, string>>(
  initial: Values,
  send: (values: Values) => Promise<Trouble | undefined>,
) {
  const { words } = useTools();
  const [values, setValues] = createStore({ ...initial });
  const submission = createSubmission(() => send({ ...values }));
  const set = (changed: Partial<Values>): void => setValues(changed as never);
  const error = (path: string, label: string): string | undefined => {
    const message = submission.error(path);
    return message === undefined ? undefined : sayField(words, message, label);
  };
  return {
    ...submission,
    values,
    set,
    error,
    field: (name: keyof Values & string, label: string) => ({
      name,
      label,
      get value() {
        return values[name];
      },
      get error() {
        return error(`/${name}`, label);
      },
      onInput: (event: { currentTarget: { value: string } }) =>
        set({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
  };
}

/** What `field(…)` of a form gives to a `<Field>`. */
export type FieldOfForm = ReturnType<ReturnType<typeof createForm>['field']>;

/** What went wrong with a form as a whole, and with what it has no field for. `wrong`: better words than the service's, for a code of this form. */
export function FormTrouble(props: { of: Pick<Submission, 'trouble' | 'unplaced'>; wrong?: JSX.Element }) {
  const { words } = useTools();
  return (
    <Show when={props.of.trouble() !== undefined}>
      <Message is="wrong">
        {props.wrong ?? sayTrouble(words, props.of.trouble() ?? null)}
        <For each={props.of.unplaced()}>{(error) => <span class="block">{sayUnlabelled(words, error)}</span>}</For>
      </Message>
    </Show>
  );
}
