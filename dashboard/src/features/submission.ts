import { createSignal } from 'solid-js';
import type { Trouble } from '../api/session.ts';

/** A form on its way: one at a time, and what came of the last. `send` resolves with why it was not done, or with undefined. */
export function createSubmission(send: () => Promise<Trouble | undefined>) {
  const [isBusy, setBusy] = createSignal(false);
  const [trouble, setTrouble] = createSignal<Trouble | undefined>();
  return {
    isBusy,
    trouble,
    async submit(event: SubmitEvent): Promise<void> {
      event.preventDefault();
      if (isBusy()) return;
      setBusy(true);
      try {
        const answer = await send();
        setTrouble(() => answer);
      } finally {
        setBusy(false);
      }
    },
  };
}
