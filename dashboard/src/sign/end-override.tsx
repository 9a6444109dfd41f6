import { Show } from 'solid-js';
import { useNow } from '../features/now.ts';
import { createSubmission } from '../features/submission.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-tools.ts';
import { endOverride, isOverridden } from './override.ts';
import type { SignSeen } from './seen.ts';

/** While a page that was set by hand wins until a time: lets it end now. `isText`: among words. */
export function EndOverride(props: { seen: SignSeen; isText?: boolean; onEnded?: () => void }) {
  const { words, clock } = useWallTools();
  const { shows: said, commands } = words.sign;
  const now = useNow();
  const may = () => props.seen.may.command;
  const ending = createSubmission(async () => {
    if (!(await endOverride(props.seen, clock.now()))) return;
    showToast(said.ending, words.shell.toasts);
    props.onEnded?.();
  });
  const end = (): void => void ending.submit();
  const pressed = () => ({
    disabled: !may(),
    title: may() ? undefined : commands.onlyOperators,
    'aria-disabled': ending.isBusy(),
  });
  return (
    <Show when={isOverridden(props.seen, now())}>
      <Show
        when={props.isText}
        fallback={
          <Button {...pressed()} onClick={end}>
            {said.end}
          </Button>
        }
      >
        <button
          type="button"
          class="text-11 text-ink-2 underline underline-offset-2 disabled:opacity-45 max-[700px]:min-h-12"
          {...pressed()}
          onClick={end}
        >
          {said.end}
        </button>
      </Show>
    </Show>
  );
}
