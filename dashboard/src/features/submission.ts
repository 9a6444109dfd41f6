import { createSignal } from 'solid-js';
import type { Trouble } from '../api/session.ts';

/** What came of the last try; null before it. */
type Outcome = { trouble: Trouble } | 'done' | null;

/** A form on its way: one at a time, and what came of the last. `send` resolves with why it was not done, or with undefined. */
export function createSubmission(send: () => Promise<Trouble | undefined>) {
  const [isBusy, setBusy] = createSignal(false);
  const [outcome, setOutcome] = createSignal<Outcome>(null);
  return {
    isBusy,
    isDone: () => outcome() === 'done',
    /** Undefined: nothing went wrong so far. */
    trouble(): Trouble | undefined {
      const last = outcome();
      return last === null || last === 'done' ? undefined : last.trouble;
    },
    async submit(event?: SubmitEvent): Promise<void> {
      event?.preventDefault();
      if (isBusy()) return;
      setBusy(true);
      try {
        const trouble = await send();
        setOutcome(trouble === undefined ? 'done' : { trouble });
      } finally {
        setBusy(false);
      }
    },
  };
}
