import { Show } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { createRefusal, RefusableButton } from '../features/focusable-disabled-button.tsx';
import { createSubmission } from '../features/submission.ts';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import { endOverride, isOverridden } from './check-and-end-override.ts';
import type { SignSeen } from './sign-page-context.ts';

/** While a page that was set by hand wins until a time: lets it end now. `isText`: among words. */
export function EndOverride(props: { seen: SignSeen; isText?: boolean; onEnded?: () => void }) {
  const { words, clock } = useWallTools();
  const { shows: said, commands } = words.sign;
  const now = useNow();
  const whyNot = () => (props.seen.may.command ? undefined : commands.onlyOperators);
  const ending = createSubmission(async () => {
    if (!(await endOverride(props.seen, clock.now()))) return;
    showToast(said.ending, words.shell.toasts);
    props.onEnded?.();
  });
  const end = (): void => void ending.submit();
  const refusal = createRefusal(whyNot, end);
  return (
    <Show when={isOverridden(props.seen, now())}>
      <Show
        when={props.isText}
        fallback={
          <RefusableButton whyNot={whyNot()} isBusy={ending.isBusy()} onClick={end}>
            {said.end}
          </RefusableButton>
        }
      >
        <button
          type="button"
          class="text-11 text-ink-2 underline underline-offset-2 aria-disabled:opacity-45 max-[700px]:min-h-12"
          {...refusal}
          aria-disabled={whyNot() !== undefined || ending.isBusy()}
        >
          {said.end}
        </button>
      </Show>
    </Show>
  );
}
