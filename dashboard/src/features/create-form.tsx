import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { For, Show, type JSX } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { Message } from '../ui/result-message.tsx';
import { createSubmission, type Submission } from './submission.ts';
import { fieldErrorText, errorText, unlabelledErrorText, invalidFields } from './error-text.ts';

/**
 * A form of texts: what is typed, and where it is sent. `form.field('name', 'Name')` is what `<Field>` needs, with what is wrong with `/name` of the body. What the
 * browser knows to be wrong isn't sent. `allWrong`: what is known here to be wrong besides what was told, so that who mends a form hears of all fields at once.
 */
export function createForm<Values extends Record<string, string>>(
  initial: Values,
  send: (values: Values) => Promise<Trouble | undefined>,
  allWrong = (told: readonly FieldError[], _values: Values): FieldError[] => [...told],
) {
  const { words } = useTools();
  const [values, setValues] = createStore({ ...initial });
  const set = (changed: Partial<Values>): void => setValues(changed as never);
  const submission = createSubmission(async (form) => {
    const inputs = Array.from(form?.querySelectorAll('input') ?? []).filter(({ name }) => name in values);
    // A date that is deleted part by part ends as no date, of which no event tells.
    for (const input of inputs) if (!isUnfinished(input)) take(input);
    const wrong = inputs.flatMap(wrongIn);
    const trouble = wrong.length > 0 ? invalidFields(wrong) : await send({ ...values });
    return trouble?.errors ? { ...trouble, errors: allWrong(trouble.errors, { ...values }) } : trouble;
  });
  const take = ({ name, value }: HTMLInputElement): void => set({ [name]: value } as Partial<Values>);
  const error = (path: string, label: string): string | undefined => {
    const message = submission.error(path);
    return message === undefined ? undefined : fieldErrorText(words, message, label);
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
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        if (!isUnfinished(currentTarget)) take(currentTarget);
      },
    }),
  };
}

/** What is said of half a date, and of half a number as `-`, by the type of their field: the browser has no value for them. */
const UNFINISHED: Record<string, string> = {
  number: FIELD_MESSAGES.wholeNumber,
  'datetime-local': FIELD_MESSAGES.time,
};

const isUnfinished = ({ validity, type }: HTMLInputElement): boolean => validity.badInput && type in UNFINISHED;

/** What the browser knows to be wrong with a field. */
function wrongIn(input: HTMLInputElement): FieldError[] {
  const { name, type, validity } = input;
  const wrong = (message: string): FieldError[] => [{ path: `/${name}`, message }];
  if (isUnfinished(input)) return wrong(UNFINISHED[type]!);
  if (validity.valueMissing) return wrong(FIELD_MESSAGES.required);
  return validity.typeMismatch && type === 'email' ? wrong(FIELD_MESSAGES.email) : [];
}

/** What `field(…)` of a form gives to a `<Field>`. */
export type FieldOfForm = ReturnType<ReturnType<typeof createForm>['field']>;

/** What went wrong with a form as a whole, and with what it has no field for. `wrong`: better words than the service's, for a code of this form. */
export function FormTrouble(props: { of: Pick<Submission, 'trouble' | 'unplaced'>; wrong?: JSX.Element }) {
  const { words } = useTools();
  return (
    <Show when={props.of.trouble() !== undefined}>
      <Message is="wrong">
        {props.wrong ?? errorText(words, props.of.trouble() ?? null)}
        <For each={props.of.unplaced()}>
          {(error) => <span class="block">{unlabelledErrorText(words, error)}</span>}
        </For>
      </Message>
    </Show>
  );
}
