import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { For, Show, type JSX } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Trouble } from '../api/session.ts';
import { useTools } from '../tools.ts';
import { Message } from '../ui/message.tsx';
import { createSubmission, type Submission } from './submission.ts';
import { sayField, sayTrouble, sayUnlabelled, wrongFields } from './troubles.ts';

/**
 * A form of texts: what is typed, and where it is sent. `form.field('name', 'Name')` is what `<Field>` needs, with what the service said of `/name` of the body.
 */
export function createForm<Values extends Record<string, string>>(
  initial: Values,
  send: (values: Values) => Promise<Trouble | undefined>,
) {
  const { words } = useTools();
  const [values, setValues] = createStore({ ...initial });
  const submission = createSubmission(async (element) => {
    const unfinished = unfinishedIn(element);
    return unfinished.length > 0 ? wrongFields(unfinished) : await send({ ...values });
  });
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
      // Half a date has no value: taking that for '' would empty the field while somebody types.
      onInput: ({ currentTarget: { value, validity } }: { currentTarget: HTMLInputElement }) => {
        if (!validity.badInput) set({ [name]: value } as Partial<Values>);
      },
    }),
  };
}

/** The fields that hold what is no value yet, as half a date: the browser has no value for them. */
function unfinishedIn(form: HTMLFormElement | undefined): FieldError[] {
  const inputs = Array.from(form?.querySelectorAll('input') ?? []);
  return inputs
    .filter(({ validity }) => validity.badInput)
    .map(({ name, type }) => ({
      path: `/${name}`,
      message: type === 'number' ? FIELD_MESSAGES.wholeNumber : FIELD_MESSAGES.time,
    }));
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
