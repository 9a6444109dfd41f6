import { For, Show, type JSX } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Trouble } from '../api/session.ts';
import { useTools } from '../tools.ts';
import { Message } from '../ui/message.tsx';
import { createSubmission, type Submission } from './submission.ts';
import { sayTrouble } from './troubles.ts';

/**
 * A form of texts: what is typed, and where it is sent. `form.field('name')` is what `<Field>` needs, with what the service said of `/name` of the body; another
 * path where the body calls it otherwise.
 */
export function createForm<Values extends Record<string, string>>(
  initial: Values,
  send: (values: Values) => Promise<Trouble | undefined>,
) {
  const [values, setValues] = createStore({ ...initial });
  const submission = createSubmission(() => send({ ...values }));
  const set = (changed: Partial<Values>): void => setValues(changed as never);
  return {
    ...submission,
    values,
    set,
    field: (name: keyof Values & string, path = `/${name}`) => ({
      name,
      get value() {
        return values[name];
      },
      get error() {
        return submission.error(path);
      },
      onInput: (event: { currentTarget: { value: string } }) =>
        set({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
  };
}

/** What went wrong with a form as a whole, and with what it has no field for. `wrong`: better words than the service's, for a code of this form. */
export function FormTrouble(props: { of: Pick<Submission, 'trouble' | 'unplaced'>; wrong?: JSX.Element }) {
  const { words } = useTools();
  return (
    <Show when={props.of.trouble() !== undefined}>
      <Message is="wrong">
        {props.wrong ?? sayTrouble(words, props.of.trouble() ?? null)}
        <For each={props.of.unplaced()}>
          {({ path, message }) => (
            <span class="block">
              {path.replace(/^\//, '')}: {message}
            </span>
          )}
        </For>
      </Message>
    </Show>
  );
}
