import { createSignal } from 'solid-js';
import type { Trouble } from '../api/session.ts';

/** What came of the last try; null before it. */
type Outcome = { trouble: Trouble } | 'done' | null;

/**
 * A form on its way: one at a time, and what came of the last. `send` resolves with why it was not done, or with undefined. After a refusal the cursor is in the
 * first field that was refused. `send` is given the form, where one was submitted.
 */
export function createSubmission(send: (form: HTMLFormElement | undefined) => Promise<Trouble | undefined>) {
  const [isBusy, setBusy] = createSignal(false);
  const [outcome, setOutcome] = createSignal<Outcome>(null);
  /** The fields that show their own errors, by their paths in the body. */
  const shown = new Set<string>();

  /** Undefined: nothing went wrong so far. */
  function trouble(): Trouble | undefined {
    const last = outcome();
    return last === null || last === 'done' ? undefined : last.trouble;
  }
  const errors = () => trouble()?.errors ?? [];

  return {
    isBusy,
    isDone: () => outcome() === 'done',
    trouble,
    /** What the service said of the field at this path of the body (`/name`). Whoever asks shows it. */
    error(path: string): string | undefined {
      shown.add(path);
      return errors().find((error) => error.path === path)?.message;
    },
    /** What it said of fields that nobody shows. */
    unplaced: () => errors().filter(({ path }) => !shown.has(path)),
    /** A form that is opened anew: what came of the last try was of then. */
    reset: () => setOutcome(null),
    async submit(event?: SubmitEvent): Promise<void> {
      event?.preventDefault();
      if (isBusy()) return;
      const form = (event?.currentTarget as HTMLFormElement | null | undefined) ?? undefined;
      setBusy(true);
      try {
        const why = await send(form);
        setOutcome(why === undefined ? 'done' : { trouble: why });
        if (why) form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      } finally {
        setBusy(false);
      }
    },
  };
}

export type Submission = ReturnType<typeof createSubmission>;
