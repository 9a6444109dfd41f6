import { useBeforeLeave, type BeforeLeaveEventArgs } from '@solidjs/router';
import { createEffect, createSignal, onCleanup, onMount } from 'solid-js';
import { Confirm } from '../ui/confirm.tsx';
import type { leave } from '../words/english/unsaved-changes.ts';

/** The state of a navigation away from a page whose record is gone: nothing of it can be saved. */
export interface Leaving {
  isGone: true;
}

const pathOfAddress = (address: string): string => new URL(address, location.href).pathname;

/** Asks before somebody leaves what they typed and did not save, on whichever way. `fields`: what that is; empty: nothing. */
export function UnsavedChanges(props: { words: typeof leave; fields: readonly string[] }) {
  const said = props.words;
  const [leaving, setLeaving] = createSignal<BeforeLeaveEventArgs | null>(null);
  const isAnyThere = () => props.fields.length > 0;
  useBeforeLeave((event) => {
    // Where the next page's script is not there yet, this is asked again when it is.
    if (!isAnyThere() || event.defaultPrevented) return;
    // To another place of the same page nobody leaves.
    if (typeof event.to === 'string' && pathOfAddress(event.to) === event.from.pathname) return;
    if ((event.options?.state as Partial<Leaving> | null | undefined)?.isGone) return;
    event.preventDefault();
    setLeaving(event);
  });
  const hold = (event: Event): void => {
    if (isAnyThere()) event.preventDefault();
  };
  // What was under way may be saved by now.
  createEffect(() => !isAnyThere() && setLeaving(null));
  onMount(() => addEventListener('beforeunload', hold));
  onCleanup(() => removeEventListener('beforeunload', hold));
  return (
    <Confirm
      isOpen={leaving() !== null}
      title={said.title}
      text={said.text(props.fields.join(', '))}
      safe={said.stay}
      action={said.go}
      onSafe={() => setLeaving(null)}
      onAction={() => {
        const event = leaving();
        setLeaving(null);
        event?.retry(true);
      }}
    />
  );
}
