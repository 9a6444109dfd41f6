import { Show } from 'solid-js';
import { errorText } from '../features/error-text.ts';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { createSubmission } from '../features/submission.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import { endOverride, isOverridden } from './check-and-end-override.ts';
import type { SignSeen } from './sign-page-context.ts';

/** Ends the override of the sign, and offers undo in a toast; resolves with why not. */
export function useOverrideEnd(seen: SignSeen) {
  const tools = useWallTools();
  const { words } = tools;
  return async () => {
    const { id, name } = seen.sign();
    const ended = await endOverride(tools, seen);
    if (ended.ok) showUndoToast(words, words.sign.shows.ended(name), ended.undo, `override ${id}`);
    return ended;
  };
}

/** While a page that was set by hand wins until a time, in a dialog about another page: ends it. */
export function EndOverride(props: { seen: SignSeen; onEnded?: () => void }) {
  const { words } = useWallTools();
  const end = useOverrideEnd(props.seen);
  const whyNot = () => (props.seen.may.command ? undefined : words.sign.commands.onlyOperators);
  const ending = createSubmission(async () => {
    const ended = await end();
    if (ended.ok) props.onEnded?.();
    else showToast(errorText(words, ended.why), words.shell.toasts);
    return undefined;
  });
  return (
    <Show when={isOverridden(props.seen)}>
      <RefusableButton whyNot={whyNot()} isBusy={ending.isBusy()} onClick={() => void ending.submit()}>
        {words.sign.shows.end}
      </RefusableButton>
    </Show>
  );
}
